"""Pagode as a vector: sites, supply and reserves are open; of the other hand only its size and what was seen (P30)."""

import numpy as np
from numpy.typing import NDArray

from yonto.core.contract import State
from yonto.core.kernel import kernel
from yonto.core.observation import Field, Layout
from yonto.games.pagode import state as t
from yonto.games.pagode.rules import IDLE_LIMIT, to_move
from yonto.games.pagode.sites import is_exhausted, top_colour
from yonto.games.pagode.tiles import COLOURS

MOST_POINTS = 300
MOST_CARDS = 11

LAYOUT = Layout(
    Field("floors", (6, 4, 5), f"site × floor from the ground × its colour: {', '.join(COLOURS)}"),
    Field("columns", (6,), "columns on the top floor of each site", 4),
    Field("roof", (6, 5), "site × colour of the spire that its roof asks for or bears"),
    Field("crowned", (6,), "sites whose spire stands"),
    Field("closed", (6,), "sites that count as complete because no tile of their colour is left"),
    Field("supply", (5, 5), "background × front slot: tiles that are left"),
    Field("reserve", (2, 5), "cards by colour in the reserve: one's own, the other's", MOST_CARDS),
    Field("hand", (5,), "cards by colour in one's own hand", MOST_CARDS),
    Field("hand_size", (2,), "cards in hand: one's own, the other's", MOST_CARDS),
    Field("known", (2, 5), "cards that the opponent knows of: in one's own hand, in the other's", MOST_CARDS),
    Field("uses", (2, 5), "uses left of each ability, by colour: one's own, the other's", 2),
    Field("points", (2,), "points: one's own, the other's", MOST_POINTS),
    Field("discard", (5,), "cards by colour on the discard pile", MOST_CARDS),
    Field("played", (5,), "cards by colour put down since the last draw", MOST_CARDS),
    Field("deck", (1,), "cards in the deck", 5 * MOST_CARDS),
    Field("to_move", (2,), "who decides: oneself, the other; none while chance acts and at the end"),
    Field("on_turn", (2,), "whose turn it is, while chance acts too"),
    Field("stage", (14,), "what the table waits for, in the order of `stage` in the rules"),
    Field("site", (6,), "the site of the act that is being paid for"),
    Field("choice", (5,), "its colour or slot"),
    Field("drops", (1,), "cards still to be put down", 9),
    Field("begun", (1,), "a normal turn was begun"),
    Field("built", (1,), "columns built this turn", 4),
    Field("used", (5,), "abilities used this turn, by colour"),
    Field("last", (6,), "the site of the last build"),
    Field("idle", (1,), "turns in a row that built nothing", IDLE_LIMIT),
    Field("quick", (1,), "the option `quick` is on"),
    Field("beginner", (1,), "the option `beginner` is on"),
    Field("announced", (1,), "the option `fan` is `announced`"),
    Field("backs", (5, 5, 5), "background × front slot × colour of the spire on the tile's back"),
)

FLOORS, COLUMNS, ROOF, CROWNED = (LAYOUT.at(name) for name in ("floors", "columns", "roof", "crowned"))
CLOSED, SUPPLY, RESERVE, HAND = (LAYOUT.at(name) for name in ("closed", "supply", "reserve", "hand"))
HAND_SIZE, KNOWN, USES, POINTS = (LAYOUT.at(name) for name in ("hand_size", "known", "uses", "points"))
DISCARD, PLAYED, DECK, TO_MOVE = (LAYOUT.at(name) for name in ("discard", "played", "deck", "to_move"))
ON_TURN, STAGE, SITE, CHOICE = (LAYOUT.at(name) for name in ("on_turn", "stage", "site", "choice"))
DROPS, BEGUN, BUILT, USED = (LAYOUT.at(name) for name in ("drops", "begun", "built", "used"))
LAST, IDLE, QUICK, BEGINNER = (LAYOUT.at(name) for name in ("last", "idle", "quick", "beginner"))
ANNOUNCED, BACKS = LAYOUT.at("announced"), LAYOUT.at("backs")


@kernel
def observe(s: State, seat: int, out: NDArray[np.float32]) -> None:
    out[:] = 0
    see_sites(s, out)
    see_cards(s, seat, out)
    see_turn(s, seat, out)
    for i in range(2):
        other = (seat + i) & 1
        out[POINTS + i] = min(1.0, s.points[other] / MOST_POINTS)
        for colour in range(5):
            out[USES + 5 * i + colour] = s.uses[other, colour] / 2
    out[IDLE] = s.idle / IDLE_LIMIT
    out[QUICK] = s.quick
    out[BEGINNER] = s.beginner
    out[ANNOUNCED] = s.announced


@kernel
def see_sites(s: State, out: NDArray[np.float32]) -> None:
    for site in range(6):
        for floor in range(s.floors[site]):
            out[FLOORS + 20 * site + 5 * floor + int(s.colour[site, floor])] = 1
        out[COLUMNS + site] = s.columns[site] / 4
        if s.roof[site] >= 0:
            out[ROOF + 5 * site + int(s.spire[top_colour(s, site), int(s.roof[site])])] = 1
            due = (s.stage == t.SPIRE_DUE or s.stage == t.PAY_SPIRE) and s.site == site
            out[CROWNED + site] = not due
        out[CLOSED + site] = is_exhausted(s, site)
    for background in range(5):
        for slot in range(5):
            out[SUPPLY + 5 * background + slot] = t.contains(int(s.left[background]), slot)
            out[BACKS + 25 * background + 5 * slot + int(s.spire[background, slot])] = 1


@kernel
def see_cards(s: State, seat: int, out: NDArray[np.float32]) -> None:
    """P30: the own hand whole; of the other hand the number of its cards, and those that were seen."""
    deck = 0
    for colour in range(5):
        deck += int(s.deck[colour])
        out[HAND + colour] = s.hand[seat, colour] / MOST_CARDS
        out[DISCARD + colour] = s.discard[colour] / MOST_CARDS
        out[PLAYED + colour] = (s.played[0, colour] + s.played[1, colour]) / MOST_CARDS
    out[DECK] = deck / (5 * MOST_CARDS)
    for i in range(2):
        other = (seat + i) & 1
        held = 0
        for colour in range(5):
            held += int(s.hand[other, colour])
            out[RESERVE + 5 * i + colour] = s.reserve[other, colour] / MOST_CARDS
            out[KNOWN + 5 * i + colour] = s.known[other, colour] / MOST_CARDS
        out[HAND_SIZE + i] = min(1.0, held / MOST_CARDS)


@kernel
def see_turn(s: State, seat: int, out: NDArray[np.float32]) -> None:
    mover = to_move(s)
    if mover >= 0:
        out[TO_MOVE + ((mover - seat) & 1)] = 1
    out[ON_TURN + ((t.on_turn(s) - seat) & 1)] = 1
    out[STAGE + int(s.stage)] = 1
    if s.site >= 0:
        out[SITE + int(s.site)] = 1
    if s.choice >= 0:
        out[CHOICE + int(s.choice)] = 1
    out[DROPS] = s.drops / 9
    out[BEGUN] = s.begun > 0
    out[BUILT] = s.built / 4
    for colour in range(5):
        out[USED + colour] = t.contains(int(s.used), colour)
    if s.last >= 0:
        out[LAST + int(s.last)] = 1
