"""Tajuto as a vector. T22: what may lie face down was taken openly, so all of it is what a seat may know."""

import numpy as np
from numpy.typing import NDArray

from yonto.core.contract import State
from yonto.core.kernel import kernel
from yonto.core.observation import Field, Layout
from yonto.games.tajuto.board import IDLE_ROUNDS, ON_SITE, STACK_SIZE, TURNED_OVER
from yonto.games.tajuto.rules import to_move

MOST_MP = 60
MOST_COST = 30

LAYOUT = Layout(
    Field("bag", (6, 8), "size × colour: floors in the bag"),
    Field("before", (4, 6, 8), "seat × size × colour: floors before oneself, then clockwise"),
    Field("height", (8,), "floors of each pagoda", 6),
    Field("topped", (4, 8), "seat × pagoda: whose offering lies on top"),
    Field("offered", (4, 8), "seat × colour: offerings that were placed"),
    Field("owned", (4, 10), "seat × stack (Wisdom 1–5, Market, Sanctuary, D, E, F): tiles acquired", 3),
    Field("stock", (10,), "tiles left on each stack", 3),
    Field("cost", (10,), "printed cost of the top tile of each stack", MOST_COST),
    Field("bet", (4, 8), "seat × pagoda: who owns its Inauguration tile"),
    Field("on_site", (8,), "Inauguration tiles still on their sites"),
    Field("turned", (8,), "Inauguration tiles turned over"),
    Field("bet_cost", (1,), "printed cost of an Inauguration tile", MOST_COST),
    Field("objective", (4, 8), "seat × objective: who claimed it"),
    Field("mp", (4,), "meditation points of each seat", MOST_MP),
    Field("used", (6,), "uses of action tiles A–F this turn", 2),
    Field("felt", (7,), "the size being felt for while chance answers, 0 meaning blindly"),
    Field("idle", (1,), "turns in a row without floor, offering or acquisition", 4 * IDLE_ROUNDS),
    Field("seated", (4,), "seats that are taken"),
    Field("turn", (4,), "whose turn it is, while chance acts too; none at the end"),
    Field("to_move", (4,), "who decides now: none while chance acts and at the end"),
    Field("touch", (3,), "the option `touch`: sure, human, blind"),
)

BAG, BEFORE, HEIGHT, TOPPED, OFFERED = (LAYOUT.at(name) for name in ("bag", "before", "height", "topped", "offered"))
OWNED, STOCK, COST, BET, SITE = (LAYOUT.at(name) for name in ("owned", "stock", "cost", "bet", "on_site"))
TURNED, BET_COST, OBJECTIVE, MP = (LAYOUT.at(name) for name in ("turned", "bet_cost", "objective", "mp"))
USED, FELT, IDLE, SEATED = (LAYOUT.at(name) for name in ("used", "felt", "idle", "seated"))
TURN, TO_MOVE, TOUCH = (LAYOUT.at(name) for name in ("turn", "to_move", "touch"))


@kernel
def observe(s: State, seat: int, out: NDArray[np.float32]) -> None:
    out[:] = 0
    for floor in range(48):
        out[BAG + floor] = (s.bag >> floor) & 1
    for i in range(s.seats):
        see_seat(s, (seat + i) % s.seats, i, out)
    see_pagodas(s, seat, out)
    see_village(s, seat, out)
    see_turn(s, seat, out)


@kernel
def see_seat(s: State, who: int, i: int, out: NDArray[np.float32]) -> None:
    """What lies before a seat, which is the i-th from the one who observes."""
    out[SEATED + i] = 1
    out[MP + i] = min(1.0, s.mp[who] / MOST_MP)
    for floor in range(48):
        out[BEFORE + 48 * i + floor] = (s.before[who] >> floor) & 1
    for colour in range(8):
        out[OFFERED + 8 * i + colour] = (s.offered[who] >> colour) & 1
    for stack in range(10):
        out[OWNED + 10 * i + stack] = s.owned[who, stack] / 3


@kernel
def see_pagodas(s: State, seat: int, out: NDArray[np.float32]) -> None:
    for colour in range(8):
        out[HEIGHT + colour] = s.height[colour] / 6
        if s.topped[colour] > 0:
            out[TOPPED + 8 * ((int(s.topped[colour]) - 1 - seat) % s.seats) + colour] = 1
        if s.bet[colour] >= 0:
            out[BET + 8 * ((int(s.bet[colour]) - seat) % s.seats) + colour] = 1
        out[SITE + colour] = s.bet[colour] == ON_SITE
        out[TURNED + colour] = s.bet[colour] == TURNED_OVER
    out[BET_COST] = min(1.0, s.bet_cost / MOST_COST)


@kernel
def see_village(s: State, seat: int, out: NDArray[np.float32]) -> None:
    for stack in range(10):
        left = int(STACK_SIZE[stack]) - int(s.taken[stack])
        out[STOCK + stack] = left / 3
        if left > 0:
            out[COST + stack] = min(1.0, s.cost[stack, int(s.taken[stack])] / MOST_COST)
    for goal in range(8):
        if s.objective[goal] >= 0:
            out[OBJECTIVE + 8 * ((int(s.objective[goal]) - seat) % s.seats) + goal] = 1


@kernel
def see_turn(s: State, seat: int, out: NDArray[np.float32]) -> None:
    for tile in range(6):
        out[USED + tile] = s.used[tile] / 2
    if s.wanted >= 0:
        out[FELT + int(s.wanted)] = 1
    out[IDLE] = min(1.0, max(0, int(s.idle)) / (4 * IDLE_ROUNDS))
    if s.end == 0:
        out[TURN + (int(s.mover) - seat) % s.seats] = 1
    mover = to_move(s)
    if mover >= 0:
        out[TO_MOVE + (mover - seat) % s.seats] = 1
    out[TOUCH + int(s.touch)] = 1
