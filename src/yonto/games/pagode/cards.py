"""Cards of Pagode in motion: playing, drawing, reshuffling, and what each seat knows of the other's hand."""

from yonto.core.contract import Ints, State
from yonto.core.kernel import kernel
from yonto.core.rng import Rng, below
from yonto.games.pagode.state import DEAL, HAND, RESERVE, held, on_turn


@kernel
def cards_from(s: State, source: int, colour: int) -> int:
    """How many cards of a colour the seat on turn has in reserve or hand."""
    seat = on_turn(s)
    return int(s.reserve[seat, colour] if source == RESERVE else s.hand[seat, colour])


@kernel
def put_down(s: State, source: int, colour: int) -> None:
    """P4: the seat on turn plays or discards a card.

    P30: which card leaves a hand when some of its colour are known and others of it may be unknown? It does not
    matter, as cards of a colour are alike. Let the hand be K + X, K known and X any of the equally likely draws from
    the pool. If K has the colour, what is left is (K - card) + X, for every X alike: the card leaves K, and nothing
    is learnt of X. If K has none, the card came from X and is now seen: X loses it, and the rest of X is as likely
    as before to be any cards of the rest of the pool.
    """
    seat = on_turn(s)
    if source == RESERVE:
        s.reserve[seat, colour] -= 1
    else:
        s.hand[seat, colour] -= 1
        if s.known[seat, colour] > 0:
            s.known[seat, colour] -= 1
    s.played[source, colour] += 1


@kernel
def has_pair(s: State, colour: int, sources: int) -> bool:
    """Whether the seat on turn holds two cards of a colour: 0 both in reserve, 1 one in each, 2 both in hand."""
    hand = cards_from(s, HAND, colour)
    return cards_from(s, RESERVE, colour) >= 2 - sources and hand >= sources


@kernel
def put_down_pair(s: State, colour: int, sources: int) -> None:
    put_down(s, HAND if sources == 2 else RESERVE, colour)
    put_down(s, RESERVE if sources == 0 else HAND, colour)


@kernel
def hand_size(s: State, seat: int) -> int:
    size = 0
    for colour in range(5):
        size += int(s.hand[seat, colour])
    return size


@kernel
def reserve_size(s: State, seat: int) -> int:
    size = 0
    for colour in range(5):
        size += int(s.reserve[seat, colour])
    return size


@kernel
def deck_size(s: State) -> int:
    size = 0
    for colour in range(5):
        size += int(s.deck[colour])
    return size


@kernel
def discard_played(s: State) -> None:
    """The cards put down in this act or turn go to the discard pile."""
    for colour in range(5):
        s.discard[colour] += s.played[RESERVE, colour] + s.played[HAND, colour]
    s.played[:] = 0


@kernel
def reshuffle_if_needed(s: State) -> None:
    """P16: the discards become the deck when a card is wanted and the deck is empty. A deck is a multiset: its order
    is drawn with the cards, so shuffling is no act of CHANCE."""
    if s.wanted[RESERVE] + s.wanted[HAND] > 0 and deck_size(s) == 0:
        for colour in range(5):
            s.deck[colour] = s.discard[colour]
        s.discard[:] = 0


@kernel
def take_drawn(s: State, colour: int) -> None:
    """P16: a drawn card goes to the reserve while that wants cards, then to the hand."""
    s.deck[colour] -= 1
    if s.wanted[RESERVE] > 0:
        s.wanted[RESERVE] -= 1
        s.reserve[s.drawer, colour] += 1
    else:
        s.wanted[HAND] -= 1
        s.hand[s.drawer, colour] += 1
    if deck_size(s) == 0:
        # P30: all cards but the two hands are in sight now, so each seat can tell the other's hand; nobody draws
        # before the reshuffle, so what is known here is what is known there.
        for seat in range(2):
            for kind in range(5):
                s.known[seat, kind] = s.hand[seat, kind]
    reshuffle_if_needed(s)


@kernel
def deal_anew(s: State, seat: int, rng: Rng) -> None:
    """P30: draw the cards of this seat's hand that the other does not know from where they may be, the deck.

    Every placing of the unseen cards is equally likely: each unknown place gets a card drawn without replacement.
    """
    unknown = 0
    for colour in range(5):
        loose = s.hand[seat, colour] - s.known[seat, colour]
        unknown += int(loose)
        s.deck[colour] += loose
        s.hand[seat, colour] -= loose
    size = deck_size(s)
    for _ in range(unknown):
        ticket = below(rng, size)
        colour = 0
        while ticket >= s.deck[colour]:
            ticket -= int(s.deck[colour])
            colour += 1
        s.deck[colour] -= 1
        s.hand[seat, colour] += 1
        size -= 1


@kernel
def held_before_drops(s: State) -> int:
    """The bunch that the seat on turn held before it put down any card of this turn."""
    bunch = held(s, on_turn(s))
    for colour in range(5):
        bunch += (int(s.played[RESERVE, colour]) + int(s.played[HAND, colour])) << 4 * colour
    return bunch


@kernel
def draws(s: State, out: Ints, weights: Ints) -> int:
    """Each card of the deck is equally likely to be on top."""
    n = 0
    for colour in range(5):
        if s.deck[colour] > 0:
            out[n] = colour
            weights[n] = s.deck[colour]
            n += 1
    return n


@kernel
def deal(s: State, seat: int) -> None:
    """P3: two cards for this seat's hand are drawn next."""
    s.stage = DEAL
    s.drawer = seat
    s.wanted[HAND] = 2
