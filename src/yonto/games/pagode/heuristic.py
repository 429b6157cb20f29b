"""What a Pagode player's rules of thumb say a state is worth to each seat; a point of the game is ten.

For the yardstick `heuristic` (players/heuristic.py): points, abilities ready to be used, cards that fit what stands
there, acts half done. What the other can do with it comes out when its turn is played.
"""

from typing import Any

from yonto.core.contract import State
from yonto.core.kernel import kernel
from yonto.games.pagode import state as t
from yonto.games.pagode.features import fit, full, progress
from yonto.games.pagode.sites import QUICK_SPIRE_POINTS, SPIRE_POINTS

POINT = 10.0
ABILITY = (20.0, 10.0, 14.0, 7.0, 11.0)  # a use of Lantern, Buddha, Rice bowl, Dragon, Fan
CARD = 4.0  # in hand: the reserve is filled again anyhow
FITS_NOW = 6.0  # a point that the seat on turn could build at once
FITS_LATER = 3.5  # the same for the other, whose sites may be gone by then
TILE_NOW, TILE_LATER = 9.0, 3.0  # a full floor whose colour is held; a roof counts three times


@kernel
def under_way(s: State) -> float:
    """What an act that is begun and not paid yet will bring: it could not be begun if it could not be paid."""
    spire = QUICK_SPIRE_POINTS if s.quick else SPIRE_POINTS
    if s.stage == t.SPIRE_DUE or s.stage == t.PAY_SPIRE:
        return POINT * spire
    if s.stage == t.PAY_COLUMN or s.stage == t.MODIFIED_DROPS:
        return POINT * max(1, int(s.floors[s.site]))
    if s.stage == t.PAY_TILE:
        roof = s.floors[s.site] == (3 if s.quick else 4)
        return POINT * (1 + spire) if roof else POINT
    return 0.0


@kernel
def worth(s: State, seats: int, out: Any) -> None:
    mover = int(s.turns) & 1
    over = s.stage == t.DRAW or s.stage == t.FAN_DUE or s.stage == t.CLOSING  # but for its draws
    on_turn = 1 - mover if over else mover
    room = 3 if over else max(0, 3 - int(s.built))
    early = min(1.0, 3.0 * (1.0 - progress(s)))  # a use is worth nothing once nobody builds any more
    for seat in range(2):
        uses = 0.0
        cards = 0
        for colour in range(5):
            uses += ABILITY[colour] * int(s.uses[seat, colour])
            cards += int(s.hand[seat, colour])
        out[seat] = POINT * int(s.points[seat]) + early * (uses + CARD * cards)
        if seat == on_turn:
            out[seat] += 10 * FITS_NOW * fit(s, seat, room) + TILE_NOW * full(s, seat)
        else:
            out[seat] += early * (10 * FITS_LATER * fit(s, seat, 3) + TILE_LATER * full(s, seat))
    out[mover] += under_way(s)
