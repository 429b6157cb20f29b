"""An act of Pagode in words, and what speaks for it."""

from collections.abc import Sequence
from typing import Any

from yonto.core.contract import Line, Seat, State
from yonto.games.pagode import sites, why
from yonto.games.pagode import state as t
from yonto.games.pagode.log import ability_word, colour_word
from yonto.games.pagode.notation import LETTERS, SITES, VERBS, split, verb_of

TILES = ("tile", "roof", "buddha")  # verbs whose colour is that of a tile's slots
SPIRE = {"spire": "say.spire", "spire+bowl": "say.spire.bowl"}


def say(state: State, action: int) -> Line:
    verb = verb_of(state, action)
    said = dict(zip(VERBS[verb][1], split(action, verb), strict=True))
    if verb in TILES:
        return say_tile(state, verb, said)
    if verb in SPIRE:
        return say_spire(state, SPIRE[verb], came_from(said))
    if state.stage == t.FAN_DUE and verb in ("end", "fan"):
        return Line(f"say.{verb}.asked")
    params: dict[str, Any] = came_from(said)
    if "site" in said:
        params["site"] = said["site"]
    if "colour" in said:
        params["colour"] = colour_word(LETTERS.index(said["colour"]))
    return Line(f"say.{verb}", params)


def came_from(said: dict[str, str]) -> dict[str, Any]:
    """Where the cards of an act come from, if it names that."""
    source = said.get("source") or said.get("pair")
    return {"from": f"@from.{source}"} if source else {}


def say_tile(state: State, verb: str, said: dict[str, str]) -> Line:
    """A tile by the colour of its slots, a roof by that of its spire too; on an empty site, where none can lie, a tile
    has no colour of its own."""
    site, slot = SITES.index(said["site"]), LETTERS.index(said["colour"])
    background = sites.top_colour(state, site)
    params = {"site": said["site"], "slot": colour_word(slot), **came_from(said)}
    if background < 0:
        return Line(f"say.{verb}.bare", params)
    params["background"] = colour_word(background)
    if not sites.on_last_floor(state, site):
        return Line(f"say.{verb}", params)
    spire = int(state.spire[background, slot])
    params["spire"] = colour_word(spire)
    key = "say.buddha.roof" if verb == "buddha" else "say.roof"
    return Line(key if spire == slot else f"{key}.other", params)


def say_spire(state: State, key: str, params: dict[str, Any]) -> Line:
    if state.stage != t.SPIRE_DUE:
        return Line(f"{key}.bare", params)
    return Line(key, {**params, "site": SITES[state.site], "colour": colour_word(why.spire_due(state))})


def merits(before: State, action: int, after: State, seat: Seat) -> Sequence[Line]:
    """Points, now or to come; what it completes, prepares and gives; what it draws."""
    lines = scoring(before, action, after, seat)
    for site in range(6):
        lines += on_site(before, after, site)
    if sites.complete_pagodas(before) < 3 <= sites.complete_pagodas(after):
        lines.append(Line("merit.end_set"))
    gained = [a for a in range(5) if after.uses[seat, a] > before.uses[seat, a]]
    lines += [Line("merit.ability", {"ability": ability_word(ability)}) for ability in gained]
    return lines + of_turn(action, after)


def scoring(before: State, action: int, after: State, seat: Seat) -> list[Line]:
    if gained := int(after.points[seat] - before.points[seat]):
        return [Line("merit.points", {"n": gained})]
    if t.BOWL_COLUMN <= action < t.BUDDHA_TILE or t.MODIFIED <= action < t.PAIR:
        site = (action - t.BOWL_COLUMN) % 30 // 5
        return [Line("merit.worth", {"n": max(1, int(before.floors[site]))})]
    return [Line("merit.worth", {"n": 1})] if t.BUDDHA_TILE <= action < t.MODIFIED else []


def on_site(before: State, after: State, site: int) -> list[Line]:
    """What became possible there, or was completed."""
    where = {"site": SITES[site]}
    if sites.is_complete(after, site):
        return [] if sites.is_complete(before, site) else [Line("merit.complete", where)]
    floor = int(after.floors[site])
    if floor > before.floors[site] > 0:
        return [Line("merit.floor", {**where, "floor": floor, "n": floor})]
    if before.columns[site] < 4 == after.columns[site]:
        return [Line("merit.roof" if sites.on_last_floor(after, site) else "merit.tile", where)]
    return []


def of_turn(action: int, after: State) -> list[Line]:
    if action in (t.END_TURN, t.END_WITH_FAN, t.DRAGON_DONE):
        drawn = int(after.wanted.sum())
        return [Line("merit.draws", {"n": drawn})] if drawn else []
    if t.PUT_DOWN <= action < t.USE_LANTERN:
        return [Line("merit.drops", {"n": int(after.drops)})] if after.drops else []
    return {t.USE_LANTERN: [Line("merit.lantern")], t.USE_DRAGON: [Line("merit.dragon")]}.get(action, [])
