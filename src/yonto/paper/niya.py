"""Niya on paper: sixteen tiles and sixteen tokens in two parts, one a player; or one garden as a puzzle."""

from functools import partial

from yonto.games import load
from yonto.games.niya import notation
from yonto.paper import pictures
from yonto.paper.leaves import leaves
from yonto.paper.niya_art import back_art, tile_art, token_art
from yonto.paper.niya_garden import POSITIONS, garden_leaf
from yonto.paper.pen import Pen, disc
from yonto.paper.pieces import Batch, Box, Piece
from yonto.paper.settings import PrintSettings, speech

__all__ = ["POSITIONS", "pack"]

TILE = 43.0  # mm: four beside each other on either paper
TOKEN = 38.0
PATTERNS = ("patterned", "plain")  # of the first and the second player's tokens


def pack(settings: PrintSettings) -> Box:
    w = speech(settings.lang, "niya")
    game = load("niya")
    game.canonical(settings.options)  # an unknown option is refused here as at a table
    if settings.position:
        return Box([garden_leaf(settings.position, settings.mode, w)], [], needs=("pencil",))
    tokens = game.census(game.start(2))["tokens"] // 2
    half = len(notation.TILE_NAMES) // 2
    parts = (notation.TILE_NAMES[:half], notation.TILE_NAMES[half:])
    batches = [
        Batch(w("paper.part", part=i + 1), [*map(tile, names), *[token(i)] * tokens]) for i, names in enumerate(parts)
    ]
    return Box(
        leaves(w, pictures.niya(Pen(settings.mode), w)),
        batches,
        needs=("scissors", "pencils") if settings.mode == "outline" else ("scissors",),
    )


def tile(name: str) -> Piece:
    return Piece("tile", name, TILE, TILE, partial(tile_art, name=name, size=TILE), partial(back_art, size=TILE))


def token(seat: int) -> Piece:
    art = partial(token_art, seat=seat, size=TOKEN)
    return Piece("token", PATTERNS[seat], TOKEN, TOKEN, art, art, disc(TOKEN / 2, TOKEN / 2, TOKEN / 2))
