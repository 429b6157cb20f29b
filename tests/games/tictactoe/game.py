"""Tic-tac-toe as the house knows it."""

from yonto.core.contract import Game, Option, Options, State
from yonto.core.state import blank

from . import log, notation, refusals, rules, terminal, view


def new(seats: int, options: Options) -> State:
    state = blank(rules.STATE)
    rules.setup(state, view.ROW.index(options["row"]))
    return state


def bound(seats: int, options: Options) -> int:
    """X2: every move marks another of the nine cells."""
    return 9


GAME = Game(
    name="tictactoe",
    letter="X",
    version=1,
    rule_count=5,
    refusing=frozenset({3}),
    seats=(2,),
    rules=rules,
    options=(Option("row", "wins", view.ROW),),
    hidden=False,
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
)
