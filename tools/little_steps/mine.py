"""Looking for positions: games of computers are played, and in each position all turns are looked at for an idea."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from little_steps.weigh import GLANCE, LOOK, Care, settings, worth
from yonto.core.contract import Game, Options, Seat, State
from yonto.core.play import Play, lots
from yonto.core.rng import Rng, below, seeded
from yonto.players.levels import play_level
from yonto.search import think
from yonto.teaching.turns import TooRich, Turn, first_acts, turns

CLEAR = 0.012  # the least share of the win by which an idea must beat what has nothing of it
MANY = 60  # candidates glanced at before an idea is given up
ENOUGH = 4  # candidates that are weighed with care
ALIVE = 0.1  # the least share of the win that a position still promises: nobody likes to be taught while losing
BEST, GOOD = 0.015, 0.06  # how far below the top a turn still has three, or two stars


Hand = Callable[[Game, State, Seat, Rng], int]


@dataclass(frozen=True)
class Source:
    """Games to look through: of so many seats, with these options, of these seeds."""

    name: str
    seats: int
    options: Options
    seeds: Sequence[int] = (0,)
    script: tuple[str, ...] = ()  # or: these moves and draws, and the position after them
    level: str = "player"  # of those who play; none: they act by lot, and leave more lying about
    hand: Hand | None = None  # or: what they do, where a position is wanted that good players seldom come to
    most: int = 10_000  # actions of a game that are played


@dataclass(frozen=True)
class Idea:
    """One thing that a step shows: the turns that do it, and where it is looked for."""

    id: str
    theme: str
    rules: tuple[str, ...]
    shows: Callable[[Turn], bool]
    sources: tuple[str, ...] = ()  # names of sources; none: any
    suits: Callable[[Game, State, Seat], bool] = lambda game, state, seat: True
    most: int = 60  # turns that the position may have
    latest: int = 10_000  # actions before it
    point: tuple[str, ...] = ()
    prefix: bool = False  # the turn is judged by its first act alone: from its beginning there are too many


@dataclass
class Found:
    """A position for an idea. `values` are filled in by weighing."""

    idea: Idea
    source: Source
    seed: int
    after: int
    turns: list[Turn]
    gap: float = 0.0
    error: float = 0.0
    values: dict[tuple[str, ...], float] = field(default_factory=dict)

    @property
    def place(self) -> tuple[str, int, int]:
        return self.source.name, self.seed, self.after

    @property
    def plainness(self) -> float:
        return len(self.turns) + self.after / 8

    @property
    def showing(self) -> list[Turn]:
        return [turn for turn in self.turns if self.idea.shows(turn)]


def played(game: Game, source: Source, seed: int) -> Play:
    """A whole game of computers, or what the script tells."""
    if source.script:
        return told(game, source)
    play, rng = Play(game, source.seats, source.options), seeded("little steps", source.name, seed)
    play.draw_chance(lots(rng))
    while not play.over and play.seq < source.most:
        play.take(act(game, play.state, play.to_move, source, rng))
        play.draw_chance(lots(rng))
    return play


def told(game: Game, source: Source) -> Play:
    """A game whose moves and draws are all given, with one action more so that its last position is looked at."""
    play = Play(game, source.seats, source.options)
    for text in source.script:
        action = game.read(play.state, text)
        if refused := game.refusal(play.state, action) if play.to_move >= 0 else None:
            raise refused
        assert play.to_move >= 0 or action in game.chance(play.state)[0], text
        play.take(action)
    play.take(game.legal(play.state)[0])
    return play


def act(game: Game, state: State, seat: Seat, source: Source, rng: Rng) -> int:
    if source.hand:
        return source.hand(game, state, seat, rng)
    if not source.level:
        actions = game.legal(state)
        return actions[below(rng, len(actions))]
    return play_level(source.level, game, game.believed(state, seat, rng), seat, rng).action


def candidates(game: Game, source: Source, seed: int, ideas: list[Idea]) -> Iterator[Found]:
    """Every position of a game that suits an idea: some turns show it, and some do not."""
    wanted = [idea for idea in ideas if not idea.sources or source.name in idea.sources]
    if not wanted:
        return
    for after, step in enumerate(played(game, source, seed).steps):
        if step.who < 0 or after < len(source.script):
            continue
        whole = or_none(game, step.state, step.who) if any(not idea.prefix for idea in wanted) else []
        begun = first_acts(game, step.state, step.who) if any(idea.prefix for idea in wanted) else []
        promise: dict[int, float] | None = None
        for idea in wanted:
            found = begun if idea.prefix else whole
            if after > idea.latest or not 2 <= len(found) <= idea.most:
                continue
            showing = sum(map(idea.shows, found))
            if not 0 < showing < len(found) or not idea.suits(game, step.state, step.who):
                continue
            if idea.prefix and not source.script:  # only now: it is a search
                promise = promise or promised(game, step.state, step.who)
                if not promising(idea, begun, promise):
                    continue
            yield Found(idea, source, seed, after, found)


def promised(game: Game, state: State, seat: Seat) -> dict[int, float]:
    """What a search expects of each act that a turn can begin with, as far as it looked at it."""
    found = think(game, state, seat, settings(game, int(game.rules.seats(state)), 600), 1)
    return {each.action: each.values[seat] for each in found.candidates if each.visits >= 12}


def promising(idea: Idea, begun: list[Turn], promise: dict[int, float]) -> bool:
    """Whether a glance holds what shows the idea to be better than anything else."""
    worths = [(promise.get(turn.actions[0]), idea.shows(turn)) for turn in begun]
    with_it = [value for value, shows in worths if value is not None and shows]
    without = [value for value, shows in worths if value is not None and not shows]
    return bool(with_it and without) and max(with_it) >= max(without) + CLEAR / 2


def or_none(game: Game, state: State, seat: Seat) -> list[Turn]:
    """All turns; none where there are too many."""
    try:
        return turns(game, state, seat)
    except TooRich:
        return []


def weighed(game: Game, found: Found, care: Care, some: list[Turn] | None = None) -> Found:
    """The same with the worth of its turns, and by how much the idea is better than the rest."""
    worths = {turn.text: worth(game, turn, care, found.after) for turn in some or found.turns}
    showing = {turn.text for turn in found.showing}
    with_it = [value for text, value in worths.items() if text in showing]
    without = [value for text, value in worths.items() if text not in showing]
    if not with_it or not without:
        found.gap = -1.0
        return found
    best = max(with_it, key=lambda value: float(value.mean()))
    other = max(without, key=lambda value: float(value.mean()))
    found.gap = float((best - other).mean())
    found.error = float((best - other).std() / np.sqrt(care.worlds))
    found.values = {text: float(value.mean()) for text, value in worths.items()}
    return found


def look(game: Game, found: Found) -> Found | None:
    """Weigh with care what a glance held to be good; None where the idea is not clearly best."""
    weighed(game, found, GLANCE[game.name])
    if found.gap < -CLEAR:  # a glance may err
        return None
    ordered = sorted(found.turns, key=lambda turn: -found.values[turn.text])
    showing = {turn.text for turn in found.showing}
    kept = [turn for turn in ordered if turn.text in showing][:10]
    kept += [turn for turn in ordered if turn.text not in showing][:8]
    glanced = found.values
    weighed(game, found, LOOK[game.name], kept)
    found.values = glanced | found.values
    alive = max(found.values.values()) >= ALIVE
    return found if alive and found.gap >= max(CLEAR, 2 * found.error) else None


def choose(game: Game, pool: list[Found], used: set[tuple[str, int, int]]) -> Found | None:
    """The clearest of the plainest positions of an idea."""
    passed: list[Found] = []
    fresh = [found for found in sorted(pool, key=lambda found: found.plainness) if found.place not in used]
    for found in fresh[:MANY]:
        if good := look(game, found):
            passed.append(good)
            if len(passed) == ENOUGH:
                break
    return max(passed, key=lambda found: min(found.gap, 0.15) - found.plainness / 600, default=None)


def stars(found: Found) -> dict[str, list[tuple[str, ...]]]:
    """The turns that show the idea, by how good they are; those nearly as good as the best share its stars."""
    top = max(found.values[turn.text] for turn in found.showing)
    near = min(BEST, found.gap / 2)  # never worth less than what has nothing of the idea
    best: list[tuple[str, ...]] = []
    good: list[tuple[str, ...]] = []
    for turn in sorted(found.showing, key=lambda turn: -found.values[turn.text]):
        lost = top - found.values[turn.text]
        if lost <= near:
            best.append(turn.text)
        elif lost <= GOOD:
            good.append(turn.text)
    return {"best": best, "good": good}
