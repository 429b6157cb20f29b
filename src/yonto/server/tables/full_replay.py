"""A finished round as a whole: every position of it through one pair of eyes, for a page with a slider and a chart.

A long round is some megabytes, so it is made and sent in pieces, and the server does other things in between.
"""

import asyncio
import hashlib
from collections.abc import AsyncIterator
from typing import Any

import msgspec
from msgspec.structs import replace

from yonto import __version__
from yonto.core.contract import CHANCE, Seat, State
from yonto.core.play import Play
from yonto.core.words import Words
from yonto.server.protocol import Run
from yonto.server.tables import drawing
from yonto.server.tables.presenter import lines_of, seated, speech, worn, written
from yonto.server.tables.shapes import LogLine
from yonto.table.player_names import speaker
from yonto.table.table import Table

PIECE = 8  # moments between two pauses: a few milliseconds of work

encode = msgspec.json.Encoder().encode


class ReplayStep(msgspec.Struct, frozen=True):
    """The position after `action` actions; `who` (a seat, none for CHANCE) did `move` just before it. The move is
    null at the beginning, and where this pair of eyes may not see what was drawn."""

    action: int
    who: Seat | None
    chance: bool
    move: str | None
    log: tuple[LogLine, ...]
    scores: tuple[int, ...] | None
    view: Any
    drawing: tuple[Run, ...] | None = None  # the view in characters, where that was asked for


class FullReplay(msgspec.Struct, frozen=True):
    """A whole round: `moments[k]` is the position after k actions."""

    table: str
    game: str
    round: int
    rounds: int
    actions: int
    seat: int  # from 1; 0 for a watcher
    names: tuple[str, ...]  # by seat
    colours: tuple[int, ...]  # what they wear, by seat
    moments: tuple[ReplayStep, ...]


def full_replay_tag(table: Table, number: int, seat: Seat | None, lang: str, picture: bool = False) -> str:
    """Changes with anything that the replay says; a finished round changes only its names, where somebody is
    forgotten."""
    what = (__version__, table.id, len(table.plays), table.rewinds, number, seat, lang, picture, table.names(number))
    return hashlib.sha256(repr(what).encode()).hexdigest()[:32]


async def full_replay(
    table: Table, number: int, seat: Seat | None, lang: str, picture: bool = False
) -> AsyncIterator[bytes]:
    """The JSON of a FullReplay, piece by piece."""
    play, w = table.plays[number], speech(lang, table.game.name)
    names = seated(table, number, w)
    head = FullReplay(
        table.id, table.game.name, number + 1, len(table.plays), play.seq, 0 if seat is None else seat + 1,
        names, worn(table, number), (),
    )  # fmt: skip
    yield encode(head).removesuffix(b"]}")
    scores = scores_of(play)
    for start in range(0, play.seq + 1, PIECE):
        numbers = range(start, min(start + PIECE, play.seq + 1))
        steps = [moment(play, n, seat, scores[n], names, w) for n in numbers]
        if picture:
            steps = [drawn(play, step, seat, written(table, number, lang)) for step in steps]
        piece = b",".join(map(encode, steps))
        yield piece if start == 0 else b"," + piece
        await asyncio.sleep(0)
    yield b"]}"


def scores_of(play: Play) -> list[tuple[int, ...] | None]:
    """The points at every moment. A game that counts only at its end has none to tell before."""
    states = [*(step.state for step in play.steps), play.state]
    scores: list[tuple[int, ...] | None] = [play.game.scores(state, play.seats) for state in states]
    if not any(map(any, filter(None, scores[:-1]))):
        return [*[None] * play.seq, scores[-1] if play.over else None]
    return scores


def drawn(play: Play, step: ReplayStep, seat: Seat | None, w: Words) -> ReplayStep:
    """The same step with its position drawn in characters."""
    picture = drawing.draw(play.game, state_at(play, step.action), seat, w)
    return replace(step, drawing=drawing.runs(picture))


def state_at(play: Play, n: int) -> State:
    return play.state if n == play.seq else play.steps[n].state


def moment(
    play: Play, n: int, seat: Seat | None, scores: tuple[int, ...] | None, names: tuple[str, ...], w: Words
) -> ReplayStep:
    game = play.game
    state = state_at(play, n)
    if n == 0:
        return ReplayStep(0, None, False, None, (), scores, game.view(state, seat))
    step = play.steps[n - 1]
    drawn = step.who == CHANCE
    seen = not drawn or game.sees(step.state, step.action, seat)
    return ReplayStep(
        n, None if drawn else step.who, drawn, game.write(step.state, step.action) if seen else None,
        lines_of(play, n - 1, seat, speaker(w, names)), scores, game.view(state, seat),
    )  # fmt: skip
