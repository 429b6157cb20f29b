"""The registry: every table in memory, each under its lock, and what follows when one of them changes."""

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Coroutine
from typing import Any

import msgspec

from yonto.core import matches, records
from yonto.core.contract import Game
from yonto.core.errors import YontoError
from yonto.core.matches import MatchRecord
from yonto.server.errors import Busy, TooBig, Unknown
from yonto.server.ops.config import Config
from yonto.server.ops.house_time import HOUSE, TICK
from yonto.server.ops.metrics import Metrics
from yonto.server.ops.rate_limit import Bucket
from yonto.server.ops.warmup import Warmup
from yonto.server.store import Store
from yonto.server.store.rebuild import rebuilt
from yonto.server.tables.bots import Bots
from yonto.server.tables.commit import Answer, Committer
from yonto.server.tables.live_table import LiveTable, now_ms
from yonto.table import change, decide, fair_chance
from yonto.table.change import Change
from yonto.table.commands import Command
from yonto.table.decide import Actor, Decision
from yonto.table.events import Left, Rematched
from yonto.table.settings import CreateTable, Settings, clean_name, make_settings, opening
from yonto.table.table import FORGOTTEN, Sitter, Table, first_sitter

log = logging.getLogger("yonto.registry")

ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # 32, which divides 256, and none that look alike
CODE_LENGTH = 7
MOST_MERGED = 10_000
IDLE = 600.0  # seconds after which a table that nobody looks at leaves the memory
HEARTBEAT = 5.0  # seconds between notes that the server is alive: what a crash can cost a clock


def new_table() -> str:
    """A name that nobody guesses: who has it may watch."""
    return secrets.token_urlsafe(16)


def new_code() -> str:
    return "".join(ALPHABET[byte % len(ALPHABET)] for byte in secrets.token_bytes(CODE_LENGTH))


