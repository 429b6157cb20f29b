"""Positions of Tajuto drawn as text, and moves played on them, for the tests.

    red 3 o2   blue 5              pagodas: three red floors, seat 2's offering on top; five blue ones
    1: 12 MP  red4 blue6           seat 1 has 12 MP, the floors red 4 and blue 6 before it,
       +D +D +market +W3           these tiles,
       -green ?blue !first         its green offering placed, the blue Inauguration tile, an objective

All other floors are in the bag, except that `bag=red6,pink2` puts all that it does not name before seat 1. Seat 1 is
to move.
"""

import re

import numpy as np

from yonto.core.contract import CHANCE, State
from yonto.core.errors import Refused
from yonto.core.play import Play
from yonto.games import load
from yonto.games.tajuto import board, view
from yonto.games.tajuto.notation import COLOURS, OBJECTIVES, STACKS, parse_floor

GAME = load("tajuto")


def position(text: str, seats: int = 2, **options: str) -> "Scene":
    """The scene that a text draws; checked to be whole."""
    scene = Scene(seats, **options)
    s = scene.play.state
    lines = re.split(r"\n\s*(?=\d:)", "\n" + text.strip())
    for colour, height, offering in re.findall(r"(\w+) (\d)(?: o(\d))?", lines[0]):
        s.height[COLOURS.index(colour)] = int(height)
        if offering:
            s.topped[COLOURS.index(colour)] = int(offering)
            s.offered[int(offering) - 1] |= 1 << COLOURS.index(colour)
    for line in lines[1:]:
        seat, words = line.strip().split(":", 1)
        for word in words.split():
            place(s, int(seat) - 1, word)
    follow(s, text)
    start = GAME.start(seats, options)
    assert dict(GAME.census(s)) == dict(GAME.census(start)), text
    return scene


def place(s: State, seat: int, word: str) -> None:
    """One word of a seat's line."""
    if word.isdigit():
        s.mp[seat] = int(word)
    elif word[0] == "+":
        s.owned[seat, STACKS.index(word[1:])] += 1
    elif word[0] == "-":
        s.offered[seat] |= 1 << COLOURS.index(word[1:])
    elif word[0] == "?":
        s.bet[COLOURS.index(word[1:])] = seat
    elif word[0] == "!":
        s.objective[OBJECTIVES.index(word[1:])] = seat
    elif word != "MP" and not word.startswith("bag="):
        s.before[seat] |= 1 << parse_floor(word, 0)


def follow(s: State, text: str) -> None:
    """What follows from the rest: the bag, what fits, taken tiles, complete pagodas."""
    s.taken[:] = s.owned.sum(axis=0)
    s.complete = int((s.height == 6).sum())
    s.fits = sum(1 << (8 * int(s.height[i]) + i) for i in range(8) if s.height[i] < 6)
    built = sum(1 << (8 * size + i) for i in range(8) for size in range(int(s.height[i])))
    rest = board.ALL & ~built & ~int(np.bitwise_or.reduce(s.before))
    if found := re.search(r"bag=(\S*)", text):
        bag = sum(1 << parse_floor(floor, 0) for floor in found[1].split(",") if floor)
        s.before[0] |= rest & ~bag
        rest &= bag
    s.bag = rest
    s.bet[(s.height == 6) & (s.bet == board.ON_SITE)] = board.TURNED_OVER
    if s.complete and s.objective[board.FIRST_PAGODA] < 0:
        s.objective[board.FIRST_PAGODA] = s.seats - 1


class Scene:
    """A game in which moves and draws are played by their text."""

    def __init__(self, seats: int = 2, **options: str) -> None:
        self.play = Play(GAME, seats, options)

    @property
    def state(self) -> State:
        return self.play.state

    @property
    def over(self) -> bool:
        return self.play.over

    def do(self, *texts: str) -> "Scene":
        """Moves of whoever is to move; a draw is written with what comes: `A draw 1 > red1`."""
        for text in texts:
            move, _, drawn = text.partition(" > ")
            self.play.act_text(self.play.to_move, move)
            if drawn:
                action = GAME.read(self.state, drawn)
                assert self.play.to_move == CHANCE
                assert action in GAME.chance(self.state)[0], f"{drawn} cannot be drawn"
                self.play.take(action)
        return self

    def refused(self, text: str) -> str:
        """The rule that refuses a move."""
        return self.refusal(text).rule

    def refusal(self, text: str) -> Refused:
        refused = GAME.refusal(self.state, GAME.read(self.state, text))
        assert refused is not None, f"{text} is legal"
        return refused

    def legal(self) -> list[str]:
        return [GAME.write(self.state, action) for action in GAME.legal(self.state)]

    def odds(self) -> dict[str, int]:
        outcomes, weights = GAME.chance(self.state)
        return {GAME.write(self.state, a): w for a, w in zip(outcomes, weights, strict=True)}

    def mp(self, seat: int = 1) -> int:
        return int(self.state.mp[seat - 1])

    def sp(self, seat: int = 1) -> int:
        return view.note(self.state)[seat - 1]

    def view(self, seat: int | None = 1) -> view.View:
        return view.view(self.state, None if seat is None else seat - 1)

    def floors(self, seat: int = 1) -> list[str]:
        return list(self.view(seat).monks[seat - 1].floors)

    def claimed(self, seat: int = 1) -> set[str]:
        return {name for name, owner in zip(OBJECTIVES, self.state.objective, strict=True) if owner == seat - 1}

    def log(self) -> list[str]:
        """The keys of what the last action told."""
        step = self.play.steps[-1]
        return [line.key for line in GAME.tell(step.state, step.action, self.state, None)]
