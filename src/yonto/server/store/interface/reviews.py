"""Reviews that were made, and how hard puzzles prove to be."""

from collections.abc import Callable
from typing import NamedTuple, Protocol

from yonto.puzzles.glicko import Strength


class ReviewStore(Protocol):
    async def find(self, number: int, round_number: int, engine: str) -> bytes | None:
        """What was luck and what was choice in a round of a table, if this engine found it."""
        ...

    async def keep(self, number: int, round_number: int, engine: str, review: bytes) -> None: ...


class Tested(NamedTuple):
    """How hard a puzzle proved to be, and by how many answers."""

    strength: Strength
    answers: int


Rerated = Callable[[Strength | None], Strength]  # a puzzle's strength after one answer more


class PuzzleStore(Protocol):
    async def strengths(self, game: str) -> dict[str, Tested]:
        """How hard the puzzles of a game proved to be that somebody has answered."""
        ...

    async def answer(self, game: str, puzzle: str, change: Rerated) -> Tested:
        """One answer more: `change` gets the strength so far, None at the first."""
        ...
