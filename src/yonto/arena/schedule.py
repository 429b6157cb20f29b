"""Who meets whom: tables of players, and deals that each table plays once from every seat.

A **deal** is one course of luck. All its games have the same random stream for CHANCE, so that whoever sits in a seat
gets the same garden, bag or cards as the others who sit there; the players move on by one seat from game to game.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, combinations_with_replacement, count, permutations

import msgspec

Seating = tuple[str, ...]  # the player of each seat


class Deal(msgspec.Struct, frozen=True):
    """One task: the games of a deal. The same deal gives the same games wherever and whenever it is played."""

    number: int
    game: str
    options: Mapping[str, str]
    seed: int
    seatings: tuple[Seating, ...]
    luck: int = 0  # simulations for each value that luck is told by; 0: it is not told


def tables(players: Sequence[str], seats: int) -> list[Seating]:
    """The groups of players that meet: all groups of so many seats; with fewer players than seats, each fills several,
    and every way of filling them comes."""
    if len(players) >= seats:
        return list(dict.fromkeys(combinations(players, seats)))
    return [table for table in combinations_with_replacement(players, seats) if set(table) == set(players)]


def circles(table: Seating) -> list[Seating]:
    """The ways in which a table can sit in a circle: who follows whom matters, where the circle begins does not."""
    found: dict[Seating, Seating] = {}
    for order in permutations(table):
        found.setdefault(min(rotations(order)), order)
    return list(found.values())


def rotations(order: Seating) -> list[Seating]:
    """Everybody moves on by one seat, until each order has come once."""
    return list(dict.fromkeys(order[i:] + order[:i] for i in range(len(order))))


def deals(
    game: str, options: Mapping[str, str], players: Sequence[str], seats: int, seed: int, games: int,
    luck: int = 0,
) -> Iterator[Deal]:  # fmt: skip
    """Deals in turn for every table and circle, until there are at least `games` games: whole deals only."""
    rounds = in_turn([circles(table) for table in tables(players, seats)])
    planned = 0
    for number in count():
        if planned >= games:
            return
        seatings = tuple(rotations(rounds[number % len(rounds)]))
        planned += len(seatings)
        yield Deal(number, game, dict(options), seed, seatings, luck)


def in_turn(ways: Sequence[Sequence[Seating]]) -> list[Seating]:
    """The first circle of every table, then the second of every table: each table as often as the others."""
    most = max(len(each) for each in ways)
    return [each[i % len(each)] for i in range(most) for each in ways]
