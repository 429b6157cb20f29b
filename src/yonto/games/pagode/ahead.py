"""P8 and P12 looked ahead exactly: can the cards in hand and reserve still build a column, or crown a roof?

No search is needed. Before the first column of a turn only tiles can be laid, and of a series of tiles that ends in
a column or a roof every tile can be left out that neither carries it nor earns an ability it is paid with:

1. A green tile earns the Rice bowl, which is worth something only with a pair left; but then the bowl and that pair
   build a column on the green tile itself. So a green tile is never needed before another tile or a roof.
2. A blue tile earns Buddha, which pays for one later tile or roof with a pair. By 1 that later one ends the series.
   It need not be blue: the card that paid for the first blue tile would have paid for it.
3. All other tiles earn nothing that pays.

So a series is one tile and a column on it, or one roof, possibly after one blue tile. Sites whose top floors have the
same colour and are both last floors or both not are alike. The tests compare with a plain search over whole turns.
"""

from yonto.core.contract import State
from yonto.core.kernel import kernel
from yonto.games.pagode.sites import has_roof, on_last_floor, takes_column, top_colour
from yonto.games.pagode.state import (
    BLUE,
    BOWL,
    BUDDHA,
    GREEN,
    available,
    can_renew,
    colours_in,
    contains,
    number_of,
    pairs_in,
)


@kernel
def spire_payable(bunch: int, colour: int, bowl: bool) -> bool:
    """P12, P22: two cards of the spire's colour, or one and a pair for the Rice bowl."""
    count = number_of(bunch, colour)
    if count >= 2:
        return True
    return bowl and count == 1 and pairs_in(bunch) != 0  # a pair of another colour, as there is one card of this


@kernel
def leads_on(s: State, bunch: int, background: int, tiles: int, roof: bool, bowl: bool) -> bool:
    """Whether one of these tiles, already paid for, can be followed by a column on it, or its spire if it is a roof."""
    if not roof:
        return (tiles & colours_in(bunch)) != 0 or (bowl and pairs_in(bunch) != 0)
    for slot in range(5):
        if contains(tiles, slot) and spire_payable(bunch, int(s.spire[background, slot]), bowl):
            return True
    return False


@kernel
def leads_on_by_buddha(s: State, bunch: int, background: int, tiles: int, roof: bool, bowl: bool) -> bool:
    """The same for a tile that Buddha still has to pay for, with any pair."""
    for colour in range(5):
        if number_of(bunch, colour) >= 2 and leads_on(s, bunch - (2 << 4 * colour), background, tiles, roof, bowl):
            return True
    return False


@kernel
def bowl_after(s: State, background: int) -> bool:
    """Whether the Rice bowl could be used this turn once a tile of this background was laid (P19, P22)."""
    return available(s, BOWL) or (background == GREEN and can_renew(s, BOWL))


@kernel
def some_tile_leads_on(
    s: State, bunch: int, full: int, full_last: int, laid: int, gone: int, bowl: bool, card: bool, buddha: bool
) -> bool:
    """Whether a further tile on one of the full floors leads on, paid for with a card or by Buddha.

    `gone` is the slot (as a set) of a tile with background `laid` that is counted as laid already.
    """
    for c in range(5):
        tiles = int(s.left[c]) & ~gone if c == laid else int(s.left[c])
        if tiles == 0 or not contains(full | full_last, c):
            continue
        fresh = bowl or (c == GREEN and can_renew(s, BOWL))
        pays = card and number_of(bunch, c) > 0
        for roof in range(2):
            if not contains(full_last if roof else full, c):
                continue
            if pays and leads_on(s, bunch - (1 << 4 * c), c, tiles, roof == 1, fresh):
                return True
            if buddha and leads_on_by_buddha(s, bunch, c, tiles, roof == 1, fresh):
                return True
    return False


@kernel
def can_follow(s: State, bunch: int, site: int, slot: int, buddha_pays: bool) -> bool:
    """P8: whether a column or roof can still be built this turn with this bunch, if the tile with this slot comes to
    lie on this site, paid for by Buddha or not; site -1 asks it of the table as it is.

    Only asked while no column was built, so that P9 is no obstacle.
    """
    if bunch == 0:
        return False
    # 1. The sites as they would be: an empty one takes any card, the others are sets of colours.
    open_floors, full, full_last = 0, 0, 0
    for i in range(6):
        if i == site:
            open_floors |= 1 << 4 * slot
        elif s.floors[i] == 0:
            return True
        elif takes_column(s, i):
            open_floors |= 1 << 4 * top_colour(s, i)
        elif not has_roof(s, i) and on_last_floor(s, i):
            full_last |= 1 << 4 * top_colour(s, i)
        elif not has_roof(s, i):
            full |= 1 << 4 * top_colour(s, i)
    # 2. A column at once, with a card or the Rice bowl.
    laid = top_colour(s, site) if site >= 0 else -1
    bowl = bowl_after(s, laid)
    if open_floors & colours_in(bunch) != 0 or (bowl and open_floors != 0 and pairs_in(bunch) != 0):
        return True
    # 3. One more tile and a column on it, or a roof.
    gone = 1 << 4 * slot if site >= 0 else 0
    renews = can_renew(s, BUDDHA) and not buddha_pays
    buddha = (available(s, BUDDHA) and not buddha_pays) or (laid == BLUE and renews)
    if some_tile_leads_on(s, bunch, full, full_last, laid, gone, bowl, True, buddha):
        return True
    # 4. The same by a Buddha that a blue tile earns first; here `laid` is not blue, or Buddha would be there already.
    if buddha or not renews or not contains(full, BLUE) or s.left[BLUE] == 0 or number_of(bunch, BLUE) == 0:
        return False
    # (It looks at blue sites too, in vain: what Buddha could build there, the blue card could in step 3.)
    return some_tile_leads_on(s, bunch - (1 << 4 * BLUE), full, full_last, laid, gone, bowl, False, True)
