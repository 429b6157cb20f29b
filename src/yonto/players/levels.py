"""The six levels, from one who discovers the game to a master: what each may spend, and how it chooses.

A weak level is weak evenly: it looks at less, and it chooses more freely among the actions that it holds to be
nearly equal. It never throws away what it has seen. In a game that is solved a level is how far ahead it sees the
truth.
"""

import os
import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from math import exp
from pathlib import Path
from typing import Any

import msgspec

from yonto.core import saying
from yonto.core.contract import Game, Line, Seat, State
from yonto.core.errors import BadOption
from yonto.core.kernel import is_plain
from yonto.core.rng import Rng, uniform
from yonto.games import GAMES, package_of
from yonto.players.choice import Choice
from yonto.players.perfect import see
from yonto.search.evaluate.calibration import calibrated, phase_of
from yonto.search.evaluate.standing import Floats
from yonto.search.finish import Finish
from yonto.search.mcts import Account, Candidate, Clock, Cores, Leaf, Settings, Watch, think

LEVELS = ("discoverer", "apprentice", "player", "adept", "expert", "master")
SHOWN = 3  # candidates in the details
LATE = 0.4  # how far a game must have come for its last turn to be looked for
PATIENT = 3.0  # seconds that a level may take at least while its search runs as plain Python
NEAR = 3.0  # temperatures by which an action may be worse than the best and still be taken


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of a levels.toml."""

    simulations: int
    seconds: float = 5.0  # at most: a level below the master takes far less
    clock: Clock = "wall"  # of the seconds
    temperature: float = 0.0  # in shares of the win: 0.05 makes 5 % less likely to be taken by the factor e
    trust: float = (
        0.0  # with a temperature: the visits that an action needs to be taken, in parts of the most visited's
    )
    leaf: Leaf = "evaluate"
    depth: int = 8
    sharp: float = 10.0
    explore: float = 0.4
    fpu: float = 0.1
    round: bool = False  # what follows is played on to one's own next turn before it is evaluated
    ripe: int = 1  # visits after which it is looked at what follows an action
    threads: int = 1  # in one tree, at most: as many as the processor has cores free for
    finish: int = 0  # late in a game: actions tried to find a win within the turn, or to refuse one to the next seat
    horizon: int = 0  # of a solved game: plies within which the truth is seen


Rows = dict[str, dict[str, Any]]  # tables of levels


@cache
def every_game() -> Rows:
    """The line of each level that holds for every game."""
    return tomllib.loads(files("yonto.players").joinpath("levels.toml").read_text(encoding="utf-8"))


@cache
def own_of(game: str) -> dict[str, Rows]:
    """A game's own levels.toml: `every` for all its tables, `2` for those of two seats; empty where it has none."""
    if game not in GAMES:
        return {}
    file = files(package_of(game)).joinpath("levels.toml")
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


@cache
def of_ones_own(path: str | None) -> dict[str, Rows]:
    """The file that `YONTO_LEVELS` names: tables `every`, `qin`, `qin-4`."""
    return tomllib.loads(Path(path).read_text(encoding="utf-8")) if path else {}


def level_of(name: str, game: str, seats: int) -> Level:
    """A level as it is for this game and number of seats: the line for every game, then the game's, then the
    table's, each with what one's own file says over it; the later over the earlier."""
    theirs, own = own_of(game), of_ones_own(os.environ.get("YONTO_LEVELS"))
    tables = (
        every_game(), own.get("every", {}),
        theirs.get("every", {}), own.get(game, {}),
        theirs.get(str(seats), {}), own.get(f"{game}-{seats}", {}),
    )  # fmt: skip
    whole: dict[str, Any] = {}
    for rows in tables:
        whole |= rows.get(name, {})
    try:
        return msgspec.convert(whole, Level)
    except msgspec.ValidationError as error:
        raise BadOption("option.level", level=name, game=game, reason=str(error)) from error


def settings_of(level: Level, threads: int = 1) -> Settings:
    return Settings(
        simulations=level.simulations, seconds=level.seconds, clock=level.clock, leaf=level.leaf, depth=level.depth,
        sharp=level.sharp, explore=level.explore, fpu=level.fpu, ripe=level.ripe, threads=threads, round=level.round,
        stop_early=level.temperature == 0,
    )  # fmt: skip


