"""The ideas of Pagode's little steps. A turn from its beginning has thousands of ways; so most begin in its middle."""

from collections.abc import Callable

from little_steps.mine import Idea, Source
from little_steps.turns import Turn
from yonto.core.contract import Game, Line, Seat, State
from yonto.games.pagode import state as t

SOURCES = (
    Source("whole", 2, {}, range(40)),
    Source("quick", 2, {"quick": "on"}, range(20)),
    Source("beginner", 2, {"beginner": "on", "quick": "on"}, range(10)),
)
WITH_ABILITIES = ("whole", "quick")


def tells(*keys: str) -> Callable[[Turn], bool]:
    """A turn of which all these lines are told."""
    return lambda turn: turn.keys >= set(keys)


def lines(turn: Turn, key: str) -> list[Line]:
    return [line for line in turn.lines if line.key == key]


def gains(ability: str) -> Callable[[Turn], bool]:
    return lambda turn: any(line.params["ability"] == f"@ability.{ability}" for line in lines(turn, "log.gain"))


def high(floor: int) -> Callable[[Turn], bool]:
    """A column on this floor and nothing else of note."""
    return lambda turn: (
        any(line.params["floor"] == floor for line in lines(turn, "log.column"))
        and not (turn.keys & {"log.tile", "log.roof", "log.lantern", "log.column.bowl", "log.tile.buddha"})
    )


def opens(turn: Turn) -> bool:
    """An empty site begun, and no tile laid."""
    empty = {"abcdef"[site] for site in range(6) if turn.before.floors[site] == 0}
    return "log.tile" not in turn.keys and any(line.params["site"] in empty for line in lines(turn, "log.column"))


def tile_then_column(turn: Turn) -> bool:
    """A tile, and a column on the floor that it opens."""
    laid = {line.params["site"] for line in lines(turn, "log.tile")}
    floors = {"abcdef"[site]: int(turn.before.floors[site]) for site in range(6)}
    return any(
        line.params["site"] in laid and line.params["floor"] == floors[line.params["site"]] + 1
        for line in lines(turn, "log.column")
    )


def fresh(ability: int, key: str) -> Callable[[Turn], bool]:
    """An ability used in the turn that earns it."""
    return lambda turn: turn.before.uses[turn.seat, ability] == 0 and key in turn.keys


def mixes(turn: Turn) -> bool:
    return any(text.startswith(("pair", "spire")) and text.endswith("rh") for text in turn.texts)


def wins(turn: Turn) -> bool:
    return any(line.params["seat"] == turn.seat + 1 for line in lines(turn, "log.win"))


def built(n: int) -> Callable[[Game, State, Seat], bool]:
    return lambda game, state, seat: int(state.built) == n


def tile_first(game: Game, state: State, seat: Seat) -> bool:
    """A tile was laid before any column: one must follow."""
    return int(state.built) == 0 and int(state.begun) == 1


def tile_refused(game: Game, state: State, seat: Seat) -> bool:
    """Some tile would leave no card for the column that a turn must have."""
    return any(game.rules.why_not(state, action) == 8 for action in range(t.BUILD_TILE, t.BOWL_COLUMN))


