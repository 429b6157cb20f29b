"""Which games may be tried out: those that are over, and those in play that concern nobody else.

Whoever plays with others, or agreed to play without help, is not helped: neither through the table's own name nor by a
position that was copied by hand.
"""

import msgspec

from yonto.core.contract import Game, Seat, State
from yonto.core.matches import MatchRecord
from yonto.core.play import Play
from yonto.core.records import Record
from yonto.server.errors import NotAllowed, NotNow
from yonto.server.ops.cost import aside
from yonto.server.store import ListStore, Store, TableFilter, TableStore
from yonto.server.tables.registry import Registry
from yonto.study import Study, opened
from yonto.study.tree import Node
from yonto.table.table import Table

MOST = 100  # games in play of one person that are compared with a position
encode = msgspec.msgpack.Encoder().encode


def check_studied(table: Table, number: int, person: str) -> None:
    """Whether a round may be studied: when it is over; or in a pause of one's own game against computers alone, where
    nothing is hidden. A lesson's or a puzzle's table is nobody's game, as long as nobody else sits there."""
    if table.round_over(number) or (table.settings.lesson and not is_fair(table)):
        return
    people = table.people()
    alone = not people or (len(people) == 1 and table.sitters[people[0]].person == person)
    if not alone or not table.settings.hints or (people and table.game.hidden):
        raise NotAllowed("fault.not_over")
    if not table.paused:
        raise NotNow("fault.study_paused")


def is_fair(table: Table) -> bool:
    """Whether nobody is helped at it: people play each other, or agreed to play without help."""
    people = {sitter.person for sitter in table.sitters if sitter.person is not None}
    return len(people) > 1 or not (table.settings.hints or table.settings.lesson)


def check_not_helped(table: Table, number: int) -> None:
    """Where nobody may be helped nobody tries the running game out with a computer at his side."""
    if is_fair(table) and not table.round_over(number):
        raise NotAllowed("fault.fork_running")


async def check_brought(store: Store, registry: Registry, person: str, text: str, record: Record | MatchRecord) -> None:
    """The same for a record that somebody brings: neither by the name of its table, nor by its last position, nor by
    an earlier one, from which the moves could be made again at a table where computers play and give hints."""
    await check_not_running(store.tables, registry, record)
    if isinstance(record, Record) and record.result is None:
        study = await aside(opened, text)
        await check_not_played(store.lists, registry, person, study, study.end(), before=True)


async def check_not_running(tables: TableStore, registry: Registry, record: Record | MatchRecord) -> None:
    """Whether a record does not say that it is of a table here at which nobody is helped now."""
    rounds = record.rounds[-1:] if isinstance(record, MatchRecord) else (record,)
    for name in [last.notes.get("table", "") for last in rounds if last.result is None]:
        if await tables.load(name) is not None:
            table = (await registry.find(name)).table
            check_not_helped(table, len(table.plays) - 1)


async def check_not_played(
    lists: ListStore, registry: Registry, person: str, study: Study, node: Node, before: bool = False
) -> None:
    """Whether no position on the way to this one is what the person sees in a game at which nobody is helped;
    `before`: nor this one what the person saw there."""
    wanted = TableFilter(study.game.name, "playing", most=MOST, hidden=True)
    for listing in await lists.tables_of(person, wanted):
        if sum(seat.kind != "computer" for seat in listing.settings.seats) < 2 and listing.settings.hints:
            continue
        table = (await registry.find(listing.id)).table
        if table.plays and not table.round_over(len(table.plays) - 1) and is_fair(table):
            for player in table.players_of(person):
                given = study, node, table.play, table.seat_of(player)
                if passes(*given) or (before and was_there(*given)):
                    raise NotAllowed("fault.study_running")


def passes(study: Study, node: Node, play: Play, seat: Seat) -> bool:
    """Whether the way to a node goes through what a seat sees of a game in play."""
    if not alike(study, play):
        return False
    seen = shown(play.game, play.state, seat)
    return any(shown(study.game, each.state, seat) == seen for each in (study.root, *node.line()))


def was_there(study: Study, node: Node, play: Play, seat: Seat) -> bool:
    """Whether a node is what a seat saw after as many draws and moves, of which there was one at least."""
    actions = len(node.line())
    if not 0 < actions < play.seq or not alike(study, play):
        return False
    return shown(study.game, node.state, seat) == shown(play.game, play.steps[actions].state, seat)


def alike(study: Study, play: Play) -> bool:
    return (study.seats, dict(study.options)) == (play.seats, dict(play.options))


def shown(game: Game, state: State, seat: Seat) -> bytes:
    return encode(game.view(state, seat))
