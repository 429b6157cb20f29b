"""Tajuto on paper: the board with its path, 48 floors that fingers can tell apart, tiles, offerings and monks."""

from functools import partial

from yonto.core.words import Words
from yonto.games import load
from yonto.games.tajuto import board as rules
from yonto.games.tajuto import costs
from yonto.games.tajuto.notation import COLOURS, OBJECTIVES, STACKS, TILES, floor_name
from yonto.paper import pictures
from yonto.paper import tajuto_art as art
from yonto.paper.assembled import figure
from yonto.paper.leaves import leaves
from yonto.paper.pen import Pen, disc
from yonto.paper.pieces import Art, Batch, Box, Piece
from yonto.paper.settings import PrintSettings, speech
from yonto.paper.tajuto_board import PLACES, parts

FLOORS = (43.0, 38.0, 33.0, 28.0, 23.0, 18.0)  # mm: the sides of the six floors
TILE = 27.0
OFFERING = 13.0
MONK = (15.0, 26.0)
STARTING = TILES[: rules.D]  # A, B and C: every player has them from the beginning
BET = 4  # T14: SP of a bet that is won


def pack(settings: PrintSettings) -> Box:
    w = speech(settings.lang, "tajuto")
    game = load("tajuto")
    price = costs.table(game.canonical(settings.options)["costs"])
    seats = range(max(game.seats))
    tiles = [*stacks(price[0].tolist(), w), *bets(int(price[1])), *objectives(w), *starting(seats)]
    batches = [
        *(Batch(w("paper.board"), [part]) for part in parts(settings.paper, FLOORS[0], TILE, w)),
        Batch(w("paper.floors"), [floor(number) for number in range(rules.OUTCOMES)]),
        Batch(w("paper.tiles"), [*tiles, *offerings(seats), *laps(seats), *monks(seats)]),
    ]
    needs = ("scissors", "glue", "card", "bag", *(["pencils"] if settings.mode == "outline" else []))
    return Box(leaves(w, pictures.tajuto(Pen(settings.mode), FLOORS), {"places": PLACES}), batches, needs)


def floor(number: int) -> Piece:
    name = floor_name(number)
    colour, size = COLOURS[number % len(COLOURS)], number // len(COLOURS) + 1
    wide = FLOORS[size - 1]
    front = partial(art.floor_art, colour=colour, size=size, width=wide)
    return Piece(
        "floor", name, wide, wide, front, partial(art.floor_back, size=size, width=wide), art.notched(wide, size)
    )


def tile(kind: str, name: str, front: Art, back: Art) -> Piece:
    return Piece(kind, name, TILE, TILE, front, back)


def stacks(price: list[list[int]], w: Words) -> list[Piece]:
    """T2: what can be bought, the cheapest of each stack first."""
    costs_of = {name: price[i][: int(rules.STACK_SIZE[i])] for i, name in enumerate(STACKS)}
    return [bought(STACKS.index(name), name, cost, w) for name, listed in costs_of.items() for cost in listed]


def bought(i: int, name: str, cost: int, w: Words) -> Piece:
    spirit = partial(art.spirit_back, size=TILE)
    if i < rules.MARKET:
        return tile("wisdom", f"{name}-{cost}", partial(art.wisdom_art, points=i + 1, cost=cost, size=TILE), spirit)
    said = w(f"paper.stack.{name}")
    if i == rules.MARKET:
        return tile("transcendence", f"{name}-{cost}", partial(art.market_art, cost=cost, size=TILE, said=said), spirit)
    if i == rules.SANCTUARY:
        return tile(
            "transcendence", f"{name}-{cost}", partial(art.sanctuary_art, cost=cost, size=TILE, said=said), spirit
        )
    front = partial(art.action_art, tile=name, use=use_cost(name), size=TILE, cost=cost)
    return tile("action", f"{name}-{cost}", front, partial(art.action_back, tile=name, size=TILE))


def use_cost(name: str) -> int:
    return int(rules.USE_COST[TILES.index(name)])


def bets(cost: int) -> list[Piece]:
    back = partial(art.inauguration_back, size=TILE)
    return [
        tile(
            "inauguration", colour, partial(art.inauguration_art, colour=colour, cost=cost, points=BET, size=TILE), back
        )
        for colour in COLOURS
    ]


def objectives(w: Words) -> list[Piece]:
    back = partial(art.spirit_back, size=TILE)
    return [
        tile("objective", name, partial(art.objective_art, said=w(f"objective.{name}"), size=TILE), back)
        for name in OBJECTIVES
    ]


def starting(seats: range) -> list[Piece]:
    return [
        tile(
            "action",
            f"{name}-{seat + 1}",
            partial(art.action_art, tile=name, use=use_cost(name), size=TILE, seat=seat),
            partial(art.action_back, tile=name, size=TILE),
        )
        for seat in seats
        for name in STARTING
    ]


def offerings(seats: range) -> list[Piece]:
    r = OFFERING / 2
    return [
        Piece(
            "offering", f"{colour}-{seat + 1}", OFFERING, OFFERING,
            partial(art.offering_art, colour=colour, seat=seat, size=OFFERING), outline=disc(r, r, r),
        )
        for seat in seats
        for colour in COLOURS
    ]  # fmt: skip


def laps(seats: range) -> list[Piece]:
    """T23: the path has no end; who comes round lays this beside the board."""
    r = OFFERING / 2
    front = [partial(art.lap_art, seat=seat, said=f"+{PLACES}", size=OFFERING) for seat in seats]
    return [Piece("lap", str(seat + 1), OFFERING, OFFERING, front[seat], outline=disc(r, r, r)) for seat in seats]


def monks(seats: range) -> list[Piece]:
    wide, high = MONK
    return [
        figure("monk", str(seat + 1), wide, high, partial(art.monk_art, seat=seat, wide=wide, high=high))
        for seat in seats
    ]
