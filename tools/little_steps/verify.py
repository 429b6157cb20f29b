"""Whether a written step still holds: its best answer is worth at least as much as every answer that has no stars."""

from dataclasses import dataclass

from little_steps.weigh import Care, worth
from yonto.core.contract import Game
from yonto.core.play import Play
from yonto.core.rng import below, seeded
from yonto.teaching.steps import Step
from yonto.teaching.turns import REST, Turn, first_acts, turns

EVERY = 1 << 20
RICHEST = 4000  # acts looked at for the turns of a step's position


@dataclass(frozen=True)
class Doubt:
    """An answer without stars that search holds to be better than the best."""

    step: str
    answer: tuple[str, ...]
    by: float


def answers(game: Game, step: Step, play: Play) -> list[Turn]:
    """Every way to answer: whole turns, or what a turn begins with where the step asks for no more."""
    if step.stars and any(REST in turn for turn in step.stars.best):
        return first_acts(game, play.state, play.to_move)
    return turns(game, play.state, play.to_move, RICHEST)


def starred(step: Step) -> set[tuple[str, ...]]:
    """The answers that earn a star."""
    stars = step.stars
    listed = (*stars.best, *stars.good, *stars.fair) if stars else ()
    return {tuple(turn) for turn in (*listed, *step.done.moves)}


def begins(turn: Turn, text: tuple[str, ...]) -> bool:
    """Whether this is the listed turn, as far as it goes before chance speaks: what follows a draw is not weighed."""
    return turn.text == text or (turn.open and turn.texts == text[: len(turn.texts)])


def doubts(game: Game, step: Step, play: Play, care: Care, most: int = EVERY, leeway: float = 0.0) -> list[Doubt]:
    """The answers, at most so many of them and drawn by lot, that are worth more than the best by more than the
    leeway."""
    assert step.stars is not None
    known = starred(step)
    ways = answers(game, step, play)
    best = next(turn for turn in ways if begins(turn, tuple(step.stars.best[0])))
    others = [turn for turn in ways if not any(begins(turn, text) for text in known)]
    top = float(worth(game, best, care, play.seq).mean())
    lost = {turn.text: float(worth(game, turn, care, play.seq).mean()) - top for turn in some(others, most, step.id)}
    return [Doubt(step.id, text, by) for text, by in lost.items() if by > leeway]


def some(others: list[Turn], most: int, seed: str) -> list[Turn]:
    """At most so many of them, the same every time."""
    rng, rest = seeded("some", seed), list(others)
    while len(rest) > most:
        rest.pop(below(rng, len(rest)))
    return rest
