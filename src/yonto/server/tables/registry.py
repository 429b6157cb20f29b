"""The hall: every table in memory, each under its lock; nothing is told to anybody before it is stored."""

import asyncio
import logging
import secrets
import sqlite3
import time
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from typing import Any

import msgspec

from yonto.core import matches, records
from yonto.core.contract import Game
from yonto.core.errors import YontoError
from yonto.core.matches import MatchRecord
from yonto.server.ops.config import Config
from yonto.server.ops.metrics import Metrics
from yonto.server.ops.rate_limit import Bucket
from yonto.server.ops.warmup import Warmup
from yonto.server.people.accounts import FORGOTTEN, remember
from yonto.server.store import Store, TableRow
from yonto.server.store.store import add_later, add_table, load_table, running, set_sitter
from yonto.server.tables.bots import Bots
from yonto.server.tables.live_table import LiveTable
from yonto.table import decide, fair_chance
from yonto.table.commands import Command, Move, Sit
from yonto.table.decide import Actor
from yonto.table.errors import Busy, NotAllowed, TooBig, Unknown
from yonto.table.events import Event, Left, Rematched, Sat, Woke, encode
from yonto.table.settings import CreateTable, SeatSettings, Settings, clean_name, opening, settle
from yonto.table.table import Sitter, Table

log = logging.getLogger("yonto.hall")
Answer = Callable[[int, BaseException | None], None]  # hears after which event the table is, or what went wrong

ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # 32, which divides 256, and none that look alike
CODE_LENGTH = 7
MOST_MERGED = 10_000
IDLE = 600.0  # seconds after which a table that nobody looks at leaves the memory
BEAT = 5.0  # seconds between notes that the server is alive: what a crash can cost a clock


