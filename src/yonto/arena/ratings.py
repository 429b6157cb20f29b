"""Ratings of a pool of players, for games of two to four seats: Weng and Lin's Plackett–Luce model, by openskill."""

from collections.abc import Iterable
from statistics import fmean

import msgspec
from openskill.models import PlackettLuce, PlackettLuceRating

from yonto.arena.games import Played


class Rating(msgspec.Struct, frozen=True):
    """A player's strength and how uncertain it still is; everybody starts at 25 ± 8.33."""

    mu: float
    sigma: float


def rate(games: Iterable[Played]) -> dict[str, Rating]:
    """The ratings after these games, in this order. Computer players do not change, so ratings do not drift (tau 0).

    Winners are placed before all others, who tie. A player who fills several seats is rated in each of them, and
    keeps the mean.
    """
    model = PlackettLuce(tau=0.0)
    held: dict[str, PlackettLuceRating] = {}
    for game in games:
        for player in game.seating:
            held.setdefault(player, model.rating(name=player))
        ranks = [0.0 if seat in game.winners else 1.0 for seat in range(len(game.seating))]
        before = [[model.rating(mu=held[player].mu, sigma=held[player].sigma)] for player in game.seating]
        after = model.rate(before, ranks=ranks)
        for player in set(game.seating):
            new = [team[0] for team, name in zip(after, game.seating, strict=True) if name == player]
            held[player] = model.rating(mu=fmean(r.mu for r in new), sigma=fmean(r.sigma for r in new))
    return {player: Rating(rating.mu, rating.sigma) for player, rating in held.items()}
