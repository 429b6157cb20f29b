"""Writes src/protocol.gen.ts: the types of everything the server sends, made from the server's own types, and
the numbers that the browser's forms keep to, as the server's rooms have them.

python web/make_types.py            write the file
python web/make_types.py --check    only say whether it is up to date
"""

import sys
from importlib import import_module
from pathlib import Path
from typing import Any, get_args

import msgspec

from yonto.core.contract import MOST_SEATS
from yonto.games import HOUSE as GAMES
from yonto.players import LEVELS
from yonto.puzzles.glicko import BEGINNER
from yonto.server import protocol
from yonto.server.admin.commands import Reason
from yonto.server.admin.commands import Value as BannedValue
from yonto.server.admin.shapes import Find
from yonto.server.http.routes import ENDPOINTS
from yonto.server.people import passwords
from yonto.server.people.reports import ReportText
from yonto.server.tables.shapes import TableChanged, TableShown
from yonto.study.opening import LONGEST
from yonto.table.commands import MoveText
from yonto.table.settings import MOST_ROUNDS, CreateTable, Name, Value

HERE = Path(__file__).parent
FILE = HERE / "src" / "protocol.gen.ts"
HEAD = "// Made by web/make_types.py from the server's types; do not edit.\n"
TOLD = (
    TableShown, TableChanged, protocol.Welcome, protocol.Ok, protocol.Failed, protocol.HintIs, protocol.WordsAre,
    protocol.PreviewIs, protocol.ChatLine, protocol.InDemand, protocol.Resync, protocol.Bye,
)  # fmt: skip


def longest(text: Any) -> int:
    """The length that an annotated text may have."""
    most: int = get_args(text)[1].max_length
    return most


CONSTANTS: dict[str, Any] = {
    "BEGINNER": BEGINNER,  # the strength of whoever has never tried a puzzle
    "LEVELS": LEVELS,  # the computers that people play against
    "LONGEST_BAN": longest(BannedValue),
    "LONGEST_CHAT": longest(protocol.ChatText),
    "LONGEST_FIND": longest(Find),
    "LONGEST_MOVE": longest(MoveText),
    "LONGEST_NAME": longest(Name),
    "LONGEST_OPTION": longest(Value),
    "LONGEST_PASSWORD": passwords.LONGEST,
    "LONGEST_REASON": longest(Reason),
    "LONGEST_REPORT": longest(ReportText),
    "LONGEST_STUDY": LONGEST,
    "MOST_ROUNDS": MOST_ROUNDS,
    "MOST_SEATS": MOST_SEATS,
    "SHORTEST_PASSWORD": passwords.SHORTEST,
}
SIMPLE = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def text_of(schema: dict[str, Any], names: dict[str, str]) -> str:
    """A schema as a TypeScript type."""
    if "$ref" in schema:
        return names[schema["$ref"].rsplit("/", 1)[1]]
    if "anyOf" in schema:
        # A part without a schema is msgspec.Raw: JSON kept ready, of the form that the other parts tell.
        return " | ".join(text_of(part, names) for part in schema["anyOf"] if part)
    if "enum" in schema or "const" in schema:
        return " | ".join(msgspec.json.encode(v).decode() for v in schema.get("enum", [schema.get("const")]))
    kind = schema.get("type")
    if isinstance(kind, list):
        return " | ".join(SIMPLE[k] for k in kind)
    if kind == "array":
        return array_of(schema, names)
    if kind == "object" and "properties" in schema:
        return fields_of(schema, names)
    if kind == "object":
        inner = schema.get("additionalProperties")
        return f"Record<string, {text_of(inner, names) if isinstance(inner, dict) else 'unknown'}>"
    return SIMPLE.get(kind or "", "unknown")


def array_of(schema: dict[str, Any], names: dict[str, str]) -> str:
    if parts := schema.get("prefixItems"):
        return "[" + ", ".join(text_of(part, names) for part in parts) + "]"
    inner = text_of(schema.get("items") or {}, names)
    return f"({inner})[]" if "|" in inner else f"{inner}[]"


def fields_of(schema: dict[str, Any], names: dict[str, str]) -> str:
    """What has no default and need not be there is left out where it is not set."""
    needed = schema.get("required", ())
    marks = {name: "" if name in needed or "default" in s else "?" for name, s in schema["properties"].items()}
    lines = (f"  {name}{marks[name]}: {text_of(s, names)};\n" for name, s in schema["properties"].items())
    return "{\n" + "".join(lines) + "}"


def declare(types: list[Any], prefix: str = "") -> dict[str, str]:
    """The interfaces that these types need, by name; a game's own get its name in front."""
    _, components = msgspec.json.schema_components(types, ref_template="#/{name}")
    names = {name: prefix + name for name in components}
    return {names[name]: text_of(schema, names) for name, schema in components.items()}


def constant(name: str, value: Any) -> str:
    return f"export const {name} = {msgspec.json.encode(value).decode()};"


def typescript() -> str:
    found = declare([*TOLD, *(door.gives for door in ENDPOINTS if door.gives is not None), CreateTable])
    constants = dict(CONSTANTS)
    for game in GAMES:
        view = import_module(f"yonto.games.{game}.view")
        found |= declare([view.View], game.capitalize())
        if limits := getattr(view, "LIMITS", None):
            constants[game.upper()] = limits
    lines = [HEAD, *(constant(name, value) for name, value in constants.items())]
    for name, body in sorted(found.items()):
        lines.append(f"export interface {name} {body}" if body.startswith("{") else f"export type {name} = {body};")
    return "\n".join(lines) + "\n"


def main() -> None:
    text = typescript()
    if "--check" in sys.argv:
        if FILE.read_text(encoding="utf-8") != text:
            sys.exit("web/src/protocol.gen.ts is not what the server's types say: run python web/make_types.py")
        return
    FILE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