def now_ms() -> int:
    return time.time_ns() // 1_000_000


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
        self.merged: dict[str, str] = {}  # guests who became accounts lately
        self.tasks: set[asyncio.Task[Any]] = set()
        self.closing = False

    # Starting and ending

    async def open(self) -> None:
        """Take up every table where the last server left it."""
        await self.store.write(lambda db: wake_clocks(db, now_ms()))
        self.spawn(self.beat())
        self.spawn(self.take_up())

    async def take_up(self) -> None:
        """Load the tables that are being played, so that computers think and clocks strike again."""
        for table, _ in await self.store.read(running):
            try:
                self.follow(await self.find(table))
            except Exception:
                log.exception("table cannot be loaded", extra={"table": table})

    async def beat(self) -> None:
        """Note that we live; look for clocks that ran out at tables nobody looks at; let idle tables go."""
        while True:
            await asyncio.sleep(BEAT)
            try:
                now = now_ms()
                await self.store.write(lambda db, now=now: set_alive(db, now))  # type: ignore[misc]
                for table, deadline in await self.store.read(running):
                    if deadline is not None and deadline <= now:
                        self.follow(await self.find(table))
                self.let_go(time.monotonic())
            except (sqlite3.Error, YontoError):
                log.exception("the beat failed")

    def let_go(self, now: float) -> None:
        for table, live in list(self.live.items()):
            if live.idle(now) > IDLE:
                live.quiet()
                del self.live[table]

    async def close(self) -> None:
        """Finish what is being written, then stop."""
        self.closing = True
        for live in list(self.live.values()):
            live.quiet()
            async with live.lock:
                pass
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await self.store.write(lambda db: set_alive(db, now_ms()))

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
        row = await self.store.read(lambda db: load_table(db, table))
        if row is None:
            raise Unknown("fault.no_table")
        game = await self.warmup.game(row.settings.game)
        live = self.holding(rebuilt(row, game))
        self.live[table] = live
        return live

    def holding(self, table: Table) -> LiveTable:
        return LiveTable(table, Bucket(self.config.events_per_second, 5 * self.config.events_per_second))

    # Making

    async def create(self, person: str, wanted: CreateTable, start: str | None = None) -> Table:
        """A new table for this person; it begins at once if nobody is missing."""
        game = await self.warmup.game(wanted.game)
        if start is not None:
            check_start(opening(start), game)
        settings = settle(wanted, game, start)
        name = clean_name(wanted.name) if wanted.name else ""
        sitters = [first_sitter(seat, i, person, name) for i, seat in enumerate(settings.seats)]
        table = self.laid(settings, game, person, sitters)
        made: list[Event] = [] if table.free() else [decide.began(table, table.made)]
        for event in made:
            table.apply(event)

        def work(db: sqlite3.Connection) -> None:
            check_room(db, person, self.config.tables_per_person)
            remember(db, person, table.made, name or None)
            add_table(db, table, made)

        await self.write(self.store.write(work))
        self.added(table, made)
        return table

    def laid(self, settings: Settings, game: Game, host: str | None, sitters: list[Sitter]) -> Table:
        number = self.store.new_number()
        return Table(
            new_table(), new_code(), host, now_ms(), settings, fair_chance.new_seed(), game, sitters, number=number
        )

    def added(self, table: Table, made: list[Event]) -> None:
        for event in made:
            self.metrics.count("yonto_events_total", "kind", kind_of(event))
        live = self.live[table.id] = self.holding(table)
        self.follow(live)

    # Acting

    async def act(self, person: str, facing: int | None, message: Command, absent: Callable[[str], bool]) -> int:
        """A person's message at a table: stored when this returns. The same id again changes nothing."""
        if self.closing:
            raise Busy("fault.closing")
        live = await self.find(message.table)
        live.bucket.take()
        async with live.lock:
            table = live.table
            person = self.merged.get(person, person)  # who signed in while this waited
            if (seq := table.repeated(person, message.id)) is not None:
                return seq
            await self.strike(live)
            actor = Actor(person, facing, lambda player: missing(table, player, absent))
            events = decide.decide(table, actor, message, now_ms())
            if not events:
                return table.seq
            if isinstance(events[-1], Rematched):
                return await self.rematch(live, events, message.id)
            return await self.commit(live, events, message.id, sitters_after(events, person, message))

    def play(self, person: str, facing: int | None, message: Move, told: Answer) -> bool:
        """The short way of a move, where the table is in memory and free: no task waits for the store, `told` hears
        when the move is there. False where it has to go the long way."""
        live = self.live.get(message.table)
        if live is None or live.lock.taken or self.closing:
            return False
        table, now = live.table, now_ms()
        if table.clocks.deadline is not None and table.clocks.deadline <= now:
            return False
        live.bucket.take()
        if (seq := table.repeated(person, message.id)) is not None:
            told(seq, None)
            return True
        events = decide.stamped(decide.decide(table, Actor(person, facing, nobody), message, now), table)
        draft = table.draft()
        draft.apply(events[0], message.id)
        kept = partial(self.kept, live, draft, events, told)
        self.store.append(draft, table.seq, events, message.id, kept)
        live.lock.take()
        return True

    def kept(
        self, live: LiveTable, draft: Table, events: list[Event], told: Answer, _: None, error: Exception | None
    ) -> None:  # fmt: skip
        """The end of the short way: the events are stored, or nothing has happened."""
        failed = None if error is None else self.unkept(live, error)
        try:
            if failed is None:
                self.adopt(live, draft, events)
        finally:
            live.lock.give()
            told(live.table.seq, failed)

    async def bot_move(self, live: LiveTable, position: int, action: int) -> None:
        """A computer's move comes through the same door; one that is meant for another position is dropped."""
        async with live.lock:
            table = live.table
            player = table.to_move
            if table.position != position or player is None or table.paused or table.level(player) is None:
                return
            if refused := table.game.refusal(table.play.state, action):
                log.error("a computer's move was refused", extra={"table": table.id, "rule": refused.rule})
                action = table.game.legal(table.play.state)[0]
            await self.commit(live, [decide.played(table, player, action, now_ms())])

    async def commit(
        self, live: LiveTable, events: list[Event], client: str = "", seated: dict[int, Sitter] | None = None
    ) -> int:
        """Store the events, then let them be true, then tell. Needs the lock."""
        table = live.table
        events = decide.stamped(events, table)
        draft = table.draft()
        for i, event in enumerate(events):
            draft.apply(event, client if i == 0 else "")
        for player, sitter in (seated or {}).items():
            draft.sitters[player] = sitter

        def work(db: sqlite3.Connection) -> None:
            add_later(db, draft, table.seq, events, client)
            for player, sitter in (seated or {}).items():
                set_sitter(db, table.id, player, sitter)
                if sitter.person:
                    remember(db, sitter.person, draft.at, sitter.name)

        kept = self.store.write(work) if seated else self.store.add(draft, table.seq, events, client)
        await self.write(kept, live)
        self.adopt(live, draft, events)
        return table.seq

    def adopt(self, live: LiveTable, draft: Table, events: list[Event]) -> None:
        """What was stored is true from now on."""
        live.table.adopt(draft)
        for event in events:
            self.metrics.count("yonto_events_total", "kind", kind_of(event))
        self.follow(live)

    async def write(self, kept: Awaitable[None], live: LiveTable | None = None) -> None:
        """Wait until it is kept; if it cannot be, forget the table."""
        try:
            await kept
        except BaseException as error:
            raise self.unkept(live, error) from None

    def unkept(self, live: LiveTable | None, error: BaseException) -> BaseException:
        """Something could not be stored. What the store says is true, and it will be asked again."""
        if live is not None and live.table.id in self.live:
            del self.live[live.table.id]
            live.quiet()
            live.lost()
        if isinstance(error, sqlite3.Error):
            table = None if live is None else live.table.id
            log.error("the store refused", exc_info=error, extra={"table": table})
            return Busy("fault.store")
        return error

    async def rematch(self, live: LiveTable, events: list[Event], client: str) -> int:
        """The same people at a new table, the next one beginning; both tables are written in one go."""
        table = live.table
        first = table.seatings[0][0] if table.seatings else table.settings.first or 0
        settings = msgspec.structs.replace(table.settings, first=(first + 1) % table.settings.players, start=None)
        after = self.laid(settings, table.game, table.host, [*table.sitters])
        made: list[Event] = [] if after.free() else [decide.began(after, after.made)]
        for event in made:
            after.apply(event)
        events = decide.stamped([*events[:-1], Rematched(now_ms(), after.id)], table)
        draft = table.draft()
        for i, event in enumerate(events):
            draft.apply(event, client if i == 0 else "")

        await self.write(self.store.go_on(draft, table.seq, events, client, after, made), live)
        table.adopt(draft)
        self.added(after, made)
        self.follow(live)
        return table.seq

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
                live.tell()

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
            await self.commit(live, [Left(now_ms(), player)], seated={player: Sitter(None, "")})
        elif not table.over and player not in table.gone:
            await self.commit(live, [decide.lost(table, player, "resign", now_ms())])
        else:
            live.tell()

    # What follows from a change

    def follow(self, live: LiveTable) -> None:
        """After every change: tell those who watch, set the alarm, let a computer think where it is to move."""
        live.tell()
        live.set_alarm(now_ms(), lambda: self.spawn(self.alarm(live)))
        table = live.table
        if table.status == "between" and not any(live.table.level(p) is None for p in range(table.settings.players)):
            self.spawn(self.next_round(live, table.position))
        player = table.to_move
        if player is None or table.paused or self.closing or live.thinking == table.position:
            return
        if (level := table.level(player)) is not None:
            live.thinking = table.position
            self.spawn(self.bots.move(live, player, level, self.bot_move))

    async def next_round(self, live: LiveTable, position: int) -> None:
        """Computers among themselves go on without being asked."""
        async with live.lock:
            if live.table.position == position and live.table.status == "between":
                await self.commit(live, [decide.start(live.table, now_ms())])

    async def alarm(self, live: LiveTable) -> None:
        async with live.lock:
            await self.strike(live)

    async def strike(self, live: LiveTable) -> None:
        """Whose time is over has lost: the server decides it, whoever is connected. Needs the lock."""
        table, now = live.table, now_ms()
        deadline = table.clocks.deadline
        if deadline is not None and deadline <= now and table.status == "playing":
            assert table.clocks.running is not None
            await self.commit(live, [decide.lost(table, table.clocks.running, "timeout", now)])


