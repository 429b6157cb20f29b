"""The form of what is taught, and its reader: `teaching/lesson.toml` (the guided lesson) and `steps.toml` (the little
steps) of a game, with sentences in `lesson.fr.json`, `steps.en.json` and so on beside them."""

import json
import tomllib
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from yonto.core import records
from yonto.core.contract import Game
from yonto.core.play import Play
from yonto.core.records import Record
from yonto.core.words import LANGUAGES, Sentence, Words, words
from yonto.games import GAMES, package_of

Kind = Literal["lesson", "steps"]
KINDS: tuple[Kind, ...] = ("lesson", "steps")
Turn = tuple[str, ...]  # all moves of a turn, in notation
REST = "..."  # at the end of a Turn: whatever else was done in it
Id = Annotated[str, Meta(pattern="^[a-z][a-z0-9_]*$")]


class Done(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What counts as done: all that is given must hold. Nothing given: there is only something to read."""

    told: tuple[str, ...] = ()  # lines with these keys were told of what he did, each with `params`
    params: dict[str, int | str] = {}  # of every such line
    moves: tuple[Turn, ...] = ()  # he made the moves of one of these
    over: bool = False  # the game is over
    won: bool = False  # and he is among those who won
    refused: str = ""  # he tried a move that this rule forbids

    @property
    def reading(self) -> bool:
        return self == Done()


class Stars(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How good an answer is: by the exact solver, by whole turns that are listed, or (both absent) by how many turns
    it took until it was done."""

    exact: bool = False
    best: tuple[Turn, ...] = ()  # three stars
    good: tuple[Turn, ...] = ()  # two
    fair: tuple[Turn, ...] = ()  # one
    par: int = 1  # turns for three stars; each more costs one


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One position with one goal. The learner is the seat to move there."""

    id: Id
    rules: tuple[str, ...] = ()
    record: str = ""  # the game up to the position
    of: str = ""  # or: the name of one of the course's games,
    after: int = 0  # and how many of its actions lie before the position
    point: tuple[str, ...] = ()  # things of the page to be lit
    done: Done = Done()
    example: Turn = ()  # moves that do it
    theme: str = ""  # under which it stands in a list
    turns: Annotated[int, Meta(ge=1, le=3)] = 1  # how many turns he has
    answer: str = ""  # the computer at the other seats; none: they stand still
    stars: Stars | None = None


class Book(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of steps, with the games that their positions are taken from."""

    step: tuple[Step, ...]
    game: dict[str, str] = {}


class Course(msgspec.Struct, frozen=True):
    """What is taught of a game in one file, in its order, with its sentences by language."""

    game: str
    kind: Kind
    steps: tuple[Step, ...]
    games: dict[str, str]
    sentences: dict[str, dict[str, Sentence]]

    def find(self, step: str) -> Step | None:
        return next((each for each in self.steps if each.id == step), None)

    def record(self, step: Step) -> Record:
        """The game up to the step's position."""
        if step.record:
            return records.read(step.record)
        whole = records.read(self.games[step.of])
        return records.Record(whole.game, whole.rules, whole.options, whole.names, whole.entries[: step.after])

    def play(self, step: Step, game: Game) -> Play:
        """The position of a step."""
        return records.replay(self.record(step), game)

    def words(self, lang: str) -> Words:
        """The course's sentences, and those of the game."""
        known = words(lang, self.game)
        return Words(lang, {**known.catalogue, **self.sentences[lang]})


def folder(game: str) -> Traversable:
    return files(package_of(game)).joinpath("teaching")


@cache
def course(game: str, kind: Kind) -> Course | None:
    """What is taught of a game; None where nothing is."""
    if game not in GAMES:
        return None
    place = folder(game).joinpath(f"{kind}.toml")
    if not place.is_file():
        return None
    book = msgspec.convert(tomllib.loads(place.read_text(encoding="utf-8")), Book)
    said = {lang: json.loads(folder(game).joinpath(f"{kind}.{lang}.json").read_text("utf-8")) for lang in LANGUAGES}
    return Course(game, kind, book.step, book.game, said)


def courses(kind: Kind) -> list[Course]:
    """The courses of all games that have one."""
    return [found for game in GAMES if (found := course(game, kind))]
