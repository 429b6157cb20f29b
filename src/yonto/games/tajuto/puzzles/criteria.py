"""How Tajuto's puzzles are chosen: which games are looked through, and what a best turn is named after."""

SEATS = (2, 3, 2, 4)  # at the tables that are looked at, in turn
# Decisions still to come at most: 800 games are played from there, and an expert takes some milliseconds for each
LEFT = 40
# What is told of the best turn -> its theme; the rarer event first, as a list shows them
THEMES = {
    "log.claim": "objectives",
    "log.complete": "completing",
    "log.build.covering": "covering",
    "log.build": "building",
    "log.offer": "offering",
    "log.acquire": "acquiring",
    "log.draw": "bag",
    "log.draw.blind": "bag",
    "log.end.keep": "keeping",
}
UNSAID = frozenset({"merit.odds", "merit.fits"})  # how often what is felt for can be built
RESTATED = frozenset({"log.draw", "log.draw.blind", "log.end.keep"})  # the act itself
