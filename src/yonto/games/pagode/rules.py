"""The rules of Pagode: columns, tiles and roofs on six common sites, paid with cards from reserve and hand.

A turn is a row of small decisions. An act that is paid with a pair, a roof, the Dragon and the modified turn take
several of them; `stage`, `site` and `choice` of the state say what is awaited, and no such act can be begun that
could not be carried through. The table and the action numbers are in state.py, building in sites.py, cards in
cards.py, P8 in ahead.py, refusals in why.py.
"""

from yonto.core.contract import CHANCE, NOBODY, NOT_NOW, Ints, State
from yonto.core.kernel import kernel
from yonto.core.rng import Rng
from yonto.games.pagode import state as t
from yonto.games.pagode import why
from yonto.games.pagode.ahead import can_follow
from yonto.games.pagode.cards import (
    cards_from,
    deal,
    deal_anew,
    discard_played,
    draws,
    hand_size,
    held_before_drops,
    put_down,
    put_down_pair,
    reserve_size,
    reshuffle_if_needed,
    take_drawn,
)
from yonto.games.pagode.sites import (
    complete_pagodas,
    has_roof,
    lay_tile,
    on_last_floor,
    place_column,
    place_spire,
    takes_colour,
    takes_column,
    top_colour,
)
from yonto.games.pagode.state import available, contains, held, number_of, on_turn, pairs_in

STATE, ACTIONS, OUTCOMES = t.STATE, t.ACTIONS, t.OUTCOMES

IDLE_LIMIT = 10  # P18
GOAL = 3  # P25: pagodas complete at the end


@kernel
def setup(s: State, quick: bool, beginner: bool, announced: bool, dragon_first: bool, spire: Ints) -> None:
    """P3: a card of each colour in each reserve, every tile in the supply; CHANCE deals the hands."""
    s.colour[:] = -1
    s.roof[:] = -1
    s.left[:] = t.ONES
    for background in range(5):
        for slot in range(5):
            s.spire[background, slot] = spire[background, slot]
    s.reserve[:] = 1
    s.deck[:] = 9
    s.quick = quick
    s.beginner = beginner
    s.announced = announced
    s.dragon_first = dragon_first
    s.site = -1
    s.choice = -1
    s.last = -1
    deal(s, 0)


@kernel
def draws_now(s: State) -> bool:
    return bool(s.stage == t.DEAL or s.stage == t.DRAW or s.stage == t.DRAGON_DRAW)


@kernel
def seats(s: State) -> int:
    return 2


@kernel
def to_move(s: State) -> int:
    if s.stage == t.OVER:
        return NOBODY
    return CHANCE if draws_now(s) else on_turn(s)


@kernel
def why_not(s: State, action: int) -> int:
    if s.stage == t.OVER or draws_now(s):
        return NOT_NOW
    if action >= t.PAIR and (action < t.USE_LANTERN or action == t.DRAGON_DONE):
        return why_not_in_act(s, action)
    if action == t.END_TURN or action == t.END_WITH_FAN:
        return why.no_end(s, action == t.END_WITH_FAN)
    rule = why.waiting_for(s)
    return rule if rule != 0 else why_not_in_turn(s, action)