def rebuilt(row: TableRow, game: Game) -> Table:
    """A table from the store: its events once more."""
    if game.version != row.settings.rules:
        raise Busy("fault.old_rules", game=game.name, version=row.settings.rules, ours=game.version)
    table = Table(
        row.id, row.code, row.host, row.made, row.settings, row.seed, game, list(row.sitters), number=row.number
    )
    for event, client in row.events:
        table.apply(event, client)
    table.sitters = list(row.sitters)
    return table


def check_start(record: records.Record | MatchRecord, game: Game) -> None:
    """Whether a table can start from there: every move once through the rules."""
    if isinstance(record, MatchRecord):
        matches.replay(record, game)
    else:
        records.replay(record, game)


def first_sitter(seat: SeatSettings, player: int, person: str, name: str) -> Sitter:
    """Who sits where when a table is made."""
    if seat.kind == "computer":
        return Sitter(None, seat.level)
    if seat.kind == "open":
        return Sitter(None, "")
    own = name if seat.kind == "me" else seat.name
    return Sitter(person, own or f"#{player + 1}")


def sitters_after(events: list[Event], person: str, message: Command) -> dict[int, Sitter]:
    """Who sits where after somebody sat down or, before the game, got up."""
    seated = {}
    for event in events:
        if isinstance(event, Sat) and isinstance(message, Sit):
            seated[event.player] = Sitter(person, clean_name(message.name))
    return seated


