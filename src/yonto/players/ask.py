"""Asking a computer player for a move: by name, for a seat, from what that seat may know."""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from yonto.core.contract import Game, Line, Seat, State
from yonto.core.errors import BadOption
from yonto.core.rng import Rng, below, seeded
from yonto.players.choice import Choice
from yonto.players.heuristic import has_heuristic, heuristic
from yonto.players.levels import LEVELS, play_level
from yonto.players.perfect import perfect
from yonto.players.sampler import sampler
from yonto.search.mcts import Clock, Cores, Watch


class Kind(NamedTuple):
    """A sort of computer player, and the games that it plays."""

    choose: Callable[[Game, State, Seat, Rng, float | None, Watch | None, Clock, Cores | None], Choice]
    plays: Callable[[Game], bool] = lambda game: True
    rare: bool = False  # a yardstick that is compiled when it is asked for, not beforehand


def untimed(choose: Callable[[Game, State, Seat, Rng], Choice]) -> Any:
    """For a player that takes no heed of the time."""
    return lambda game, state, seat, rng, *time: choose(game, state, seat, rng)


def random(game: Game, state: State, seat: Seat, rng: Rng) -> Choice:
    """Any legal action, each equally likely."""
    actions = game.legal(state)
    return Choice(actions[below(rng, len(actions))])


# From the weakest to the strongest.
PLAYERS = {
    "random": Kind(untimed(random)),
    "sampler": Kind(untimed(sampler)),
    "perfect": Kind(untimed(perfect), lambda game: game.exact is not None),
    "heuristic": Kind(untimed(heuristic), has_heuristic, rare=True),
    **{level: Kind(partial(play_level, level)) for level in LEVELS},
}


def plays(name: str, game: Game) -> bool:
    return PLAYERS[name].plays(game)


def best_player(game: Game) -> str:
    """The strongest player that this game has."""
    return [name for name in PLAYERS if plays(name, game)][-1]


def check_player(name: str, game: Game) -> str:
    """The name, if it is a player of this game; `computer` stands for the strongest."""
    if name == "computer":
        return best_player(game)
    if name not in PLAYERS or not plays(name, game):
        known = ", ".join(["computer", *(each for each in PLAYERS if plays(each, game))])
        raise BadOption("option.player", player=name, game=game.name, known=known)
    return name


def ask(
    name: str, game: Game, state: State, seat: Seat, *seed: int | str, until: float | None = None,
    watch: Watch | None = None, clock: Clock = "wall", cores: Cores | None = None,
) -> Choice:  # fmt: skip
    """A player's choice. What is hidden from the seat is drawn afresh before the player sees anything; the same
    seed and the same knowledge give the same choice, unless time runs out. A level answers with its best so far at
    the moment `until` of `time.monotonic`, and tells `watch` of it on the way. Its own seconds are those of the
    `clock`: in contests of processor time, so that nobody suffers from what else the machine does. `cores` tells how
    many cores it may use at this moment; without it, it is one."""
    actions = game.legal(state)
    if len(actions) == 1:
        return Choice(actions[0], (Line("merit.forced"),))
    believed = game.believed(state, seat, seeded("believe", *seed))
    return PLAYERS[name].choose(game, believed, seat, seeded("choose", *seed), until, watch, clock, cores)