IDEAS = (
    Idea("open_site", "columns", ("P6", "P7", "P10"), opens, told=("log.column",), latest=90, sources=WITH_ABILITIES),
    Idea("second_floor", "columns", ("P6", "P10"), high(2), told=("log.column",), params={"floor": 2}),
    Idea("third_floor", "columns", ("P9", "P10"), high(3), told=("log.column",), params={"floor": 3}, suits=built(2)),
    Idea("fourth_floor", "columns", ("P9", "P10"), high(4), told=("log.column",), params={"floor": 4},
         sources=("whole",)),
    Idea("lantern_tile", "tiles", ("P11", "P19"), gains("lantern"), told=("log.gain",),
         params={"ability": "@ability.lantern"}, sources=WITH_ABILITIES),
    Idea("bowl_tile", "tiles", ("P11", "P19"), gains("bowl"), told=("log.gain",),
         params={"ability": "@ability.bowl"}, sources=WITH_ABILITIES),
    Idea("buddha_tile", "tiles", ("P11", "P19"), gains("buddha"), told=("log.gain",),
         params={"ability": "@ability.buddha"}, sources=WITH_ABILITIES),
    Idea("dragon_tile", "tiles", ("P11", "P19"), gains("dragon"), told=("log.gain",),
         params={"ability": "@ability.dragon"}, sources=WITH_ABILITIES),
    Idea("fan_tile", "tiles", ("P11", "P19"), gains("fan"), told=("log.gain",),
         params={"ability": "@ability.fan"}, sources=WITH_ABILITIES),
    Idea("tile_then_column", "tiles", ("P6", "P11"), tile_then_column, told=("log.tile", "log.column")),
    Idea("tile_first", "tiles", ("P8",), tells("log.column"), told=("log.column",), suits=tile_first),
    Idea("column_first", "tiles", ("P8", "P11"), tells("log.column", "log.tile"), told=("log.column", "log.tile"),
         suits=tile_refused),
    Idea("roof", "roofs", ("P5", "P12", "P14"), tells("log.roof", "log.spire"), told=("log.spire",),
         sources=("whole",)),
    Idea("quick_roof", "roofs", ("P12", "P28"), tells("log.roof", "log.spire"), told=("log.spire",),
         sources=("quick",)),
    Idea("beginner_roof", "roofs", ("P12", "P29"), tells("log.roof", "log.spire"), told=("log.spire",),
         sources=("beginner",)),
    Idea("roof_bowl", "roofs", ("P12", "P22"), tells("log.roof", "log.spire.bowl"), told=("log.spire.bowl",),
         sources=WITH_ABILITIES),
    Idea("roof_buddha", "roofs", ("P12", "P23"), lambda turn: "log.roof.buddha" in turn.keys
         and bool(turn.keys & {"log.spire", "log.spire.bowl"}), told=("log.roof.buddha",), sources=WITH_ABILITIES),
    Idea("lantern", "abilities", ("P9", "P24"), lambda turn: "log.lantern" in turn.keys
         and int(turn.after.built) == 4, told=("log.lantern",), sources=WITH_ABILITIES),
    Idea("lantern_fresh", "abilities", ("P19", "P24"), fresh(t.LANTERN, "log.lantern"), told=("log.lantern",),
         sources=WITH_ABILITIES),
    Idea("bowl", "abilities", ("P22",), tells("log.column.bowl"), told=("log.column.bowl",), sources=WITH_ABILITIES),
    Idea("buddha", "abilities", ("P23",), tells("log.tile.buddha"), told=("log.tile.buddha",),
         sources=WITH_ABILITIES),
    Idea("fan", "abilities", ("P16", "P20"), tells("log.fan"), told=("log.fan",), sources=WITH_ABILITIES),
    Idea("two_abilities", "abilities", ("P19",), lambda turn: len(turn.keys & {"log.lantern", "log.column.bowl",
         "log.tile.buddha", "log.fan", "log.spire.bowl"}) >= 2, sources=WITH_ABILITIES),
    Idea("mixed", "abilities", ("P4", "P12"), mixes),
    Idea("dragon", "abilities", ("P21",), tells("log.dragon"), told=("log.dragon",), prefix=True, most=80,
         sources=WITH_ABILITIES),
    Idea("modified", "columns", ("P17",), tells("log.modified"), told=("log.modified",), prefix=True, most=120),
    Idea("beginner_modified", "columns", ("P17", "P29"), tells("log.modified"), told=("log.modified",), prefix=True,
         most=120, sources=("beginner",)),
    Idea("closed", "end", ("P15",), tells("log.closed"), told=("log.closed",)),
    Idea("end_set", "end", ("P25",), lambda turn: bool(turn.keys & {"log.end_set", "log.end_set.more"})),
    Idea("win", "end", ("P25", "P26"), wins, told=("log.win",)),
)  # fmt: skip
