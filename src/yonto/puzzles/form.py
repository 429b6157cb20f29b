"""The form of a puzzle, and the reader of a game's set: `puzzles/puzzles.jsonl` in the game's folder, one a line."""

import hashlib
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Literal

import msgspec

from yonto.core import records
from yonto.core.contract import Game
from yonto.core.play import Play
from yonto.core.records import Entry, Record
from yonto.games import GAMES, load, package_of

Kind = Literal["win", "hold", "opening", "best"]
KINDS: tuple[Kind, ...] = ("win", "hold", "opening", "best")
NAMES = ("Ada", "Bruno", "Chloé", "Dao")  # who sits in a position
BETWEEN = ";"  # the moves and draws of a position


class Measured(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the best turn of a position that is not solved was told from the second: expected shares of the win."""

    searched: tuple[float, float]  # by search, each with `simulations`
    simulations: tuple[int, int]
    played: tuple[float, float]  # in games between experts, from the same worlds with the same draws
    error: float  # the standard error of the difference of `played`
    games: int  # played from each


class Puzzle(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One position with one right answer. Who solves it is the seat to move there."""

    id: str
    kind: Kind
    seats: int
    options: dict[str, str]
    moves: str  # and draws, from the set-up to the position, as records write them
    rating: int  # a first guess of how strong one must be to find it in one of two tries
    themes: tuple[str, ...] = ()
    n: int = 1  # moves of the solver until he has won, or that are asked for
    proof: str = ""  # of a solved game: see proof.py
    chances: tuple[int, ...] = ()  # of every turn, in the order in which `turns` finds them, in thousandths
    best: tuple[str, ...] = ()  # the best turn, and the second
    second: tuple[str, ...] = ()
    measured: Measured | None = None
    players: str = ""  # the level in whose game the position came about; none: it was set up
    pace: float = 0.0  # seconds that they had for a move there; 0: all that the level may take

    @property
    def sure(self) -> bool:
        """Whether the result stood after the best turn and after the second, and was not searched for."""
        return self.measured is not None and self.measured.simulations == (1, 1)

    def record(self, game: Game) -> Record:
        """The game up to the position."""
        return records.of_play(self.play(game), NAMES[: self.seats])

    def play(self, game: Game) -> Play:
        """The position; BadRecord where a move in it is not possible."""
        play = Play(game, self.seats, self.options)
        for line, text in enumerate(self.moves.split(BETWEEN), 1):
            records.replay_entry(play, Entry(play.to_move, text), line)
        return play


def position_of(play: Play) -> str:
    """A position in writing: all that led to it."""
    return BETWEEN.join(play.game.write(step.state, step.action) for step in play.steps)


def name_of(kind: Kind, options: dict[str, str], moves: str) -> str:
    """A name that only this position has, and keeps wherever it stands in the set."""
    return hashlib.sha256(f"{kind} {sorted(options.items())} {moves}".encode()).hexdigest()[:8]


def folder(game: str) -> Traversable:
    return files(package_of(game)).joinpath("puzzles")


@cache
def puzzles(game: str) -> tuple[Puzzle, ...]:
    """The shipped puzzles of a game; none where it has none."""
    if game not in GAMES:
        return ()
    place = folder(game).joinpath("puzzles.jsonl")
    return read(place.read_text(encoding="utf-8")) if place.is_file() else ()


def games_with_puzzles() -> list[str]:
    return [game for game in GAMES if puzzles(game)]


@cache
def by_name(game: str) -> dict[str, Puzzle]:
    return {each.id: each for each in puzzles(game)}


@cache
def position(game: str, puzzle: str) -> Play:
    """The position of a puzzle that there is; nobody plays on in it."""
    return by_name(game)[puzzle].play(load(game))


def read(text: str) -> tuple[Puzzle, ...]:
    return tuple(msgspec.json.decode(line, type=Puzzle) for line in text.splitlines() if line)


def write(found: Iterable[Puzzle]) -> str:
    return "".join(msgspec.json.encode(each).decode() + "\n" for each in found)


def themes(found: Sequence[Puzzle]) -> list[str]:
    """The themes of a set, the most common first."""
    count: dict[str, int] = {}
    for each in found:
        for theme in each.themes:
            count[theme] = count.get(theme, 0) + 1
    return sorted(count, key=lambda theme: (-count[theme], theme))
