"""A person's results: what was won and lost at finished tables, by game and opponent."""

from collections.abc import Sequence

import msgspec

from yonto.players import PLAYERS
from yonto.server.store import Listing

STRENGTH = {level: i for i, level in enumerate(PLAYERS)}


class Tally(msgspec.Struct, frozen=True):
    """One line of it. `level` is the strongest computer played against; null: there were people."""

    game: str
    level: str | None
    seats: int
    played: int
    won: int
    drawn: int
    lost: int
    best: int | None  # the most points in a single game that was played to its end


def tallies(finished: Sequence[Listing], person: str) -> tuple[Tally, ...]:
    groups: dict[tuple[str, str | None, int], list[Listing]] = {}
    for found in finished:
        if len(players_of(found, person)) == 1 and found.result is not None:
            groups.setdefault((found.game, opponent(found, person), len(found.sitters)), []).append(found)
    return tuple(tally(*key, group, person) for key, group in sorted(groups.items(), key=lambda g: order(g[0])))


def order(key: tuple[str, str | None, int]) -> tuple[str, int, int]:
    """People first, then the computers from the weakest."""
    game, level, seats = key
    return game, -1 if level is None else STRENGTH.get(level, 0), seats


def players_of(found: Listing, person: str) -> list[int]:
    """One place is a game; several at one screen are nobody's win."""
    return [i for i, sitter in enumerate(found.sitters) if sitter.person == person]


def opponent(found: Listing, person: str) -> str | None:
    """The strongest computer, where everybody else is one."""
    (own,) = players_of(found, person)
    others = [seat for i, seat in enumerate(found.settings.seats) if i != own]
    if any(seat.kind != "computer" for seat in others):
        return None
    return max((seat.level for seat in others), key=lambda level: STRENGTH.get(level, 0), default=None)


def tally(game: str, level: str | None, seats: int, group: Sequence[Listing], person: str) -> Tally:
    won = drawn = 0
    points = []
    for found in group:
        (own,), result = players_of(found, person), found.result
        assert result is not None
        won += result.winners == (own,)
        drawn += own in result.winners and len(result.winners) > 1
        if result.how == "played" and found.settings.match is None and any(result.scores):
            points.append(result.scores[own])
    lost = len(group) - won - drawn
    return Tally(game, level, seats, len(group), won, drawn, lost, max(points, default=None))
