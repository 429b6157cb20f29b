"""Pagode as the house knows it."""

from yonto.core.contract import Game, Option, Options, State
from yonto.core.state import blank
from yonto.games.pagode import log, notation, refusals, rules, saying, terminal, tiles, view

OFF_ON = ("off", "on")


def new(seats: int, options: Options) -> State:
    state = blank(rules.STATE)
    rules.setup(state, options["quick"] == "on", options["beginner"] == "on", tiles.table(options["tiles"]))
    return state


def bound(seats: int, options: Options) -> int:
    """P18: every turn builds a column, of which six sites take 17 (13 in the quick game), or is one of fewer than ten
    in a row that build none, ten at the end.

    A turn has at most the Dragon (2 actions, 9 cards put down, 9 drawn), a modified turn or P18 (5), the Lantern, the
    end and 9 draws: 35. Building takes at most three actions for each column or spire, and two for a tile, of which
    there are 25. The deal draws 4.
    """
    columns = 6 * (13 if options["quick"] == "on" else 17)
    turns = columns * 10 + rules.IDLE_LIMIT
    return 4 + 35 * turns + 3 * columns + 2 * 25


GAME = Game(
    name="pagode",
    letter="P",
    version=1,
    rule_count=30,
    refusing=refusals.REFUSING,
    seats=(2,),
    rules=rules,
    options=(
        Option("quick", "off", OFF_ON),
        Option("beginner", "off", OFF_ON),
        Option("tiles", tiles.STANDARD, (tiles.STANDARD,), tiles.check),
    ),
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
)
