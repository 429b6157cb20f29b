"""What counts in Tajuto: spirituality already there, meditation points to buy more, and what makes buying cheap."""

from typing import Any

from yonto.core.contract import State
from yonto.core.kernel import kernel
from yonto.core.state import places
from yonto.games.tajuto.board import (
    EXTRA,
    INAUGURATION,
    MARKET,
    OFFERED_4,
    OFFERED_8,
    ON_SITE,
    REACHED_30,
    WISE_5,
    WISE_10,
    count,
    spirit,
    wisdom,
)

FACTS = (
    "spirit",  # spirituality points as they stand
    "mp",  # meditation points
    "mp_lead",  # 1 for the most of them alone: the objective of the end
    "market",
    "sanctuary",
    "draw_tile",  # extra action tiles
    "offer_tile",
    "acquire_tile",
    "offerings",  # placed so far: four and eight are objectives
    "bets",  # open Inauguration tiles, by how high their pagodas are
    "fitting",  # MP that the floors before the seat bring at once
    "kept",  # size of the floors before it that do not fit yet
    "turn",  # 1 for the seat to move
    "uses",  # action tiles it can still use this turn
    "claims",  # objectives nobody has, that this seat is closer to than the others
    "gift",  # MP that its best offering would bring now
    "gifts",  # MP that all the offerings that it could place now would bring
    "buy",  # spirituality of the best tile that its MP pay
    "near",  # open Inauguration tiles with one or two floors to go
    "drawing",  # MP that the floor being felt for will bring, on the average
    "prospect",  # for the seat to move: MP of the best draw, on the average
    "decides",  # for the seat to move with the last floor of the game before it: 1 if it leads, -1 if it does not
)
FACT = places(FACTS)


@kernel
def floors_of(s: State, seat: int, out: Any) -> None:
    """What the floors before a seat are good for."""
    fitting, kept = 0, 0
    floors = int(s.before[seat])
    for size in range(1, 7):
        row = (floors >> (8 * (size - 1))) & 0xFF
        fits = (int(s.fits) >> (8 * (size - 1))) & 0xFF
        for colour in range(8):
            if (row >> colour) & 1:
                if (fits >> colour) & 1:
                    fitting += size + (2 if s.topped[colour] != 0 else 0)
                else:
                    kept += size
    out[FACT.fitting] = fitting / 10
    out[FACT.kept] = kept / 10


@kernel
def bets_of(s: State, seat: int, out: Any) -> None:
    """T14: open bets by how high their pagodas are."""
    out[FACT.bets] = 0.0
    out[FACT.near] = 0.0
    for i in range(8):
        if s.bet[i] == seat and s.height[i] < 6:
            out[FACT.bets] += int(s.height[i]) / 6
            if s.height[i] >= 4:
                out[FACT.near] += 1.0


@kernel
def gifts_of(s: State, seat: int, out: Any) -> None:
    """T8: what the offerings that a seat could place now would bring."""
    best, total = 0, 0
    for colour in range(8):
        height = int(s.height[colour])
        if 0 < height < 6 and s.topped[colour] == 0 and (int(s.offered[seat]) >> colour) & 1 == 0:
            best = max(best, height + 2)
            total += height + 2
    out[FACT.gift] = best / 10
    out[FACT.gifts] = total / 20


@kernel
def buy_of(s: State, seat: int) -> float:
    """T2, T15: the spirituality of the best tile that a seat could pay, use costs aside."""
    purse = int(s.mp[seat]) + 2 * int(s.owned[seat, MARKET])
    best = 0
    if purse >= s.bet_cost:
        for i in range(8):
            if s.bet[i] == ON_SITE and s.height[i] == 5:
                best = 4
    for value in range(5):
        if s.taken[value] < 3 and s.cost[value, s.taken[value]] <= purse:
            best = max(best, value + 1)
    return best / 5


