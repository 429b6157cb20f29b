"""How hard a puzzle is: a first guess from which levels find it, moved by people's first answers, within bounds that
nobody's false answers lead out of."""

from collections.abc import Mapping

from yonto.puzzles.form import Puzzle
from yonto.puzzles.glicko import GUESSED, Strength, rated

FARTHEST = 300.0  # points from the first guess
STEP = 25.0  # points that one answer moves it by, at most
SUREST = 50.0  # no puzzle is surer of its strength than this, so that it goes on learning
SURE = 60.0  # no person is believed to be surer of theirs: it is what a browser says
APART = 500.0  # whoever says to be farther from a puzzle is taken to be so far


def first_guess(puzzle: Puzzle) -> Strength:
    return Strength(float(puzzle.rating), GUESSED)


def rating_of(puzzle: Puzzle, known: Mapping[str, Strength]) -> float:
    """What is known of it, else the guess."""
    found = known.get(puzzle.id)
    return found.rating if found else float(puzzle.rating)


def within(value: float, middle: float, reach: float) -> float:
    return min(max(value, middle - reach), middle + reach)


def after_answer(puzzle: Puzzle, now: Strength | None, person: Strength, score: float) -> Strength:
    """A puzzle's strength after somebody's first answer: the puzzle wins what the person lost."""
    now = now or first_guess(puzzle)
    other = Strength(within(person.rating, now.rating, APART), max(person.deviation, SURE), person.volatility)
    moved = rated(now, [(other, 1 - score)])
    rating = within(within(moved.rating, now.rating, STEP), float(puzzle.rating), FARTHEST)
    return Strength(rating, max(moved.deviation, SUREST), now.volatility)
