"""Niya's little steps: the game is solved, so a position is chosen by what is true in it, not by search."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from yonto.core.contract import Game, MoveValue, Options, State
from yonto.core.play import Play, lots
from yonto.core.rng import below, seeded
from yonto.games.niya import rules

ROWS, COLUMNS, DIAGONALS = rules.LINES[:4], rules.LINES[4:8], rules.LINES[8:]
CORNERS = [rules.SQUARES[i] for i in (0, 2, 6, 8)]
SIDES = [rules.SQUARES[i] for i in (1, 3, 5, 7)]
CENTRE = [rules.SQUARES[4]]
NOT_DRAWN: Options = {"full_board": "blockade"}


@dataclass(frozen=True)
class Sight:
    """A position and the truth about every move in it, best first."""

    game: Game
    state: State
    values: tuple[MoveValue, ...]

    @property
    def seat(self) -> int:
        return int(self.state.moves) & 1

    @property
    def best(self) -> MoveValue:
        return self.values[0]

    @property
    def lone(self) -> bool:
        """One move wins, and some lose."""
        return self.best.result == "win" and all(value.result == "loss" for value in self.values[1:])

    @property
    def pressing(self) -> bool:
        """Whatever else is played, the other wins at once."""
        return len(self.values) > 1 and all(value.plies == 2 for value in self.values[1:])

    def after(self, action: int) -> State:
        return self.game.after(self.state, action)


def completes(patterns: list[int]) -> Callable[[Sight], bool]:
    """One move wins at once, by one of these patterns; and there is one that loses."""

    def fits(sight: Sight) -> bool:
        if sight.best.plies != 1 or (sight.values[1:2] and sight.values[1].plies == 1):
            return False
        tokens = int(sight.after(sight.best.action).tokens[sight.seat])
        whole = [pattern for pattern in rules.LINES + rules.SQUARES if tokens & pattern == pattern]
        return len(whole) == 1 and whole[0] in patterns and loses(sight) and len(sight.values) >= 3

    return fits


def loses(sight: Sight) -> bool:
    return any(value.result == "loss" for value in sight.values)


def blockades(least: int) -> Callable[[Sight], bool]:
    """One move leaves nothing to take, though so many tiles still lie."""

    def fits(sight: Sight) -> bool:
        if sight.best.plies != 1 or (sight.values[1:2] and sight.values[1].plies == 1):
            return False
        after = sight.after(sight.best.action)
        return after.end == 9 and int(after.free).bit_count() >= least and loses(sight)

    return fits


def threats(state: State, seat: int, patterns: list[int]) -> set[int]:
    """The cells with which a seat would complete one of these patterns."""
    tokens, free = int(state.tokens[seat]), int(state.free)
    missing = (pattern & ~tokens for pattern in patterns)
    return {rest.bit_length() - 1 for rest in missing if rest.bit_count() == 1 and rest & free}


def stops(patterns: list[int]) -> Callable[[Sight], bool]:
    """The one move that does not lose takes the other's last cell."""

    def fits(sight: Sight) -> bool:
        wanted = threats(sight.state, 1 - sight.seat, patterns)
        return sight.lone and sight.pressing and sight.best.action in wanted and len(sight.values) >= 3

    return fits


def denies(sight: Sight) -> bool:
    """The other's last cell stays free, but the tile taken does not let him have it."""
    wanted = threats(sight.state, 1 - sight.seat, rules.LINES + rules.SQUARES)
    if sight.best.plies == 1:
        return False
    return sight.lone and sight.pressing and bool(wanted) and sight.best.action not in wanted and len(sight.values) >= 3


def forks(sight: Sight) -> bool:
    """Two last cells at once, and the other cannot mend both."""
    if not sight.lone or sight.best.plies != 3:
        return False
    after = sight.after(sight.best.action)
    return len(threats(after, sight.seat, rules.LINES + rules.SQUARES)) >= 2 and len(sight.game.legal(after)) >= 2


def corners(sight: Sight) -> bool:
    """The other has one single tile to take, and then it is over."""
    if not sight.lone or sight.best.plies != 3 or len(sight.values) < 3:
        return False
    return len(sight.game.legal(sight.after(sight.best.action))) == 1


def blocks_later(sight: Sight) -> bool:
    """A win at the next move by leaving nothing to take, whatever the other does."""
    if not sight.lone or sight.best.plies != 3 or len(sight.values) < 3:
        return False
    after = sight.after(sight.best.action)
    ends = []
    for reply in sight.game.legal(after):
        then = sight.game.after(after, reply)
        if then.end:
            return False
        last = max(sight.game.exact(then), key=lambda value: value.worth) if sight.game.exact else None
        ends.append(int(sight.game.after(then, last.action).end) if last else 0)
    return set(ends) == {9}


def two_tiles(sight: Sight) -> bool:
    return len(sight.values) == 2 and sight.lone and sight.best.plies > 2 and not sight.pressing


def opening(sight: Sight) -> bool:
    """An empty garden with both good and bad tiles on its border."""
    winning = sum(value.result == "win" for value in sight.values)
    return sight.state.moves == 0 and 6 <= winning <= 9


