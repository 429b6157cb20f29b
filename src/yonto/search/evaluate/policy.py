"""What a seat is likeliest to do, at a glance, for games that can tell (`games/<game>/policy.py`)."""

from typing import Any

from yonto.core.contract import Game, State
from yonto.core.kernel import kernel
from yonto.games import home_of, module_of


@kernel
def unknown(s: State) -> int:
    """For a game without a policy; no search asks it."""
    return -1


def has_policy(game: Game) -> bool:
    return module_of(home_of(game), "policy") is not None


def policy(game: Game) -> Any:
    """The kernel that tells what the seat to move is likeliest to do."""
    own = module_of(home_of(game), "policy")
    return unknown if own is None else own.likeliest
