"""The pages to read: a game's rules in short, and what one wants before one's eyes while playing.

Their sentences are the keys `paper.rules.<heading>.<number>` and `paper.aid.<heading>.<number>` of a game's catalogue,
in the order in which they stand there; the headings are words of this room.
"""

from collections.abc import Mapping
from typing import Any

from yonto.core.words import Words
from yonto.paper.pieces import Leaf

RULES, AID = "paper.rules.", "paper.aid."


def leaves(w: Words, picture: str, params: Mapping[str, Any] | None = None) -> list[Leaf]:
    """Rules and player aid; the parameters are numbers of the rules that their sentences name."""
    return [leaf(w, RULES, "leaf.rules", params or {}, picture), leaf(w, AID, "leaf.aid", params or {})]


def leaf(w: Words, prefix: str, title: str, params: Mapping[str, Any], picture: str = "") -> Leaf:
    parts: dict[str, list[str]] = {}
    for key in w.catalogue:
        if key.startswith(prefix):
            heading = key.removeprefix(prefix).partition(".")[0]
            parts.setdefault(heading, []).append(w(key, **params))
    return Leaf(w(title, game=w("name")), [(w(f"heading.{name}"), said) for name, said in parts.items()], picture)
