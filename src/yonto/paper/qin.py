"""Qin on paper: both boards in parts, or one's own; 72 tiles; the pagodas of four seats as figures that stand."""

from functools import partial

from yonto.games import load
from yonto.games.qin import boards, grid
from yonto.games.qin.notation import COLOURS
from yonto.paper import pictures
from yonto.paper.assembled import board, cuts, figure
from yonto.paper.layout import room
from yonto.paper.leaves import leaves
from yonto.paper.pen import Pen
from yonto.paper.pieces import Batch, Box, Piece
from yonto.paper.qin_art import back_art, board_art, pagoda_art, tile_art
from yonto.paper.settings import Paper, PrintSettings, speech

CELL = 18.0  # mm
FRAME = 6.0
PAGODA = (14.0, 17.25)  # with its feet low enough for five rows on either paper


def pack(settings: PrintSettings) -> Box:
    w = speech(settings.lang, "qin")
    chosen = load("qin").canonical(settings.options)["board"]
    names = [chosen] if "board" in settings.options else list(boards.NAMES)
    batches = []
    for name in names:
        title = w(f"paper.board.{name}") if name in boards.NAMES else w("paper.board.own")
        short = name if name in boards.NAMES else "own"
        rows = boards.rows_of(name)
        across, down = board_cuts(rows, settings.paper)
        art = partial(board_art, rows=rows, cell=CELL, frame=FRAME)
        batches += [Batch(title, [part]) for part in board(short, art, across, down, w)]
    batches.append(Batch(w("paper.tiles"), [tile(kind) for kind in grid.KINDS for _ in range(grid.TILES_EACH)]))
    batches.append(Batch(w("paper.pagodas"), [pagoda(seat) for seat, n in enumerate(pagodas()) for _ in range(n)]))
    return Box(
        leaves(w, pictures.qin(Pen(settings.mode), w), numbers()),
        batches,
        needs=("scissors", "glue", *(["pencils"] if settings.mode == "outline" else [])),
    )


def board_cuts(rows: boards.Rows, paper: Paper) -> tuple[list[float], list[float]]:
    wide, high = room(paper)
    return cuts(len(rows[0]), CELL, FRAME, wide), cuts(len(rows), CELL, FRAME, high)


def pagodas() -> list[int]:
    """How many each seat needs at most, whatever the number of seats (Q3)."""
    return [max(grid.PAGODAS[max(seat + 1, 2) - 2 :]) for seat in range(grid.MAX_SEATS)]


def numbers() -> dict[str, int]:
    """What the sentences name."""
    two, three, four = grid.PAGODAS
    return {"two": two, "three": three, "four": four, "hand": grid.HAND, "great": grid.GREAT}


def tile(kind: tuple[int, int]) -> Piece:
    name = "".join(COLOURS[colour] for colour in kind)
    wide = 2 * CELL
    return Piece(
        "tile", name, wide, CELL, partial(tile_art, name=name, cell=CELL), partial(back_art, wide=wide, high=CELL)
    )


def pagoda(seat: int) -> Piece:
    wide, high = PAGODA
    return figure("pagoda", str(seat + 1), wide, high, partial(pagoda_art, seat=seat, wide=wide, high=high))
