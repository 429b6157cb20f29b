"""The sentence for a refused act of Pagode: the rule is known, this finds the concrete reason to name."""

from typing import Any

from yonto.core.contract import Line, State
from yonto.games.pagode import sites, why
from yonto.games.pagode import state as t
from yonto.games.pagode.ahead import bowl_after
from yonto.games.pagode.log import ability_word, colour_word, source_word
from yonto.games.pagode.notation import PAIRS, SITES


class Act:
    """An action taken apart: the site, colour (or slot) and source it names, where it names them."""

    def __init__(self, state: State, action: int) -> None:
        self.site, self.colour, self.source = int(state.site), int(state.choice), action % 2
        if action < t.BOWL_COLUMN:
            self.site, self.colour = action % 60 // 10, action % 10 // 2
        elif action < t.PAIR:
            self.site, self.colour = (action - t.BOWL_COLUMN) % 30 // 5, action % 5
        self.is_tile = t.BUILD_TILE <= action < t.BOWL_COLUMN or t.BUDDHA_TILE <= action < t.MODIFIED
        self.top = sites.top_colour(state, self.site) if self.site >= 0 else -1


def explain(state: State, action: int, rule: int) -> Line:
    act = Act(state, action)
    variant, params = REASONS[rule](state, action, act)
    return Line(f"refusal.P{rule}{variant}", params)


Reason = tuple[str, dict[str, Any]]


def place(state: State, act: Act) -> dict[str, Any]:
    return {"site": SITES[act.site], "floor": int(state.floors[act.site])}


def card(state: State, action: int, act: Act) -> Reason:
    """P4: the card is not there."""
    if t.SPIRE_CARDS <= action < t.SPIRE_BOWL:
        where = "@source." + PAIRS[action - t.SPIRE_CARDS]
        return ".two", {"colour": colour_word(why.spire_due(state)), "source": where}
    colour = act.colour
    if act.is_tile:
        colour = act.top
    elif action >= t.PUT_DOWN:
        colour = (action - t.PUT_DOWN) // 2
    elif action >= t.SPIRE_BOWL:
        colour = why.spire_due(state)
    return "", {"colour": colour_word(colour), "source": source_word(act.source)}


def colour(state: State, action: int, act: Act) -> Reason:
    """P6: «the third column of this floor must be red»."""
    nth = "@ordinal." + str(int(state.columns[act.site]) + 1)
    return "", {**place(state, act), "nth": nth, "colour": colour_word(act.top)}


def column_first(state: State, action: int, act: Act) -> Reason:
    """P8: too early to end, or too poor for a tile or the Lantern."""
    if action in (t.END_TURN, t.END_WITH_FAN):
        return ".end", {}
    if action == t.USE_LANTERN:
        return ".lantern", {}
    if action >= t.PAIR:
        return ".pair", {"colour": colour_word((action - t.PAIR) // 3)}
    return ".tile", {"slot": colour_word(act.colour), **place(state, act)}


def limit(state: State, action: int, act: Act) -> Reason:
    return "", {"n": int(state.built)}


def floor_full(state: State, action: int, act: Act) -> Reason:
    """P10: four columns stand there."""
    return ".roof" if sites.on_last_floor(state, act.site) else ".tile", place(state, act)


def tile_there(state: State, action: int, act: Act) -> Reason:
    """P11: too few columns, or that tile is gone."""
    missing = 4 - int(state.columns[act.site])
    if missing == 0:
        return ".gone", {"background": colour_word(act.top), "slot": colour_word(act.colour)}
    return ".floor", {"site": SITES[act.site], "n": missing}


def roof(state: State, action: int, act: Act) -> Reason:
    """P12: «the spire needs two yellow cards, or one and the Rice bowl»."""
    if t.SPIRE_CARDS <= action < t.PUT_DOWN:
        return ".none", {}
    if state.stage in (t.SPIRE_DUE, t.PAY_SPIRE):
        return ".due", {"site": SITES[state.site], "colour": colour_word(why.spire_due(state))}
    if not why.room_left(state):
        return ".limit", {"n": int(state.built)}
    spire = colour_word(int(state.spire[act.top, act.colour]))
    return ".bowl" if bowl_after(state, act.top) else ".spire", {"colour": spire}


def crowned(state: State, action: int, act: Act) -> Reason:
    return "", {"site": SITES[act.site]}


def tiles_gone(state: State, action: int, act: Act) -> Reason:
    """P15: «no violet tile is left»."""
    return "", {"site": SITES[act.site], "colour": colour_word(act.top)}


def modified(state: State, action: int, act: Act) -> Reason:
    if state.stage == t.MODIFIED_DROPS:
        return ".due", {"n": int(state.drops)}
    if state.stage == t.CLOSING:
        return ".closing", {}
    return (".drop" if action >= t.PUT_DOWN else ".begun"), {}


def stuck(state: State, action: int, act: Act) -> Reason:
    if state.stage == t.STUCK_DROPS:
        return ".due", {"n": int(state.drops)}
    if state.stage == t.CLOSING:
        return ".closing", {}
    return (".begun" if state.begun == t.BEGUN else ".possible"), {}


def ability_of(action: int) -> int:
    if action == t.USE_LANTERN:
        return t.LANTERN
    if action == t.USE_DRAGON:
        return t.DRAGON
    if action == t.END_WITH_FAN:
        return t.FAN
    return t.BUDDHA if t.BUDDHA_TILE <= action < t.MODIFIED else t.BOWL


def ability(state: State, action: int, act: Act) -> Reason:
    """P19: used this turn, or no use left."""
    used = t.contains(int(state.used), ability_of(action))
    return ".used" if used else ".none", {"ability": ability_word(ability_of(action))}


def fan(state: State, action: int, act: Act) -> Reason:
    """P20: four cards in hand, asked for too early, or to be decided first."""
    if state.stage == t.FAN_DUE:
        return ".due", {}
    return ("" if state.announced else ".seen"), {}


def dragon(state: State, action: int, act: Act) -> Reason:
    if action == t.USE_DRAGON:
        return (".begun" if state.dragon_first else ".acted"), {}
    if state.stage != t.DRAGON_DROPS:
        return ".none", {}
    return (".one" if action == t.DRAGON_DONE else ".due"), {}


def bowl(state: State, action: int, act: Act) -> Reason:
    """P22: a pair is missing, or due, or nothing is to be paid."""
    if t.PAIR <= action < t.SPIRE_CARDS:
        if state.stage == t.TURN:
            return ".none", {}
        where = "@source." + PAIRS[(action - t.PAIR) % 3]
        return ".two", {"colour": colour_word((action - t.PAIR) // 3), "source": where}
    return (".due" if state.stage in (t.PAY_COLUMN, t.PAY_SPIRE) else ".pair"), {}


def buddha(state: State, action: int, act: Act) -> Reason:
    if t.PAIR <= action < t.SPIRE_CARDS:
        where = "@source." + PAIRS[(action - t.PAIR) % 3]
        return ".two", {"colour": colour_word((action - t.PAIR) // 3), "source": where}
    return (".due" if state.stage == t.PAY_TILE else ".pair"), {}


def beginners(state: State, action: int, act: Act) -> Reason:
    return "", {"ability": ability_word(ability_of(action))}


REASONS = {
    4: card, 6: colour, 8: column_first, 9: limit, 10: floor_full, 11: tile_there, 12: roof, 14: crowned,
    15: tiles_gone, 17: modified, 18: stuck, 19: ability, 20: fan, 21: dragon, 22: bowl, 23: buddha, 29: beginners,
}  # fmt: skip
REFUSING = frozenset(REASONS)