def reply(sight: Sight) -> bool:
    return sight.state.moves == 1 and sight.lone and len(sight.values) >= 4


def far(plies: int) -> Callable[[Sight], bool]:
    return lambda sight: sight.lone and sight.best.plies == plies and len(sight.values) >= 3


def last_token(sight: Sight) -> bool:
    """Three tiles left, and the second player goes on to lay the sixteenth token."""
    if sight.state.moves != 13 or not sight.lone or sight.best.plies != 3:
        return False
    state = sight.after(sight.best.action)
    while not state.end:
        state = sight.game.after(state, sight.game.legal(state)[0])
    return bool(state.end == 10)


def draws(sight: Sight) -> bool:
    return sight.best.result == "draw" and sight.values[-1].result == "loss" and sight.values[1].result == "loss"


@dataclass(frozen=True)
class Truth:
    """What is looked for, and the rules that it shows."""

    id: str
    theme: str
    rules: tuple[str, ...]
    fits: Callable[[Sight], bool]
    moves: range = range(5, 14)  # tokens laid before
    turns: int = 1
    options: Options = field(default_factory=lambda: NOT_DRAWN)
    point: tuple[str, ...] = ("pile",)  # what the page lights
    few: bool = True  # the fewer tokens the better, else the more


TRUTHS = (
    Truth("row", "lines", ("N5", "N7"), completes(ROWS)),
    Truth("column", "lines", ("N7",), completes(COLUMNS)),
    Truth("diagonal", "lines", ("N7",), completes(DIAGONALS[:1])),
    Truth("other_diagonal", "lines", ("N7",), completes(DIAGONALS[1:])),
    Truth("square_corner", "squares", ("N8",), completes(CORNERS)),
    Truth("square_side", "squares", ("N8",), completes(SIDES)),
    Truth("square_centre", "squares", ("N8",), completes(CENTRE)),
    Truth("two_tiles", "pile", ("N5", "N6"), two_tiles, range(4, 10)),
    Truth("two_tiles_again", "pile", ("N6",), two_tiles, range(6, 12)),
    Truth("blockade", "blockades", ("N6", "N9"), blockades(3), range(8, 13), few=False),
    Truth("blockade_early", "blockades", ("N9",), blockades(6), range(5, 11)),
    Truth("blockade_wide", "blockades", ("N9",), blockades(7), range(4, 10)),
    Truth("stop_line", "defence", ("N6", "N7"), stops(rules.LINES)),
    Truth("stop_square", "defence", ("N6", "N8"), stops(rules.SQUARES)),
    Truth("stop_again", "defence", ("N7", "N8"), stops(rules.LINES + rules.SQUARES), range(8, 14)),
    Truth("deny", "defence", ("N6",), denies, range(5, 9)),
    Truth("deny_again", "defence", ("N6", "N8"), denies, range(7, 14)),
    Truth("fork", "ahead", ("N7", "N8"), forks, range(5, 9), turns=2),
    Truth("fork_again", "ahead", ("N7", "N8"), forks, range(7, 12), turns=2),
    Truth("corner", "ahead", ("N6", "N9"), corners, range(5, 9), turns=2),
    Truth("corner_again", "ahead", ("N6",), corners, range(7, 12), turns=2),
    Truth("blocks_later", "ahead", ("N9",), blocks_later, range(5, 12), turns=2),
    Truth("far", "ahead", ("N6", "N9"), far(5), range(4, 11), turns=3),
    Truth("last_token", "ends", ("N10",), last_token, range(13, 14), turns=2),
    Truth("draw", "ends", ("N10",), draws, range(8, 15), options={"full_board": "draw"}, few=False),
    Truth("opening", "ends", ("N4",), opening, range(1), point=("board",)),
    Truth("reply", "ends", ("N6",), reply, range(1, 2)),
)  # fmt: skip


def garden(game: Game, options: Options, seed: int) -> Play:
    """A garden laid by lot and emptied by lot, to the end of the round."""
    play, rng = Play(game, 2, options), seeded("little steps", "niya", seed)
    play.draw_chance(lots(rng))
    while not play.over:
        actions = game.legal(play.state)
        play.take(actions[below(rng, len(actions))])
    return play


def sights(game: Game, options: Options, seed: int, moves: range) -> Iterator[tuple[int, Sight]]:
    """The positions of a round with so many tokens, each with how many actions lie before it."""
    assert game.exact is not None
    for after, step in enumerate(garden(game, options, seed).steps):
        if step.who >= 0 and int(step.state.moves) in moves:
            values = sorted(game.exact(step.state), key=lambda value: -value.worth)
            yield after, Sight(game, step.state, tuple(values))


def find(game: Game, truth: Truth, seeds: range, used: set[int]) -> tuple[int, int] | None:
    """The seed and place of the plainest position in which it is so; each garden serves once."""
    found: list[tuple[int, int, int]] = []
    for seed in seeds:
        if seed in used:
            continue
        for after, sight in sights(game, truth.options, seed, truth.moves):
            if truth.fits(sight):
                found.append((after if truth.few else -after, seed, after))
        if found and (len(found) >= 4 or seed - seeds[0] > 400):
            break
    if not found:
        return None
    _, seed, after = min(found)
    return seed, after
