"""A game as it will be printed: its pages in their order, how many sheets that takes, and what else is needed."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from yonto.paper.found import module_of, printable
from yonto.paper.layout import Sheet, sheets
from yonto.paper.pieces import Box, Leaf, Packing
from yonto.paper.settings import CannotPrint, PrintSettings

Side = Leaf | Sheet | None  # None: left empty, so that the next front lies in front


@dataclass(frozen=True)
class Printed:
    """Everything there is to know before anything is drawn."""

    settings: PrintSettings
    box: Box
    sides: Sequence[Side]

    @property
    def sheets(self) -> int:
        """Sheets of paper."""
        return -(-len(self.sides) // 2) if self.settings.backs == "duplex" else len(self.sides)

    def counted(self) -> Counter[str]:
        """How many pieces there are of each kind; the parts of a board are counted as parts."""
        return Counter(piece.kind for batch in self.box.batches for piece in batch.pieces)

    @property
    def needs(self) -> tuple[str, ...]:
        """What else one needs, in the order in which one needs it; glue where something has to be glued."""
        glue = self.settings.backs == "fold" and any(piece.back for batch in self.box.batches for piece in batch.pieces)
        return (*self.box.needs, "glue") if glue and "glue" not in self.box.needs else tuple(self.box.needs)


def packing(game: str) -> Packing:
    """What draws a game's box."""
    module = module_of(game)
    if module is None:
        raise CannotPrint("bad.game", value=game, known=", ".join(printable()))
    pack: Packing = module.pack
    return pack


def prepare(settings: PrintSettings) -> Printed:
    box = packing(settings.game)(settings)
    return Printed(settings, box, tuple(in_order(box, settings)))


def in_order(box: Box, settings: PrintSettings) -> Iterator[Side]:
    """Pages to read first, then the sheets. On both sides of the paper every batch begins in front."""
    yield from box.leaves
    if settings.backs == "duplex" and len(box.leaves) % 2 and box.batches:
        yield None
    for batch in box.batches:
        yield from sheets(batch, settings.paper, settings.backs)
