"""How `yonto admin` comes into the house: through its door while it is open, else by opening the store itself."""

import asyncio
import json
import urllib.error
import urllib.request
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Protocol, TypeVar
from urllib.parse import urlencode

import msgspec

from yonto.core.errors import BadOption, YontoError
from yonto.core.words import Plain
from yonto.server.admin.administration import THE_HOST
from yonto.server.admin.commands import Acted, AnyCommand
from yonto.server.admin.offline import ClosedHouse, closed_house
from yonto.server.admin.shapes import (
    AuditIs,
    FindAudit,
    FindPeople,
    FindReports,
    FindTables,
    HouseIs,
    LineIs,
    PersonIs,
    ReportIs,
    SanctionIs,
    TableIs,
)
from yonto.server.ops.running import houses
from yonto.server.ops.silence import why_silent
from yonto.server.people import door
from yonto.server.store import Place, Url, in_use, open_snapshot, shown

T = TypeVar("T")
PATIENCE = 60  # seconds: `house` waits for a computer's answer


class House(Protocol):
    """What can be seen and done, whether the house is open or not."""

    def house(self) -> HouseIs: ...
    def people(self, query: FindPeople) -> tuple[PersonIs, ...]: ...
    def tables(self, query: FindTables) -> tuple[TableIs, ...]: ...
    def chat(self, table: str) -> tuple[LineIs, ...]: ...
    def reports(self, query: FindReports) -> tuple[ReportIs, ...]: ...
    def sanctions(self) -> tuple[SanctionIs, ...]: ...
    def audit(self, query: FindAudit) -> tuple[AuditIs, ...]: ...
    def act(self, command: AnyCommand) -> Acted: ...


def house_of(place: Place, lang: str) -> House:
    """The house of this store: asked through its door if it is open on this machine."""
    if not in_use(place):
        return Closed(place, lang)
    found = [house for house in houses() if same(house.store, place)]
    if not found and isinstance(place, Url):
        return Closed(place, lang)  # its processes are elsewhere: they hear of it
    if not found:
        raise BadOption("admin.no_house", "cli", store=Plain(place))
    snapshot = open_snapshot(place)
    try:
        key = snapshot.secret(door.NAME)
    finally:
        snapshot.close()
    if key is None:
        raise BadOption("admin.no_door", "cli", store=Plain(shown(place)))
    return Open(found[0].url, key, lang)


def same(one: Place, other: Place) -> bool:
    if isinstance(one, Path) and isinstance(other, Path):
        return one.absolute() == other.absolute()
    return shown(one) == shown(other)


class ServerRefusal(YontoError):
    """What the house answered, in its own words."""

    def __init__(self, answer: dict[str, Any]) -> None:
        super().__init__(str(answer.get("key", "")))
        self.answer = answer

    def text(self, lang: str) -> str:
        return str(self.answer.get("text", ""))

    def data(self) -> dict[str, Any]:
        return self.answer


class Open:
    """Through the running house's HTTP; proxies of the environment are for elsewhere."""

    def __init__(self, url: str, key: bytes, lang: str) -> None:
        self.url = url
        self.key = key
        self.lang = lang
        self.opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))

    def ask(self, kind: type[T], path: str, query: msgspec.Struct | None = None, body: bytes | None = None) -> T:
        given = msgspec.to_builtins(query) if query is not None else {}
        pairs = {name: plain(value) for name, value in given.items() if value is not None}
        url = f"{self.url}api/admin/{path}?{urlencode({**pairs, 'lang': self.lang})}"
        headers = {"Authorization": door.knock(self.key), "Content-Type": "application/json"}
        try:
            with self.opener.open(urllib.request.Request(url, body, headers), timeout=PATIENCE) as answer:
                return msgspec.json.decode(answer.read(), type=kind)
        except urllib.error.HTTPError as error:
            with error:
                raise ServerRefusal(json.loads(error.read())) from None
        except OSError as error:
            raise BadOption("silence.no_house", "server", url=Plain(self.url), reason=why_silent(error)) from None

    def house(self) -> HouseIs:
        return self.ask(HouseIs, "house")

    def people(self, query: FindPeople) -> tuple[PersonIs, ...]:
        return self.ask(tuple[PersonIs, ...], "people", query)

    def tables(self, query: FindTables) -> tuple[TableIs, ...]:
        return self.ask(tuple[TableIs, ...], "tables", query)

    def chat(self, table: str) -> tuple[LineIs, ...]:
        return self.ask(tuple[LineIs, ...], f"tables/{table}/chat")

    def reports(self, query: FindReports) -> tuple[ReportIs, ...]:
        return self.ask(tuple[ReportIs, ...], "reports", query)

    def sanctions(self) -> tuple[SanctionIs, ...]:
        return self.ask(tuple[SanctionIs, ...], "sanctions")

    def audit(self, query: FindAudit) -> tuple[AuditIs, ...]:
        return self.ask(tuple[AuditIs, ...], "audit", query)

    def act(self, command: AnyCommand) -> Acted:
        return self.ask(Acted, "acts", body=msgspec.json.encode(command))


def plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


class Closed:
    """Straight from the store, as its one writer for as long as the command takes."""

    def __init__(self, path: Place, lang: str) -> None:
        self.path = path
        self.lang = lang

    def do(self, work: Callable[[ClosedHouse], Awaitable[T]]) -> T:
        async def inside() -> T:
            async with closed_house(self.path) as house:
                return await work(house)

        return asyncio.run(inside())

    def house(self) -> HouseIs:
        return self.do(ClosedHouse.house_is)

    def people(self, query: FindPeople) -> tuple[PersonIs, ...]:
        return self.do(lambda house: house.overview.people(query))

    def tables(self, query: FindTables) -> tuple[TableIs, ...]:
        return self.do(lambda house: house.overview.tables(query, self.lang))

    def chat(self, table: str) -> tuple[LineIs, ...]:
        return self.do(lambda house: house.overview.chat(table))

    def reports(self, query: FindReports) -> tuple[ReportIs, ...]:
        return self.do(lambda house: house.overview.reports(query))

    def sanctions(self) -> tuple[SanctionIs, ...]:
        return self.do(lambda house: house.overview.sanction_list())

    def audit(self, query: FindAudit) -> tuple[AuditIs, ...]:
        return self.do(lambda house: house.overview.audit(query))

    def act(self, command: AnyCommand) -> Acted:
        return self.do(lambda house: house.administration.act(THE_HOST, command, self.lang))
