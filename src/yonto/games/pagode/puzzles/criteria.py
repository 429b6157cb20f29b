"""How Pagode's puzzles are chosen: which games are looked through, what is the same turn, and what a best turn is named
after."""

from yonto.core.contract import State
from yonto.core.state import copy
from yonto.games.pagode.rules import GOAL
from yonto.games.pagode.sites import complete_pagodas
from yonto.games.pagode.state import DRAGON_DRAW, DRAW, FAN_DUE

SEATS = (2,)  # at the tables that are looked at, in turn
# Decisions still to come at most: 800 games are played from there, and an expert takes ten milliseconds for each
LEFT = 18
# What is looked through are ends of games that were open some turns before: most are decided long before they end
OPEN = (0.3, 0.7)
ALIKE = 0.9  # the part of what led to them that two puzzles may have in common: the sites look the same after more
FAMILY = 24  # games that have a beginning in common: only one in four is open there, and that is what costs
# Points of chance in a short search: what is nearer to the bar of 8 fails too often for what it costs
CLEAR = 0.12
# What is told of the best turn -> its theme; the rarer event first, as a list shows them
THEMES = {
    "log.end_set": "ending",
    "log.end_set.more": "ending",
    "log.closed": "closing",
    "log.modified": "modified",
    "log.spire": "spires",
    "log.spire.bowl": "spires",
    "log.roof": "roofs",
    "log.roof.buddha": "roofs",
    "log.dragon": "abilities",
    "log.lantern": "abilities",
    "log.column.bowl": "abilities",
    "log.tile.buddha": "abilities",
    "log.tile": "tiles",
    "log.column": "columns",
}
RESTATED = frozenset({"log.sum.floor", "log.sum.tile", "log.sum.spire"})  # every act tells its own points


def same(state: State) -> bytes:
    """A position without the site that was built on last, which is only shown: of the same acts in another order one
    counts."""
    plain = copy(state)
    plain["last"] = -1
    return plain.tobytes()


def does(before: State, after: State) -> frozenset[tuple[object, ...]]:
    """What a turn built, and with which abilities, whatever cards paid for it: so many columns on a floor of a site, a
    tile of a colour or of any on it, a roof; a turn that begins with the Dragon exchanged so many cards of a colour."""
    done: set[tuple[object, ...]] = set()
    for site in range(6):
        for floor in range(int(after["floors"][site])):
            was, now = (columns_on(state, site, floor) for state in (before, after))
            done |= {("column", site, floor, n) for n in range(was + 1, now + 1)}
        for floor in range(max(0, int(before["floors"][site]) - 1), int(after["floors"][site]) - 1):
            done |= {("tile", site, floor), ("tile", site, floor, int(after["colour"][site, floor + 1]))}
        if after["roof"][site] != before["roof"][site]:
            done |= {("roof", site), ("roof", site, int(after["roof"][site]))}
    done |= {("uses", ability) for ability in range(5) if int(after["used"]) >> 4 * ability & 1}
    if after["stage"] == DRAGON_DRAW:
        seat = int(after["turns"]) % 2
        given = (before["reserve"][seat] + before["hand"][seat]) - (after["reserve"][seat] + after["hand"][seat])
        done |= {("gives", colour, n) for colour in range(5) for n in range(1, int(given[colour]) + 1)}
    return frozenset(done)


def columns_on(state: State, site: int, floor: int) -> int:
    """Floors below the top one have all their columns."""
    top = int(state["floors"][site]) - 1
    return 4 if floor < top else int(state["columns"][site]) if floor == top else 0


def decided(state: State) -> bool:
    """P25: the second seat has done its turn and three pagodas are complete. What is drawn then brings no points."""
    done = state["stage"] in (DRAW, FAN_DUE) and int(state["turns"]) % 2 == 1
    return bool(done and complete_pagodas(state) >= GOAL)
