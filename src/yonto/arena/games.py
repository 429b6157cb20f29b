"""Playing a deal: the work that is sent to a process or a machine."""

import os
import socket

import msgspec

from yonto.arena.luck import Shares, luck_of
from yonto.arena.schedule import Deal, Seating
from yonto.core import records
from yonto.core.contract import CHANCE
from yonto.core.play import Play, lots
from yonto.core.rng import seeded
from yonto.games import load
from yonto.players import ask


class Played(msgspec.Struct, frozen=True):
    """A finished game: who sat where, who won, and its record."""

    seating: Seating
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    rule: str
    decisions: int
    record: str
    luck: Shares | None = None  # what chance gave every seat, where the deal asks for it


class Result(msgspec.Struct, frozen=True):
    """The games of a deal, and where they were played."""

    number: int
    games: tuple[Played, ...]
    host: str
    process: int


def play_deal(deal: Deal) -> Result:
    """All games of a deal. Nothing but the deal decides what happens in them, as far as the players' own thinking does
    not depend on time. Time is that of the processor: games may be played side by side on a crowded machine."""
    games = tuple(play_game(deal, i) for i in range(len(deal.seatings)))
    return Result(deal.number, games, socket.gethostname(), os.getpid())


def play_game(deal: Deal, index: int) -> Played:
    game, seating = load(deal.game), deal.seatings[index]
    play = Play(game, len(seating), deal.options)
    choose = lots(seeded("deal", deal.seed, deal.number))
    while not play.over:
        seat = play.to_move
        if seat == CHANCE:
            play.draw_chance(choose)
        else:
            seed = (deal.seed, deal.number, index, play.seq)
            play.act(seat, ask(seating[seat], game, play.state, seat, *seed, clock="processor").action)
    outcome = play.outcome
    assert outcome is not None
    notes = {"seed": str(deal.seed), "deal": str(deal.number)}
    return Played(
        seating=seating,
        winners=outcome.winners,
        scores=outcome.scores,
        rule=outcome.rule,
        decisions=sum(step.who != CHANCE for step in play.steps),
        record=records.write(records.of_play(play, seating, notes)),
        luck=luck_of(play, deal.luck, deal.seed, deal.number) if deal.luck else None,
    )
