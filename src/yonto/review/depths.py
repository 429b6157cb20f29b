"""How deep a review looks, and by which engine: reviews of another engine are made anew."""

import hashlib
import json
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from yonto.core.contract import Game
from yonto.core.errors import BadOption
from yonto.games import home_of

ENGINE = 2  # counted up whenever the same game would be told other numbers
DEPTHS = ("quick", "standard", "deep")


class Depth(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What may be spent. A game's own reviewing.json says otherwise where its simulations are dear or cheap."""

    turn: int = 2000  # simulations of the search for the best turn
    value: int = 160  # of every chance that is told
    beliefs: int = 32  # on which a played turn and the best one are compared, each with `value` simulations
    deals: int = 32  # draws that stand for all, where there are more than `leaves` different ones
    leaves: int = 400


# By how much the other depths differ from the standard one: simulations, beliefs.
SCALE = {"quick": (0.4, 0.5), "standard": (1.0, 1.0), "deep": (4.0, 2.0)}


@cache
def own_of(home: str) -> dict[str, Any]:
    """What a game says of its reviews: `depth`; `quality` by number of seats; `prices`, the merits that tell what a
    turn costs or leaves undone, which nobody misses; `amounts`, those whose `n` adds up over a turn; `passing`, those
    that tell of an act what is over when the turn goes on."""
    file = files(home).joinpath("reviewing.json")
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return found


def depth_of(name: str, game: Game) -> Depth:
    """A depth by its name, as it is for this game."""
    if name not in DEPTHS:
        raise BadOption("review.depth", depth=name, known=", ".join(DEPTHS))
    own = msgspec.convert(own_of(home_of(game)).get("depth", {}), Depth)
    much, many = SCALE[name]
    return msgspec.structs.replace(
        own, turn=int(own.turn * much), value=int(own.value * much), beliefs=max(8, int(own.beliefs * many))
    )


@cache
def learned(home: str) -> str:
    """A name for what was learned of a game: its weights, its calibration, its depth and the costs of its levels."""
    digest = hashlib.sha256()
    weights = files(home).joinpath("weights")
    found = sorted(weights.iterdir(), key=lambda file: file.name) if weights.is_dir() else []
    for file in (*found, files(home).joinpath("reviewing.json")):
        if file.is_file():
            digest.update(file.name.encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:8]


def stamp(game: Game, depth: str) -> str:
    """The version of a review: what was made by another is made anew, also where the game has learned since."""
    return f"{ENGINE}.{game.name}{game.version}.{depth}.{learned(home_of(game))}"
