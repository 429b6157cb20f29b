"""What is said at the tables."""

from typing import NamedTuple, Protocol


class ChatRow(NamedTuple):
    number: int
    at: int
    name: str
    text: str  # "" where somebody who keeps order took it away


class ChatSaid(NamedTuple):
    """A line of chat with who said it: for those who keep order."""

    number: int
    at: int
    person: str | None
    name: str
    text: str


class ChatStore(Protocol):
    async def add(self, table: str, at: int, person: str, name: str, text: str, client: str) -> int | None:
        """The number of the line; None if this person has said one under this name of his client's before."""
        ...

    async def last_lines(self, tables: list[str]) -> dict[str, int]:
        """The number of the last line of chat at each of these tables where anything was said."""
        ...

    async def recent(self, table: str) -> list[ChatRow]: ...
    async def whole(self, table: str) -> list[ChatSaid]: ...
    async def remove_line(self, table: str, number: int) -> bool:
        """Take the words of a line of chat away; False where there are none."""
        ...
