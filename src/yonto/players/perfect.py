"""The perfect player of Niya: it asks the exact solver, wins as soon as it can and loses as late as it can."""

from yonto.core.contract import Game, Line, Seat, State
from yonto.core.rng import Rng, below
from yonto.search.niya import solve
from yonto.search.niya.solve import worth


def perfect(game: Game, state: State, seat: Seat, rng: Rng) -> tuple[int, tuple[Line, ...]]:
    """One of the best moves; which of several equal ones, the seed decides. The reasons list every move, best first."""
    ordered = sorted(solve(state).moves, key=worth, reverse=True)
    equal = [move for move in ordered if worth(move) == worth(ordered[0])]
    reasons = (
        Line(f"reason.{move.result}", {"move": game.write(state, move.action), "n": move.plies}) for move in ordered
    )
    return equal[below(rng, len(equal))].action, tuple(reasons)
