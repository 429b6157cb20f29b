"""What somebody wants to have printed, and the sentence for what cannot be."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Literal, cast, get_args

from yonto.core.errors import YontoError
from yonto.core.words import LANGUAGES, Words, load
from yonto.games import GAMES
from yonto.paper.found import positions_of

Mode = Literal["colour", "ink", "outline"]
Backs = Literal["duplex", "fold"]
MODES: tuple[Mode, ...] = get_args(Mode)
BACKS: tuple[Backs, ...] = get_args(Backs)


@dataclass(frozen=True)
class Paper:
    """A sheet of paper in millimetres."""

    name: str
    width: float
    height: float


PAPERS = {paper.name: paper for paper in (Paper("a4", 210, 297), Paper("letter", 215.9, 279.4))}
CHOICES: dict[str, tuple[str, ...]] = {"paper": tuple(PAPERS), "mode": MODES, "backs": BACKS, "lang": LANGUAGES}


class CannotPrint(YontoError):
    """Something that was asked for and that this room cannot do, in its own words."""

    def text(self, lang: str) -> str:
        return self.say(speech(lang))


@dataclass(frozen=True)
class PrintSettings:
    """A game on paper as somebody wants it."""

    game: str
    lang: str = "fr"
    paper: Paper = PAPERS["a4"]
    mode: Mode = "colour"
    backs: Backs = "duplex"
    options: Mapping[str, str] = field(default_factory=dict)  # of the game: an own board, own costs, own roof sides
    position: str = ""  # one to be played or solved, of a game that prints such (found.positions_of)


def settings_for(game: str, given: Mapping[str, str]) -> PrintSettings:
    """From words as an address or a command line has them; what is no option of ours is one of the game's."""
    for name, known in CHOICES.items():
        if name in given and given[name] not in known:
            raise CannotPrint(f"bad.{name}", value=given[name], known=", ".join(known))
    found = positions_of(game)
    ours = {*CHOICES, found.setting} if found else {*CHOICES}
    return PrintSettings(
        game, given.get("lang", "en"), PAPERS[given.get("paper", "a4")], cast(Mode, given.get("mode", "colour")),
        cast(Backs, given.get("backs", "duplex")), {name: given[name] for name in given if name not in ours},
        given.get(found.setting, "") if found else "",
    )  # fmt: skip


@cache
def speech(lang: str, game: str = "") -> Words:
    """The sentences of this room and, if one is meant, of a game."""
    catalogue = load("core", lang) | load("paper", lang)
    if game in GAMES:
        catalogue |= load(f"games.{game}", lang)
    return Words(lang, catalogue)
