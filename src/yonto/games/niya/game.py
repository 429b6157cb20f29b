"""Niya as the house knows it."""

from yonto.core.contract import Game, MatchForm, Option, Options, State
from yonto.core.state import blank
from yonto.games.niya import log, notation, refusals, rules, saying, solver, terminal, view


def new(seats: int, options: Options) -> State:
    state = blank(rules.STATE)
    rules.setup(state, view.FULL_BOARD.index(options["full_board"]))
    return state


def bound(seats: int, options: Options) -> int:
    """Sixteen tiles are laid, then each is taken at most once."""
    return 32


GAME = Game(
    name="niya",
    letter="N",
    version=1,
    rule_count=13,
    refusing=frozenset({4, 5, 6}),
    seats=(2,),
    rules=rules,
    options=(Option("full_board", "blockade", view.FULL_BOARD),),
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
    matches=(
        MatchForm("single", "N11", "wins", 1, highest=1),
        MatchForm("three", "N12", "wins", 3, lowest=3, highest=3),
        MatchForm("points", "N13", "points", 10),
    ),
    exact=solver.values,
    phrases=notation.PHRASES,
    say=saying.say,
    merits=saying.merits,
    viewer=view.viewer,
    moves=notation.moves,
)
