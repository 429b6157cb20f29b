"""What counts in Tajuto: spirituality already there, meditation points to buy more, and what makes buying cheap."""

from typing import Any

from yonto.core.game import State
from yonto.core.kernel import kernel

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
)


@kernel
def spirit_of(s: State, seat: int) -> int:
    """T14, T16, T17, T18."""
    tiles, points = 0, 0
    for value in range(5):
        tiles += int(s.owned[seat, value])
        points += (value + 1) * int(s.owned[seat, value])
    for i in range(8):
        if s.bet[i] == seat and s.height[i] == 6:
            tiles += 1
            points += 4
        if s.objective[i] == seat:
            points += 1
    return points + tiles * int(s.owned[seat, 6])


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
    out[10] = fitting / 10
    out[11] = kept / 10


@kernel
def bets_of(s: State, seat: int) -> float:
    total = 0.0
    for i in range(8):
        if s.bet[i] == seat and s.height[i] < 6:
            total += int(s.height[i]) / 6
    return total


@kernel
def offered_by(s: State, seat: int) -> int:
    n = 0
    for colour in range(8):
        n += (int(s.offered[seat]) >> colour) & 1
    return n


@kernel
def claims_of(s: State, seat: int, offered: int) -> float:
    """How near the open objectives are: (a), (b) wisdom, (c), (d) offerings, (e) thirty points."""
    wise = 0
    for value in range(5):
        wise += (value + 1) * int(s.owned[seat, value])
    near = 0.0
    if s.objective[0] < 0:
        near += min(wise, 5) / 5
    if s.objective[1] < 0:
        near += min(wise, 10) / 10
    if s.objective[2] < 0:
        near += min(offered, 4) / 4
    if s.objective[3] < 0:
        near += offered / 8
    if s.objective[4] < 0:
        near += min(int(s.mp[seat]), 30) / 30
    return near


@kernel
def uses_left(s: State) -> int:
    """A, B, C and the extra tiles of the seat to move that are not used up."""
    n = 3
    for stack in range(7, 10):
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
        offered = offered_by(s, seat)
        moving = s.mover == seat
        out[seat, 0] = spirit_of(s, seat) / 10
        out[seat, 1] = int(s.mp[seat]) / 10
        out[seat, 2] = 1.0 if s.mp[seat] == most and second < most else 0.0
        for i in range(5):
            out[seat, 3 + i] = int(s.owned[seat, 5 + i])
        out[seat, 8] = offered / 4
        out[seat, 9] = bets_of(s, seat)
        floors_of(s, seat, out[seat])
        out[seat, 12] = 1.0 if moving else 0.0
        out[seat, 13] = uses_left(s) / 3 if moving else 0.0
        out[seat, 14] = claims_of(s, seat, offered)
    return progress(s)


@kernel
def progress(s: State) -> float:
    """T20: the game ends with four pagodas of six floors."""
    total = 0.0
    for colour in range(8):
        total += int(s.height[colour])
    return min(1.0, (total / 40 + int(s.complete) / 4) / 1.6)
