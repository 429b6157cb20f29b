"""What counts in Pagode: points, cards that fit what stands there, and abilities ready to be used."""

from typing import Any

from yonto.core.contract import State
from yonto.core.kernel import kernel
from yonto.core.state import places
from yonto.games.pagode.sites import last_floor
from yonto.games.pagode.state import CLOSING, DRAW, FAN_DUE

FACTS = (
    "points",
    "lantern",
    "buddha",
    "bowl",
    "dragon",
    "fan",
    "cards",  # in hand: the reserve is always filled again
    "fit_now",  # points that the cards could build at once, for the seat on turn, as far as P9 lets it
    "fit_later",  # the same for the other seat
    "pairs_now",  # colours held twice, for the seat on turn
    "pairs_later",
    "full_now",  # full floors whose colour it holds: tiles and roofs to be had
    "full_later",
    "turn",
    "columns_left",  # P9, for the seat on turn
    "closing",  # 1 for the seat on turn when nothing but the end of the turn is left
)
FACT = places(FACTS)


@kernel
def cards_of(s: State, seat: int, colour: int) -> int:
    return int(s.reserve[seat, colour]) + int(s.hand[seat, colour])


@kernel
def fit(s: State, seat: int, most: int) -> float:
    """The points of the best columns that a seat's cards could build as the sites stand, at most so many of them."""
    total, left = 0, most
    for floor in range(4, 0, -1):
        for site in range(6):
            if s.floors[site] == floor and s.columns[site] < 4:
                n = min(4 - int(s.columns[site]), cards_of(s, seat, int(s.colour[site, floor - 1])), left)
                total += n * floor
                left -= n
    return total / 10


@kernel
def full(s: State, seat: int) -> float:
    """Full floors on which a seat could lay a tile; a last floor counts more, for its roof."""
    total = 0.0
    for site in range(6):
        floor = int(s.floors[site])
        if floor > 0 and s.columns[site] == 4 and s.roof[site] < 0:
            colour = int(s.colour[site, floor - 1])
            if s.left[colour] != 0 and cards_of(s, seat, colour) > 0:
                total += 3.0 if floor == last_floor(s) else 1.0
    return total / 3


@kernel
def facts(s: State, seats: int, out: Any) -> float:
    on_turn = int(s.turns) & 1
    drawing = s.stage == DRAW or s.stage == FAN_DUE  # the turn is over but for its draws
    if drawing:
        on_turn = 1 - on_turn
    built = 0 if drawing else int(s.built)
    closing = s.stage == CLOSING
    out[:] = 0.0
    for seat in range(2):
        now = seat == on_turn
        room = (0 if closing else max(0, 3 - built)) if now else 3
        pairs, hand = 0, 0
        for colour in range(5):
            out[seat, FACT.lantern + colour] = int(s.uses[seat, colour]) / 2
            hand += int(s.hand[seat, colour])
            pairs += cards_of(s, seat, colour) >= 2
        out[seat, FACT.points] = int(s.points[seat]) / 10
        out[seat, FACT.cards] = hand / 2
        out[seat, FACT.fit_now if now else FACT.fit_later] = fit(s, seat, room)
        out[seat, FACT.pairs_now if now else FACT.pairs_later] = pairs / 3
        out[seat, FACT.full_now if now else FACT.full_later] = 0.0 if now and closing else full(s, seat)
        out[seat, FACT.turn] = 1.0 if now else 0.0
        out[seat, FACT.columns_left] = room / 3 if now else 0.0
        out[seat, FACT.closing] = 1.0 if now and closing else 0.0
    return progress(s)


@kernel
def progress(s: State) -> float:
    """P25: the game ends with three pagodas complete."""
    last = last_floor(s)
    best, second, third = 0.0, 0.0, 0.0
    for site in range(6):
        done = 1.0
        if s.roof[site] < 0:
            done = min(1.0, (4 * max(0, int(s.floors[site]) - 1) + int(s.columns[site])) / (4 * last + 2))
        if done > best:
            best, second, third = done, best, second
        elif done > second:
            second, third = done, second
        elif done > third:
            third = done
    return (best + second + third) / 3