class Registry:
    def __init__(self, store: Store, config: Config, warmup: Warmup, bots: Bots, metrics: Metrics) -> None:
        self.store = store
        self.config = config
        self.warmup = warmup
        self.bots = bots
        self.metrics = metrics
        self.live: dict[str, LiveTable] = {}
        self.loading: dict[str, asyncio.Task[LiveTable]] = {}
        self.committer = Committer(store, metrics, self.hold_new, self.follow, self.drop)
        self.merged: dict[str, str] = {}  # guests who became accounts lately
        self.tasks: set[asyncio.Task[Any]] = set()
        self.closing = False

    # Starting and ending

    async def open(self) -> None:
        """Take up every table where the last server left it."""
        HOUSE.begin()
        await self.store.remove_lessons()
        await self.store.wake_clocks(now_ms())
        self.spawn(self.tick())
        self.spawn(self.heartbeat())
        self.spawn(self.resume_all())

    async def resume_all(self) -> None:
        """Load the tables that are being played, so that computers think and clocks strike again."""
        for table, _, to_move in await self.store.running():
            try:
                live = await self.find(table)
                if to_move is None:
                    await self.store.set_to_move(live.table.number, live.table.to_move)
                self.follow(live)
            except Exception:
                log.exception("table cannot be loaded", extra={"table": table})

    async def tick(self) -> None:
        """Keep the house's time going. After a sleep everybody sees what is left, and alarms are set anew."""
        while True:
            naps = HOUSE.naps
            await asyncio.sleep(TICK)
            HOUSE.now()
            if HOUSE.naps != naps:
                log.warning("the house slept; no clock ran")
                for live in list(self.live.values()):
                    if live.table.clocks.running is not None:
                        self.follow(live)

    def quiet(self, running: list[tuple[str, int | None, int | None]]) -> bool:
        """Whether no clock runs anywhere, and none is just being started."""
        stored = any(deadline is not None for _, deadline, _ in running)
        moving = any(live.lock.taken or live.table.clocks.running is not None for live in self.live.values())
        return not stored and not moving and not self.store.gauges()["yonto_store_waiting"]

    async def heartbeat(self) -> None:
        """Note that we live; look for clocks that ran out at tables nobody looks at; evict idle tables."""
        while True:
            await asyncio.sleep(HEARTBEAT)
            try:
                now = now_ms()
                await self.store.heartbeat(now)
                running = await self.store.running()
                if self.quiet(running) and HOUSE.follow_wall():
                    log.warning("the wall's clock was set; the house follows, as no clock runs")
                for table, deadline, _ in running:
                    if deadline is not None and deadline <= now:
                        self.follow(await self.find(table))
                self.evict(time.monotonic())
            except YontoError:
                log.exception("the heartbeat failed")

    def evict(self, now: float) -> None:
        for table, live in list(self.live.items()):
            if live.idle(now) > IDLE:
                live.cancel_alarm()
                del self.live[table]

    async def close(self) -> None:
        """Finish what is being written, then stop."""
        self.closing = True
        for live in list(self.live.values()):
            live.cancel_alarm()
            async with live.lock:
                pass
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        now = now_ms()
        HOUSE.end()
        await self.store.heartbeat(now)

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task

    # Finding

    async def find(self, table: str) -> LiveTable:
        """The table, from memory or from the store; two who ask at once get the same one."""
        if found := self.live.get(table):
            return found
        if table not in self.loading:
            task = self.spawn(self.load(table))
            self.loading[table] = task
            task.add_done_callback(lambda _: self.loading.pop(table, None))
        return await asyncio.shield(self.loading[table])

    async def load(self, table: str) -> LiveTable:
        row = await self.store.load_table(table)
        if row is None:
            raise Unknown("fault.no_table")
        game = await self.warmup.game(row.settings.game)
        return self.hold(rebuilt(row, game))

    def hold(self, table: Table) -> LiveTable:
        rate = self.config.events_per_second
        live = self.live[table.id] = LiveTable(table, Bucket(rate, 5 * rate))
        return live

    def hold_new(self, laid: Change) -> LiveTable:
        return self.hold(laid.table)

    def drop(self, live: LiveTable) -> None:
        """This copy is no longer the truth: the store is, and it will be asked again."""
        if self.live.get(live.table.id) is live:
            del self.live[live.table.id]
            live.cancel_alarm()
            live.discard()

    # Laying tables

    async def create(self, person: str, wanted: CreateTable, start: str | None = None, still: bool = False) -> Table:
        """A new table for this person; it begins at once if nobody is missing."""
        game = await self.warmup.game(wanted.game)
        if start is not None:
            check_start(opening(start), game)
        settings = msgspec.structs.replace(make_settings(wanted, game, start), still=still)
        if settings.lesson:
            self.clear_lessons(person)
        if await self.store.count_open(person) >= self.config.tables_per_person:
            raise TooBig("fault.too_many_tables", most=self.config.tables_per_person)
        name = clean_name(wanted.name) if wanted.name else ""
        sitters = [first_sitter(seat, i, person, name) for i, seat in enumerate(settings.seats)]
        laid = self.lay(settings, game, person, sitters)
        await self.committer.committed(None, laid)
        return laid.table

    def clear_lessons(self, person: str) -> None:
        """Whoever learns leaves one position for the next: those that nobody looks at are forgotten."""
        for table, live in list(self.live.items()):
            if live.table.settings.lesson and live.table.host == person and not live.watchers and not live.lock.taken:
                live.cancel_alarm()
                del self.live[table]

    def lay(self, settings: Settings, game: Game, host: str | None, sitters: list[Sitter]) -> Change:
        """A table that is not stored yet; where nobody is missing, with its first round."""
        table = Table(
            new_table(), new_code(), host, now_ms(), settings, fair_chance.new_seed(), game, sitters,
            number=self.store.new_number(),
        )  # fmt: skip
        return change.laid(table, None if table.free() else decide.began(table, table.made))

    # Acting

    def act(
        self, person: str, facing: int | None, command: Command, absent: Callable[[str], bool], answer: Answer
    ) -> None:  # fmt: skip
        """A person's command at a table: durable when `answer` hears. The same id again changes nothing. Where the
        table is in memory and free nothing waits for a task."""
        live = self.live.get(command.table)
        if live is not None and live.lock.take():
            self.act_locked(live, person, facing, command, absent, answer)
        else:
            self.spawn(self.act_later(person, facing, command, absent, answer))

    async def act_later(
        self, person: str, facing: int | None, command: Command, absent: Callable[[str], bool], answer: Answer
    ) -> None:  # fmt: skip
        try:
            live = await self.find(command.table)
            await live.lock.acquire()
        except Exception as error:
            answer(0, error)
            return
        self.act_locked(live, person, facing, command, absent, answer)

    def act_locked(
        self, live: LiveTable, person: str, facing: int | None, command: Command, absent: Callable[[str], bool],
        answer: Answer,
    ) -> None:  # fmt: skip
        """The same with the table's lock, which is given back before `answer` hears."""

        def heard(seq: int, error: BaseException | None) -> None:
            live.lock.release()
            answer(seq, error)

        def again(seq: int, error: BaseException | None) -> None:
            if error is None:
                live.lock.release()
                self.act(person, facing, command, absent, answer)
            else:
                heard(seq, error)

        table = live.table
        try:
            if self.closing:
                raise Busy("fault.closing")
            if late := decide.out_of_time(table, now_ms()):
                self.committer.commit(live, change.change(table, late), again)
                return
            live.bucket.take()
            wanted = self.wanted(table, self.merged.get(person, person), facing, command, absent)
            if isinstance(wanted, Change):
                self.committer.commit(live, wanted, heard)
            else:
                heard(wanted, None)
        except Exception as error:
            heard(table.seq, error)

    def wanted(
        self, table: Table, person: str, facing: int | None, command: Command, absent: Callable[[str], bool]
    ) -> Change | int:
        """The change that a command asks for; the number of the event where it was made before or changes nothing."""
        if (seq := table.repeated(person, command.id)) is not None:
            return seq
        actor = Actor(person, facing, lambda player: missing(table, player, absent))
        decision = decide.decide(table, actor, command, now_ms())
        if not decision.events:
            return table.seq
        if isinstance(decision.events[-1], Rematched):
            return self.rematch(table, decision, command.id)
        return change.change(table, decision, command.id)

    def rematch(self, table: Table, decision: Decision, client: str) -> Change:
        """The same people at a new table, the next one beginning; both tables are stored in one go."""
        first = table.seatings[0][0] if table.seatings else table.settings.first or 0
        settings = msgspec.structs.replace(table.settings, first=(first + 1) % table.settings.players, start=None)
        laid = self.lay(settings, table.game, table.host, [*table.sitters])
        events = (*decision.events[:-1], Rematched(now_ms(), laid.table.id))
        return change.change(table, Decision(events), client, laid)

    async def commit(self, live: LiveTable, decision: Decision) -> None:
        """Something that no person asked for. Needs the lock."""
        await self.committer.committed(live, change.change(live.table, decision))

    async def bot_move(self, live: LiveTable, position: int, action: int) -> None:
        """A computer's move comes the same way; one that is meant for another position is dropped."""
        async with live.lock:
            table = live.table
            player = table.to_move
            if table.position != position or player is None or table.paused or table.level(player) is None:
                return
            if refused := table.game.refusal(table.play.state, action):
                log.error("a computer's move was refused", extra={"table": table.id, "rule": refused.rule})
                action = table.game.legal(table.play.state)[0]
            await self.commit(live, decide.played(table, player, action, now_ms()))

    # People who change

    async def merge(self, guest: str, person: str, tables: list[str]) -> None:
        """A guest has become an account: the store knows, and now the tables in memory do."""
        self.merged[guest] = person
        while len(self.merged) > MOST_MERGED:
            del self.merged[next(iter(self.merged))]
        for name in tables:
            if name in self.live or name in self.loading:
                live = await self.find(name)
                live.table.rename(guest, person)
                live.presence += 1
                live.broadcast()

    async def forget(self, person: str, tables: list[str]) -> None:
        """A person is gone: his places are given up, his name leaves the memory."""
        for name in tables:
            live = await self.find(name)
            async with live.lock:
                table = live.table
                for player in range(table.settings.players):
                    if table.sitters[player].person == person or table.sitters[player].name == FORGOTTEN:
                        await self.give_up(live, player)

    async def give_up(self, live: LiveTable, player: int) -> None:
        table = live.table
        table.sitters[player] = Sitter(None, FORGOTTEN)
        if table.status == "waiting":
            await self.commit(live, Decision((Left(now_ms(), player),)))
        elif not table.over and player not in table.gone:
            await self.commit(live, Decision((decide.lost(table, player, "resign", now_ms()),)))
        else:
            live.broadcast()

    # What follows from a change

    def follow(self, live: LiveTable) -> None:
        """After every change: show it to those who watch, set the alarm, let a computer think where it is to move."""
        live.broadcast()
        self.set_alarm(live)
        table = live.table
        if table.status == "between" and not any(table.level(p) is None for p in range(table.settings.players)):
            self.spawn(self.next_round(live, table.position))
        player = table.to_move
        if player is None or table.paused or self.closing or live.thinking == table.position or table.settings.still:
            return
        if (level := table.level(player)) is not None:
            live.thinking = table.position
            self.spawn(self.bots.move(live, player, level, self.bot_move))

    async def next_round(self, live: LiveTable, position: int) -> None:
        """Computers among themselves go on without being asked."""
        async with live.lock:
            if live.table.position == position and live.table.status == "between":
                await self.commit(live, decide.start(live.table, now_ms()))

    def set_alarm(self, live: LiveTable) -> None:
        live.set_alarm(now_ms(), lambda: self.spawn(self.alarm(live)))

    async def alarm(self, live: LiveTable) -> None:
        """Whose time is over has lost: the server decides it, whoever is connected. Where time stood still meanwhile
        it is not over yet."""
        async with live.lock:
            if late := decide.out_of_time(live.table, now_ms()):
                await self.commit(live, late)
            else:
                self.set_alarm(live)


def check_start(record: records.Record | MatchRecord, game: Game) -> None:
    """Whether a table can start from there: every move once through the rules."""
    if isinstance(record, MatchRecord):
        matches.replay(record, game)
    else:
        records.replay(record, game)


def missing(table: Table, player: int, absent: Callable[[str], bool]) -> bool:
    person = table.sitters[player].person
    return person is None or absent(person)
