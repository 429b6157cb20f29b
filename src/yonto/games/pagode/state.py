"""The table of Pagode as one record, the numbers of its actions, and how colours and cards are packed into numbers.

Colours are 0 red, 1 blue, 2 green, 3 yellow, 4 violet; an ability has the number of its colour. Sites a–f are 0–5.
A *bunch* of cards is a number with four bits a colour (nobody holds more than nine), a *set* of colours one with bit
4 × colour. So the colours in a bunch, and those it holds a pair of, come out of it with shifts alone:

    bunch  violet yellow green blue red      1 red, 2 green:  0x00201
    set                                      red and green:   0x00101
"""

import numpy as np

from yonto.core.contract import State
from yonto.core.kernel import kernel
from yonto.core.state import state_dtype

RED, BLUE, GREEN, YELLOW, VIOLET = range(5)
LANTERN, BUDDHA, BOWL, DRAGON, FAN = range(5)  # P20–P24: the ability of each colour
RESERVE, HAND = 0, 1  # P4: where a played card comes from
ONES = 0x11111  # the set of all colours

# The actions of a seat. A pair is named by where its cards come from: 0 both reserve, 1 one of each, 2 both hand.
BUILD_COLUMN = 0  # + 10 × site + 2 × colour + source: P10
BUILD_TILE = 60  # + 10 × site + 2 × slot + source: P11; on the last floor it begins a roof, P12
BOWL_COLUMN = 120  # + 5 × site + colour: a column by the Rice bowl, P22; then a pair
BUDDHA_TILE = 150  # + 5 × site + slot: a tile or roof by Buddha, P23; then a pair
MODIFIED = 180  # + 5 × site + colour: the modified turn, P17; then four cards put down
PAIR = 210  # + 3 × colour + sources: the two cards of one colour for Rice bowl or Buddha
SPIRE_CARDS = 225  # + sources: the two cards of a spire, P12
SPIRE_BOWL = 228  # + source of one card of the spire's colour; then a pair for the other column, P22
PUT_DOWN = 230  # + 2 × colour + source: a card for the Dragon, the modified turn or P18
USE_LANTERN = 240
END_TURN = 241  # P16: to the draw; after it, where the Fan is asked for: without it
END_WITH_FAN = 242  # P20: with the Fan, announced before the draw or decided after it
USE_DRAGON = 243
DRAGON_DONE = 244
STUCK = 245
ACTIONS = 246
OUTCOMES = 5  # the colour of the card that CHANCE draws

# What the table waits for.
DEAL = 0  # CHANCE: the first hands
TURN = 1  # any act of the turn
PAY_COLUMN = 2  # the pair for a column by the Rice bowl, on `site`, of colour `choice`
PAY_TILE = 3  # the pair for a tile by Buddha, on `site`, with slot `choice`
SPIRE_DUE = 4  # the cards of the spire on `site`
PAY_SPIRE = 5  # the pair for the second column of that spire
DRAGON_DROPS = 6  # cards for the Dragon, or enough
MODIFIED_DROPS = 7  # four cards; then the column on `site`, of colour `choice`, is built
STUCK_DROPS = 8  # four cards; then nothing is built
CLOSING = 9  # a modified turn (one column built) or P18 (none) that only has to be ended
DRAGON_DRAW = 10  # CHANCE: as many cards as the Dragon took
DRAW = 11  # CHANCE: P16
FAN_DUE = 12  # P20: the cards of the draw were seen: the Fan, or not
OVER = 13

# Whether a normal turn was begun: P8.
BEGUN = 1  # by an act or the Lantern: a column must follow and can
REDRAWN = 2  # by the Lantern, with the Dragon after it: whether a column can follow is open again

