"""What happened in a game of Pagode, in words: every build with its points, abilities gained and used, draws."""

from collections.abc import Sequence
from typing import Any

from yonto.core.calls import quick
from yonto.core.contract import CHANCE, Line, Seat, State
from yonto.core.state import field_of
from yonto.games.pagode import rules, sites
from yonto.games.pagode import state as t
from yonto.games.pagode.cards import deck_size
from yonto.games.pagode.notation import SITES, on_last_floor, spire_due, to_move, top_colour
from yonto.games.pagode.tiles import COLOURS
from yonto.games.pagode.view import ABILITIES, complete_pagodas, is_exhausted, turn_points

on_turn, deck_left = quick(t.on_turn), quick(deck_size)


def colour_word(colour: int) -> str:
    return "@colour." + COLOURS[colour]


def ability_word(ability: int) -> str:
    return "@ability." + ABILITIES[ability]


def source_word(source: int) -> str:
    return "@source.hand" if source == t.HAND else "@source.reserve"


def tell(before: State, action: int, after: State, seat: Seat | None) -> Sequence[Line]:
    """Nothing in it depends on the other's hidden cards: a card drawn to a hand is named to its owner only."""
    if to_move(before) == CHANCE:
        lines = drawn(before, action, seat)
    else:
        lines = acted(before, action, after)
    if (left := deck_left(after)) > deck_left(before):
        lines.append(Line("log.reshuffle", {"n": left}))
    return [*lines, *ended(after)] if field_of(after, "end") else lines


def drawn(before: State, action: int, seat: Seat | None) -> list[Line]:
    drawer = int(field_of(before, "drawer"))
    who = {"seat": drawer + 1}
    if field_of(before, "wanted")[t.RESERVE] > 0:
        return [Line("log.draw.reserve", {**who, "colour": colour_word(action)})]
    if drawer == seat:
        return [Line("log.draw.own", {**who, "colour": colour_word(action)})]
    return [Line("log.draw.hidden", who)]


