"""Checking a store while nothing, or anything, runs: every stored game is replayed, every draw done again."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from yonto.core import records
from yonto.core.contract import CHANCE, Game
from yonto.core.errors import YontoError
from yonto.games import load
from yonto.server.errors import Declined
from yonto.server.store import Snapshot, Standing, open_snapshot
from yonto.server.store.rebuild import rebuilt
from yonto.table import fair_chance
from yonto.table.table import Table


class Finding(NamedTuple):
    """A table that was checked; `wrong` says what is not as it should be."""

    table: str
    game: str
    status: str
    events: int
    wrong: YontoError | None


def check_store(path: Path) -> Iterator[Finding]:
    """Every table of a store, one after another, from one moment in time."""
    store = open_snapshot(path)
    try:
        for table in store.tables():
            yield check_table(store, table)
    finally:
        store.close()


def check_table(store: Snapshot, name: str) -> Finding:
    standing = store.standing(name)
    try:
        table = checked(store, name, load(standing.game), standing)
    except YontoError as error:
        return Finding(name, standing.game, standing.status, standing.seq, error)
    return Finding(name, standing.game, table.status, table.seq, None)


def checked(store: Snapshot, name: str, game: Game, standing: Standing) -> Table:
    stored, numbers = store.load_table(name), store.event_numbers(name)
    assert stored is not None
    if numbers != list(range(1, len(numbers) + 1)):
        raise Declined("check.events")
    table = rebuilt(stored, game)
    check_standing(standing, table)
    for number in range(len(table.plays)):
        records.replay(table.record(number), game)  # every move once more through the rules
        check_draws(table, number)
    return table


def check_standing(found: Standing, table: Table) -> None:
    """The lists must say what the events say."""
    expected = Standing(
        table.game.name, table.status, table.seq, table.at, table.clocks.deadline, table.result, table.to_move
    )
    if found != expected:
        raise Declined("check.cache", found=str(tuple(found)), expected=str(tuple(expected)))


def check_draws(table: Table, number: int) -> None:
    play, seed = table.plays[number], table.round_seed(number)
    for seq, step in enumerate(play.steps):
        if step.who != CHANCE or seq < table.starts[number]:
            continue
        if fair_chance.choose(seed, table.id, seq, *play.game.chance(step.state)) != step.action:
            raise Declined("check.draw", seq=seq)


def backup(path: Path, target: Path) -> None:
    """A whole copy of a store, also while a server writes to it."""
    store = open_snapshot(path)
    try:
        store.backup(target)
    finally:
        store.close()
