"""Why an act of Pagode is forbidden: the number of the first rule against it, or 0. Asked only of seats on turn."""

from yonto.core.contract import State
from yonto.core.kernel import kernel
from yonto.games.pagode import state as t
from yonto.games.pagode.ahead import bowl_after, can_follow, spire_payable
from yonto.games.pagode.cards import cards_from, hand_size, has_pair
from yonto.games.pagode.sites import has_roof, is_exhausted, on_last_floor, takes_colour, takes_column, top_colour
from yonto.games.pagode.state import available, contains, has_acted, held, number_of, on_turn, pairs_in


@kernel
def room_left(s: State) -> bool:
    """P9, P24: another column, or spire, is within the limit of this turn."""
    return bool(s.built < (4 if contains(int(s.used), t.LANTERN) else 3))


@kernel
def no_column_here(s: State, site: int, colour: int) -> int:
    """The rule against a column of this colour on this site, whoever pays."""
    if has_roof(s, site):
        return 14
    if is_exhausted(s, site):
        return 15
    if not takes_column(s, site):
        return 10
    return 0 if takes_colour(s, site, colour) else 6


@kernel
def no_tile_here(s: State, site: int, slot: int) -> int:
    """The rule against the tile with this slot on this site, whoever pays."""
    if has_roof(s, site):
        return 14
    if s.columns[site] < 4:
        return 11
    if is_exhausted(s, site):
        return 15
    if not contains(int(s.left[top_colour(s, site)]), slot):
        return 11
    return 12 if on_last_floor(s, site) and not room_left(s) else 0


@kernel
def no_sequel(s: State, bunch: int, site: int, slot: int, buddha_pays: bool) -> int:
    """The rule against a tile that could be laid but leaves only this bunch: its spire (P12), or P8."""
    background = top_colour(s, site)
    if on_last_floor(s, site):
        return 0 if spire_payable(bunch, int(s.spire[background, slot]), bowl_after(s, background)) else 12
    return 0 if s.built > 0 or can_follow(s, bunch, site, slot, buddha_pays) else 8


@kernel
def no_pair_for_tile(s: State, site: int, slot: int) -> int:
    """The rule against Buddha here if no pair will do: the one against its last pair, 23 without any pair."""
    bunch, rule = held(s, on_turn(s)), 23
    for colour in range(5):
        if number_of(bunch, colour) >= 2:
            rule = no_sequel(s, bunch - (2 << 4 * colour), site, slot, True)
            if rule == 0:
                break
    return rule


@kernel
def no_ability(s: State, ability: int) -> int:
    if s.beginner:
        return 29
    return 0 if available(s, ability) else 19


@kernel
def waiting_for(s: State) -> int:
    """The rule of the act that must be carried through first; 0 if the turn is open to anything."""
    if s.stage == t.PAY_COLUMN or s.stage == t.PAY_SPIRE:
        return 22
    if s.stage == t.PAY_TILE:
        return 23
    if s.stage == t.SPIRE_DUE:
        return 12
    if s.stage == t.DRAGON_DROPS:
        return 21
    if s.stage == t.MODIFIED_DROPS:
        return 17
    if s.stage == t.STUCK_DROPS:
        return 18
    if s.stage == t.CLOSING:
        return 17 if s.built > 0 else 18
    return 20 if s.stage == t.FAN_DUE else 0


@kernel
def no_column(s: State, site: int, colour: int, source: int) -> int:
    rule = no_column_here(s, site, colour)
    if rule != 0:
        return rule
    if not room_left(s):
        return 9
    return 0 if cards_from(s, source, colour) > 0 else 4


@kernel
def no_tile(s: State, site: int, slot: int, source: int) -> int:
    rule = no_tile_here(s, site, slot)
    if rule != 0:
        return rule
    background = top_colour(s, site)
    if cards_from(s, source, background) == 0:
        return 4
    return no_sequel(s, held(s, on_turn(s)) - (1 << 4 * background), site, slot, False)


@kernel
def no_bowl_column(s: State, site: int, colour: int) -> int:
    rule = no_ability(s, t.BOWL)
    if rule == 0:
        rule = no_column_here(s, site, colour)
    if rule != 0:
        return rule
    if not room_left(s):
        return 9
    return 0 if pairs_in(held(s, on_turn(s))) != 0 else 22


