"""What is wrong with a message that cannot be read, in the reader's own language: msgspec says it in English."""

import re
from typing import Any

from yonto.core.words import Key
from yonto.server.errors import BadMessage

TYPES = ("object", "array", "str", "int", "float", "bool", "null")
# What msgspec says -> the sentence for it; groups are what stands in its places
REASONS = tuple(
    (re.compile(pattern), f"unreadable.{name}")
    for pattern, name in (
        (r"Input data was truncated|cut off", "cut"),
        (r"JSON is malformed: .*\(byte (?P<byte>\d+)\)", "not_json"),
        (r"Object missing required field `(?P<field>.+)`", "missing"),
        (r"Object contains unknown field `(?P<field>.+)`", "unknown"),
        (r"Invalid (?:enum )?value (?P<value>.+)", "value"),
        (r"Expected `(?:str|array|object)` of length >= (?P<least>\d+)", "short"),
        (r"Expected `(?:str|array|object)` of length <= (?P<most>\d+)", "long"),
        (r"Expected `(?:int|float)` >= (?P<least>\S+)", "small"),
        (r"Expected `(?:int|float)` <= (?P<most>\S+)", "large"),
        (r"Expected `(?P<wanted>[^`]+)`, got `(?P<got>[^`]+)`", "kind"),
        (r"Expected `(?P<wanted>[^`]+)`", "other_kind"),
    )
)


def unreadable(error: Exception | str) -> BadMessage:
    """What is no message, with the field that is at fault."""
    if isinstance(error, RecursionError):
        return BadMessage("fault.message", reason={"key": "unreadable.deep", "params": {}})
    said, _, path = str(error).partition(" - at `$")
    field = re.sub(r"\[(\d+|\.\.\.)\]", r".\1", path.removesuffix("`")).removeprefix(".")
    return BadMessage("fault.field" if field else "fault.message", reason=reason(said), field=field)


def reason(said: str) -> dict[str, Any] | str:
    """Why, as a sentence of the catalogue; what msgspec may say one day and we do not know, as it says it."""
    for pattern, key in REASONS:
        if match := pattern.fullmatch(said):
            return {"key": key, "params": {name: shown(name, text) for name, text in match.groupdict().items()}}
    return said


def shown(name: str, text: str) -> Any:
    """Numbers, names and values as they were sent; kinds of values by their keys."""
    return kinds(text) if name in ("wanted", "got") else text


def kinds(text: str) -> Any:
    first, _, others = text.partition(" | ")
    known = Key(f"@unreadable.kind.{first}") if first in TYPES else first
    return {"key": "unreadable.either", "params": {"one": known, "other": kinds(others)}} if others else known
