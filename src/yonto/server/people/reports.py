"""Reporting what somebody wrote or did at a table, for those who keep order to look at."""

from typing import Annotated, Literal

import msgspec

from yonto.server.errors import NotAllowed, Unknown
from yonto.server.ops.house_time import HOUSE
from yonto.server.ops.rate_limit import Limit
from yonto.server.store import ChatSaid, ChatStore, Report, ReportStore
from yonto.table.plain_text import plain_text
from yonto.table.table import Table

AROUND = 10  # lines before and after the one that is reported
ReportText = Annotated[str, msgspec.Meta(max_length=500)]
A_HOUR = 12  # reports of one person, and three times as many of one address


class MakeReport(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of chat by its number, or a player as such."""

    table: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    reason: Literal["insult", "spam", "cheating", "name", "other"]
    line: Annotated[int, msgspec.Meta(ge=1, le=2**53)] | None = None
    player: Annotated[int, msgspec.Meta(ge=0, le=8)] | None = None
    text: ReportText = ""


class Reports:
    def __init__(self, store: ReportStore, chat: ChatStore) -> None:
        self.store = store
        self.chat = chat
        self.by_person = Limit(A_HOUR / 3600, 5)
        self.by_address = Limit(3 * A_HOUR / 3600, 15)

    async def make(self, table: Table, person: str, address: str, wanted: MakeReport) -> None:
        """Saying the same twice is saying it once."""
        lines = await self.chat.whole(table.id)
        about, name = whom(table, lines, wanted)
        if about is None:
            raise Unknown("fault.report_nobody")
        if about == person:
            raise NotAllowed("fault.report_self")
        self.by_person.take(person)
        self.by_address.take(address)
        text = plain_text(wanted.text)
        await self.store.add(
            Report(
                0, HOUSE.now(), person, about, name, table.id, wanted.line, wanted.reason, text,
                tuple(around(lines, wanted.line, about)),
            )
        )  # fmt: skip


def whom(table: Table, lines: list[ChatSaid], wanted: MakeReport) -> tuple[str | None, str]:
    """The person who is meant, and what he is called there."""
    if wanted.line is not None:
        found = next((line for line in lines if line.number == wanted.line), None)
        return (found.person, found.name) if found else (None, "")
    if wanted.player is None or wanted.player >= table.settings.players:
        return None, ""
    sitter = table.sitters[wanted.player]
    return sitter.person, sitter.name


def around(lines: list[ChatSaid], number: int | None, person: str) -> list[ChatSaid]:
    """What was said around a line; around the last that this person said, where none is named."""
    own = [line.number for line in lines if line.person == person]
    centre = number if number is not None else own[-1] if own else None
    return [] if centre is None else [line for line in lines if abs(line.number - centre) <= AROUND]
