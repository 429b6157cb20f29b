"""The games that can be played: those of the house, those of installed packages, and those registered by name.

A game is a package whose module `game` has a `GAME`; docs/adding-a-game.md tells what else may lie in it. Nothing of a
game is imported before it is loaded. Where its rules have changed, `EARLIER` beside `GAME` holds the game as it was by
the rules of each earlier version: whatever began under them goes on under them (docs/changing-the-rules.md).
"""

import os
import re
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, overload

from yonto.core import words
from yonto.core.contract import MOST_SEATS, NOT_NOW, Game
from yonto.core.errors import BadOption, BadRecord, UnknownRules

if TYPE_CHECKING:
    from yonto.core.matches import MatchRecord
    from yonto.core.records import Record

HOUSE = {
    "niya": "yonto.games.niya",
    "qin": "yonto.games.qin",
    "pagode": "yonto.games.pagode",
    "tajuto": "yonto.games.tajuto",
}
GROUP = "yonto.games"  # of entry points: the name is the game's, the value its package
NAME = re.compile("[a-z][a-z0-9_]*")
LETTER = re.compile("[A-Z]")
VARIABLE = "YONTO_GAMES"  # packages of games that are not installed, with commas between them


@cache
def installed() -> dict[str, str]:
    """The games of installed packages, in the order of their names."""
    return {point.name: point.module for point in sorted(entry_points(group=GROUP), key=lambda point: point.name)}


@cache
def registered(listed: str) -> dict[str, str]:
    """The games of a list of packages: each has the name of the last part of its package."""
    return {package.rpartition(".")[2]: package for package in listed.split(",") if package}


def packages() -> dict[str, str]:
    """Every game and the package it lies in. No package can take the name of a game of the house."""
    own = registered(os.environ.get(VARIABLE, ""))
    return HOUSE | {name: package for name, package in (installed() | own).items() if name not in HOUSE}


class Names(Sequence[str]):
    """The names of the games as they are at this moment."""

    def __len__(self) -> int:
        return len(packages())

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[str]: ...
    def __getitem__(self, index: int | slice) -> str | Sequence[str]:
        return tuple(packages())[index]

    def __contains__(self, name: object) -> bool:
        return name in packages()

    def __repr__(self) -> str:
        return repr(tuple(self))


GAMES = Names()


def register(package: str | ModuleType) -> str:
    """Make a game known by its package, and tell its name. Processes started from now on know it too: the list is
    kept in the environment."""
    path = package if isinstance(package, str) else package.__name__
    name = path.rpartition(".")[2]
    if packages().get(name, path) != path:
        raise ValueError(f"there is a game called {name} already: {packages()[name]}")
    if name not in packages():
        os.environ[VARIABLE] = ",".join([*registered(os.environ.get(VARIABLE, "")).values(), path])
    return name


def unregister(name: str) -> None:
    """Forget a game that was registered; installed ones stay."""
    own = registered(os.environ.get(VARIABLE, ""))
    os.environ[VARIABLE] = ",".join(package for known, package in own.items() if known != name)


def package_of(name: str) -> str:
    """The package of a game."""
    if name in HOUSE:  # whose names nobody can take: a rematch asks, and need not look at what else is installed
        return HOUSE[name]
    known = packages()
    if name not in known:
        raise BadOption("option.game", game=name, known=", ".join(known))
    return known[name]


def load(name: str, version: int | None = None) -> Game:
    """The game of that name by the rules of today, or by those of a version; its kernels are imported only now."""
    known = versions(name)
    if version is None:
        return known[max(known)]
    if version not in known:
        raise UnknownRules(name, version, ", ".join(map(str, sorted(known))))
    return known[version]


def versions(name: str) -> dict[int, Game]:
    """The game of that name by the rules of every version that is known here."""
    return load_from(package_of(name), name)


def check_known(record: "Record | MatchRecord") -> None:
    """BadRecord, at its place, where a record is of a game that is not here."""
    try:
        package_of(record.game)
    except BadOption as error:
        raise BadRecord(*record.at("game"), error.key, error, **error.params) from None


def load_for(record: "Record | MatchRecord") -> Game:
    """The game of a record, by the rules of its time: a match has those of its first round."""
    check_known(record)
    try:
        return load(record.game, record.rules)
    except UnknownRules as error:
        raise BadRecord(*record.at("rules"), error.key, error, **error.params) from None


@cache
def load_from(package: str, name: str) -> dict[int, Game]:
    module = import_module(f"{package}.game")
    games: list[Game] = [module.GAME, *getattr(module, "EARLIER", ())]
    for game in games:
        check(game, name, package)
    known = {game.version: game for game in games}
    if len(known) < len(games) or max(known) != games[0].version:
        raise ValueError(f"{name}: every earlier version of the rules has a lower number of its own")
    return known


def check(game: Game, name: str, package: str) -> None:
    """What records, words and search take for granted of a game, said plainly to whoever writes a new one."""
    if game.name != name or not NAME.fullmatch(name):
        raise ValueError(f"the game of {package} is called {game.name}; {name} is expected, in small letters")
    if not LETTER.fullmatch(game.letter) or not 0 < game.rule_count < NOT_NOW:
        raise ValueError(f"{name}: rules have one capital letter and numbers from 1 to {NOT_NOW - 1}")
    if not game.seats or not 2 <= min(game.seats) <= max(game.seats) <= MOST_SEATS:
        raise ValueError(f"{name}: a table has two to {MOST_SEATS} seats, not {game.seats}")


@cache
def part(game: str, name: str) -> ModuleType | None:
    """A module that a game may have, such as `observe`; None where it has none, or is not registered at all."""
    package = packages().get(game)
    return None if package is None else module_of(package, name)


@cache
def module_of(package: str, name: str) -> ModuleType | None:
    return None if find_spec(f"{package}.{name}") is None else import_module(f"{package}.{name}")


def home_of(game: Game) -> str:
    """The package in which the rules of this very game lie: an earlier version may have one of its own, with its
    features and weights."""
    return str(vars(game.rules)["__name__"]).rpartition(".")[0]


words.find_games_by(package_of)