@kernel
def draw_worth(s: State, size: int) -> float:
    """T7, T10: what a floor of this size brings that comes out of the bag, on the average; slips aside."""
    colours = (int(s.bag) >> (8 * (size - 1))) & 0xFF
    if colours == 0:
        return 0.0
    good = (int(s.fits) >> (8 * (size - 1))) & colours
    total = size * count(good)
    for colour in range(8):
        if (good >> colour) & 1 and s.topped[colour] != 0:
            total += 2
    return total / count(colours)


@kernel
def draws_of(s: State, out: Any) -> None:
    """What the seat to move may hope for from the bag."""
    if s.wanted >= 0:
        if s.wanted > 0:
            out[FACT.drawing] = draw_worth(s, int(s.wanted)) / 10
    else:
        best = 0.0
        for size in range(1, 7):
            best = max(best, draw_worth(s, size))
        out[FACT.prospect] = best / 10


@kernel
def decides(s: State, seats: int, seat: int) -> float:
    """T20: whether the seat to move can end the game, and would win it."""
    if s.complete < 3 or (int(s.before[seat]) & int(s.fits)) >> 40 == 0:
        return 0.0
    own = spirit(s, seat)
    for other in range(seats):
        if other != seat and spirit(s, other) > own:
            return -1.0
    return 1.0


@kernel
def claims_of(s: State, seat: int, offered: int) -> float:
    """How near the open objectives are: (a), (b) wisdom, (c), (d) offerings, (e) thirty points."""
    wise = wisdom(s, seat)
    near = 0.0
    if s.objective[WISE_5] < 0:
        near += min(wise, 5) / 5
    if s.objective[WISE_10] < 0:
        near += min(wise, 10) / 10
    if s.objective[OFFERED_4] < 0:
        near += min(offered, 4) / 4
    if s.objective[OFFERED_8] < 0:
        near += offered / 8
    if s.objective[REACHED_30] < 0:
        near += min(int(s.mp[seat]), 30) / 30
    return near


@kernel
def uses_left(s: State) -> int:
    """A, B, C and the extra tiles of the seat to move that are not used up."""
    n = 3
    for stack in range(EXTRA, INAUGURATION):
        n += int(s.owned[s.mover, stack])
    for tile in range(6):
        n -= int(s.used[tile])
    return n


@kernel
def facts(s: State, seats: int, out: Any) -> float:
    most, second = -1, -1
    for seat in range(seats):
        mp = int(s.mp[seat])
        if mp > most:
            most, second = mp, most
        elif mp > second:
            second = mp
    for seat in range(seats):
        offered = count(int(s.offered[seat]))
        moving = s.mover == seat
        out[seat, FACT.spirit] = spirit(s, seat) / 10
        out[seat, FACT.mp] = int(s.mp[seat]) / 10
        out[seat, FACT.mp_lead] = 1.0 if s.mp[seat] == most and second < most else 0.0
        for i in range(5):
            out[seat, FACT.market + i] = int(s.owned[seat, MARKET + i])
        out[seat, FACT.offerings] = offered / 4
        bets_of(s, seat, out[seat])
        floors_of(s, seat, out[seat])
        gifts_of(s, seat, out[seat])
        out[seat, FACT.turn] = 1.0 if moving else 0.0
        out[seat, FACT.uses] = uses_left(s) / 3 if moving else 0.0
        out[seat, FACT.claims] = claims_of(s, seat, offered)
        out[seat, FACT.buy] = buy_of(s, seat)
        out[seat, FACT.drawing : FACT.decides + 1] = 0.0
        if moving:
            draws_of(s, out[seat])
            out[seat, FACT.decides] = decides(s, seats, seat)
    return progress(s)


@kernel
def progress(s: State) -> float:
    """T20: the game ends with four pagodas of six floors."""
    total = 0.0
    for colour in range(8):
        total += int(s.height[colour])
    return min(1.0, (total / 40 + int(s.complete) / 4) / 1.6)
