"""Pagode as the house knows it, and as it was by version 1 of its rules."""

from dataclasses import replace

from yonto.core.contract import Game, Option, Options, State
from yonto.core.state import blank
from yonto.games.pagode import log, notation, refusals, rules, saying, terminal, tiles, view

OFF_ON = ("off", "on")
QUICK, BEGINNER = Option("quick", "off", OFF_ON), Option("beginner", "off", OFF_ON)
TILES = Option("tiles", tiles.STANDARD, (tiles.STANDARD,), tiles.check)
FAN = Option("fan", "seen", ("seen", "announced"))  # P20


def new(seats: int, options: Options) -> State:
    return laid(options, options["fan"] == "announced", dragon_first=False)


def new_by_version_1(seats: int, options: Options) -> State:
    """P20: the Fan was announced before the draw; P21: no Lantern came before the Dragon."""
    return laid(options, announced=True, dragon_first=True)


def laid(options: Options, announced: bool, dragon_first: bool) -> State:
    state = blank(rules.STATE)
    quick, beginner = options["quick"] == "on", options["beginner"] == "on"
    rules.setup(state, quick, beginner, announced, dragon_first, tiles.table(options["tiles"]))
    return state


def bound(seats: int, options: Options) -> int:
    """P18: every turn builds a column, of which six sites take 17 (13 in the quick game), or is one of fewer than ten
    in a row that build none, ten at the end.

    A turn has at most the Dragon (2 actions, 9 cards put down, 9 drawn), a modified turn or P18 (5), the Lantern, the
    end, the Fan or not, and 9 draws: 37. Building takes at most three actions for each column or spire, and two for a
    tile, of which there are 25. The deal draws 4.
    """
    columns = 6 * (13 if options["quick"] == "on" else 17)
    turns = columns * 10 + rules.IDLE_LIMIT
    return 4 + 37 * turns + 3 * columns + 2 * 25


GAME = Game(
    name="pagode",
    letter="P",
    version=2,
    rule_count=30,
    refusing=refusals.REFUSING,
    seats=(2,),
    rules=rules,
    options=(QUICK, BEGINNER, TILES, FAN),
    hidden=True,
    new=new,
    bound=bound,
    read=notation.read,
    write=notation.write,
    move=notation.move,
    view=view.view,
    tell=log.tell,
    sees=view.sees,
    explain=refusals.explain,
    census=view.census,
    draw=terminal.draw,
    note=view.note,
    phrases=notation.PHRASES,
    say=saying.say,
    merits=saying.merits,
    viewer=view.viewer,
    moves=notation.moves,
)

# What began under an earlier version goes on under it: docs/changing-the-rules.md.
EARLIER = (replace(GAME, version=1, options=(QUICK, BEGINNER, TILES), new=new_by_version_1),)
