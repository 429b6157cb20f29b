"""The perfect player of a game that is solved: it wins as soon as it can and loses as late as it can."""

from yonto.core.contract import FAR, Game, Line, MoveValue, Seat, State
from yonto.core.rng import Rng, below


def perfect(game: Game, state: State, seat: Seat, rng: Rng) -> tuple[int, tuple[Line, ...]]:
    """One of the best moves; which of several equal ones, the seed decides. The reasons list every move, best first."""
    return see(game, state, FAR, rng)


def see(game: Game, state: State, horizon: int, rng: Rng) -> tuple[int, tuple[Line, ...]]:
    """The truth as far as `horizon` plies. What ends later looks all alike, better than a loss in sight."""
    assert game.exact is not None

    def seen(move: MoveValue) -> int:
        return move.worth if move.plies <= horizon else 0

    ordered = sorted(game.exact(state), key=seen, reverse=True)
    equal = [move for move in ordered if seen(move) == seen(ordered[0])]
    lines = (
        Line(f"reason.{move.result}", {"move": game.write(state, move.action), "n": move.plies})
        for move in ordered
        if move.plies <= horizon
    )
    return equal[below(rng, len(equal))].action, tuple(lines)
