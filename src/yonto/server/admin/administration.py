"""Doing what keeps order: stored first, then felt at the tables and connections, then written into the audit.

The running house and `yonto admin` without one use the same: without a house nobody is connected, and that is all.
"""

import logging
import secrets
from typing import NamedTuple

from yonto.core.words import Plain, words
from yonto.server.admin.commands import (
    Acted,
    AnyCommand,
    Ban,
    CloseReport,
    CloseTable,
    Grant,
    Mute,
    RemoveLine,
    RemoveName,
    Revoke,
    Unban,
    Unmute,
)
from yonto.server.errors import NotAllowed, NotNow, Unknown
from yonto.server.live.connection import Connections
from yonto.server.people.names import folded as cased
from yonto.server.people.names import key_of
from yonto.server.people.sanctions import HOUR, Sanctions, banned, lies_in, network_of
from yonto.server.store import Account, AuditLine, Sanction, Store, TableFilter
from yonto.server.tables.chat import Chats
from yonto.server.tables.live_table import now_ms
from yonto.server.tables.registry import Registry

log = logging.getLogger("yonto.audit")
ADMIN = "admin"


class By(NamedTuple):
    """Who acts: the host through the command, or an account with the role."""

    name: str
    person: str | None = None
    address: str = ""

    @property
    def is_host(self) -> bool:
        return self.person is None


THE_HOST = By("host")  # whoever can read the store; an account of that name is called by its id


class Done(NamedTuple):
    """What a command did: whether anything changed, whom it was about, what else the audit keeps, and what whoever acts
    calls the subject."""

    changed: bool
    subject: str
    detail: str = ""
    called: str = ""


