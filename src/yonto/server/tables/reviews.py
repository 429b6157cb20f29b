"""Reviews of rounds that are over: made in worker processes behind all that people wait for, kept with the table."""

import asyncio
import logging
from typing import NamedTuple

import msgspec

from yonto.core import records
from yonto.core.errors import YontoError
from yonto.players.pool import Pool, Task, TaskFailed
from yonto.review.analysis import assemble, decode, encode
from yonto.review.depths import stamp
from yonto.review.model import ChoiceReview, DrawReview, Review, Shares
from yonto.review.work import MODULE, Judged, Slice, Sliced, Trial
from yonto.server.errors import NotAllowed
from yonto.server.ops.cost import Payer
from yonto.server.store import Processes, ReviewStore
from yonto.table.table import Table

log = logging.getLogger("yonto.reviews")

DEPTH = "standard"
PART = 0.7  # seconds of a worker at a time, so that a person's computer never waits long for it
PIECE = 20.0  # seconds that the longest piece of a review may take on a crowded machine
LEASE = 60.0  # seconds for which no other process makes the same
MOST = 40  # reviews that may wait; more are asked for again by whoever looks
MOST_OF_ONE = 20  # for one address: others find a place too


class Making(NamedTuple):
    """How far a review is."""

    done: int
    of: int


class Reviews:
    def __init__(self, pool: Pool, store: ReviewStore, processes: Processes) -> None:
        self.pool, self.store, self.processes = pool, store, processes
        self.making: dict[tuple[str, int], Making] = {}
        self.homes: dict[tuple[str, int], str] = {}  # for which address each is made
        self.failed: dict[tuple[str, int], YontoError] = {}
        self.tasks: set[asyncio.Task[None]] = set()

    async def find(self, table: Table, number: int, home: str) -> Review | Making:
        """The review of a round, or how far it is; it is begun if nobody asked for it before. `home`: the address of
        whoever asks."""
        check_over(table, number)
        kept = await self.store.find(table.number, number, stamp(table.plays[number].game, DEPTH))
        if kept is not None:
            return decode(kept)
        key = table.id, number
        if error := self.failed.pop(key, None):
            raise error
        if key not in self.making and self.has_room(home):
            self.making[key] = Making(0, 0)
            self.homes[key] = home
            task = asyncio.create_task(self.make(table, number))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)
        return self.making.get(key, Making(0, 0))

    def has_room(self, home: str) -> bool:
        return len(self.making) < MOST and list(self.homes.values()).count(home) < MOST_OF_ONE

    async def make(self, table: Table, number: int) -> None:
        key = table.id, number
        try:
            if not await self.processes.lease(f"review {table.id} {number}", LEASE):
                return  # another process makes it: whoever asks again finds it in the store
            review = await self.made(table, number)
            await self.store.keep(table.number, number, review.engine, encode(review))
        except YontoError as error:
            self.failed[key] = error
        except Exception:
            log.exception("a review failed", extra={"table": table.id})
            self.failed[key] = TaskFailed("pool.task")
        finally:
            self.making.pop(key, None)
            self.homes.pop(key, None)

    async def made(self, table: Table, number: int) -> Review:
        """Part after part, others' moves in between."""
        play, text = table.plays[number].copy(), records.write(bare(table, number))
        pieces: list[ChoiceReview | DrawReview] = []
        start: Shares = ()
        begin, of = 0, 1
        while begin < of:
            data = msgspec.msgpack.encode(Slice(text, DEPTH, begin, PART, not play.over))
            answer = await self.pool.do(Task(MODULE, data), play.game.name, PIECE, home=self.homes[table.id, number])
            part = msgspec.msgpack.decode(answer, type=Sliced)
            pieces += [*part.choices, *part.draws]
            begin, of, start = part.next, part.of, part.start
            self.making[table.id, number] = Making(begin, of)
        return assemble(play, DEPTH, pieces, start)

    async def judge(
        self,
        table: Table,
        number: int,
        at: int,
        moves: tuple[str, ...],
        best: tuple[str, ...],
        person: str,
        payer: Payer,
    ) -> Judged:
        """Other moves in a round that is over, measured: a person waits for it, and pays as for a hint."""
        check_over(table, number)
        wanted = Trial(records.write(bare(table, number)), DEPTH, not table.plays[number].over, at, moves, best)
        task = Task(MODULE, msgspec.msgpack.encode(wanted))
        await payer.admitted()
        found = msgspec.msgpack.decode(await self.pool.do(task, table.game.name, PIECE, person), type=Judged)
        payer.charge(found.seconds, kept=0.0)
        return found

    async def close(self) -> None:
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)


def check_over(table: Table, number: int) -> None:
    """Nobody is told anything of a round that is being played, whoever asks."""
    if not table.round_over(number):
        raise NotAllowed("fault.not_over")


def bare(table: Table, number: int) -> records.Record:
    """A round in writing, without names, notes or proofs: what a review depends on."""
    play = table.plays[number]
    return records.of_play(play, tuple(f"{seat + 1}" for seat in range(play.seats)))
