"""Qin as the house knows it."""

from yonto.core.contract import Game, MatchForm, Option, Options, State
from yonto.core.state import blank
from yonto.games.qin import boards, log, notation, refusals, rules, saying, terminal, view
from yonto.games.qin.grid import TILES


def new(seats: int, options: Options) -> State:
    state = blank(rules.STATE)
    rules.setup(state, seats, boards.terrain(boards.rows_of(options["board"])))
    return state


def bound(seats: int, options: Options) -> int:
    """Every tile is dealt or drawn at most once, so there are at most 72 actions of chance. A placement needs a tile
    and covers two steppe cells for good; before each placement at most seats - 1 have passed in a row, and after the
    last one seats passes end the game (Q22)."""
    placements = min(TILES, boards.steppe(boards.rows_of(options["board"])) // 2)
    return TILES + placements * seats + seats


GAME = Game(
    name="qin",
    letter="Q",
    version=1,
    rule_count=23,
    refusing=frozenset({5, 6, 7, 13, 14}),
    seats=(2, 3, 4),
    rules=rules,
    options=(Option("board", "bird", boards.NAMES, boards.check),),
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
    matches=(MatchForm("series", "Q23", "rounds", 2, highest=20, next_first="clockwise", low_sum_wins=True),),
    phrases=notation.PHRASES,
    say=saying.say,
    merits=saying.merits,
    viewer=view.viewer,
    moves=notation.moves,
    book=notation.book,
)