def play_level(
    name: str, game: Game, state: State, seat: Seat, rng: Rng, until: float | None = None, watch: Watch | None = None,
    clock: Clock = "wall", cores: Cores | None = None,
) -> Choice:  # fmt: skip
    """What a level, by its name, does in a state that its seat believes in. It has one thread, unless it is told how
    many cores are free for it."""
    level = msgspec.structs.replace(level_of(name, game.name, int(game.rules.seats(state))), clock=clock)
    if is_plain(package_of(game.name)):
        level = msgspec.structs.replace(level, seconds=max(level.seconds, PATIENT), threads=1, round=False)
    return play_at(level, game, state, seat, rng, until, watch, cores=cores)


def play_at(
    level: Level, game: Game, state: State, seat: Seat, rng: Rng, until: float | None = None,
    watch: Watch | None = None, weights: Floats | None = None, cores: Cores | None = None,
) -> Choice:  # fmt: skip
    """The same for any level, and for other weights than the game's own, as a trial wants them."""
    if level.horizon:
        return see(game, state, seat, level.horizon, rng)
    last = Finish(game, state, seat, level.finish) if level.finish and phase_of(game, state) > LATE else None
    sure = last.win(rng) if last else None
    if sure is not None:
        account = certain(game, state, seat, sure)
        return Choice(sure, account=account, details=details(game, state, account))
    settings = settings_of(level, min(level.threads, cores()) if cores else 1)
    account = think(game, state, seat, settings, *map(int, rng), until=until, watch=watch, weights=weights, cores=cores)
    if last is not None:
        account = without_gifts(account, last, rng)
    action = near_best(account, level.temperature, level.trust, rng) if level.temperature else account.action
    if last is not None and action != account.action and last.loses(action, rng):
        action = account.action
    return Choice(action, account=account, details=details(game, state, account))


def without_gifts(account: Account, last: Finish, rng: Rng) -> Account:
    """The account without the leading actions after which the next seat wins at once. Where the search tried none but
    such, another that it did not try; where there is none at all, as it was."""
    tried = {each.action for each in account.candidates}
    others = [Candidate(action, 0, account.values) for action in last.game.legal(last.state) if action not in tried]
    every = (*account.candidates, *others)
    for i, each in enumerate(every):
        if not last.loses(each.action, rng):
            kept = every[i : max(i + 1, len(account.candidates))]
            return (
                account
                if i == 0
                else msgspec.structs.replace(account, action=each.action, candidates=kept, line=(each.action,))
            )
    return account


def certain(game: Game, state: State, seat: Seat, action: int) -> Account:
    """The account of a win that was found without a search."""
    values = tuple(float(each == seat) for each in range(int(game.rules.seats(state))))
    return Account(action, seat, values, (Candidate(action, 1, values),), (action,), 1, 0.0)


def near_best(account: Account, temperature: float, trust: float, rng: Rng) -> int:
    """One of the actions that are nearly as good as the best, the better the likelier. Of many actions that were
    hardly looked at the one that seems best is mostly one that was overrated: `trust` leaves those out."""
    enough = trust * account.candidates[0].visits
    worths = [(each.action, each.values[account.seat]) for each in account.candidates if each.visits >= enough]
    best = max(value for _, value in worths)
    near = [(action, value) for action, value in worths if value >= best - NEAR * temperature]
    weights = [exp((value - best) / temperature) for _, value in near]
    left = uniform(rng) * sum(weights)
    for (action, _), weight in zip(near, weights, strict=True):
        left -= weight
        if left < 0:
            return action
    return near[-1][0]


def details(game: Game, state: State, account: Account) -> tuple[Line, ...]:
    """The best candidates with what they promise, and how play may go on. The chances are those that come true
    (`calibration`): people are to rely on them."""
    phase = phase_of(game, state)
    lines = [
        Line(
            "reason.searched",
            {
                "move": saying.phrase(game, state, candidate.action, account.seat).quoted,
                "percent": round(100 * true_chance(game, phase, candidate.values, account.seat)),
                "n": candidate.visits,
            },
        )
        for candidate in account.candidates[:SHOWN]
    ]
    if len(account.line) > 1:
        lines.append(Line("reason.line", {"line": sequel(game, state, account.line, account.seat).quoted}))
    return tuple(lines)


def true_chance(game: Game, phase: float, values: Sequence[float], seat: Seat) -> float:
    """How often a seat wins of which a search for it says this."""
    return calibrated(game, len(values), phase, values, seat)[seat]


def sequel(game: Game, state: State, actions: Sequence[int], seat: Seat) -> Line:
    """Several moves, one after the other."""
    first = saying.phrase(game, state, actions[0], seat)
    if len(actions) == 1:
        return first
    rest = sequel(game, game.after(state, actions[0]), actions[1:], seat)
    return Line("reason.then", {"move": first.quoted, "rest": rest.quoted})
