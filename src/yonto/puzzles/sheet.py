"""Puzzles on paper: six positions on a page where a game draws such (Niya), else what `written` draws; solutions on
another sheet."""

import hashlib
from collections.abc import Iterator, Sequence
from textwrap import wrap

from yonto.core.contract import Game
from yonto.core.words import Words
from yonto.games import load
from yonto.paper.found import positions_of
from yonto.paper.pen import BLACK, Pen, number
from yonto.paper.pieces import Box, Leaf
from yonto.paper.printed import Printed, Side, prepare
from yonto.paper.settings import CannotPrint, PrintSettings, speech
from yonto.puzzles import written
from yonto.puzzles.choose import fits
from yonto.puzzles.form import Puzzle, position, puzzles
from yonto.puzzles.said import chosen, title
from yonto.puzzles.solved import lone_line

MOST, MOST_WRITTEN = 48, 12  # of such a game, and of others, which take a page for one or two
COLUMNS, ROWS = 2, 3
WIDE, HIGH = 88.0, 78.0  # mm for each
SMALL = 62.32  # mm: the side of a position
LETTERS = 66  # in a line above a position


def prints(game: str) -> bool:
    """Whether puzzles of a game can be had on paper."""
    return bool(puzzles(game))


def prepared(settings: PrintSettings) -> Printed:
    """What somebody wants on paper: puzzles, where the settings name a number of them; else the game's box."""
    if "puzzles" not in settings.options:
        return prepare(settings)
    if not prints(settings.game):
        raise CannotPrint("bad.puzzles_game", game=settings.game)
    w, game = speech(settings.lang, settings.game), load(settings.game)
    wanted = picked(settings)
    drawn = small if positions_of(settings.game) else written.picture
    leaves, before = list[Leaf](), 0
    for page in pages_of(game, wanted, w):
        leaves.append(Leaf(w("leaf.puzzles", game=w("name")), [], drawn(game, page, before, Pen(settings.mode), w)))
        before += len(page)
    answers = solutions(game, wanted, w)
    return Printed(settings, Box([*leaves, answers], [], needs=("pencil",)), tuple(in_order(leaves, answers, settings)))


def pages_of(game: Game, wanted: Sequence[Puzzle], w: Words) -> list[Sequence[Puzzle]]:
    if not positions_of(game.name):
        return [*written.pages(game, wanted, w)]
    per_page = COLUMNS * ROWS
    return [wanted[i : i + per_page] for i in range(0, len(wanted), per_page)]


def picked(settings: PrintSettings) -> list[Puzzle]:
    """So many, the easier first; which ones follows from `seed`, and from `theme` where one is named."""
    text, theme = settings.options["puzzles"], settings.options.get("theme", "")
    found = [each for each in puzzles(settings.game) if fits(each, theme, "")]
    most = min(MOST if positions_of(settings.game) else MOST_WRITTEN, len(found))
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= most:
        raise CannotPrint("bad.puzzles", value=text, most=most, game=settings.game)
    seed = settings.options.get("seed", "1")
    found.sort(key=lambda each: hashlib.sha256(f"{seed} {each.id}".encode()).digest())
    return sorted(found[: int(text)], key=lambda each: each.rating)


def in_order(leaves: Sequence[Leaf], answers: Leaf, settings: PrintSettings) -> Iterator[Side]:
    """The solutions never lie behind the puzzles."""
    yield from leaves
    if settings.backs == "duplex" and len(leaves) % 2:
        yield None
    yield answers


def small(game: Game, page: Sequence[Puzzle], before: int, pen: Pen, w: Words) -> str:
    found = positions_of(game.name)
    assert found, "whoever asks has looked"
    out, scale = "", number(SMALL / found.side)
    for i, puzzle in enumerate(page):
        x, y = WIDE * (i % COLUMNS), HIGH * (i // COLUMNS)
        play = position(game.name, puzzle.id)
        drawing = found.draw(found.write(game.view(play.state, None)), pen)
        caption = w("puzzles.caption", number=before + i + 1, title=title(puzzle, w), player=play.to_move + 1)
        out += pen.text(x, y + 4, caption, 3.6, BLACK, "start", 600)
        for row, text in enumerate(wrap(" ".join(chosen(puzzle, game, w)), LETTERS)):
            out += pen.text(x, y + 7.6 + 3 * row, text, 2.5, BLACK, "start", 400)
        place = f"translate({number(x)} {number(y + 12.5)}) scale({scale})"
        out += f'<g data-puzzle="{puzzle.id}" transform="{place}">{drawing}</g>'
    wide, high = WIDE * COLUMNS, HIGH * -(-len(page) // COLUMNS)
    return (
        f'<svg class="figure" viewBox="0 0 {number(wide)} {number(high)}" width="{number(wide)}mm" '
        f'height="{number(high)}mm" aria-hidden="true">{out}</svg>'
    )


def solutions(game: Game, wanted: Sequence[Puzzle], w: Words) -> Leaf:
    """What was to be found: by the names that stand beside every position, else in words."""
    told = solution if positions_of(game.name) else written.solution
    parts = [(f"{i}. {title(each, w)}", [told(game, each, w)]) for i, each in enumerate(wanted, 1)]
    return Leaf(w("leaf.solutions", game=w("name")), parts)


def solution(game: Game, puzzle: Puzzle, w: Words) -> str:
    state = position(game.name, puzzle.id).state
    line = lone_line(game, state) if puzzle.kind == "win" else None
    if not line or len(line) == 1:
        return puzzle.best[0]
    moves = []
    for action in line:
        moves.append(game.write(state, action))
        state = game.after(state, action)
    return w("puzzles.longest", line=" – ".join(moves))
