"""How Qin's puzzles are chosen: which games are looked through, and what a best turn is named after."""

SEATS = (2, 2, 3)  # at the tables that are looked at, in turn
# Decisions still to come at most: 800 games are played from there, and an expert takes fifty milliseconds for each
LEFT = 5
WORLDS = 8  # other draws that each turn's beginning is looked at with
# What is told of the best turn -> its theme; the rarer event first, as a list shows them
THEMES = {
    "log.end.Q20": "last_pagoda",
    "log.joined": "joining",
    "log.village.taken": "taking_villages",
    "log.great": "great",
    "log.village.won": "villages",
    "log.created": "founding",
    "log.created.nobody": "nobodys",
    "log.extended": "growing",
}
RESTATED = frozenset({"log.place", "log.place.same"})  # what is laid where
