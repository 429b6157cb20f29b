"""The perfect player of a game that is solved: it wins as soon as it can and loses as late as it can."""

from yonto.core import saying
from yonto.core.contract import FAR, Game, Line, MoveValue, Seat, State
from yonto.core.rng import Rng, below
from yonto.players.choice import Choice


def perfect(game: Game, state: State, seat: Seat, rng: Rng) -> Choice:
    """One of the best moves; which of several equal ones, the seed decides. The details list every move, best first."""
    return see(game, state, seat, FAR, rng)


def see(game: Game, state: State, seat: Seat, horizon: int, rng: Rng) -> Choice:
    """The truth as far as `horizon` plies. What ends later looks all alike, better than a loss in sight."""
    assert game.exact is not None

    def seen(move: MoveValue) -> int:
        return move.worth if move.plies <= horizon else 0

    ordered = sorted(game.exact(state), key=seen, reverse=True)
    equal = [move for move in ordered if seen(move) == seen(ordered[0])]
    chosen = equal[below(rng, len(equal))]
    details = tuple(
        Line(f"reason.{move.result}", {"move": saying.phrase(game, state, move.action, seat).quoted, "n": move.plies})
        for move in ordered
        if move.plies <= horizon
    )
    certain = (Line(f"merit.{chosen.result}", {"n": chosen.plies}),) if chosen.plies <= horizon else ()
    return Choice(chosen.action, certain, details=details)