@kernel
def why_not_in_act(s: State, action: int) -> int:
    """For the later steps of an act that takes several."""
    if action < t.SPIRE_CARDS:
        return why.no_pair(s, (action - t.PAIR) // 3, (action - t.PAIR) % 3)
    if action < t.SPIRE_BOWL:
        return why.no_spire(s, action - t.SPIRE_CARDS)
    if action < t.PUT_DOWN:
        return why.no_spire_by_bowl(s, action - t.SPIRE_BOWL)
    if action < t.USE_LANTERN:
        return why.no_drop(s, action % 2, (action - t.PUT_DOWN) // 2)
    return why.no_dragon_done(s)


@kernel
def why_not_in_turn(s: State, action: int) -> int:
    """For an act of the turn, while none is under way."""
    if action < t.BOWL_COLUMN:
        site, which, source = action % 60 // 10, action % 10 // 2, action % 2
        return why.no_column(s, site, which, source) if action < t.BUILD_TILE else why.no_tile(s, site, which, source)
    if action < t.BUDDHA_TILE:
        return why.no_bowl_column(s, (action - t.BOWL_COLUMN) // 5, action % 5)
    if action < t.MODIFIED:
        return why.no_buddha_tile(s, (action - t.BUDDHA_TILE) // 5, action % 5)
    if action < t.PAIR:
        return why.no_modified(s, (action - t.MODIFIED) // 5, action % 5)
    if action == t.USE_LANTERN:
        return why.no_lantern(s)
    if action == t.USE_DRAGON:
        return why.no_dragon(s)
    return why.no_stuck(s)


@kernel
def legal(s: State, out: Ints) -> int:
    if s.stage == t.TURN:
        return legal_in_turn(s, out)
    if s.stage == t.OVER or draws_now(s):
        return 0
    if s.stage == t.CLOSING or s.stage == t.FAN_DUE:
        return legal_ends(s, out, 0)
    n = 0
    if s.stage == t.PAY_COLUMN or s.stage == t.PAY_TILE or s.stage == t.PAY_SPIRE:
        first, end = t.PAIR, t.SPIRE_CARDS
    elif s.stage == t.SPIRE_DUE:
        first, end = t.SPIRE_CARDS, t.PUT_DOWN
    else:
        first, end = t.PUT_DOWN, t.USE_LANTERN
    for action in range(first, end):
        if why_not_in_act(s, action) == 0:
            out[n] = action
            n += 1
    if s.stage == t.DRAGON_DROPS and why.no_dragon_done(s) == 0:
        out[n] = t.DRAGON_DONE
        n += 1
    return n


@kernel
def legal_in_turn(s: State, out: Ints) -> int:
    n = 0
    for site in range(6):
        if has_roof(s, site):
            continue
        if takes_column(s, site):
            n = legal_columns(s, site, out, n)
        else:
            n = legal_tiles(s, site, out, n)
    if why.no_lantern(s) == 0:
        out[n] = t.USE_LANTERN
        n += 1
    if why.no_dragon(s) == 0:
        out[n] = t.USE_DRAGON
        n += 1
    if s.begun != t.BEGUN and why.no_stuck(s) == 0:
        out[n] = t.STUCK
        n += 1
    return legal_ends(s, out, n)


@kernel
def legal_columns(s: State, site: int, out: Ints, n: int) -> int:
    """Columns on a site with a free slot: with a card, by the Rice bowl, or as a modified turn."""
    room = why.room_left(s)
    bowl = room and available(s, t.BOWL) and pairs_in(held(s, on_turn(s))) != 0
    for colour in range(5):
        if not takes_colour(s, site, colour):
            continue
        for source in range(2):
            if room and cards_from(s, source, colour) > 0:
                out[n] = t.BUILD_COLUMN + 10 * site + 2 * colour + source
                n += 1
        if bowl:
            out[n] = t.BOWL_COLUMN + 5 * site + colour
            n += 1
        if s.begun == 0:
            out[n] = t.MODIFIED + 5 * site + colour
            n += 1
    return n


@kernel
def legal_tiles(s: State, site: int, out: Ints, n: int) -> int:
    """Tiles and roofs on a full floor, with a card or by Buddha."""
    background = top_colour(s, site)
    tiles, bunch, buddha = int(s.left[background]), held(s, on_turn(s)), available(s, t.BUDDHA)
    paid = number_of(bunch, background) > 0
    if tiles == 0 or not (paid or buddha) or (on_last_floor(s, site) and not why.room_left(s)):
        return n
    for slot in range(5):
        if not contains(tiles, slot):
            continue
        if paid and why.no_sequel(s, bunch - (1 << 4 * background), site, slot, False) == 0:
            for source in range(2):
                if cards_from(s, source, background) > 0:
                    out[n] = t.BUILD_TILE + 10 * site + 2 * slot + source
                    n += 1
        if buddha and why.no_pair_for_tile(s, site, slot) == 0:
            out[n] = t.BUDDHA_TILE + 5 * site + slot
            n += 1
    return n


@kernel
def legal_ends(s: State, out: Ints, n: int) -> int:
    for action in (t.END_TURN, t.END_WITH_FAN):
        if why.no_end(s, action == t.END_WITH_FAN) == 0:
            out[n] = action
            n += 1
    return n


@kernel
def apply(s: State, action: int) -> None:
    if draws_now(s):
        take_drawn(s, action)
        end_draw(s)
    elif action < t.BUILD_TILE:
        put_down(s, action % 2, action % 10 // 2)
        s.begun = t.BEGUN
        place_column(s, action // 10, action % 10 // 2)
    elif action < t.BOWL_COLUMN:
        site, slot = (action - t.BUILD_TILE) // 10, action % 10 // 2
        put_down(s, action % 2, top_colour(s, site))
        build_tile(s, site, slot)
    elif action < t.PAIR:
        s.stage = t.PAY_COLUMN if action < t.BUDDHA_TILE else t.PAY_TILE if action < t.MODIFIED else t.MODIFIED_DROPS
        s.site = (action - t.BOWL_COLUMN) % 30 // 5
        s.choice = action % 5
        s.drops = 4 if action >= t.MODIFIED else 0
    elif action < t.PUT_DOWN:
        pay(s, action)
    elif action < t.USE_LANTERN:
        drop(s, action % 2, (action - t.PUT_DOWN) // 2)
    else:
        change_turn(s, action)


@kernel
def change_turn(s: State, action: int) -> None:
    """The acts that are about the turn itself."""
    if action == t.USE_LANTERN:
        use(s, t.LANTERN)
        s.begun = t.BEGUN  # P8
    elif action == t.USE_DRAGON:
        use(s, t.DRAGON)
        s.stage = t.DRAGON_DROPS
    elif action == t.DRAGON_DONE:
        if s.begun:
            s.begun = t.REDRAWN
        begin_draw(s, t.DRAGON_DRAW)
    elif action == t.STUCK:
        s.stage = t.STUCK_DROPS
        s.drops = 4
    else:
        end_turn(s, action == t.END_WITH_FAN)


@kernel
def use(s: State, ability: int) -> None:
    """P19: one use less, and no other in this turn."""
    s.uses[on_turn(s), ability] -= 1
    s.used |= 1 << 4 * ability


@kernel
def act_done(s: State, stage: int) -> None:
    """Nothing is under way any more."""
    s.stage = stage
    s.site = -1
    s.choice = -1


@kernel
def build_tile(s: State, site: int, slot: int) -> None:
    """P11, P12: lay a tile that is paid for; on the last floor its spire follows at once."""
    roof = on_last_floor(s, site)
    s.begun = t.BEGUN
    lay_tile(s, site, slot)
    act_done(s, t.TURN)
    if roof:
        s.stage = t.SPIRE_DUE
        s.site = site
        s.choice = slot


@kernel
def pay(s: State, action: int) -> None:
    """A pair for Rice bowl or Buddha, or the cards of a spire."""
    if action >= t.SPIRE_BOWL:
        put_down(s, action - t.SPIRE_BOWL, why.spire_due(s))
        s.stage = t.PAY_SPIRE
        return
    if action >= t.SPIRE_CARDS:
        put_down_pair(s, why.spire_due(s), action - t.SPIRE_CARDS)
        place_spire(s)
        act_done(s, t.TURN)
        return
    put_down_pair(s, (action - t.PAIR) // 3, action % 3)
    if s.stage == t.PAY_TILE:
        use(s, t.BUDDHA)  # P19: the payment first, then the marker of a blue tile goes to 2
        build_tile(s, int(s.site), int(s.choice))
        return
    use(s, t.BOWL)
    if s.stage == t.PAY_COLUMN:
        s.begun = t.BEGUN
        place_column(s, int(s.site), int(s.choice))
    else:
        place_spire(s)
    act_done(s, t.TURN)


@kernel
def drop(s: State, source: int, colour: int) -> None:
    """P17, P18, P21: a card is put down; the fourth completes a modified turn or one that builds nothing."""
    put_down(s, source, colour)
    if s.stage == t.DRAGON_DROPS:
        s.wanted[source] += 1
        return
    s.drops -= 1
    if s.drops == 0:
        if s.stage == t.MODIFIED_DROPS:
            place_column(s, int(s.site), int(s.choice))
        act_done(s, t.CLOSING)


@kernel
def end_turn(s: State, fan: bool) -> None:
    """P16, P20: the reserve to five cards, then the hand to two, or to four with the Fan. Once these cards were seen,
    the turn ends for good or the Fan draws the rest."""
    seat = on_turn(s)
    if fan:
        use(s, t.FAN)
    elif s.stage == t.FAN_DUE:
        pass_turn(s)
        return
    s.wanted[t.RESERVE] = 5 - reserve_size(s, seat)
    s.wanted[t.HAND] = max(0, (4 if fan else 2) - hand_size(s, seat))
    begin_draw(s, t.DRAW)


@kernel
def begin_draw(s: State, stage: int) -> None:
    s.stage = stage
    s.drawer = on_turn(s)
    discard_played(s)
    reshuffle_if_needed(s)
    end_draw(s)


@kernel
def end_draw(s: State) -> None:
    """What follows once no card is wanted any more."""
    if s.wanted[t.RESERVE] + s.wanted[t.HAND] > 0:
        return
    if s.stage == t.DRAW and why.asks_for_fan(s):
        s.stage = t.FAN_DUE
    elif s.stage == t.DRAW:
        pass_turn(s)
    elif s.stage == t.DEAL and s.drawer == 0:
        deal(s, 1)
    else:
        s.stage = t.TURN


@kernel
def pass_turn(s: State) -> None:
    """P25: the game ends after a turn of the second seat with three pagodas complete; P18: after ten idle turns."""
    s.idle = 0 if s.built > 0 else s.idle + 1
    if on_turn(s) == 1 and complete_pagodas(s) >= GOAL:
        s.end = 25
    elif s.idle >= IDLE_LIMIT:
        s.end = 18
    s.turns += 1
    s.begun = 0
    s.built = 0
    s.used = 0
    s.tally[:] = 0
    s.stage = t.OVER if s.end else t.TURN


@kernel
def chance(s: State, out: Ints, weights: Ints) -> int:
    return draws(s, out, weights) if draws_now(s) else 0


@kernel
def is_over(s: State) -> bool:
    return bool(s.end != 0)


@kernel
def scores(s: State, out: Ints) -> None:
    out[0] = s.points[0]
    out[1] = s.points[1]


@kernel
def shares(s: State, out: Ints) -> None:
    """P26: the win, halved when the points are level."""
    lead = s.points[0] - s.points[1]
    out[0] = 0.5 if lead == 0 else 1.0 if lead > 0 else 0.0
    out[1] = 1.0 - out[0]


@kernel
def ended_by(s: State) -> int:
    return int(s.end)


@kernel
def believable(s: State) -> bool:
    """Whether the seat on turn, with the hand it has now, could have done what it did in this turn.

    An act was begun only if it could be carried through, a tile or the Lantern taken before any column only if a
    column could follow (P8), and P18 only if none could.
    """
    if s.stage == t.TURN:
        return s.begun != t.BEGUN or s.built > 0 or can_follow(s, held(s, on_turn(s)), -1, -1, False)
    if s.stage == t.DRAGON_DROPS and s.begun:  # P8: the Lantern came before the Dragon
        return can_follow(s, held_before_drops(s), -1, -1, False)
    if s.stage == t.STUCK_DROPS or (s.stage == t.CLOSING and s.built == 0):
        return not can_follow(s, held_before_drops(s), -1, -1, False)
    if s.stage < t.PAY_COLUMN or s.stage > t.PAY_SPIRE:
        return True
    for action in range(t.PAIR, t.PUT_DOWN):  # noqa: SIM110 (kernels know no generators)
        if why_not_in_act(s, action) == 0:
            return True
    return False


@kernel
def determinize(s: State, seat: int, rng: Rng) -> None:
    """P30: the other hand as this seat may believe in it, the known cards kept, every placing of the unseen cards
    that its turn so far allows equally likely (by rejection: the true hand is one, so this comes to an end)."""
    other = 1 - seat
    deal_anew(s, other, rng)
    if on_turn(s) == other:
        while not believable(s):
            deal_anew(s, other, rng)
