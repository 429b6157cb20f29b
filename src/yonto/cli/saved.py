"""Games that were kept: found in a folder with who plays and whose turn it is, and sat down to again."""

from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from yonto.cli.files import read_record
from yonto.cli.i18n import speech
from yonto.core import computers, matches, records
from yonto.core.contract import Game
from yonto.core.errors import YontoError
from yonto.core.matches import MatchRecord
from yonto.core.play import Play
from yonto.core.records import Record
from yonto.core.words import LANGUAGES, Words
from yonto.games import load_for
from yonto.players import PLAYERS, plays

MOST = 9  # games on the menu, the newest first
MOST_SEATS = 8  # that a name of the house is numbered by


@dataclass(frozen=True)
class Saved:
    """An unfinished game in a file."""

    path: Path
    game: str
    names: tuple[str, ...]
    to_move: str | None  # between two rounds nobody
    when: datetime


def saved_games(folder: Path) -> list[Saved]:
    """The unfinished games of a folder that can be gone on with, the newest first; other files are passed over."""
    paths = sorted(folder.glob("*.yonto"), key=lambda path: path.stat().st_mtime, reverse=True)
    found: list[Saved] = []
    for path in paths:
        if len(found) == MOST:
            break
        try:
            saved = looked_at(path)
        except (YontoError, OSError):
            continue
        if saved is not None:
            found.append(saved)
    return found


def looked_at(path: Path) -> Saved | None:
    """What a file holds; None for a finished game."""
    record = read_record(path)
    if record.result not in (None, "*"):
        return None
    opened = open_round(record, load_for(record))
    to_move = None
    if opened is not None:
        play, names = opened
        to_move = names[play.to_move] if play.to_move >= 0 else None
    return Saved(path, record.game, record.names, to_move, datetime.fromtimestamp(path.stat().st_mtime))


def open_round(record: Record | MatchRecord, game: Game) -> tuple[Play, tuple[str, ...]] | None:
    """The round that is under way, and the names of its seats."""
    if isinstance(record, Record):
        return records.replay(record, game), record.names
    _, opened = matches.replay(record, game)
    return None if opened is None else (opened, record.rounds[-1].names)


def computers_of(record: Record | MatchRecord, game: Game) -> list[str | None] | None:
    """The computer that plays for each player, None for a person; None altogether where that is not known. Records
    made before they said so have computers under the names of their kinds."""
    known = of_record(record) if isinstance(record, Record) else of_match(record, game)
    if known is None:
        named = [kind_of_name(name) for name in record.names]
        known = named if any(named) else None
    if known is None or any(kind and not (kind in PLAYERS and plays(kind, game)) for kind in known):
        return None
    return known


def of_record(record: Record) -> list[str | None] | None:
    levels = computers.levels(record)
    return None if levels is None else list(levels)


def of_match(record: MatchRecord, game: Game) -> list[str | None] | None:
    """From the last round, whose seats begin with the player who began it."""
    if not record.rounds or (levels := computers.levels(record.rounds[-1])) is None:
        return None
    match, opened = matches.replay(record, game)
    first = match.next_first() if opened is not None else match.rounds[-1].first
    return [levels[(player - first) % len(levels)] for player in range(len(levels))]


def readers_names(saved: Record | MatchRecord, w: Words) -> Record | MatchRecord:
    """The same game; whoever the house named, «You» or a computer by its kind, is so in the reader's language."""
    if isinstance(saved, Record):
        return replace(saved, names=tuple(spoken(name, w) for name in saved.names))
    rounds = tuple(replace(each, names=tuple(spoken(name, w) for name in each.names)) for each in saved.rounds)
    return replace(saved, names=tuple(spoken(name, w) for name in saved.names), rounds=rounds)


def spoken(name: str, w: Words) -> str:
    """A name as this language has it, if the house gave it in any; names that people chose stay."""
    for lang in LANGUAGES:
        given = house_names(speech(lang))
        if name in given:
            return house_names(speech(w.lang))[given.index(name)]
    return name


def house_names(w: Words) -> list[str]:
    """Every name that the house may give in this language, always in the same order."""
    numbers = range(1, MOST_SEATS + 1)
    kinds = [w(f"play.kind.{kind}") for kind in PLAYERS]
    numbered = [f"{kind} {number}" for kind in kinds for number in numbers]
    return [w("play.you"), *(w("play.player", number=number) for number in numbers), *kinds, *numbered]


def kind_of_name(name: str) -> str | None:
    for kind in PLAYERS:
        for lang in LANGUAGES:
            label = speech(lang)(f"play.kind.{kind}")
            if name == label or (name.startswith(f"{label} ") and name[len(label) + 1 :].isdigit()):
                return kind
    return None
