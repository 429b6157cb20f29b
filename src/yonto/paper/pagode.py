"""Pagode on paper: sites, cards, tiles with their roof sides, counters for columns, architects' boards, points."""

from functools import partial

from yonto.core.words import Words
from yonto.games import load
from yonto.games.pagode import tiles
from yonto.games.pagode.notation import LETTERS, SITES
from yonto.paper import pagode_art as art
from yonto.paper import pictures
from yonto.paper.leaves import leaves
from yonto.paper.pen import Pen, disc
from yonto.paper.pieces import Batch, Box, Piece
from yonto.paper.settings import PrintSettings, speech

SEATS = 2
SLOTS = 4  # P5: columns of a floor
CARD = (43.0, 58.0)
TILE = 43.0
SITE = 56.0
COLUMN = 14.0
MARKER = 9.0
ARCHITECT = (186.0, 56.0)
SCORE = (18.0, 11.8)  # a place of the score track


def pack(settings: PrintSettings) -> Box:
    w = speech(settings.lang, "pagode")
    game = load("pagode")
    options = game.canonical(settings.options)
    count = game.census(game.start(SEATS, options))
    cards = [card(letter, w) for i, letter in enumerate(LETTERS) for _ in range(count[f"cards {tiles.COLOURS[i]}"])]
    spires = tiles.table(options["tiles"])
    roofs = [
        tile(i, j, int(spires[i, j])) for i in range(len(LETTERS)) for j in range(count[f"tiles {tiles.COLOURS[i]}"])
    ]
    batches = [
        Batch(w("paper.boards"), [*(architect(seat, w) for seat in range(SEATS)), track(w)]),
        Batch(w("paper.sites"), [site(letter) for letter in SITES]),
        Batch(w("paper.tiles"), roofs),
        Batch(w("paper.cards"), cards),
        Batch(w("paper.columns"), [*columns(), *markers()]),
    ]
    return Box(
        leaves(w, pictures.pagode(Pen(settings.mode), w)),
        batches,
        needs=("scissors", *(["pencils"] if settings.mode == "outline" else [])),
    )


def card(letter: str, w: Words) -> Piece:
    wide, high = CARD
    front = partial(art.card_art, letter=letter, wide=wide, high=high, w=w)
    return Piece("card", letter, wide, high, front, partial(art.card_back, wide=wide, high=high))


def tile(background: int, slot: int, spire: int) -> Piece:
    """P2: the front of a background and a slot, the roof of a background and a spire."""
    under, over, top = (LETTERS[colour] for colour in (background, slot, spire))
    front = partial(art.tile_front, background=under, slot=over, size=TILE, column=COLUMN)
    back = partial(art.tile_back, background=under, spire=top, size=TILE, column=COLUMN)
    return Piece("tile", under + over + top, TILE, TILE, front, back)


def site(letter: str) -> Piece:
    return Piece("site", letter, SITE, SITE, partial(art.site_art, letter=letter, size=SITE, tile=TILE, column=COLUMN))


def columns() -> list[Piece]:
    """P27 knows no limit; more than the slots of every site's top floor can never be seen at once, as the tile above a
    floor tells its colour."""
    r = COLUMN / 2
    return [
        Piece(
            "column", letter, COLUMN, COLUMN, partial(art.column_art, letter=letter, size=COLUMN), outline=disc(r, r, r)
        )
        for letter in LETTERS
        for _ in range(len(SITES) * SLOTS)
    ]


def markers() -> list[Piece]:
    """For each player one on the track, one for the second hundred, one for each ability."""
    names = ["", "+100", *[""] * len(LETTERS)]
    r = MARKER / 2
    return [
        Piece(
            "marker", f"{seat + 1}{said}", MARKER, MARKER,
            partial(art.marker_art, seat=seat, said=said, size=MARKER), outline=disc(r, r, r),
        )
        for seat in range(SEATS)
        for said in names
    ]  # fmt: skip


def architect(seat: int, w: Words) -> Piece:
    wide, high = ARCHITECT
    return Piece(
        "architect", str(seat + 1), wide, high, partial(art.architect_art, seat=seat, wide=wide, high=high, w=w)
    )


def track(w: Words) -> Piece:
    wide, high = SCORE
    return Piece("track", "points", 10 * wide, 10 * high, partial(art.track_art, cell=SCORE, w=w))