def nobody(player: int) -> bool:
    """For acts that do not ask who is connected."""
    return False


def missing(table: Table, player: int, absent: Callable[[str], bool]) -> bool:
    person = table.sitters[player].person
    return person is None or absent(person)


def kind_of(event: Event) -> str:
    return str(type(event).__struct_config__.tag)


def check_room(db: sqlite3.Connection, person: str, most: int) -> None:
    """Nobody fills the house with tables."""
    (count,) = db.execute(
        "SELECT count(*) FROM tables JOIN standings USING (number) WHERE host=? "
        "AND status IN ('waiting', 'playing', 'between')",
        (person,),
    ).fetchone()
    if count >= most:
        raise TooBig("fault.too_many_tables", most=most)


def set_alive(db: sqlite3.Connection, now: int) -> None:
    db.execute("INSERT OR REPLACE INTO meta VALUES ('alive', ?)", (str(now).encode(),))


def wake_clocks(db: sqlite3.Connection, now: int) -> None:
    """While the server was away nobody's clock ran. The events say so; no game needs to be awake for it."""
    row = db.execute("SELECT value FROM meta WHERE name='alive'").fetchone()
    alive = int(row[0]) if row else 0
    query = "SELECT number, seq, updated FROM standings WHERE status='playing' AND deadline IS NOT NULL"
    for number, seq, updated in db.execute(query).fetchall():
        away = max(now - max(alive, updated), 0)  # an event after the last beat is a sign of life too
        woke = "INSERT INTO events (number, seq, event) VALUES (?,?,?)"
        db.execute(woke, (number, seq + 1, encode(Woke(now, away))))
        later = "UPDATE standings SET seq=seq+1, updated=?, deadline=deadline+? WHERE number=?"
        db.execute(later, (now, away, number))
    set_alive(db, now)


def allowed_to_watch(table: Table, person: str) -> None:
    if not table.settings.watchers and not table.players_of(person) and table.host != person and not table.free():
        raise NotAllowed("fault.no_watchers")
