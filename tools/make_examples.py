"""Writes the records of the rulebooks' worked examples, each played through the rules from the set-up on.

python tools/make_examples.py            all of them
python tools/make_examples.py pagode     those of one game, for example when its rules have a new version

A line is a turn: what the seat must hold for it, a colon, and what it does. The draws are chosen so that it holds it.
The last line is the example itself: its cards are drawn, its moves are left to the reader (rulebook.json has them).
Where draws are open to everybody they stand in the line, with a star: `*red1`.
"""

import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from yonto.core import records
from yonto.core.contract import CHANCE, Game, State
from yonto.core.errors import BadNotation
from yonto.core.play import Play
from yonto.games import load
from yonto.rulebook import rulebook

GAMES = Path(__file__).parents[1] / "src" / "yonto" / "games"
NAMES = ("Ada", "Bruno")
SOURCES = ("", " r", " h", " rr", " rh", " hh")  # of Pagode's cards: whichever the seat has

# The booklet's example: cherries and birds are asked for, and none is left.
GARDEN = "CS PS IS CR  MS IR PR CB  MO PB MR IO  CO PO MB IB"
# Boards, rows from the top.
OPEN_STEPPE = ".......|.......|..R.a..|.......|......."
TWO_STARTS = ".......|.......|.R..Y..|.......|......."

EXAMPLES: dict[str, dict[str, tuple[str, str]]] = {
    "niya": {
        "border": ("", f"{GARDEN}:"),
        "blockade": ("", f"{GARDEN}: a4; d4; a1; b1; b2; c1; d1"),
    },
    "qin": {
        "placing": (OPEN_STEPPE, "YB RY RR:"),
        "two-provinces": (TWO_STARTS, "RY:"),
        "three-cells": (TWO_STARTS, "YY:"),
        "extend": ("........|........|.Y...R..|........|........", "YY: YY b4-c4 / RB: RB f4-f5 / RY:"),
        "great": (
            "........|........|..Y...R.|........|........",
            "YY: YY c4-c5 / RR: RR g4-g5 / YB: YB d3-d2 / RB: RB g2-g1 / RY:",
        ),
        "village": (".......|.......|..B.a..|.......|.......", "BB:"),
        "village-two": (
            ".......|.......|.......|.Y.a.B.|.......|...R...|.......",
            "RB: RB g5-f5 / YB: YB c4-c5 / YB: YB e3-e4 / YY: YY a4-a5 / RR:",
        ),
        "village-double": (
            ".......|.......|.......|...a.Y.|.......|...R...|.......",
            "YY: YY f5-f6 / RB: RB d3-c3 / YB: YB e4-e3 / BB: BB b3-b2 / RY:",
        ),
        "join": (".......|a......|.R...R.|.......|.......", "RR: RR e3-e4 / RB: RB b4-b5 / RR:"),
        "join-great": (
            "....R...|........|.R....R.|........|........",
            "RR: RR c3-c4 / RB: RB f3-f2 / RR: RR b2-b1 / BB: BB f1-e1 / RB: RB e4-f4 / YY: YY a1-a2 / RR:",
        ),
        "join-tied": ("......|......|.R..R.|......|......", "RB: RB e4-e5 / RB: RB b4-b5 / RR:"),
    },
    "pagode": {
        "columns": ("", "RRR: col a R; col a R; col a R / RR: col a R; tile a B / RRB:"),
        "tile": ("", "RR: col a R; col a R / G: col b G / RRRB:"),
        "roof": (
            "",
            "RRR: col a R; col a R; col a R / RRBB: col a R; tile a B; col a B; col a B"
            " / BBBY: col a B; col a B; tile a Y; col a Y / YYYY: col a Y; col a Y; col a Y; tile a G"
            " / GGG: col a G; col a G; col a G / R: col b R / GGVV:",
        ),
        "spire-bowl": (
            "",
            "GGG: col a G; col a G; col a G / G: col a G / GBBB: tile a B; col a B; col a B; col a B"
            " / BBRR: col a B; tile a R; col a R; col a R / RRRV: col a R; col a R; tile a V; col a V"
            " / VVV: col a V; col a V; col a V / VYBB:",
        ),
        "bowl": ("", "GGG: col a G; col a G; col a G / GY: col a G; col b Y / GRR:"),
        "buddha": (
            "",
            "BBB: col a B; col a B; col a B / BV: col a B; col b V / BVV: tile a R; col b V; col b V"
            " / V: col b V / GGR:",
        ),
    },
    "tajuto": {
        "offering": ("", ": A draw 1; *red1; build red; end / : A draw 2; *red2; build red; end / :"),
        "two-floors": (
            "",
            ": A draw 4; *red4; end keep red4 / : A draw 1; *red1; build red; end"
            " / : A draw 2; *red2; build red; end keep red4 / : A draw 1; *blue1; build blue; end / : A draw 3; *red3",
        ),
        "covered": (
            "",
            ": A draw 1; *green1; build green; end / : A draw 2; *green2; build green; end"
            " / : A draw 1; *red1; build red; end / : A offer green; end / : A draw 3; *green3",
        ),
    },
}


