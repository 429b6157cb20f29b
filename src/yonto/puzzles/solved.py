"""Puzzles of a game that is solved: chosen by what is true in a position, and by the game's own taste.

`win`: one move wins, and so at every step that follows on the longest defence, whichever of equally long ones it is.
`hold`: one move does not lose, and it wins nothing by force before the board is full.
`opening`: of all first moves one wins.
"""

from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from typing import Any

from yonto.core.contract import CHANCE, Game, MoveValue, State
from yonto.core.play import Play, lots
from yonto.core.rng import Rng, below, seeded
from yonto.games import load, package_of
from yonto.players.levels import level_of
from yonto.puzzles.best_turn import LEVELS, TRIES, Known, Report, fitted, nothing
from yonto.puzzles.families import OF_MASTERS, Games
from yonto.puzzles.form import Kind, Puzzle, name_of, position_of
from yonto.puzzles.proof import Unproved, prove

POSITIONS = 900  # looked at for one puzzle, at most
ENOUGH = 6  # of them that would do, before the most beautiful is taken
LONGEST = 3000  # signs of a proof

Line = tuple[int, ...]
Values = Sequence[MoveValue]


def criteria_of(game: str) -> Any:
    """The game's own: WANTED, RULES, LEAST_CHOICE, themes and beauty."""
    return import_module(f"{package_of(game)}.puzzles.criteria")


def truth(game: Game, state: State) -> list[MoveValue]:
    """Every move with its value, the best first."""
    assert game.exact is not None
    return sorted(game.exact(state), key=lambda value: -value.worth)


def only_win(values: Values) -> bool:
    return values[0].result == "win" and all(value.result != "win" for value in values[1:])


def only_hold(values: Values) -> bool:
    """One move does not lose."""
    return values[0].result != "loss" and all(value.result == "loss" for value in values[1:])


def longest_replies(game: Game, state: State) -> list[int]:
    """The moves that hold out longest, all of them."""
    values = truth(game, state)
    return [value.action for value in values if value.worth == values[0].worth]


def lone_line(game: Game, state: State) -> Line | None:
    """The one way to win against a longest defence; None where somewhere on any longest defence two moves win."""
    values = truth(game, state)
    if not only_win(values):
        return None
    after = game.after(state, values[0].action)
    if game.rules.is_over(after):
        return (values[0].action,)
    lines = []
    for reply in longest_replies(game, after):
        rest = lone_line(game, game.after(after, reply))
        if rest is None:
            return None
        lines.append((values[0].action, reply, *rest))
    return lines[0]


def answer_line(game: Game, kind: str, n: int, state: State, values: Values) -> Line | None:
    """What is to be played, with the defence between; None where the position is no puzzle of this kind."""
    if kind == "win":
        return lone_line(game, state) if only_win(values) and values[0].plies == 2 * n - 1 else None
    if kind == "opening":
        return (values[0].action,) if only_win(values) else None
    return (values[0].action,) if only_hold(values) and holds_to_the_end(game, state, values[0]) else None


def holds_to_the_end(game: Game, state: State, best: MoveValue) -> bool:
    """What holds is a draw; or it wins by nothing but a full board, where that is no draw."""
    if best.result == "draw":
        return True
    while not game.rules.is_over(state):
        state = game.after(state, truth(game, state)[0].action)
    return game.rules.ended_by(state) == 10


def somewhere(game: Game, options: dict[str, str], plies: tuple[int, int], rng: Rng) -> Play | None:
    """A position after some random moves; None where the game was over before."""
    play = Play(game, game.seats[0], options)
    play.draw_chance(lots(rng))
    for _ in range(plies[0] + below(rng, plies[1] - plies[0] + 1)):
        if play.over:
            return None
        actions = game.legal(play.state)
        play.take(actions[below(rng, len(actions))])
    return None if play.over or play.to_move == CHANCE else play


def mined(
    name: str, number: int, report: Report, *seed: int | str, games: Games = OF_MASTERS, known: Known = nothing
) -> Iterator[Puzzle]:
    """The most beautiful of some positions of the kind that is due."""
    game, taste = load(name), criteria_of(name)
    kind, n, plies = taste.WANTED[number % len(taste.WANTED)]
    rule = taste.RULES[number // len(taste.WANTED) % 2]
    options, rng = game.canonical({"full_board": rule}), seeded("puzzle", *seed, number)
    found: list[tuple[float, Play, Line, Values]] = []
    for _ in range(POSITIONS):
        play = somewhere(game, options, plies, rng)
        if play is None or len(game.legal(play.state)) < taste.LEAST_CHOICE:
            continue
        values = truth(game, play.state)
        if line := answer_line(game, kind, n, play.state, values):
            found.append((taste.beauty(game, play.state, values, line), play, line, values))
            if len(found) == ENOUGH:
                break
    found.sort(key=lambda each: -each[0])
    for liked, play, line, _ in found:
        try:
            yield made(game, kind, n, play, line, taste.themes)
        except Unproved:
            continue
        report(stage="chosen", kind=kind, n=n, of=len(found), beauty=round(liked, 1))
        return


def made(
    game: Game, kind: Kind, n: int, play: Play, line: Line, themes: Callable[[Game, State, Line], tuple[str, ...]]
) -> Puzzle:
    moves, options = position_of(play), dict(play.options)
    return Puzzle(
        name_of(kind, options, moves), kind, play.seats, options, moves, difficulty(game, play.state, line, kind),
        themes(game, play.state, line), n, prove(game, play.state, LONGEST) if kind == "win" else "",
        best=(game.write(play.state, line[0]),),
    )  # fmt: skip


def difficulty(game: Game, state: State, line: Line, kind: str) -> int:
    """A first guess of its rating, from how likely each level is to find the whole line."""
    chances = dict.fromkeys(LEVELS, 1.0)
    for place, action in enumerate(line):
        if place % 2 == 0:
            values = truth(game, state)
            for level in LEVELS:
                chances[level] *= likely(values, action, level_of(level, game.name, game.seats[0]).horizon, kind)
        state = game.after(state, action)
    return fitted([(rating, TRIES * chances[level], TRIES) for level, rating in LEVELS.items()])


def likely(values: Values, right: int, horizon: int, kind: str) -> float:
    """How likely a level that sees so many plies ahead takes the right move: by lot among what looks best to it."""
    seen = {value.action: value.worth if value.plies <= horizon else 0 for value in values}
    best = max(seen.values())
    equal = [action for action, worth in seen.items() if worth == best]
    return 1 / len(equal) if right in equal else 0.0