class Administration:
    def __init__(
        self, store: Store, sanctions: Sanctions, registry: Registry, chats: Chats, connections: Connections
    ) -> None:  # fmt: skip
        self.store = store
        self.sanctions = sanctions
        self.registry = registry
        self.chats = chats
        self.connections = connections

    async def allowed(self, person: str, address: str) -> By:
        """The person as one who keeps order; NotAllowed for anybody else."""
        if await self.store.order.role_of(person) != ADMIN:
            raise NotAllowed("fault.not_admin")
        account, name = await self.store.people.about(person)
        called = account or name
        return By(called if called and called != THE_HOST.name else person, person, address)

    async def act(self, by: By, command: AnyCommand, lang: str) -> Acted:
        done = await self.do(by, command)
        kind = str(type(command).__struct_config__.tag)
        if done.changed:
            await self.store.order.add_audit(AuditLine(0, now_ms(), by.name, kind, done.subject, done.detail))
            log.info("order", extra={"by": by.name, "act": kind, "subject": done.subject, "detail": done.detail})
        said = f"admin.did.{kind}" if done.changed else "admin.did.nothing"
        subject = Plain(done.called or done.subject)
        return Acted(done.changed, words(lang, "server")(said, subject=subject, detail=Plain(done.detail)))

    async def do(self, by: By, command: AnyCommand) -> Done:
        match command:
            case Mute():
                return await self.mute(by, command)
            case Unmute(person=person):
                return Done(await self.sanctions.lift("mute", "person", person), person)
            case Ban():
                return await self.ban(by, command)
            case Unban(subject=subject, value=value):
                value = folded(subject, value)
                called = await self.called(value) if subject == "person" else ""
                return Done(await self.sanctions.lift("ban", subject, value), value, subject, called)
            case RemoveLine(table=table, number=number):
                return await self.remove_line(table, number)
            case RemoveName():
                return await self.remove_name(by, command)
            case CloseTable(table=table):
                return Done(await self.registry.people.close_table(table), table)
            case CloseReport(number=number, outcome=outcome):
                return await self.close_report(number, outcome)
            case Grant(name=name) | Revoke(name=name):
                return await self.set_role(by, name, ADMIN if isinstance(command, Grant) else None)

    # The commands

    async def mute(self, by: By, command: Mute) -> Done:
        await self.check_subject(by, command.person)
        wanted = Sanction("mute", "person", command.person, now_ms(), until(command.hours), command.reason)
        return Done(await self.sanctions.add(wanted), command.person, command.reason)

    async def ban(self, by: By, command: Ban) -> Done:
        value = folded(command.subject, command.value)
        if command.subject == "person":
            await self.check_subject(by, value)
        if command.subject == "address" and lies_in(by.address, value):
            raise NotNow("fault.own_address")
        wanted = Sanction("ban", command.subject, value, now_ms(), until(command.hours), command.reason)
        account = await self.find(command.value) if command.subject == "name" else None
        if account is not None:
            await self.check_subject(by, account.person)
            await self.ban_person(wanted._replace(subject="person", value=account.person))
        if command.subject == "person":
            called = await self.called(value)
            return Done(await self.ban_person(wanted), value, command.reason, called)
        changed = await self.sanctions.add(wanted)
        if command.subject == "address":
            self.connections.put_out(banned(wanted), network=value)
        return Done(changed, value, command.reason)

    async def ban_person(self, wanted: Sanction) -> bool:
        """His connections end at once, and nobody is left waiting for him."""
        changed = await self.sanctions.add(wanted)
        self.connections.put_out(banned(wanted), person=wanted.value)
        if changed:
            await self.registry.people.put_out(wanted.value, await self.unfinished(wanted.value))
        return changed

    async def unfinished(self, person: str) -> list[str]:
        found = []
        for status in ("waiting", "playing", "between"):
            found += await self.store.lists.tables_of(person, TableFilter(status=status, most=1000, hidden=True))
        return [each.id for each in found]

    async def remove_line(self, table: str, number: int) -> Done:
        removed = await self.chats.remove(await self.registry.find(table), number)
        if not removed and all(line.number != number for line in await self.store.chat.whole(table)):
            raise Unknown("fault.no_line", number=number)
        await self.store.upkeep.purge_erased()
        return Done(removed, table, str(number))

    async def close_report(self, number: int, outcome: str) -> Done:
        changed = await self.store.reports.close(number, now_ms(), outcome)
        if not changed:
            closed = await self.store.reports.all(True, number + 1, 1)
            if not closed or closed[0].number != number:
                raise Unknown("fault.no_report", number=number)
        return Done(changed, str(number), outcome)

    async def called(self, person: str) -> str:
        """How whoever acts knows a person, and the id that tells him apart from others of that name."""
        account, name = await self.store.people.about(person)
        return f"{account or name} ({person})" if account or name else person

    async def remove_name(self, by: By, command: RemoveName) -> Done:
        """What he was called goes into no audit: it was to disappear."""
        await self.check_subject(by, command.person)
        _, name = await self.store.people.about(command.person)
        if name is None:
            raise Unknown("fault.no_person")
        if name.startswith(NEUTRAL):  # what it was before is known to nobody, and a neutral one is not to be banned
            return Done(False, command.person)
        if command.block:
            await self.sanctions.add(Sanction("ban", "name", key_of(name), now_ms(), None, ""))
        neutral = f"{NEUTRAL}{secrets.randbelow(9000) + 1000}"
        tables = await self.store.order.remove_name(command.person, neutral)
        await self.registry.people.rename(command.person, neutral, tables)
        await self.store.upkeep.purge_erased()
        return Done(True, command.person, neutral)

    async def set_role(self, by: By, name: str, role: str | None) -> Done:
        if not by.is_host:
            raise NotAllowed("fault.host_only")
        account = await self.find(name)
        if account is None:
            raise Unknown("fault.unknown_account", name=Plain(name))
        return Done(await self.store.order.set_role(account.person, role, now_ms()), name.strip(), account.person)

    async def find(self, name: str) -> Account | None:
        return await self.store.accounts.find(cased(name.strip()), key_of(name.strip()))

    async def check_subject(self, by: By, person: str) -> None:
        """Those who keep order do not silence each other: the host takes the role away first."""
        if await self.store.order.role_of(person) == ADMIN:
            raise NotNow("fault.admin_subject")


NEUTRAL = "Anon "  # the same in both languages, with a number behind it


def until(hours: float | None) -> int | None:
    return None if hours is None else now_ms() + round(hours * HOUR)


def folded(subject: str, value: str) -> str:
    """A value as it is kept: two names that look alike are one, an address is its network."""
    return network_of(value) if subject == "address" else key_of(value.strip()) if subject == "name" else value
