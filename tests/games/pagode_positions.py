"""Positions of Pagode drawn as text, and a hand to play them with.

A line is a site, floors from the ground up: a column is its letter, a free slot the letter in lower case, a roof `^`
and the slot of its tile.

    a RRRR GGgg         two green columns on a red floor
    b BBBB yyyy         a fresh tile with yellow slots
    c RRRR RRRR RRRR GGGG ^V
"""

from collections.abc import Mapping

from yonto.core.contract import CHANCE, State
from yonto.core.errors import Refused
from yonto.core.play import Play
from yonto.games import load
from yonto.games.pagode import state as t

GAME = load("pagode")
LETTERS = "RBGYV"
ABILITIES = {"lantern": 0, "buddha": 1, "bowl": 2, "dragon": 3, "fan": 4}


def put_cards(place: object, cards: str, state: State) -> None:
    place[:] = 0  # type: ignore[index]
    for letter in cards:
        colour = LETTERS.index(letter)
        place[colour] += 1  # type: ignore[index]
        state.deck[colour] -= 1


def put_site(state: State, line: str) -> None:
    name, *floors = line.split()
    site = "abcdef".index(name)
    for floor in floors:
        if floor.startswith("^"):
            state.roof[site] = LETTERS.index(floor[1])
            take_tile(state, int(state.colour[site, state.floors[site] - 1]), int(state.roof[site]))
            continue
        colour = LETTERS.index(floor[0].upper())
        if state.floors[site] > 0:
            take_tile(state, int(state.colour[site, state.floors[site] - 1]), colour)
        state.colour[site, state.floors[site]] = colour
        state.floors[site] += 1
        state.columns[site] = sum(letter.isupper() for letter in floor)


def take_tile(state: State, background: int, slot: int) -> None:
    bit = 1 << 4 * slot
    assert int(state.left[background]) & bit, "the drawing uses a tile twice"
    state.left[background] -= bit


def position(
    drawing: str = "",
    reserve: str = "RBGYV",
    hand: str = "RB",
    uses: Mapping[str, int] | None = None,
    left: Mapping[str, str] | None = None,
    seat: int = 0,
    other: str = "GY",
    other_reserve: str = "RBGYV",
    discard: str = "",
    **options: str,
) -> State:
    """A turn about to begin. `left` are the slots of the tiles left, for some backgrounds; the deck is the rest."""
    state = GAME.start(2, options)
    state.wanted[:] = 0
    state.drawer = 1
    state.stage = t.TURN
    state.turns = seat
    state.deck[:] = 11
    put_cards(state.reserve[seat], reserve, state)
    put_cards(state.hand[seat], hand, state)
    put_cards(state.reserve[1 - seat], other_reserve, state)
    put_cards(state.hand[1 - seat], other, state)
    put_cards(state.discard, discard, state)
    for line in drawing.strip().splitlines():
        put_site(state, line)
    for background, slots in (left or {}).items():
        state.left[LETTERS.index(background)] = sum(1 << 4 * LETTERS.index(slot) for slot in slots)
    for name, n in (uses or {}).items():
        state.uses[seat, ABILITIES[name]] = n
    assert (state.deck >= 0).all(), "the drawing has more cards than there are"
    return state


def play(state: State, *texts: str) -> State:
    """The state after these moves and draws, each checked against the rules."""
    for text in texts:
        action = GAME.read(state, text)
        if GAME.rules.to_move(state) == CHANCE:
            assert action in GAME.chance(state)[0], text
        elif refused := GAME.refusal(state, action):
            raise refused
        state = GAME.after(state, action)
    return state


def refusal(state: State, text: str) -> tuple[str, str]:
    """The rule that forbids a move, and its sentence in English."""
    refused = GAME.refusal(state, GAME.read(state, text))
    assert isinstance(refused, Refused), f"{text} is legal"
    return refused.rule, refused.text("en").removesuffix(f" ({refused.rule})")


def legal(state: State) -> set[str]:
    return {GAME.write(state, action) for action in GAME.legal(state)}


def verbs(state: State) -> set[str]:
    return {text.split()[0] for text in legal(state)}


def points(state: State, seat: int = 0) -> int:
    return int(state.points[seat])


def uses(state: State, name: str, seat: int = 0) -> int:
    return int(state.uses[seat, ABILITIES[name]])


def cards(counts: object) -> str:
    return "".join(letter * int(n) for letter, n in zip(LETTERS, counts, strict=True))  # type: ignore[call-overload]


def draw_all(state: State, like: str = "") -> State:
    """Let the draws come: first those asked for, then whatever the deck has."""
    wanted = list(like)
    while GAME.rules.to_move(state) == CHANCE:
        text = wanted.pop(0) if wanted else LETTERS[GAME.chance(state)[0][0]]
        state = play(state, text)
    assert not wanted, "fewer cards were drawn"
    return state


def playing(state: State, **options: str) -> Play:
    """A game at the table that stands at this position."""
    game = Play(GAME, 2, options)
    game.state = state
    return game


def lines(state: State, text: str, seat: int | None = None, lang: str = "en") -> list[str]:
    """What the log says of a move or draw, to this seat."""
    from yonto.core.words import words

    action = GAME.read(state, text)
    w = words(lang, "pagode")
    return [w(line.key, **line.params) for line in GAME.tell(state, action, GAME.after(state, action), seat)]


# Positions that several tests begin with: every floor full, one pagoda that wants its roof, the roof that ends a game.
FULL = """
    a RRRR BBBB
    b BBBB RRRR
    c GGGG
    d YYYY
    e VVVV
    f RRRR
"""
ROOF = "a RRRR BBBB YYYY GGGG"
LAST_ROOF = """
    a RRRR BBBB YYYY GGGG
    b GGGG RRRR YYYY BBBB ^R
    c YYYY VVVV RRRR GGGG ^B
"""
