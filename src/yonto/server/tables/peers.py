"""The other processes of the house. The store is the truth and its log the lock; what is said here only makes it quick.

A table in memory is a copy up to some event. When another process says that there are more, they are loaded and shown;
what was not heard a slow sweep finds. Leases say which process lets a computer think and strikes a clock.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine
from typing import TYPE_CHECKING, Any

from yonto.core.errors import UnknownRules, YontoError
from yonto.server.ops.rate_limit import Limit
from yonto.server.protocol import ChatLine, Resync
from yonto.server.store import Tail
from yonto.server.tables.elsewhere import Elsewhere, Look
from yonto.server.tables.live_table import LiveTable, now_ms

if TYPE_CHECKING:
    from yonto.server.tables.registry import Registry

log = logging.getLogger("yonto.peers")
MISSED = 3.0  # sweeps without a word after which a process is believed gone, and a lease is over
REPEAT = 4  # sweeps between two repetitions of who is here
GATHER = 0.05  # seconds for which what is said of people and limits waits for more of it
A_WHILE = 600_000  # ms: tables that changed since then are looked after where nobody does
SOME = 100  # names in one message

Handler = Callable[[Any], object]


class Peers:
    def __init__(self, registry: "Registry") -> None:
        self.registry = registry
        store = registry.store
        self.processes, self.tables, self.chat = store.processes, store.tables, store.chat
        self.sweep_seconds = registry.config.sweep
        self.elsewhere = Elsewhere(self.processes.publish)
        self.handlers: dict[str, Handler] = {"moved": self.moved, "chat": self.said, "people": self.people_changed}
        self.at_sweep: list[Callable[[], Awaitable[object]]] = []
        self.limits: dict[str, Limit] = {}
        self.looks: dict[Look, int] = {}  # of our own connections, counted
        self.stirred: set[Look] = set()  # those of which the others are to hear
        self.looked: dict[str, int] = {}  # tables that nobody looked after, at the event at which we did
        self.since = 0
        self.sweep_planned = False  # whether a look after everything is planned
        self.heard_ourselves = float("-inf")  # when a message of our own last came back

    def open(self) -> None:
        if self.processes.alone:
            return
        self.processes.subscribe(self.hear, self.look_soon)
        self.processes.publish({"hello": True})
        self.registry.spawn(self.sweep_always())
        self.registry.spawn(self.gossip())

    def do(self, work: Coroutine[Any, Any, None]) -> None:
        """Something that the sweep does again where it fails."""

        async def doing() -> None:
            try:
                await work
            except YontoError as error:
                log.warning("what others did could not be read: %s", error)

        self.registry.spawn(doing())

    # Hearing

    def hear(self, message: dict[str, Any]) -> None:
        process = message.pop("from")
        now = time.monotonic()
        if not message:
            self.heard_ourselves = now
            return
        self.elsewhere.alive[process] = now
        for what, data in message.items():
            match what:
                case "came":
                    self.show(self.elsewhere.came(process, pairs(data), now), True)
                case "went":
                    self.show(self.elsewhere.went(process, pairs(data)), False)
                case "spent":
                    self.spend(data)
                case "hello":
                    self.elsewhere.publish_looks("came", self.looks)
                case "bye":
                    self.show(self.elsewhere.gone(process), False)
                    self.look_soon()
                case _ if what in self.handlers:
                    self.handlers[what](data)

    def look_soon(self) -> None:
        """Something may have been missed, or a process left its tables behind."""
        if not self.sweep_planned and not self.registry.closing:
            self.sweep_planned = True
            self.registry.spawn(self.sweep())

    def moved(self, data: dict[str, int]) -> None:
        """Tables with the number of their last event: those in memory that are behind are brought up to date."""
        free = []
        for table, seq in data.items():
            if (live := self.registry.live.get(table)) is not None:
                if live.table.seq < seq and live.lock.take():
                    free.append(live)
                elif live.table.seq < seq:
                    self.do(self.refresh(live))
            elif table in self.registry.loading:
                self.do(self.refresh_later(table))
        if free:
            self.registry.spawn(self.catch_up_all(free))

    def said(self, data: dict[str, int]) -> None:
        """Tables with the number of a line of chat that was said, or changed, there."""
        for table, number in data.items():
            if (live := self.registry.live.get(table)) is not None and live.watchers:
                self.do(self.pass_on(live, number))

    def people_changed(self, data: dict[str, Any]) -> None:
        """Guests became accounts, or somebody is called otherwise: who sits where is read again."""
        if merged := data.get("merged"):
            self.registry.people.note_merged(*merged)
        for table in data["tables"]:
            if (live := self.registry.live.get(table)) is not None:
                self.do(self.refresh(live, resync=bool(data.get("resync"))))

    # Tables that others changed

    async def refresh(self, live: LiveTable, resync: bool = False) -> None:
        async with live.lock:
            await self.catch_up(live)
        if resync:
            for watcher in list(live.watchers):
                watcher.answer(Resync())

    async def refresh_later(self, table: str) -> None:
        await self.refresh(await self.registry.find(table))

    async def fresh(self, live: LiveTable) -> None:
        """Before it is shown to somebody who may know more: a message may still be on its way."""
        if not self.processes.alone and await self.tables.behind({live.table.id: live.table.seq}):
            await self.refresh(live)

    async def catch_up(self, live: LiveTable) -> None:
        """Load what is missing. Needs the lock."""
        tails = await self.tables.load_tails({live.table.id: live.table.seq})
        if tails:
            self.add(live, tails[0])
        else:
            self.registry.drop(live)

    async def catch_up_all(self, lives: list[LiveTable]) -> None:
        """The same for many, with one question. Their locks are given back."""
        try:
            found = await self.tables.load_tails({live.table.id: live.table.seq for live in lives})
            tails = {tail.table: tail for tail in found}
            for live in lives:
                if (tail := tails.get(live.table.id)) is not None:
                    self.add(live, tail)
        except YontoError as error:  # the sweep tries again
            log.warning("tables could not be brought up to date: %s", error)
        finally:
            for live in lives:
                live.lock.release()

    def add(self, live: LiveTable, tail: Tail) -> None:
        """What others stored is true here too."""
        table = live.table
        draft = table.draft()
        try:
            for event, client in tail.events:
                draft.apply(event, client)
        except Exception:
            log.exception("events of another process could not be applied", extra={"table": table.id})
            self.registry.drop(live)
            return
        seated = (draft.sitters, draft.host) != (tail.sitters, tail.host)
        draft.sitters, draft.host = list(tail.sitters), tail.host
        if tail.events or seated:
            table.adopt(draft)
            if seated:
                live.renamed()
            self.registry.follow(live)

    async def pass_on(self, live: LiveTable, number: int) -> None:
        """Lines of chat from this one on, to those who watch here."""
        for row in await self.chat.recent(live.table.id):
            if row.number >= number:
                live.said = max(live.said, row.number)
                for watcher in list(live.watchers):
                    watcher.answer(ChatLine(live.table.id, *row))

    def publish_people(self, tables: list[str], **more: Any) -> None:
        for begin in range(0, len(tables) or 1, SOME):
            self.processes.publish({"people": {"tables": tables[begin : begin + SOME], **more}})

    # The sweep

    async def sweep_always(self) -> None:
        count = 0
        while True:
            await self.sweep()
            await asyncio.sleep(self.sweep_seconds)
            count += 1
            if count % REPEAT == 0:
                self.elsewhere.publish_looks("came", self.looks)
            self.processes.publish({"alive": count})

    async def sweep(self) -> None:
        """What no message told: tables that others changed, chat, tables that nobody looks after, processes that are
        gone."""
        self.sweep_planned = False
        try:
            await self.heal()
            await self.heal_chat()
            leased = [live.table.id for live in self.registry.live.values() if live.leased_until > 0]
            await self.processes.renew_leases(leased, self.lease_seconds)
            for live in self.registry.live.values():
                live.leased_until = self.lease_end if live.leased_until > 0 else 0.0
            await self.attend()
            for work in self.at_sweep:
                await work()
        except YontoError as error:
            log.warning("the sweep failed: %s", error)
        self.forget_the_silent(time.monotonic())

    def forget_the_silent(self, now: float) -> None:
        """Whoever is not spoken of any more has gone; not where it is we who do not hear. Then nobody is known to be
        away, and no computer takes a seat for that."""
        late = now - self.lease_seconds
        if self.heard_ourselves < late:
            for live in self.registry.live.values():
                live.absences.begin_again(now_ms())
            return
        self.show(self.elsewhere.expire(now - REPEAT * self.lease_seconds, late), False)

    async def heal(self) -> None:
        lives = self.registry.live
        known = {table: live.table.seq for table, live in lives.items() if not live.lock.taken}
        for table in await self.tables.behind(known):
            if (live := lives.get(table)) is not None and not live.lock.taken and live.table.seq == known[table]:
                await self.refresh(live)

    async def heal_chat(self) -> None:
        watched = [table for table, live in self.registry.live.items() if live.watchers and live.table.settings.chat]
        for table, number in (await self.chat.last_lines(watched)).items():
            live = self.registry.live.get(table)
            if live is not None and number > live.said:
                await self.pass_on(live, live.said + 1)

    # Leases

    @property
    def lease_seconds(self) -> float:
        return MISSED * self.sweep_seconds

    @property
    def lease_end(self) -> float:
        """By our own clock, a little before the others' end."""
        return time.monotonic() + 0.8 * self.lease_seconds

    def tends(self, live: LiveTable) -> bool:
        """Whether this process looks after the table. If that is not known yet it will be asked, and the table is
        tended then."""
        if self.processes.alone or live.leased_until > time.monotonic():
            return True
        if not live.asking and not self.registry.closing:
            live.asking = True
            self.registry.spawn(self.ask_for(live))
        return False

    async def ask_for(self, live: LiveTable) -> None:
        try:
            live.leased_until = self.lease_end if await self.lease(live.table.id) else 0.0
        except YontoError:  # the store is away: later, then
            live.leased_until = 0.0
        finally:
            live.asking = False
        if live.leased_until:
            self.registry.go_on(live)
        else:  # whoever has it may be gone by then
            asyncio.get_running_loop().call_later(self.lease_seconds, self.tend_again, live)

    def tend_again(self, live: LiveTable) -> None:
        if self.registry.live.get(live.table.id) is live and not self.registry.closing:
            self.registry.go_on(live)

    async def lease(self, table: str) -> bool:
        return await self.processes.lease(table, self.lease_seconds)

    async def attend(self) -> None:
        """Tables in play that no process looks after, each once at the event at which it stands."""
        now = now_ms()
        for table, seq in await self.processes.unattended(self.since):
            if self.looked.get(table) != seq:
                self.looked[table] = seq
                try:
                    await self.take_up(table)
                except UnknownRules as error:
                    log.warning("a table of a newer Yonto is left as it is", extra={"table": table, "why": str(error)})
                except Exception:
                    log.exception("table cannot be loaded", extra={"table": table})
        self.since = now - A_WHILE
        while len(self.looked) > 100_000:
            del self.looked[next(iter(self.looked))]

    async def take_up(self, table: str) -> None:
        """Load a table and look after it, unless another does."""
        if not await self.lease(table):
            return
        live = await self.registry.find(table)
        live.leased_until = self.lease_end
        await self.registry.note_to_move(live)
        self.registry.go_on(live)

    # People and limits

    def came(self, table: str, person: str) -> None:
        """One of our connections looks at a table, or came into the house (table "")."""
        look = (table, person)
        self.looks[look] = self.looks.get(look, 0) + 1
        if self.looks[look] == 1:
            self.stirred.add(look)

    def went(self, table: str, person: str) -> None:
        look = (table, person)
        self.looks[look] -= 1
        if not self.looks[look]:
            del self.looks[look]
            self.stirred.add(look)

    def share(self, name: str, limit: Limit) -> None:
        """A limit that holds for all processes together."""
        if not self.processes.alone:
            limit.taken = {}
            self.limits[name] = limit

    def spend(self, data: dict[str, dict[str, int]]) -> None:
        for name, taken in data.items():
            if (limit := self.limits.get(name)) is not None:  # else of a process of another version
                for key, count in taken.items():
                    limit.also(key, count)

    async def gossip(self) -> None:
        """What happened to people and limits in a moment, in one message."""
        while True:
            await asyncio.sleep(GATHER)
            self.publish_looks()
            self.publish_limits()

    def publish_looks(self) -> None:
        stirred, self.stirred = self.stirred, set()
        self.elsewhere.publish_looks("came", [look for look in stirred if look in self.looks])
        self.elsewhere.publish_looks("went", [look for look in stirred if look not in self.looks])

    def publish_limits(self) -> None:
        for name, limit in self.limits.items():
            if limit.taken:
                taken, limit.taken = limit.taken, {}
                keys = list(taken)
                for begin in range(0, len(keys), SOME):
                    some = {key: taken[key] for key in keys[begin : begin + SOME]}
                    self.processes.publish({"spent": {name: some}})

    def show(self, looks: set[Look], came: bool) -> None:
        """Who is here changed elsewhere: whoever watches here sees it."""
        for table, person in looks:
            if (live := self.registry.live.get(table)) is not None:
                (live.arrive if came else live.depart)(person)


def pairs(data: list[list[str]]) -> list[Look]:
    return [(table, person) for table, person in data]
