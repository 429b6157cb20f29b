"""The registry: every table in memory, each under its lock, and what follows when one of them changes."""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Iterable
from typing import Any

import msgspec

from yonto.core.errors import UnknownRules
from yonto.server.errors import Busy, NotNow, TooBig, Unknown
from yonto.server.ops.config import Config
from yonto.server.ops.cost import aside, at_once
from yonto.server.ops.house_time import HOUSE
from yonto.server.ops.metrics import Metrics
from yonto.server.ops.rate_limit import Bucket, Limit
from yonto.server.ops.warmup import Warmup
from yonto.server.store import Conflict, Store
from yonto.server.store.rebuild import rebuilt
from yonto.server.tables.bots import Bots
from yonto.server.tables.commit import Answer, Committer
from yonto.server.tables.heartbeat import Heartbeat
from yonto.server.tables.keeping import Keeping
from yonto.server.tables.laying import by_rules_of_today, check_start, lay
from yonto.server.tables.live_table import LiveTable, now_ms
from yonto.server.tables.peers import Peers
from yonto.server.tables.people_at_tables import PeopleAtTables
from yonto.server.tables.tickets import Ticket, Tickets
from yonto.table import change, decide, fair_chance
from yonto.table.change import Change
from yonto.table.commands import AnswerOffer, Arrange, Command, MakeOffer, Move, Sit
from yonto.table.decide import Actor, Decision
from yonto.table.events import REMATCH, Rematched
from yonto.table.settings import CreateTable, clean_name, make_settings, opening
from yonto.table.table import Sitter, Table, first_sitter

log = logging.getLogger("yonto.registry")

MOST_TRIES = 20  # to be quicker than other processes
SHORT = 4000  # characters of a record that is read within a millisecond or two


