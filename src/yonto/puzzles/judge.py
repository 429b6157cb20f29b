"""The judge of a puzzle: whether the answer is right, how good it is, and what refutes it or would have been better.

It stands on the judge of the little steps: the same account of what was done, the same moves in words. Pure.
"""

from functools import lru_cache
from itertools import takewhile
from typing import Literal, NamedTuple

from yonto.core import saying
from yonto.core.contract import Game, Line, MoveValue, Seat, State
from yonto.core.play import Play
from yonto.puzzles.form import Puzzle, position
from yonto.puzzles.sieve import all_turns, sieve_of
from yonto.teaching.judge import Answer, Better, better, said
from yonto.teaching.turns import REST

FULL = 100
HALF = 100  # thousandths of chance: so much lost halves the score
FARTHEST = 9  # moves of a refutation that are told
RESULTS = {1000: "win", 500: "draw", 0: "loss"}  # of two seats, where the result of a turn stands


class Judged(NamedTuple):
    """`going`: the answer is not whole yet. `text` and `reasons` are sentences with data."""

    state: Literal["going", "done", "missed"]
    score: int = 0
    text: Line | None = None
    better: tuple[Better, ...] = ()  # the right move, or the best turn; given up: the solution, both seats in turn
    line: tuple[Better, ...] = ()  # what refutes the answer: both seats in turn, the other first
    reasons: tuple[Line, ...] = ()  # what the best turn does and the answer does not


GOING = Judged("going")


def judge(game: Game, puzzle: Puzzle, before: Play, now: Play, give_up: bool = False) -> Judged:
    """What was done since a puzzle's position."""
    answer = Answer(game, before.to_move, before.state, now.steps[before.seq :], now.state, "")
    if puzzle.kind == "best":
        return best_turn(game, puzzle, before, answer, give_up)
    return solved(game, puzzle, before, answer, give_up)


# Of a game that is solved


def solved(game: Game, puzzle: Puzzle, before: Play, answer: Answer, give_up: bool) -> Judged:
    """Every move must be the one right move of its place."""
    for step in answer.own[: puzzle.n]:
        values = truth(game, step.state)
        if step.action != values[0].action:
            found = next(value for value in values if value.action == step.action)
            return refuted(game, answer, step.state, values[0], found)
    if answer.over or len(answer.own) >= puzzle.n:
        return Judged("done", FULL, Line(f"puzzle.right.{puzzle.kind}", {"n": puzzle.n}))
    if not give_up:
        return GOING
    here = answer.now if game.rules.to_move(answer.now) == answer.seat else before.state
    return Judged("missed", 0, Line("puzzle.given_up"), best_play(game, here, FARTHEST))


def truth(game: Game, state: State) -> list[MoveValue]:
    assert game.exact is not None, f"{game.name} is not solved"
    return sorted(game.exact(state), key=lambda value: -value.worth)


def refuted(game: Game, answer: Answer, state: State, best: MoveValue, found: MoveValue) -> Judged:
    """A wrong move, with what the other makes of it."""
    text = Line(f"puzzle.wrong.{found.result}", {"n": found.plies - 1})
    line = best_play(game, game.after(state, found.action), FARTHEST)
    return Judged("missed", 0, text, (said(game, state, best.action, answer.seat),), line)


def best_play(game: Game, state: State, most: int) -> tuple[Better, ...]:
    """How a position goes on with the best moves of both, in words."""
    moves: list[Better] = []
    while not game.rules.is_over(state) and len(moves) < most:
        action = truth(game, state)[0].action
        moves.append(said(game, state, action, game.rules.to_move(state)))
        state = game.after(state, action)
    return tuple(moves)


# The best turn


def best_turn(game: Game, puzzle: Puzzle, before: Play, answer: Answer, give_up: bool) -> Judged:
    """By the chance that was lost, once the turn is over or chance has a say in it."""
    own = list(takewhile(lambda step: step.who == answer.seat, answer.taken))
    whole = bool(own) and (len(own) < len(answer.taken) or game.rules.to_move(answer.now) != answer.seat)
    shown = better(game, before, tuple(text for text in puzzle.best if text != REST))
    if not whole:
        return (
            Judged("missed", 0, Line("puzzle.given_up"), shown, reasons=doings(game, puzzle, ())) if give_up else GOING
        )
    sieve, after = sieve_of(game.name), game.after(own[-1].state, own[-1].action)
    place = places(game, puzzle).get(sieve.same(after))
    lines = [line for step, then in answer.after() for line in game.tell(step.state, step.action, then, answer.seat)]
    lines += [line for step in own for line in unsaid(game, step.state, step.action, answer.seat)]
    top = max(puzzle.chances)
    chance = puzzle.chances[place] if place is not None else 0
    score = score_for(top - chance)
    data = {"points": round((top - chance) / 10), "kept": round(chance / 10), "best": round(top / 10), "score": score}
    stands = puzzle.sure and place is not None and (game.rules.is_over(after) or sieve.decided(after))
    if score == FULL:
        return Judged("done", FULL, Line(f"puzzle.right.sure.{RESULTS[top]}" if stands else "puzzle.right.best", data))
    wrong = f"puzzle.wrong.sure.{RESULTS[top]}.{RESULTS[chance]}" if stands else "puzzle.wrong.best"
    return Judged("missed", score, Line(wrong, data), shown, reasons=doings(game, puzzle, lines))


def score_for(lost: int) -> int:
    """From 100 down, halved by every ten points of chance that were lost."""
    return round(FULL * 2 ** (-max(0, lost) / HALF))


@lru_cache(32)
def places_of(game: Game, puzzle: str) -> dict[bytes, int]:
    """The position after every turn of a puzzle -> its place among `chances`."""
    play = position(game.name, puzzle)
    found, same = all_turns(game, play.state, play.to_move), sieve_of(game.name).same
    return {same(turn.after): place for place, turn in enumerate(found)}


def places(game: Game, puzzle: Puzzle) -> dict[bytes, int]:
    return places_of(game, puzzle.id)


def doings(game: Game, puzzle: Puzzle, done: "list[Line] | tuple[()]") -> tuple[Line, ...]:
    """What is told of the best turn and was not told of the answer: what provably happens, nothing else, and nothing
    that its acts say already."""
    play = position(game.name, puzzle.id)
    state, seat = play.state, play.to_move
    lines: list[Line] = []
    for text in puzzle.best:
        if text == REST or game.rules.to_move(state) != seat:
            break
        action = game.read(state, text)
        then = game.after(state, action)
        lines += [*game.tell(state, action, then, seat), *unsaid(game, state, action, seat)]
        state = then
    restated = sieve_of(game.name).restated
    return tuple(line for line in lines if line not in done and line.key not in restated)


def unsaid(game: Game, state: State, action: int, seat: Seat) -> list[Line]:
    """What speaks for an action and is in no log, as the odds of what it draws."""
    keys = sieve_of(game.name).unsaid
    return [line for line in saying.merits(game, state, action, seat) if line.key in keys] if keys else []
