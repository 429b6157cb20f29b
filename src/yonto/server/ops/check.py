"""Checking a store while nothing, or anything, runs: every stored game is replayed, every draw done again."""

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec

from yonto.core import records
from yonto.core.contract import CHANCE
from yonto.core.errors import YontoError
from yonto.core.words import Plain
from yonto.games import load
from yonto.server.errors import BadStore, Declined
from yonto.server.store import Place, Snapshot, Standing, open_snapshot
from yonto.server.store import backup as copied
from yonto.server.store import copy_store as copy
from yonto.server.store import restore as put_back
from yonto.server.store.interface.snapshot import Reason
from yonto.server.store.interface.tables import BadEvent
from yonto.server.store.rebuild import rebuilt
from yonto.table import fair_chance
from yonto.table.table import Table


class Finding(NamedTuple):
    """A table that was checked; `wrong` says what is not as it should be. Without a table: the file itself."""

    table: str
    game: str
    status: str
    events: int
    wrong: YontoError | None


def check_store(place: Place) -> Iterator[Finding]:
    """The file, then every table of the store, one after another, from one moment in time. What is wrong with one
    keeps nobody from looking at the next."""
    store = open_snapshot(place)
    try:
        for line in store.damage():
            yield Finding("", "", "", 0, Declined("check.file", reason=line))
        store.check_form()
        yield from check_strays(store)
        for number in store.numbers():
            if (finding := check_number(store, number)) is not None:
                yield finding
    finally:
        store.close()


def check_strays(store: Snapshot) -> Iterator[Finding]:
    with contextlib.suppress(BadStore):  # on a page that is damaged: that was said already
        if n := store.strays():
            yield Finding("#?", "?", "?", n, Declined("check.strays", n=n))


def check_number(store: Snapshot, number: int) -> Finding | None:
    try:
        name = store.table_of(number)
    except YontoError as error:
        return Finding(f"#{number}", "?", "?", 0, of_a_table(error))
    return None if name is None else check_table(store, name)


def check_table(store: Snapshot, name: str) -> Finding:
    game, status, events = "?", "?", 0
    try:
        standing = store.standing(name)
        game, status, events = standing.game, standing.status, standing.seq
        table = checked(store, name, standing)
    except YontoError as error:
        return Finding(name, game, status, events, of_a_table(error))
    except BadEvent as error:
        return Finding(name, game, status, events, Declined(error.key, seq=error.seq))
    except Exception:  # a row that is not what it should be may fail anywhere
        return Finding(name, game, status, events, Declined("check.unreadable"))
    return Finding(name, table.game.name, table.status, table.seq, None)


def of_a_table(error: YontoError) -> YontoError:
    """Where the file is damaged, what that means for one table: what to do is said of the whole."""
    if error.key != "file.damaged":
        return error
    return Declined("check.page", reason=error.params["reason"])


def checked(store: Snapshot, name: str, standing: Standing) -> Table:
    stored, numbers = store.load_table(name), store.event_numbers(name)
    assert stored is not None
    if numbers != list(range(1, len(numbers) + 1)):
        raise Declined("check.events")
    game = load(stored.settings.game, stored.settings.rules)
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
        differ = [name for name in Standing._fields if getattr(found, name) != getattr(expected, name)]
        raise Declined("check.cache", found=told(found, differ), expected=told(expected, differ))


def told(standing: Standing, names: list[str]) -> Plain:
    """Some of the columns of the list, with their values."""
    values = {name: getattr(standing, name) for name in names}
    if values.get("result") is not None:
        values["result"] = msgspec.json.encode(standing.result).decode()
    return Plain(", ".join(f"{name} {'-' if value is None else value}" for name, value in values.items()))


def check_draws(table: Table, number: int) -> None:
    play, seed = table.plays[number], table.round_seed(number)
    for seq, step in enumerate(play.steps):
        if step.who != CHANCE or seq < table.starts[number]:
            continue
        if fair_chance.choose(seed, table.id, seq, *play.game.chance(step.state)) != step.action:
            raise Declined("check.draw", seq=seq)


def backup(place: Place, target: Path) -> None:
    """A whole copy of a store as one file, also while a server writes to it; BadStore if what was copied is damaged."""
    copied(place, target)
    for finding in file_findings(target):
        raise BadStore("file.copied_damage", path=Plain(target), reason=finding)
    store = open_snapshot(place)
    try:
        store.note_backup(target)
    finally:
        store.close()


def copy_store(source: Place, target: Place) -> Iterator[Finding]:
    """All that one store keeps into another, which must be empty. Then every table of the copy is compared with the
    original, event by event, and replayed."""
    copy(source, target)
    original, made = open_snapshot(source), open_snapshot(target)
    try:
        for number in original.numbers():
            if (name := original.table_of(number)) is not None and original.load_table(name) != made.load_table(name):
                yield Finding(name, "?", "?", 0, Declined("check.differs"))
    finally:
        original.close()
        made.close()
    yield from check_store(target)


def file_findings(path: Path) -> list[Reason]:
    """What is wrong with a file as such."""
    store = open_snapshot(path)
    try:
        return store.damage()
    finally:
        store.close()


def restore(source: Path, target: Place, told: Callable[[Finding], None], anyway: bool = False) -> str | None:
    """Put a backup in the place of a store; where the old one lies now. A file that is damaged is never taken;
    `told` hears of every table that is not in order, and such a backup is taken only `anyway`."""

    def check(copy: Path) -> None:
        wrong = [finding for finding in check_store(copy) if finding.wrong is not None]
        for finding in wrong:
            told(finding)
        if any(not finding.table for finding in wrong) or (wrong and not anyway):
            raise BadStore("file.not_restored", path=Plain(source), n=len(wrong))

    return put_back(source, target, check)
