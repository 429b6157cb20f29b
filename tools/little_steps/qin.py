"""The ideas of Qin's little steps, looked for on small boards, where the end is near and a glance takes in all."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from little_steps.mine import Idea, Source
from yonto.core.contract import Game, Seat, State
from yonto.games.qin.effects import Effects, Growth, effects
from yonto.games.qin.grid import PASS
from yonto.teaching.turns import Turn

MEADOW = "..a..../.R...b./....Y../c....../...B..d/..ee..."
ORCHARD = ".a...b/..R.../c..Y../.....B/.d..e."
LAKES = "a..~.../..R...b/.~..Y../....~.c/d.B..../..~..ee"

DOWN = "......./..R..../....Y../B....../......."
PLAIN = "a....../...R.../......./......./......b"


def laid(name: str, board: str, moves: str, hand: str, other: str = "YY BB YB") -> Source:
    """A position of two by hand: what both lay in turn, and what they hold then. Tiles are drawn in time."""
    placed = [move.strip() for move in moves.split(",") if move.strip()]
    mover = len(placed) % 2
    held = (hand.split(), other.split()) if mover == 0 else (other.split(), hand.split())
    due = [[move[:2] for move in placed[seat::2]] + held[seat] for seat in range(2)]
    script = [due[i % 2].pop(0) for i in range(6)]
    for i, move in enumerate(placed):
        script += [move, due[i % 2].pop(0)]
    return Source(name, 2, {"board": board}, script=tuple(script))


BY_HAND = (
    laid("first", PLAIN, "", "RY RB YB", "RY RB YB"),
    laid("larger", DOWN, "RR d4-e4, RR f3-g3", "RY RY RY"),
    laid("swallow", DOWN, "RR d4-e4, RR e2-f2, RR f4-g4, BB b2-b1", "RB RB RB"),
    laid("apart", DOWN, "RR d4-e4, RR e2-f2, RR f4-g4, RR g2-g1, YY d3-d2, RB e1-d1", "RB RB RB"),
)

SOURCES = (
    Source("meadow", 2, {"board": MEADOW}, range(60)),
    Source("orchard", 2, {"board": ORCHARD}, range(60)),
    Source("lakes", 2, {"board": LAKES}, range(60)),
    Source("three", 3, {"board": MEADOW}, range(20)),
    Source("by_lot", 2, {"board": ORCHARD}, range(200), level=""),
    Source("by_lot_meadow", 2, {"board": MEADOW}, range(200), level=""),
    Source("bird", 2, {"board": "bird"}, range(3)),
    *BY_HAND,
)
SMALL = ("meadow", "orchard", "lakes", "by_lot", "by_lot_meadow")


def does(test: Callable[[Effects], bool]) -> Callable[[Turn], bool]:
    """A turn whose one placement has such effects."""
    return lambda turn: turn.actions[0] != PASS and test(effects_of(turn))


@lru_cache(1024)
def of_place(turn: "Same") -> Effects:
    return effects(turn.turn.before, turn.turn.actions[0], turn.turn.after)


@dataclass(frozen=True)
class Same:
    """A turn as a key: itself, not what it holds."""

    turn: Turn

    def __hash__(self) -> int:
        return id(self.turn)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.turn is other.turn


def effects_of(turn: Turn) -> Effects:
    return of_place(Same(turn))


def own(e: Effects, event: str) -> list[Growth]:
    return [g for g in e.growths if g.event == event and g.owner == e.seat]


def created(e: Effects) -> int:
    return len(own(e, "created"))


def won(e: Effects) -> int:
    """Free villages won."""
    return sum(c.taker == e.seat and c.loser is None for c in e.captures)


def taken(e: Effects) -> int:
    """Villages taken from another."""
    return sum(c.taker == e.seat and c.loser is not None for c in e.captures)


def great(e: Effects) -> bool:
    return any(g.becomes_great and g.owner == e.seat for g in e.growths)


def joins(e: Effects, how: Callable[[Growth, Seat], bool]) -> bool:
    return any(how(g, e.seat) for g in own(e, "joined"))


def with_rival(g: Growth, seat: Seat) -> bool:
    return any(old.owner != seat for old in g.earlier)


def conquers(g: Growth, seat: Seat) -> bool:
    return with_rival(g, seat) and all(old.cells < 5 for old in g.earlier)


def swallows(g: Growth, seat: Seat) -> bool:
    return with_rival(g, seat) and any(old.cells >= 5 and old.owner == seat for old in g.earlier)


def refused(rule: int) -> Callable[[Game, State, Seat], bool]:
    """Positions in which this rule forbids something that the hand would allow."""
    return lambda game, state, seat: any(game.rules.why_not(state, action) == rule for action in range(PASS))


IDEAS = (
    Idea("found", "provinces", ("Q5", "Q7", "Q9"), does(lambda e: created(e) == 1), sources=("first",), most=300),
    Idea("found_two", "provinces", ("Q8", "Q9"), does(lambda e: created(e) == 2 and not e.captures),
         sources=SMALL, latest=16, most=80),
    Idea("loose", "provinces", ("Q8", "Q9"),
         does(lambda e: created(e) == 1 and not e.captures and own(e, "created")[0].cells == 3), sources=SMALL),
    Idea("found_great", "provinces", ("Q9", "Q11"), does(lambda e: any(g.becomes_great for g in own(e, "created")))),
    Idea("extend", "provinces", ("Q10", "Q16"), does(lambda e: won(e) == 1 and not created(e) and not great(e)
         and bool(own(e, "extended")) and not own(e, "joined")), sources=SMALL),
    Idea("great", "great", ("Q11",), does(lambda e: great(e) and bool(own(e, "extended")) and not e.captures)),
    Idea("great_village", "great", ("Q11", "Q16", "Q18"),
         does(lambda e: great(e) and bool(own(e, "extended")) and won(e) == 1), sources=SMALL),
    Idea("great_takes", "great", ("Q11", "Q17", "Q18"),
         does(lambda e: great(e) and bool(own(e, "extended")) and taken(e) == 1)),
    Idea("village", "villages", ("Q16",), does(lambda e: won(e) == 1 and created(e) == 1 and not taken(e)),
         sources=("orchard",), latest=14, most=80),
    Idea("village_water", "villages", ("Q6", "Q16"), does(lambda e: won(e) == 1 and created(e) == 1 and not taken(e)),
         sources=("lakes",), latest=16, most=80),
    Idea("village_second", "villages", ("Q17", "Q18"),
         does(lambda e: taken(e) == 1 and created(e) == 1 and not great(e)), sources=SMALL),
    Idea("two_villages", "villages", ("Q16",), does(lambda e: won(e) + taken(e) == 2), sources=SMALL),
    Idea("two_provinces_village", "villages", ("Q9", "Q16"), does(lambda e: created(e) == 2 and won(e) == 1),
         sources=SMALL),
    Idea("three_seats", "villages", ("Q16", "Q18"), does(lambda e: won(e) + taken(e) >= 1), sources=("three",)),
    Idea("larger", "joins", ("Q12",), does(lambda e: joins(e, conquers)), sources=("larger",), most=300),
    Idea("conquer", "joins", ("Q12",), does(lambda e: joins(e, conquers) and not e.captures)),
    Idea("conquer_village", "joins", ("Q12", "Q17", "Q19"), does(lambda e: joins(e, conquers) and taken(e) > 0)),
    Idea("swallow", "joins", ("Q15",), does(lambda e: joins(e, swallows)), sources=("swallow",), most=300),
    Idea("safe", "joins", ("Q11", "Q13", "Q15"), does(lambda e: great(e)), suits=refused(13)),
    Idea("two_great", "joins", ("Q14", "Q9"), does(lambda e: created(e) > 0), suits=refused(14),
         sources=("apart",), most=300),
    Idea("last_pagoda", "end", ("Q19", "Q20"), does(lambda e: e.ends == "Q20" and e.winners == (e.seat,)),
         sources=("bird",), most=400),
    Idea("last_room", "end", ("Q21",), does(lambda e: e.ends == "Q21" and e.winners == (e.seat,)), sources=SMALL),
    Idea("last_share", "end", ("Q21",), does(lambda e: e.ends == "Q21" and e.seat in e.winners), sources=SMALL),
    Idea("fewer_left", "end", ("Q21", "Q16"), does(lambda e: won(e) + taken(e) > 0),
         sources=SMALL, most=12),
)  # fmt: skip