def held(state: State, seat: int) -> Counter[int]:
    """The tiles or cards of a seat, by their numbers."""
    counts = [state[name][seat] for name in ("hand", "reserve") if name in (state.dtype.names or ())]
    return Counter({kind: int(sum(each[kind] for each in counts)) for kind in range(len(counts[0]))})


def drawer(game: Game, state: State) -> int:
    """Who gets the next draw: the seat that holds more after it."""
    after = game.after(state, game.chance(state)[0][0])
    return next(seat for seat in range(2) if held(after, seat) != held(state, seat))


def wish(game: Game, state: State, turns: Sequence[tuple[int, list[str]]]) -> int:
    """The draw that a seat lacks for the next of its turns; else what it has least of."""
    outcomes = game.chance(state)[0]
    named = {game.write(state, outcome): outcome for outcome in outcomes}
    seat = drawer(game, state)
    has, wants = held(state, seat), Counter[str]()
    for who, cards in turns:
        wants.update(cards if who == seat else ())
        for card in wants:
            if card in named and wants[card] > has[named[card]]:
                return named[card]
    return min(outcomes, key=lambda outcome: has[outcome])


def move(play: Play, text: str) -> None:
    for source in SOURCES:
        try:
            action = play.game.read(play.state, text + source)
        except BadNotation:
            continue
        if play.game.refusal(play.state, action) is None:
            return play.act(play.to_move, action)
    raise ValueError(f"{text} cannot be played: {play.game.refusal(play.state, play.game.read(play.state, text))}")


def made(name: str, board: str, script: str) -> str:
    """The record of an example up to its own turn."""
    game = load(name)
    play = Play(game, 2, {"board": board.replace("|", "/")} if board else {})
    turns = [line.split(":") for line in script.split(" / ")]
    cards = [text.split() if name in ("qin", "niya") else list(text.strip()) for text, _ in turns]
    for turn, (_, done) in enumerate(turns):
        coming = [(each % 2, cards[each]) for each in range(turn, len(turns))]
        deal(play, coming, cards[0])
        last = turn == len(turns) - 1
        for text in filter(None, map(str.strip, done.split(";"))):
            if text.startswith("*"):
                play.take(game.read(play.state, text[1:]))
            else:
                move(play, text)
        if name == "pagode" and not last:
            move(play, "end")
    return records.write(records.of_play(play, NAMES))


def deal(play: Play, coming: Sequence[tuple[int, list[str]]], garden: list[str]) -> None:
    """Draws until a seat is to move."""
    while play.to_move == CHANCE:
        if play.game.name == "niya":
            play.take(play.game.read(play.state, garden[play.seq]))
        else:
            play.take(wish(play.game, play.state, coming))


def main(names: Sequence[str]) -> None:
    for name in names or EXAMPLES:
        known = {example.name for example in rulebook(name).examples}
        assert known == set(EXAMPLES[name]), f"{name}: rulebook.json has other examples"
        for example, (board, script) in EXAMPLES[name].items():
            path = GAMES / name / "rulebook" / f"{example}.yonto"
            path.write_text(made(name, board, script), encoding="utf-8")
            print(path.relative_to(GAMES))


if __name__ == "__main__":
    main(sys.argv[1:])
