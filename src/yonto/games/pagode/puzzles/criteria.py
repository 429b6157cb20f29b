"""How Pagode's puzzles are chosen: which games are looked through, and what a best turn is named after."""

SEATS = (2,)  # at the tables that are looked at, in turn
# Decisions still to come at most: 800 games are played from there, and an expert takes ten milliseconds for each
LEFT = 24
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