@kernel
def no_buddha_tile(s: State, site: int, slot: int) -> int:
    rule = no_ability(s, t.BUDDHA)
    if rule == 0:
        rule = no_tile_here(s, site, slot)
    return rule if rule != 0 else no_pair_for_tile(s, site, slot)


@kernel
def no_pair(s: State, colour: int, sources: int) -> int:
    if s.stage == t.PAY_TILE:
        if not has_pair(s, colour, sources):
            return 23
        return no_sequel(s, held(s, on_turn(s)) - (2 << 4 * colour), int(s.site), int(s.choice), True)
    if s.stage == t.PAY_COLUMN or s.stage == t.PAY_SPIRE:
        return 0 if has_pair(s, colour, sources) else 22
    return 22 if s.stage == t.TURN else waiting_for(s)


@kernel
def spire_due(s: State) -> int:
    """The colour of the spire that is being paid for."""
    return int(s.spire[top_colour(s, int(s.site)), s.choice])


@kernel
def no_spire(s: State, sources: int) -> int:
    if s.stage != t.SPIRE_DUE:
        return 12 if s.stage == t.TURN else waiting_for(s)
    return 0 if has_pair(s, spire_due(s), sources) else 4


@kernel
def no_spire_by_bowl(s: State, source: int) -> int:
    if s.stage != t.SPIRE_DUE:
        return 12 if s.stage == t.TURN else waiting_for(s)
    rule = no_ability(s, t.BOWL)
    if rule != 0:
        return rule
    colour = spire_due(s)
    if cards_from(s, source, colour) == 0:
        return 4
    return 0 if pairs_in(held(s, on_turn(s)) - (1 << 4 * colour)) != 0 else 22


@kernel
def no_drop(s: State, source: int, colour: int) -> int:
    if s.stage != t.DRAGON_DROPS and s.stage != t.MODIFIED_DROPS and s.stage != t.STUCK_DROPS:
        return 17 if s.stage == t.TURN else waiting_for(s)
    return 0 if cards_from(s, source, colour) > 0 else 4


@kernel
def asks_for_fan(s: State) -> bool:
    """P20: after the draw, where the Fan could still do something. Beginners have none."""
    return bool(s.announced == 0 and available(s, t.FAN) and hand_size(s, on_turn(s)) < 4)


@kernel
def no_end(s: State, fan: bool) -> int:
    if s.stage == t.FAN_DUE:
        return 0
    if s.stage != t.TURN and s.stage != t.CLOSING:
        return waiting_for(s)
    if s.stage == t.TURN and s.built == 0:
        return 8
    if not fan:
        return 0
    rule = no_ability(s, t.FAN)
    if rule != 0:
        return rule
    return 0 if s.announced and hand_size(s, on_turn(s)) < 4 else 20


@kernel
def no_modified(s: State, site: int, colour: int) -> int:
    """P17: four cards are always there, as a turn begins with seven or more."""
    return 17 if s.begun else no_column_here(s, site, colour)


@kernel
def no_lantern(s: State) -> int:
    rule = no_ability(s, t.LANTERN)
    if rule != 0:
        return rule
    return 0 if s.built > 0 or can_follow(s, held(s, on_turn(s)), -1, -1, False) else 8


@kernel
def no_dragon(s: State) -> int:
    rule = no_ability(s, t.DRAGON)
    if rule != 0:
        return rule
    return 21 if has_acted(s) or (s.begun and s.dragon_first) else 0


@kernel
def no_dragon_done(s: State) -> int:
    if s.stage != t.DRAGON_DROPS:
        return 21 if s.stage == t.TURN else waiting_for(s)
    return 0 if s.wanted[t.RESERVE] + s.wanted[t.HAND] > 0 else 21


@kernel
def no_stuck(s: State) -> int:
    """P18: open only if neither a modified nor a normal turn could build a column. The Lantern closes the modified turn
    (P17), and the Dragon after it may take away what a normal one needed."""
    if s.begun == t.BEGUN:
        return 18
    for site in range(6):
        if s.begun == 0 and takes_column(s, site):
            return 18
    return 18 if can_follow(s, held(s, on_turn(s)), -1, -1, False) else 0
