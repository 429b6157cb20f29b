"""An action of Tajuto in words, and what speaks for it."""

from collections.abc import Sequence
from typing import Any

from yonto.core.contract import Line, Seat, State
from yonto.games.tajuto import board, view
from yonto.games.tajuto.log import floor_words, pagoda_word
from yonto.games.tajuto.notation import (
    COLOURS,
    ITEMS,
    OBJECTIVES,
    Acquire,
    Build,
    Draw,
    Drawn,
    End,
    Move,
    Offer,
    action_move,
    parse_floor,
)


def say(state: State, action: int) -> Line:
    return say_move(action_move(action), state.height.tolist())


def say_move(move: Move, heights: Sequence[int]) -> Line:
    """A move in words, where the pagodas have these heights before it."""
    match move:
        case Draw(tile, size):
            return Line("say.draw", {"tile": tile, "size": size}) if size else Line("say.draw.blind", {"tile": tile})
        case Offer(tile, colour):
            return Line("say.offer", {"tile": tile, "pagoda": pagoda_word(COLOURS.index(colour))})
        case Acquire(tile, item):
            return Line("say.acquire", {"tile": tile, "item": "@" + view.item_key(ITEMS.index(item))})
        case Build(colour):
            index = COLOURS.index(colour)
            return Line("say.build", {"pagoda": pagoda_word(index), "size": heights[index] + 1})
        case End(None):
            return Line("say.end")
        case End(str(keep)):
            return Line("say.end.keep", floor_words(parse_floor(keep, 0)))
        case Drawn(floor):
            return Line("say.drawn", floor_words(parse_floor(floor, 0)))
    raise AssertionError(move)


def merits(before: State, action: int, after: State, seat: Seat) -> Sequence[Line]:
    """The win; meditation and spirituality won or paid; what it completes and claims; what it is good for later."""
    lines = [Line("merit.wins")] if view.winners(after) == (seat,) else []
    lines += change("sp", view.note(after)[seat] - view.note(before)[seat])
    lines += change("mp", int(after.mp[seat] - before.mp[seat]))
    lines += [
        Line("merit.claim", {"objective": f"@objective.{name}"})
        for i, name in enumerate(OBJECTIVES)
        if after.objective[i] == seat != before.objective[i]
    ]
    if action < board.OFFER:
        return [*lines, promise(before, action % 7)]
    if board.ACQUIRE <= action < board.BUILD:
        return lines + use_of((action - board.ACQUIRE) % board.ITEMS, before)
    if board.BUILD <= action < board.END and after.height[action - board.BUILD] == 6:
        lines.append(Line("merit.complete", {"pagoda": pagoda_word(action - board.BUILD)}))
    return lines


def change(what: str, n: int) -> list[Line]:
    return [Line(f"merit.{what}.{'more' if n > 0 else 'less'}", {"n": abs(n)})] if n else []


def promise(state: State, size: int) -> Line:
    """T7: the odds that what comes out of the bag can be built at once."""
    feel = next(feel for feel in view.feels(state, view.FIELDS(state)) if feel.size == (size or None))
    fit, whole = feel.odds_fit
    if fit == 0:
        return Line("merit.unfit")
    return Line("merit.fits") if fit == whole else Line("merit.odds", {"n": fit, "whole": whole})


def use_of(item: int, before: State) -> list[Line]:
    """What something acquired is good for from now on; Wisdom's points are counted already."""
    if item >= board.INAUGURATION:
        colour = item - board.INAUGURATION
        params: dict[str, Any] = {"pagoda": pagoda_word(colour), "n": 6 - int(before.height[colour])}
        return [Line("merit.bet", params)]
    if item >= board.EXTRA:
        return [Line("merit.extra")]
    return {board.MARKET: [Line("merit.market")], board.SANCTUARY: [Line("merit.sanctuary")]}.get(item, [])
