"""What is counted over the games of an arena."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np

from yonto.arena.games import Played, Result
from yonto.arena.ratings import Rating, rate
from yonto.arena.statistics import bootstrap, elo, wilson


class Tally:
    """The results of deals, in their order. A player's share is that of the wins in the seats it had: one divided by
    the number of seats for players of equal strength."""

    def __init__(self) -> None:
        self.games: list[Played] = []
        self.deals: defaultdict[str, list[float]] = defaultdict(list)  # of each player: its share, deal by deal
        self.steady: defaultdict[str, list[float]] = defaultdict(list)  # the same without what chance gave
        self.wins: defaultdict[str, float] = defaultdict(float)
        self.taken: Counter[str] = Counter()  # seats that each player had
        self.points: Counter[str] = Counter()
        self.seat_wins: defaultdict[int, float] = defaultdict(float)
        self.beaten: defaultdict[tuple[str, str], list[float]] = defaultdict(list)
        self.ends: Counter[str] = Counter()
        self.count = 0
        self.processes: set[tuple[str, int]] = set()

    def add(self, result: Result) -> None:
        self.count += 1
        self.processes.add((result.host, result.process))
        shares: defaultdict[str, list[float]] = defaultdict(list)
        steady: defaultdict[str, list[float]] = defaultdict(list)
        for game in result.games:
            self.games.append(game)
            self.ends[game.rule] += 1
            for seat, player in enumerate(game.seating):
                shares[player].append(share(game, seat))
                if game.luck is not None:
                    steady[player].append(share(game, seat) - game.luck[seat])
                self.seat_wins[seat] += share(game, seat)
                self.points[player] += game.scores[seat]
            self.meet(game)
        for player, got in shares.items():
            self.wins[player] += sum(got)
            self.taken[player] += len(got)
            self.deals[player].append(sum(got) / len(got))
        for player, got in steady.items():
            self.steady[player].append(sum(got) / len(got))

    def meet(self, game: Played) -> None:
        """What each player got against each other one, where two sit at a table."""
        if len(game.seating) == 2 and game.seating[0] != game.seating[1]:
            one, two = game.seating
            self.beaten[one, two].append(share(game, 0))
            self.beaten[two, one].append(share(game, 1))

    def data(self) -> dict[str, Any]:
        """Everything, for programs and for the table that people see."""
        ratings = rate(self.games)
        seats = len(self.games[0].seating) if self.games else 0
        return {
            "games": len(self.games),
            "deals": self.count,
            "decisions_per_game": sum(game.decisions for game in self.games) / max(1, len(self.games)),
            "players": [self.player(name, ratings[name], seats) for name in self.deals],
            "seats": [{"seat": i + 1, "share": self.seat_wins[i] / len(self.games)} for i in range(seats)],
            "meetings": [
                {"player": one, "other": two, "games": len(got), "share": sum(got) / len(got)}
                for (one, two), got in self.beaten.items()
            ],
            "ended_by": dict(sorted(self.ends.items())),
            "processes": len(self.processes),
        }

    def without_luck(self, name: str) -> dict[str, Any] | None:
        """A player's share with what chance gave taken off; None where it was not asked for."""
        got = self.steady[name]
        if not got:
            return None
        return {"share": sum(got) / len(got), "bootstrap": bootstrap(got), "fewer": fewer(self.deals[name], got)}

    def player(self, name: str, rating: Rating, seats: int) -> dict[str, Any]:
        wins, taken = self.wins[name], self.taken[name]
        return {
            "player": name,
            "seats": taken,
            "wins": wins,
            "share": wins / taken,
            "interval": wilson(wins, taken),
            "bootstrap": bootstrap(self.deals[name]),
            "without_luck": self.without_luck(name),
            "elo": elo(wins / taken) if seats == 2 and len(self.deals) == 2 else None,
            "score": self.points[name] / taken,
            "rating": msgspec.to_builtins(rating),
        }


def fewer(deals: Sequence[float], steady: Sequence[float]) -> float | None:
    """How many times fewer deals tell as much without luck: the ratio of the variances. None where there is none."""
    spread = float(np.var(steady))
    return float(np.var(deals)) / spread if len(deals) > 1 and spread > 0 else None


def share(game: Played, seat: int) -> float:
    """A seat's part of the win."""
    return (seat in game.winners) / len(game.winners)
