"""What whoever keeps order sees: people, tables, reports, what was done, and how the house is. Never a hand, a deck or
a seed: a table is shown by who sits there and how it stands, nothing more."""

from collections import OrderedDict

from yonto.core.words import words
from yonto.server.admin.shapes import (
    AuditIs,
    FindAudit,
    FindPeople,
    FindReports,
    FindTables,
    LineIs,
    PersonIs,
    ReportIs,
    SanctionIs,
    TableIs,
    report_is,
    sanction_is,
    table_is,
)
from yonto.server.errors import Unknown
from yonto.server.live.connection import Connections
from yonto.server.people.sanctions import Sanctions
from yonto.server.store import KnownPerson, Store
from yonto.server.tables.presenter import names_shown
from yonto.server.tables.registry import Registry

MOST_SEEN = 10_000  # people whose last address is remembered, in memory only


class Overview:
    def __init__(self, store: Store, sanctions: Sanctions, registry: Registry, connections: Connections) -> None:
        self.store = store
        self.sanctions = sanctions
        self.registry = registry
        self.connections = connections
        self.seen: OrderedDict[str, str] = OrderedDict()  # addresses by person

    def see(self, person: str, address: str) -> None:
        self.seen[person] = address
        self.seen.move_to_end(person)
        if len(self.seen) > MOST_SEEN:
            self.seen.popitem(last=False)

    async def people(self, query: FindPeople) -> tuple[PersonIs, ...]:
        if not query.here:
            return tuple(map(self.person_is, await self.store.order.known_people(query.find, query.before, query.most)))
        found = []
        elsewhere = self.registry.peers.elsewhere.at("")
        for person in sorted({*(line.person for line in self.connections.all), *elsewhere}):
            known = await self.store.order.known_people(person, None, 1)
            found += known or [KnownPerson(person, None, None, 0, None, 0)]
        wanted = query.find.lower()
        return tuple(
            self.person_is(each) for each in found if wanted in f"{each.account} {each.name} {each.person}".lower()
        )[: query.most]

    def person_is(self, known: KnownPerson) -> PersonIs:
        person = known.person
        return PersonIs(
            *known, not self.connections.absent(person), self.seen.get(person, ""),
            sanction_is(self.sanctions.active("mute", "person", person)),
            sanction_is(self.sanctions.active("ban", "person", person)),
        )  # fmt: skip

    async def tables(self, query: FindTables, lang: str) -> tuple[TableIs, ...]:
        found = await self.store.order.all_tables(query.find, query.status, query.before, query.most)
        w = words(lang, "server")
        names = [names_shown(each.settings, [sitter.name for sitter in each.sitters], w) for each in found]
        return tuple(table_is(each, named, self.watchers(each.id)) for each, named in zip(found, names, strict=True))

    def watchers(self, table: str) -> int:
        """Connections that look at it; of those to other processes one for each person."""
        live = self.registry.live.get(table)
        return sum(live.presence.lines.values()) if live else 0

    async def chat(self, table: str) -> tuple[LineIs, ...]:
        found = await self.store.chat.whole(table)
        if not found and await self.store.tables.load(table) is None:
            raise Unknown("fault.no_table")
        return tuple(LineIs(*said) for said in found)

    async def reports(self, query: FindReports) -> tuple[ReportIs, ...]:
        return tuple(map(report_is, await self.store.reports.all(query.closed, query.before, query.most)))

    async def sanction_list(self) -> tuple[SanctionIs, ...]:
        found = []
        for each in sorted(self.sanctions.all(), key=lambda sanction: -sanction.at):
            account, name = await self.store.people.about(each.value) if each.subject == "person" else (None, None)
            found.append(SanctionIs(*each, account or name or ""))
        return tuple(found)

    async def audit(self, query: FindAudit) -> tuple[AuditIs, ...]:
        return tuple(AuditIs(*line) for line in await self.store.order.audit(query.before, query.most))
