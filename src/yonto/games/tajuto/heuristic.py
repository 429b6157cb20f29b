"""What a Tajuto player's rules of thumb say a state is worth to each seat; a point of spirituality is ten.

For the yardstick `heuristic` (players/heuristic.py): what the meditation points will still buy in the turns that are
left, tiles that make buying cheap or quick, bets by how high their pagodas are, floors at hand, objectives, and the
race to the fourth pagoda.
"""

from typing import Any

from yonto.core.contract import State
from yonto.core.kernel import kernel
from yonto.games.tajuto.board import (
    EXTRA,
    MARKET,
    OFFERED_4,
    OFFERED_8,
    REACHED_30,
    SANCTUARY,
    WISE_5,
    WISE_10,
    count,
    spirit,
    wisdom,
)
from yonto.games.tajuto.features import decides, draw_worth

POINT = 10.0
MEDITATION = 2.6  # a meditation point: Wisdom of 5 costs 18 to 22
IDLE_MP = 0.4  # one beyond what can be spent in the turns that are left
A_TURN = 22  # meditation points that a turn can spend
PACE = 1.6  # floors that all four highest pagodas grow by in a turn
BET = (1.0, 4.0, 9.0, 15.0, 22.0, 31.0)  # an open Inauguration tile by the height of its pagoda
KEPT = 0.9  # for each size of a floor that does not fit yet


@kernel
def turns_left(s: State, seats: int) -> float:
    """How many turns each seat may still have: the four highest pagodas end the game (T20)."""
    missing, taken = 0, 0
    for height in range(6, -1, -1):
        for colour in range(8):
            if s.height[colour] == height and taken < 4:
                missing += 6 - height
                taken += 1
    return missing / PACE / seats


@kernel
def floors_worth(s: State, seat: int) -> float:
    """Floors before a seat: what they bring at once, or may bring later."""
    total = 0.0
    for size in range(1, 7):
        row = (int(s.before[seat]) >> (8 * (size - 1))) & 0xFF
        fits = (int(s.fits) >> (8 * (size - 1))) & 0xFF
        for colour in range(8):
            if (row >> colour) & 1:
                if (fits >> colour) & 1:
                    total += MEDITATION * (size + (2 if s.topped[colour] != 0 else 0))
                else:
                    total += KEPT * size
    return total


@kernel
def tools_worth(s: State, seat: int, turns: float) -> float:
    """Markets, Sanctuaries and extra action tiles by the turns in which they still serve."""
    tiles, open_offers = 0, 8 - count(int(s.offered[seat]))
    for stack in range(MARKET):
        tiles += int(s.owned[seat, stack])
    total = 0.9 * turns * 2 * MEDITATION * int(s.owned[seat, MARKET])
    total += 0.7 * turns * POINT * int(s.owned[seat, SANCTUARY])
    total += 0.5 * turns * 3 * MEDITATION * int(s.owned[seat, EXTRA])
    total += 0.6 * min(turns, float(open_offers)) * 5 * MEDITATION * int(s.owned[seat, EXTRA + 1])
    total += 0.5 * turns * 4 * MEDITATION * int(s.owned[seat, EXTRA + 2])
    return total


@kernel
def claims_worth(s: State, seat: int) -> float:
    """Objectives that nobody has, by how near the seat is."""
    wise, offered, total = wisdom(s, seat), count(int(s.offered[seat])), 0.0
    if s.objective[WISE_5] < 0:
        total += min(wise, 5) / 5
    if s.objective[WISE_10] < 0:
        total += min(wise, 10) / 10
    if s.objective[OFFERED_4] < 0:
        total += min(offered, 4) / 4
    if s.objective[OFFERED_8] < 0:
        total += offered / 8
    if s.objective[REACHED_30] < 0:
        total += min(int(s.mp[seat]), 30) / 30
    return 0.35 * POINT * total


@kernel
def worth(s: State, seats: int, out: Any) -> None:
    turns = turns_left(s, seats)
    for seat in range(seats):
        mp = int(s.mp[seat])
        spent = min(float(mp), A_TURN * (turns + (1.0 if s.mover == seat else 0.5)))
        out[seat] = POINT * spirit(s, seat) + MEDITATION * spent + IDLE_MP * (mp - spent)
        out[seat] += floors_worth(s, seat) + tools_worth(s, seat, turns) + claims_worth(s, seat)
        for i in range(8):
            if s.bet[i] == seat and s.height[i] < 6:
                out[seat] += BET[s.height[i]]
    if s.wanted > 0:  # the floor being felt for
        out[s.mover] += MEDITATION * draw_worth(s, int(s.wanted))
    elif s.wanted < 0:
        out[s.mover] += 2 * POINT * decides(s, seats, int(s.mover))
