"""Tajuto as the house knows it."""

from math import ceil, log2

from yonto.core.contract import Game, Option, Options, State
from yonto.core.state import blank
from yonto.games.tajuto import board, costs, log, notation, refusals, rules, saying, terminal, view


def new(seats: int, options: Options) -> State:
    state = blank(rules.STATE)
    touch, open_scores = view.TOUCH.index(options["touch"]), view.OPEN_SCORES.index(options["open_scores"])
    board.setup(state, seats, touch, open_scores, *costs.table(options["costs"]))
    return state


def bound(seats: int, options: Options) -> int:
    """No game has more actions than this, chance included; in `human` and `blind`, but for odds below 2 ** -128.

    An event is a floor built (at most 6 × 4 + 5 × 4 before the fourth pagoda stands), an offering (8 a seat) or an
    acquisition (33 tiles): at most 77 + 8n. What is left is how many turns can pass between two events.

    Look at a turn that begins after n turns without event. A floor before anybody would have been built by its
    owner's last turn if it fitted (T11), and nothing was built since: so no floor before a seat fits, and the next
    floor of every open pagoda is in the bag. The seat must use a tile (T6), and A is free; offering and acquiring
    are events; so it draws, and whatever fits must be built in the same turn (T11). Now:

    `sure`   After 10n idle turns it must feel for the lowest size k in the bag (T25). The next floor of any pagoda
             is in the bag, hence no smaller than k: every floor of size k there is the next of its pagoda, and fits.
             So there are at most 10n idle turns between two events: (77 + 8n)(10n + 1) turns, and with
             n ≥ 1 no more than (77 + 8n) · 11 · n.
    `human`  The same, but the hand may slip to k + 1, where a floor need not fit. The odds of that are at most
             18 in 93 (k = 4, no 3 in the bag), whatever the players do. No number of turns is certain.
    `blind`  Of the c < 4 complete pagodas no floor is in the bag, of the 8 - c others at most 6 are, one of them
             the next: a draw fits with odds of at least (8 - c) in 6(8 - c), 1 in 6. No number of turns is certain.

    If an idle turn has odds of at most q, then m of them in a row follow one of the events with odds of at most
    events × q ** m. The m that makes this less than 2 ** -128 stands for the certainty which a bag does not give;
    no rule is bent for it.

    A turn has one end, and draws with A, B, C and two D, each followed by CHANCE: 11 actions; events come on top.
    """
    events = 77 + 8 * seats
    idle = {"sure": 10 * seats, "human": 10 * seats, "blind": seats}[options["touch"]]
    if options["touch"] != "sure":
        q = 18 / 93 if options["touch"] == "human" else 5 / 6
        idle += ceil((128 + log2(events)) / -log2(q))
    return events * (idle + 1) * 11 + events


GAME = Game(
    name="tajuto",
    letter="T",
    version=1,
    rule_count=25,
    refusing=frozenset({4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 25}),
    seats=(2, 3, 4),
    rules=rules,
    options=(
        Option("touch", "sure", view.TOUCH),
        Option("open_scores", "no", view.OPEN_SCORES),
        Option("costs", costs.STANDARD, (costs.STANDARD,), costs.check),
    ),
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
    phrases=notation.PHRASES,
    say=saying.say,
    merits=saying.merits,
    viewer=view.viewer,
    moves=notation.moves,
)