class Registry:
    def __init__(self, store: Store, config: Config, warmup: Warmup, bots: Bots, metrics: Metrics) -> None:
        self.store = store
        self.config = config
        self.warmup = warmup
        self.bots = bots
        self.metrics = metrics
        self.live: dict[str, LiveTable] = {}
        self.loading: dict[str, asyncio.Task[LiveTable]] = {}
        self.committer = Committer(store.log, store.processes, metrics, self.hold_new, self.follow, self.drop)
        self.tickets = Tickets(store.secret("tickets", lambda old: old or fair_chance.new_seed()))
        self.keeping = Keeping(store.keeping, store.upkeep, config, metrics, bots.secret, self.drop_table)
        self.rematches = Limit(config.creates_per_minute / 60, config.creates_per_minute)  # by host
        self.tasks: set[asyncio.Task[Any]] = set()
        self.closing = False
        self.peers = Peers(self)
        self.people = PeopleAtTables(self)
        self.heartbeat = Heartbeat(self)
        self.check_names: Callable[[Iterable[str]], None] = lambda names: None  # raises for those that are not wanted

    # Starting and ending

    async def open(self) -> None:
        """Take up every table where the last server left it."""
        HOUSE.begin()
        await self.store.upkeep.remove_lessons()
        await self.store.upkeep.wake_clocks(now_ms())
        self.heartbeat.open()
        if self.store.processes.alone:
            self.spawn(self.resume_all())
        self.peers.open()
        self.spawn(self.keeping.run())

    async def resume_all(self) -> None:
        """Load the tables that are being played, so that computers think and clocks strike again. Where no person
        sits nobody misses anything: such a table goes on when somebody looks at it."""
        peopled = await self.store.tables.peopled()
        for table, deadline, to_move in await self.store.tables.running():
            if table not in peopled and deadline is None and to_move is not None:
                continue
            try:
                live = await self.find(table)
                if to_move is None:
                    await self.note_to_move(live)
                self.follow(live)
            except UnknownRules as error:
                log.warning("a table of a newer Yonto is left as it is", extra={"table": table, "why": str(error)})
            except Exception:
                log.exception("table cannot be loaded", extra={"table": table})

    async def note_to_move(self, live: LiveTable) -> None:
        """For lists, where the table was stored before standings said whose move it is."""
        await self.store.tables.set_to_move(live.table.number, live.table.seq, live.table.to_move)

    def left(self, live: LiveTable) -> None:
        """Somebody looks no more. A game that is over leaves the memory with the last one: it lies in the store, and a
        crowd that plays one game after another would fill the memory with those."""
        table = live.table
        if table.over and not table.settings.lesson and not live.watchers and not live.lock.taken:
            self.forget(live)

    def forget(self, live: LiveTable) -> None:
        if self.live.get(live.table.id) is live:
            del self.live[live.table.id]
            live.rest()

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
        await self.store.upkeep.heartbeat(now)
        await self.store.processes.release_leases()

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

    async def locked(self, table: str) -> LiveTable:
        """The same with its lock. It may have left the memory while one waited for that: then it is found anew."""
        while True:
            live = await self.find(table)
            await live.lock.acquire()
            if self.live.get(table) is live:
                return live
            live.lock.release()

    async def fresh(self, table: str) -> LiveTable:
        """The same, and nothing that another process stored before now is missing."""
        known = table in self.live
        live = await self.find(table)
        if known:
            await self.peers.fresh(live)
        return live

    async def load(self, table: str) -> LiveTable:
        row = await self.store.tables.load(table)
        if row is None:
            raise Unknown("fault.no_table")
        game = await self.warmup.at_table(row.settings.game, row.settings.rules)
        return self.hold(await aside(rebuilt, row, game))

    def hold(self, table: Table) -> LiveTable:
        rate = self.config.events_per_second
        live = self.live[table.id] = LiveTable(table, Bucket(rate, 5 * rate), self.config.stand_in_grace)
        if not self.store.processes.alone:
            self.open_to_peers(live)
        return live

    def open_to_peers(self, live: LiveTable) -> None:
        """Who looks at it is told to the other processes, and asked of them."""
        table, peers = live.table.id, self.peers
        for person in peers.elsewhere.at(table):
            live.arrive(person)
        live.stirred = lambda came, person: (peers.came if came else peers.went)(table, person)

    def hold_new(self, laid: Change) -> LiveTable:
        return self.hold(laid.table)

    def drop(self, live: LiveTable) -> None:
        """This copy is no longer the truth: the store is, and it will be asked again."""
        if self.live.get(live.table.id) is live:
            self.forget(live)
            live.discard()

    def drop_table(self, table: str) -> None:
        if live := self.live.get(table):
            self.drop(live)

    # Laying tables

    async def create(
        self, person: str, wanted: CreateTable, start: str | None = None, still: bool = False, home: str = ""
    ) -> Table:  # fmt: skip
        """A new table for this person; it begins at once if nobody is missing."""
        self.check_names(names_in(wanted))
        record = opening(start) if start is not None else None
        long = start is not None and len(start) > SHORT  # it takes its time: others go on
        ready = self.warmup.game if long else self.warmup.at_table
        game = await ready(wanted.game, record.rules if record is not None else None)
        if record is not None:
            await (aside if long else at_once)(check_start, record, game)
        settings = msgspec.structs.replace(make_settings(wanted, game, start), still=still)
        if settings.lesson:
            self.clear_lessons(person)
        if await self.store.tables.count_open(person) >= self.config.tables_per_person:
            raise TooBig("fault.too_many_tables", most=self.config.tables_per_person)
        if not settings.lesson:
            await self.keeping.check(person, home)
        name = clean_name(wanted.name) if wanted.name else ""
        sitters = [first_sitter(seat, i, person, name) for i, seat in enumerate(settings.seats)]
        ticket, shares = await self.ticketed(wanted, sitters)
        what = settings, game, person, sitters, ticket.table, ticket.seed, shares, self.store.log.new_number()
        laid = await (aside if long else at_once)(lay, *what)
        await self.committer.committed(None, laid)
        if not settings.lesson:
            await self.keeping.note(laid.table.number, home)
        return laid.table

    async def ticketed(self, wanted: CreateTable, sitters: list[Sitter]) -> tuple[Ticket, dict[int, str]]:
        """The name and seed of a table to be, and the share of the chance that its maker adds, if he sits there."""
        now = int(time.time())
        if wanted.chance is None:
            return self.tickets.new(now), {}
        ticket = self.tickets.check(wanted.chance.ticket, now)
        if ticket.table in self.live or await self.store.tables.load(ticket.table) is not None:
            raise NotNow("fault.ticket_used", field="chance.ticket")
        own = [player for player, sitter in enumerate(sitters) if sitter.person is not None]
        return ticket, {own[0]: wanted.chance.share} if own else {}

    def clear_lessons(self, person: str) -> None:
        """Whoever learns leaves one position for the next: those that nobody looks at are forgotten."""
        for live in list(self.live.values()):
            if live.table.settings.lesson and live.table.host == person and not live.watchers and not live.lock.taken:
                self.forget(live)

    # Acting

    def act(
        self, person: str, facing: int | None, command: Command, answer: Answer
    ) -> None:  # fmt: skip
        """A person's command at a table: durable when `answer` hears. The same id again changes nothing. Where the
        table is in memory and free nothing waits for a task."""
        live = self.live.get(command.table)
        if live is not None and not live.lock.taken and self.may_begin(live.table, command):
            live.lock.take()
            self.act_locked(live, person, facing, command, answer)
        else:
            self.spawn(self.act_later(person, facing, command, answer))

    def may_begin(self, table: Table, command: Command) -> bool:
        """Whether nothing has to be asked of the store first: what is kept already, where a table may be added."""
        return not wants_table(command) or table.host is None or self.keeping.has_room(table.host)

    async def act_later(
        self, person: str, facing: int | None, command: Command, answer: Answer
    ) -> None:  # fmt: skip
        try:
            live = await self.find(command.table)
            if wants_table(command) and live.table.host is not None:
                await self.keeping.check_rematch(live.table.host)  # whose table the new one will be
            live = await self.locked(command.table)
        except Exception as error:
            answer(0, error)
            return
        self.act_locked(live, person, facing, command, answer)

    def act_locked(
        self, live: LiveTable, person: str, facing: int | None, command: Command, answer: Answer, tries: int = 0,
    ) -> None:  # fmt: skip
        """The same with the table's lock, which is given back before `answer` hears. Where another process was quicker
        it is decided again, on the table as it is now."""

        def heard(seq: int, error: BaseException | None) -> None:
            if isinstance(error, Conflict):
                self.spawn(self.act_again(live, person, facing, command, answer, tries + 1))
                return
            live.lock.release()
            answer(seq, error)

        table = live.table
        try:
            if self.closing:
                raise Busy("fault.closing")
            if not self.store.processes.alone and not tries and meant_later(table, command):
                raise Conflict  # whoever asks has seen more than we
            now = now_ms()
            if not self.heartbeat.away and (late := decide.out_of_time(table, now)):

                def again(seq: int, error: BaseException | None) -> None:
                    if error is None:
                        live.lock.release()
                        self.act(person, facing, command, answer)
                    else:
                        heard(seq, error)

                self.committer.commit(live, change.change(table, late), again)
                return
            wanted = self.wanted(live, self.people.merged.get(person, person), facing, command, now)
            if isinstance(wanted, Change):
                live.bucket.take()  # whoever may not do it has not spent what the table may
                self.committer.commit(live, wanted, heard)
            else:
                heard(wanted, None)
        except Exception as error:
            heard(table.seq, error)

    def wanted(self, live: LiveTable, person: str, facing: int | None, command: Command, now: int) -> Change | int:
        """The change that a command asks for; the number of the event where it was made before or changes nothing."""
        table = live.table
        if (seq := table.repeated(person, command.id)) is not None:
            return seq
        if isinstance(command, (Sit, Arrange)):  # a union would be made anew for every move
            self.check_names(names_in(command))
        actor = Actor(person, facing, lambda player: live.absences.replaceable(table, player))
        decision = decide.decide(table, actor, command, now)
        if not decision.events:
            return table.seq
        if isinstance(decision.events[-1], Rematched):
            return self.rematch(table, decision, command.id)
        return change.change(table, decision, command.id)

    def rematch(self, table: Table, decision: Decision, client: str) -> Change:
        """The same people at a new table, the next one beginning; both tables are stored in one go."""
        self.rematches.take(table.host or table.id)
        first = table.seatings[0][0] if table.seatings else table.settings.first or 0
        settings = msgspec.structs.replace(table.settings, first=(first + 1) % table.settings.players, start=None)
        settings, game = by_rules_of_today(settings, table.game)
        laid = lay(
            settings, game, table.host, [*table.sitters], fair_chance.rematch_name(table.seed),
            fair_chance.rematch_seed(table.seed), table.shares.get(REMATCH, {}), self.store.log.new_number(),
        )  # fmt: skip
        events = (*decision.events[:-1], Rematched(now_ms(), laid.table.id))
        return change.change(table, Decision(events), client, laid)

    async def act_again(
        self, live: LiveTable, person: str, facing: int | None, command: Command, answer: Answer, tries: int
    ) -> None:
        """Load what is missing and decide again. The lock is still ours."""
        try:
            if tries > MOST_TRIES:
                raise Busy("fault.busy")
            await self.peers.catch_up(live)
        except Exception as error:
            live.lock.release()
            answer(live.table.seq, error)
            return
        self.act_locked(live, person, facing, command, answer, tries)

    async def commit(self, live: LiveTable, decision: Decision) -> bool:
        """Something that no person asked for. Needs the lock. False where another process was quicker: then the table
        is up to date, and whoever still wants it decides again."""
        try:
            await self.committer.committed(live, change.change(live.table, decision))
        except Conflict:
            await self.peers.catch_up(live)
            return False
        return True

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

    async def welcome_back(self, live: LiveTable, person: str) -> None:
        """Who comes to a table where a computer plays for him, because he was away, has his seat again."""

        def back(table: Table) -> Decision | None:
            for player in table.players_of(person):
                waits = player in table.stand_ins and player not in table.gone and not table.over
                if waits and table.asked_by.get(player) != player:
                    return Decision((decide.come_back(table, player, now_ms()),))
            return None

        async with live.lock:
            while await self.people.insist(live, back):
                pass

    # What follows from a change

    def follow(self, live: LiveTable) -> None:
        """After every change: show it to those who watch, then do what it asks for."""
        live.close_to_watchers()
        live.broadcast()
        self.go_on(live)

    def go_on(self, live: LiveTable) -> None:
        """Set the alarm, let a computer think where it is to move; where others could, only with the lease."""
        table = live.table
        if table.clocks.running is not None or live.handle is not None:
            self.set_alarm(live)
        if table.status == "between" and only_computers(table) and self.peers.tends(live):
            self.spawn(self.next_round(live, table.position))
        player = table.to_move
        if player is None or table.paused or self.closing or live.thinking == table.position or table.settings.still:
            return
        if (level := table.level(player)) is not None and self.peers.tends(live):
            live.thinking = table.position
            self.spawn(self.bots.move(live, player, level, self.bot_move))

    async def next_round(self, live: LiveTable, position: int) -> None:
        """Computers among themselves go on without being asked."""
        async with live.lock:
            if live.table.position == position and live.table.status == "between":
                await self.commit(live, decide.start(live.table, now_ms()))

    def set_alarm(self, live: LiveTable) -> None:
        live.set_alarm(lambda: self.spawn(self.alarm(live)))

    async def alarm(self, live: LiveTable) -> None:
        """Whose time is over has lost: the server decides it, whoever is connected. Where time stood still meanwhile
        it is not over yet."""
        async with live.lock:
            late = decide.out_of_time(live.table, now_ms())
            if late is None:
                self.set_alarm(live)
            elif not self.heartbeat.away and self.peers.tends(live):
                await self.commit(live, late)


def names_in(wanted: CreateTable | Sit | Arrange) -> list[str]:
    """The names that somebody gives by making a table or sitting down."""
    if isinstance(wanted, Sit):
        return [wanted.name]
    table = wanted.wanted if isinstance(wanted, Arrange) else wanted
    return [table.name or "", *(seat.name for seat in table.seats)]


def only_computers(table: Table) -> bool:
    return all(table.level(player) is not None for player in range(table.settings.players))


def wants_table(command: Command) -> bool:
    """Whether a new table may come of it."""
    match command:
        case Move():  # nearly all that is ever asked
            return False
        case MakeOffer(what="rematch") | AnswerOffer(what="rematch", yes=True):
            return True
    return False


def meant_later(table: Table, command: Command) -> bool:
    """Whether somebody speaks of an event that this copy of the table has not seen."""
    return isinstance(command, Move) and command.seq > table.seq
