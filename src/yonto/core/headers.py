"""The head of a record or a match in writing: `name: value` lines up to an empty line, read with their places."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from yonto.core.errors import BadRecord

NAME = re.compile(r"[a-z][a-z0-9-]{0,29}\Z")
SEAT = re.compile(r"(?:seat|player)[0-9]+\Z")
NUMBER = re.compile(r"[0-9]{1,9}\Z")
ANY = 10**9  # where a header's number has no bound of its own
OPTION = re.compile(r"([a-z][a-z0-9_]*)=(\S+)\Z")
LONGEST_NAME = 60
MOST_SEATS = 9


@dataclass(frozen=True)
class Header:
    """One value, and where it stands: the line, and the column of its first character, both counted from 1."""

    value: str
    line: int
    column: int

    def bad(self, key: str, offset: int = 0, **params: Any) -> BadRecord:
        return BadRecord(self.line, self.column + offset, key, **params)

    def number(self, lowest: int = 0, highest: int = ANY) -> int:
        if not NUMBER.match(self.value) or not lowest <= int(self.value) <= highest:
            if highest == ANY:
                raise self.bad("record.number", value=self.value)
            raise self.bad("record.number_between", value=self.value, lowest=lowest, highest=highest)
        return int(self.value)

    def option_at(self, number: int, name: str) -> tuple[int, int]:
        """Where an option stands, of the sets that ` | ` separates the one with this number."""
        start = 0
        for i, part in enumerate(self.value.split(" | ")):
            if i == number and (found := re.search(rf"(?<!\S){re.escape(name)}=", part)):
                return self.line, self.column + start + found.start()
            start += len(part) + 3
        return self.line, self.column

    def options(self) -> dict[str, str]:
        """`a=x b=y` as a mapping; `-` for none."""
        options: dict[str, str] = {}
        if self.value == "-":
            return options
        for word in re.finditer(r"\S+", self.value):
            match = OPTION.match(word.group())
            if match is None:
                raise self.bad("record.option", word.start())
            if match[1] in options:
                raise self.bad("record.option_again", word.start(), name=match[1])
            options[match[1]] = match[2]
        return options


def options_text(options: Mapping[str, str]) -> str:
    """The inverse of `Header.options`."""
    return " ".join(f"{name}={value}" for name, value in options.items()) or "-"


def read_headers(lines: list[str], first_line: int) -> tuple[dict[str, Header], int]:
    """The headers and the number of lines they take, the empty line after them included."""
    headers: dict[str, Header] = {}
    for i, line in enumerate(lines):
        if not line:
            return headers, i + 1
        name, colon, value = line.partition(":")
        check_header(name, colon, value, first_line + i)
        value = value[1:]
        if name in headers:
            raise BadRecord(first_line + i, 1, "record.header_again", name=name)
        headers[name] = Header(value, first_line + i, len(name) + 3)
    return headers, len(lines)


def check_header(name: str, colon: str, value: str, line: int) -> None:
    """Whether a line is one: a name, a colon, a space and something that can be seen."""
    if not colon or not NAME.match(name) or (value and value[0] != " "):
        raise BadRecord(line, 1, "record.header")
    column = len(name) + 3
    if SEAT.match(name) and not is_name(value[1:]):
        raise BadRecord(line, column, "record.name")
    for i, char in enumerate(value[1:]):
        if not char.isprintable():
            raise BadRecord(line, column + i, "record.unprintable")
    if not value[1:] or value[1:] != value[1:].strip():
        raise BadRecord(line, 1, "record.header")


def write_headers(headers: Iterable[tuple[str, str]]) -> str:
    return "".join(f"{name}: {value}\n" for name, value in headers)


def take(headers: dict[str, Header], name: str, line: int) -> Header:
    """Remove and give a header that must be there; `line` is blamed where it is not."""
    if name not in headers:
        raise BadRecord(line, 1, "record.header_missing", name=name)
    return headers.pop(name)


def take_names(headers: dict[str, Header], prefix: str, line: int) -> tuple[str, ...]:
    """The values of `seat1`, `seat2`, … in order; at least one, at most nine, without a gap."""
    names: list[str] = []
    while len(names) < MOST_SEATS and (header := headers.pop(f"{prefix}{len(names) + 1}", None)):
        names.append(header.value)
    if not names:
        raise BadRecord(line, 1, "record.header_missing", name=f"{prefix}1")
    for name, header in headers.items():
        if re.fullmatch(prefix + "[0-9]+", name):
            extra = name == f"{prefix}{MOST_SEATS + 1}"
            raise BadRecord(header.line, 1, "record.seats_most" if extra else "record.seats", most=MOST_SEATS)
    return tuple(names)


def is_name(text: str) -> bool:
    """Whether a player may be called so in a record."""
    return 0 < len(text) <= LONGEST_NAME and text.isprintable() and text == text.strip()
