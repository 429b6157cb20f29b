"""Making puzzles: looked for game by game, written down after each, and gone on with where it was left."""

import json
import time
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path
from typing import Protocol

import msgspec

from yonto.core.play import Play
from yonto.games import load
from yonto.puzzles.best_turn import KIND, Known, Report, mined
from yonto.puzzles.families import OF_MASTERS, Games
from yonto.puzzles.form import Puzzle, position_of, read, write
from yonto.puzzles.sieve import sieve_of
from yonto.teaching.turns import Turn

TWINS = 0.8  # the part of what led to them that two positions with the same best turn may have in common
RULES = 3  # of the sieve: what was looked through by others is looked through again


class Progress(msgspec.Struct):
    """How far the games of a seed were looked through."""

    game: str
    seed: str
    next: int = 0  # the number of the next game
    seconds: float = 0.0  # of the processor so far
    sieve: int = RULES
    games: Games = OF_MASTERS  # whose they were, and what was looked at in them

    @property
    def looked_through(self) -> tuple[str, str, int, Games]:
        return self.game, self.seed, self.sieve, self.games


class Source(Protocol):
    """What finds the puzzles of the game, or garden, of a number."""

    def __call__(
        self, name: str, number: int, report: Report, *seed: int | str, games: Games = ..., known: Known = ...
    ) -> Iterator[Puzzle]: ...


def source_of(game: str) -> Source:
    """Solved games have their truth, others are searched."""
    if load(game).exact is None:
        return mined
    from yonto.puzzles.solved import mined as solved

    return solved


def progress_place(place: Path) -> Path:
    return place.with_suffix(".progress.json")


def resumed(place: Path, game: str, seed: str, games: Games = OF_MASTERS) -> tuple[Progress, list[Puzzle]]:
    """What is there already, and how far the games of this seed were looked through for it."""
    have = list(read(place.read_text(encoding="utf-8"))) if place.is_file() else []
    kept = progress_place(place)
    if kept.is_file():
        known = msgspec.json.decode(kept.read_bytes(), type=Progress)
        if known.looked_through == (game, seed, RULES, games):
            return known, have
    return Progress(game, seed, games=games), have


def save(place: Path, progress: Progress, have: list[Puzzle]) -> None:
    """Both files whole or not at all; the puzzles first, since one that is found twice is known by its name."""
    for path, text in ((place, write(have)), (progress_place(place), json.dumps(msgspec.to_builtins(progress)) + "\n")):
        fresh = path.with_name(path.name + ".new")
        fresh.write_text(text, encoding="utf-8")
        fresh.replace(path)


def alike(game: str, one: Puzzle, two: Puzzle) -> bool:
    """Whether two positions have more of what led to them in common than the game likes; less will do where they also
    have the same best turn: then whoever knows the one has found the other."""
    if one.kind != KIND:
        return False
    common = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one.moves, two.moves, strict=False)))
    most = min(sieve_of(game).alike, TWINS) if one.best == two.best and one.seats == two.seats else sieve_of(game).alike
    return common > most * min(len(one.moves), len(two.moves))


def make(
    game: str, count: int, seed: str, place: Path, report: Report, at_most: int | None = None,
    games: Games = OF_MASTERS,
) -> list[Puzzle]:  # fmt: skip
    """Look until the file has so many puzzles of the game, or so many games have been looked through."""
    progress, have = resumed(place, game, seed, games)
    find, names = source_of(game), {each.id for each in have}

    def known(play: Play, best: Turn) -> bool:
        """Asked before a position is looked at for minutes."""
        bare = Puzzle("", KIND, play.seats, {}, position_of(play), 0, best=best.text)
        return any(alike(game, bare, each) for each in have)

    end = None if at_most is None else progress.next + at_most
    while len(have) < count and progress.next != end:
        begun = time.process_time()
        for found in find(game, progress.next, report, seed, games=games, known=known):
            if found.id not in names:
                names.add(found.id)
                have.append(found)
                report(stage="found", id=found.id, n=len(have), of=count)
            save(place, progress, have)
            if len(have) >= count:
                break
        progress.next += 1
        progress.seconds += time.process_time() - begun
        save(place, progress, have)
        report(stage="looked", games=progress.next, n=len(have), seconds=round(progress.seconds))
    return have
