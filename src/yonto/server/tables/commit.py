"""The one way in which anything at a table changes: stored, then true, then told.

A person's move, a computer's, a new table and a rematch all come through `Committer.commit`. Until the store says that
the change is durable nobody hears of it; where the store fails, the table is dropped from memory and read again. The
tables of lessons alone are in memory and nowhere else, where there is one process: nobody wants to find them again.
Where another process was quicker (Conflict), nothing is wrong with the table: what is missing is loaded, and whoever
asked decides again.
"""

import asyncio
from collections.abc import Callable
from functools import partial

from yonto.server.ops.metrics import Metrics
from yonto.server.store import Conflict, EventLog, Processes
from yonto.server.tables.live_table import LiveTable
from yonto.table.change import Change
from yonto.table.events import kind_of

Answer = Callable[[int, BaseException | None], None]  # hears after which event the table is, or what went wrong


class Committer:
    """`opened` makes a live table of a stored change that lays one; `follow` does what a change asks for; `drop` takes
    a table out of memory."""

    def __init__(
        self, log: EventLog, processes: Processes, metrics: Metrics, opened: Callable[[Change], LiveTable],
        follow: Callable[[LiveTable], None], drop: Callable[[LiveTable], None],
    ) -> None:  # fmt: skip
        self.log = log
        self.processes = processes
        self.metrics = metrics
        self.opened = opened
        self.follow = follow
        self.drop = drop

    def commit(self, live: LiveTable | None, change: Change, answer: Answer) -> None:
        """Needs the table's lock, which the caller gives back when `answer` hears. No `live`: a new table."""
        stored = partial(self.stored, live, change, answer)
        if change.table.settings.lesson and self.processes.alone:
            stored(None, None)
        else:
            self.log.append(change, stored)

    def stored(
        self, live: LiveTable | None, change: Change, answer: Answer, _: None, error: BaseException | None
    ) -> None:  # fmt: skip
        """The change is durable, or nothing has happened."""
        if error is not None and live is not None and not isinstance(error, Conflict):
            self.drop(live)
        try:
            if error is None:
                self.adopt(live, change)
        finally:
            answer(change.table.seq if error is None else change.seq, error)

    def adopt(self, live: LiveTable | None, change: Change) -> None:
        """What was stored is true from now on."""
        if change.with_table is not None:
            self.adopt(None, change.with_table)
        for event in change.events:
            self.metrics.count("yonto_events_total", "kind", kind_of(event))
        if live is None:
            live = self.opened(change)
        else:
            live.table.adopt(change.table)
        self.follow(live)

    async def committed(self, live: LiveTable | None, change: Change) -> int:
        """The same for whoever waits: the number of the last event."""
        future: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        def heard(seq: int, error: BaseException | None) -> None:
            if future.cancelled():
                return
            if error is None:
                future.set_result(seq)
            else:
                future.set_exception(error)

        self.commit(live, change, heard)
        return await future