STATE = state_dtype(
    [
        # The six sites
        ("colour", np.int16, (6, 4)),  # of each floor, -1 where none was begun: [0, 2, -1, -1] is green on red
        ("floors", np.int16, 6),  # floors begun, the one without columns on a fresh tile included; 0 on an empty site
        ("columns", np.int16, 6),  # columns on the top floor, 0–4
        ("roof", np.int16, 6),  # the front slot of the tile that lies as a roof; -1 while there is none
        ("left", np.int32, 5),  # the set of slots of the tiles left, for each background
        ("spire", np.int16, (5, 5)),  # P2: background × slot: the colour of the spire that the tile's back asks for
        # The cards: all counts by colour; every card is in exactly one of these places
        ("reserve", np.int16, (2, 5)),
        ("hand", np.int16, (2, 5)),
        ("deck", np.int16, 5),
        ("discard", np.int16, 5),
        ("played", np.int16, (2, 5)),  # put down since the last draw, by source; not yet on the discard pile
        ("known", np.int16, (2, 5)),  # P30: of each seat's hand, the cards that the other seat knows
        # The seats
        ("uses", np.int16, (2, 5)),  # P19: the marker of each ability, 0–2
        ("points", np.int32, 2),
        # The turn
        ("turns", np.int32),  # turns finished; seat turns % 2 is on turn
        ("stage", np.int32),
        ("site", np.int32),  # of the act that is being paid for; -1 if none
        ("choice", np.int32),  # its colour or slot; -1 if none
        ("drops", np.int32),  # cards still to be put down (modified turn, P18)
        ("begun", np.int32),  # P8: 0 before a normal turn was begun, then BEGUN or REDRAWN
        ("built", np.int32),  # P9: columns built this turn, a spire counting as one
        ("used", np.int32),  # P19: the set of abilities used this turn
        ("tally", np.int16, 6),  # built this turn: columns on floors 1–4, tiles, spires
        ("wanted", np.int16, 2),  # cards that CHANCE still has to draw, to reserve and hand
        ("drawer", np.int32),  # the seat that they go to
        ("last", np.int32),  # the site of the last build; -1 before the first
        # The game
        ("idle", np.int32),  # P18: turns in a row that built nothing
        ("end", np.int32),  # the rule that ended the game: 25, or 18 after ten idle turns; 0 while it goes on
        ("quick", np.int32),  # P28
        ("beginner", np.int32),  # P29
        ("announced", np.int32),  # P20: the Fan is announced before the draw, as in version 1 of the rules
        ("dragon_first", np.int32),  # P21: version 1 of the rules, where no Lantern may precede the Dragon
    ]
)


@kernel
def colours_in(bunch: int) -> int:
    """The set of colours of which a bunch holds a card."""
    return (bunch | bunch >> 1 | bunch >> 2 | bunch >> 3) & ONES


@kernel
def pairs_in(bunch: int) -> int:
    """The set of colours of which a bunch holds two cards or more."""
    return (bunch >> 1 | bunch >> 2 | bunch >> 3) & ONES


@kernel
def number_of(bunch: int, colour: int) -> int:
    return (bunch >> 4 * colour) & 15


@kernel
def contains(colours: int, colour: int) -> bool:
    return bool((colours >> 4 * colour) & 1)


@kernel
def on_turn(s: State) -> int:
    return int(s.turns) & 1


@kernel
def held(s: State, seat: int) -> int:
    """P4: the bunch of all cards that a seat may play, reserve and hand together."""
    bunch = 0
    for colour in range(5):
        bunch |= (int(s.reserve[seat, colour]) + int(s.hand[seat, colour])) << 4 * colour
    return bunch


@kernel
def has_acted(s: State) -> bool:
    """P21: an act A, B or C of this turn was done."""
    return bool(s.tally.sum() > 0)


@kernel
def available(s: State, ability: int) -> bool:
    """P19: the seat on turn has a use left and has not used this ability in this turn."""
    return bool(s.uses[on_turn(s), ability] > 0 and not contains(int(s.used), ability))


@kernel
def can_renew(s: State, ability: int) -> bool:
    """Whether building a tile of this colour would make the ability usable in this very turn: P19, P29."""
    return bool(s.beginner == 0 and not contains(int(s.used), ability))
