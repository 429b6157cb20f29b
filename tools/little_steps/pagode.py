"""The ideas of Pagode's little steps. A turn from its beginning has thousands of ways; so most begin in its middle."""

from collections.abc import Callable

from little_steps.mine import Idea, Source
from yonto.core.contract import Game, Line, Seat, State
from yonto.games.pagode import state as t
from yonto.teaching.turns import Turn

SOURCES = (
    Source("whole", 2, {}, range(40)),
    Source("quick", 2, {"quick": "on"}, range(20)),
    Source("beginner", 2, {"beginner": "on", "quick": "on"}, range(40)),
    Source("by_lot", 2, {}, range(60, 200), level=""),
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


def two_abilities(turn: Turn) -> bool:
    return len(turn.keys & {"log.lantern", "log.column.bowl", "log.tile.buddha", "log.fan", "log.spire.bowl"}) >= 2


def built(n: int) -> Callable[[Game, State, Seat], bool]:
    return lambda game, state, seat: int(state.built) == n


def stuck(game: Game, state: State, seat: Seat) -> bool:
    """Nothing can be built, in a normal turn or a modified one."""
    return game.rules.why_not(state, t.STUCK) == 0


IDEAS = (
    Idea("open_site", "columns", ("P6", "P7", "P10"), opens, latest=90, sources=WITH_ABILITIES),
    Idea("second_floor", "columns", ("P6", "P10"), high(2)),
    Idea("third_floor", "columns", ("P9", "P10"), high(3), suits=built(2)),
    Idea("fourth_floor", "columns", ("P9", "P10"), high(4), sources=("whole",)),
    Idea("modified", "columns", ("P17",), tells("log.modified"), prefix=True, most=120, sources=WITH_ABILITIES),
    Idea("beginner_modified", "columns", ("P8", "P17", "P29"), tells("log.modified"), prefix=True, most=120,
         sources=("beginner",)),
    Idea("bowl_tile", "tiles", ("P11", "P19"), gains("bowl"), sources=WITH_ABILITIES),
    Idea("dragon_tile", "tiles", ("P11", "P19"), gains("dragon"), sources=WITH_ABILITIES),
    Idea("fan_tile", "tiles", ("P11", "P19"), gains("fan"), sources=WITH_ABILITIES),
    Idea("tile_then_column", "tiles", ("P6", "P11"), tile_then_column),
    Idea("roof", "roofs", ("P5", "P12", "P14"), tells("log.roof", "log.spire"), sources=("whole",)),
    Idea("quick_roof", "roofs", ("P12", "P28"), tells("log.roof", "log.spire"), sources=("quick",)),
    Idea("beginner_roof", "roofs", ("P12", "P29"), tells("log.roof", "log.spire"), sources=("beginner",)),
    Idea("roof_bowl", "roofs", ("P12", "P22"), tells("log.roof", "log.spire.bowl"), sources=WITH_ABILITIES),
    Idea("roof_buddha", "roofs", ("P4", "P12", "P23"), lambda turn: "log.roof.buddha" in turn.keys
         and bool(turn.keys & {"log.spire", "log.spire.bowl"}), sources=WITH_ABILITIES),
    Idea("lantern", "abilities", ("P9", "P24"), lambda turn: "log.lantern" in turn.keys and int(turn.after.built) == 4,
         point=("ability.lantern",), sources=WITH_ABILITIES),
    Idea("lantern_fresh", "abilities", ("P19", "P24"), fresh(t.LANTERN, "log.lantern"), point=("ability.buddha",),
         sources=WITH_ABILITIES),
    Idea("bowl", "abilities", ("P22",), tells("log.column.bowl"), point=("ability.bowl",), sources=WITH_ABILITIES),
    Idea("fan", "abilities", ("P16", "P20"), tells("log.fan"), point=("ability.fan",), sources=WITH_ABILITIES),
    Idea("two_abilities", "abilities", ("P19", "P20", "P24"), two_abilities, point=("cards",), sources=WITH_ABILITIES),
    Idea("dragon", "abilities", ("P21",), tells("log.dragon"), point=("ability.dragon",), prefix=True, most=80,
         sources=WITH_ABILITIES),
    Idea("stuck", "abilities", ("P18", "P21"), tells("log.dragon"), point=("cards",), prefix=True, sources=("by_lot",),
         suits=stuck),
    Idea("buddha", "end", ("P15", "P23", "P25"), tells("log.tile.buddha"), sources=WITH_ABILITIES),
    Idea("end_set", "end", ("P25", "P26"), lambda turn: bool(turn.keys & {"log.end_set", "log.end_set.more"})),
)  # fmt: skip