def acted(before: State, action: int, after: State) -> list[Line]:
    who = {"seat": on_turn(before) + 1}
    if action < t.BUILD_TILE:
        return [column(before, "log.column", action // 10, action % 10 // 2, **who), *closures(before, after)]
    if action < t.BOWL_COLUMN:
        site, slot = (action - t.BUILD_TILE) // 10, action % 10 // 2
        return [tile(before, "", site, slot, **who), *gained(before, site, after), *closures(before, after)]
    if action < t.MODIFIED:
        return []  # told when it is paid for
    if action < t.PAIR:
        where = {"site": SITES[(action - t.MODIFIED) // 5], "colour": colour_word(action % 5)}
        return [Line("log.modified", {**who, **where})]
    if action < t.PUT_DOWN:
        return paid(before, action, after, who)
    if action < t.USE_LANTERN:
        return dropped(before, action, after, who)
    return turned(before, action, who)


def column(before: State, key: str, site: int, colour: int, **more: Any) -> Line:
    """A column scores the number of its floor: P10."""
    floor = max(1, int(before.floors[site]))
    return Line(key, {"site": SITES[site], "colour": colour_word(colour), "floor": floor, "n": floor, **more})


def tile(before: State, how: str, site: int, slot: int, **more: Any) -> Line:
    background = top_colour(before, site)
    params = {"site": SITES[site], "background": colour_word(background), **more}
    if on_last_floor(before, site):
        return Line("log.roof" + how, {**params, "spire": colour_word(int(before.spire[background, slot]))})
    return Line("log.tile" + how, {**params, "slot": colour_word(slot)})


def gained(before: State, site: int, after: State) -> list[Line]:
    """P19: the ability of the tile's colour, unless beginners play."""
    ability = top_colour(before, site)
    if after.beginner:
        return []
    return [Line("log.gain", {"seat": on_turn(before) + 1, "ability": ability_word(ability)})]


def paid(before: State, action: int, after: State, who: dict[str, int]) -> list[Line]:
    """The last step of an act with several; the card beside the Rice bowl of a spire waits for the pair."""
    site = int(before.site)
    if action >= t.SPIRE_BOWL:
        return []
    if action >= t.SPIRE_CARDS:
        return [spire(before, "log.spire", **who), *closures(before, after)]
    pair = {"pair": colour_word((action - t.PAIR) // 3), **who}
    if before.stage == t.PAY_TILE:
        line = tile(before, ".buddha", site, int(before.choice), **pair)
        return [line, *gained(before, site, after), *closures(before, after)]
    if before.stage == t.PAY_COLUMN:
        line = column(before, "log.column.bowl", site, int(before.choice), **pair)
    else:
        line = spire(before, "log.spire.bowl", **pair)
    return [line, *closures(before, after)]


def spire(before: State, key: str, **more: Any) -> Line:
    points = sites.QUICK_SPIRE_POINTS if before.quick else sites.SPIRE_POINTS
    colour = colour_word(spire_due(before))
    return Line(key, {"site": SITES[before.site], "colour": colour, "n": points, **more})


def dropped(before: State, action: int, after: State, who: dict[str, int]) -> list[Line]:
    source, colour = action % 2, colour_word((action - t.PUT_DOWN) // 2)
    lines = [Line("log.drop", {**who, "colour": colour, "source": source_word(source)})]
    if after.built > before.built:
        lines.append(column(before, "log.column", int(before.site), int(before.choice), **who))
    return lines + closures(before, after)


def turned(before: State, action: int, who: dict[str, int]) -> list[Line]:
    if action == t.DRAGON_DONE:
        return [Line("log.dragon.done", {**who, "n": int(before.wanted[0] + before.wanted[1])})]
    if before.stage == t.FAN_DUE:
        return [Line("log.fan" if action == t.END_WITH_FAN else "log.fan.kept", who)]
    if action not in (t.END_TURN, t.END_WITH_FAN):
        return [Line({t.USE_LANTERN: "log.lantern", t.USE_DRAGON: "log.dragon", t.STUCK: "log.stuck"}[action], who)]
    fan = [Line("log.fan", who)] if action == t.END_WITH_FAN else []
    points = turn_points(field_of(before, "tally").tolist(), bool(field_of(before, "quick")))
    return [*summary(before), Line("log.turn", {**who, "n": points}), *fan]


def summary(before: State) -> list[Line]:
    """The turn's points by kind: «2 × floor 3 = 6»; a turn of one build needs none."""
    if before.tally.sum() < 2:
        return []
    lines = [
        Line("log.sum.floor", {"n": int(n), "floor": floor, "points": int(n) * floor})
        for floor, n in enumerate(before.tally[:4], 1)
        if n
    ]
    worth = sites.QUICK_SPIRE_POINTS if before.quick else sites.SPIRE_POINTS
    for key, place, points in (("log.sum.tile", sites.TILES, 1), ("log.sum.spire", sites.SPIRES, worth)):
        if n := int(before.tally[place]):
            lines.append(Line(key, {"n": n, "points": n * points}))
    return lines


def closures(before: State, after: State) -> list[Line]:
    """Pagodas that this build completed: P14 with a roof, P15 because their tiles ran out; and P25 if it is enough."""
    lines = []
    complete = complete_pagodas(after)
    if complete == complete_pagodas(before):  # once complete it stays so
        return []
    for site in range(6):
        if is_exhausted(after, site) and not is_exhausted(before, site):
            colour = colour_word(top_colour(after, site))
            lines.append(Line("log.closed", {"site": SITES[site], "colour": colour}))
    if complete_pagodas(before) < 3 <= complete:
        key = "log.end_set.more" if on_turn(before) == 0 else "log.end_set"
        lines.append(Line(key, {"n": complete, "last": 2}))
    return lines


def ended(after: State) -> list[Line]:
    points = [int(n) for n in after.points]
    score = {"first": max(points), "second": min(points)}  # the winner's first, whichever seat it is
    lines = [Line("log.idle", {"n": rules.IDLE_LIMIT})] if after.end == 18 else []
    if points[0] == points[1]:
        return [*lines, Line("log.tie", score)]
    return [*lines, Line("log.win", {"seat": 1 if points[0] > points[1] else 2, **score})]
