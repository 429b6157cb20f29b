"""What tiles cost (T2): the costs of the house as a table's TOML file, or on one line as a record holds them."""

import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np

from yonto.core.contract import Ints
from yonto.core.errors import BadOption
from yonto.games.tajuto.board import STACK_SIZE
from yonto.games.tajuto.notation import STACKS

STANDARD = "standard"
HIGHEST = 999
SIZES = {stack: int(size) for stack, size in zip(STACKS, STACK_SIZE, strict=True)}
ENTRIES = (*STACKS, "inauguration")

Costs = dict[str, list[int]]  # of every stack from its top; the Inauguration tiles' one cost as a list of one


def check(text: str) -> str:
    """The canonical form of house costs, given as a TOML file's text or already on one line; else BadOption."""
    costs = validated(one_line(text) if "=" not in text and ":" in text else parsed(text))
    return STANDARD if costs == standard() else write(costs)


def write(costs: Costs) -> str:
    """Costs on one line without white space, `W1:2-4-6/…/inauguration:8`: the inverse of `one_line`."""
    return "/".join(f"{entry}:{'-'.join(map(str, costs[entry]))}" for entry in ENTRIES)


def one_line(text: str) -> dict[str, Any]:
    """The entries of the one-line form, not yet validated."""
    found: dict[str, Any] = {}
    for part in text.strip().split("/"):
        if not (match := re.fullmatch(r"(\w+):([0-9]+(?:-[0-9]+)*)", part)) or match[1] in found:
            raise BadOption("costs.part", "tajuto", part=part)
        numbers = [int(number[:9]) for number in match[2].split("-")]
        found[match[1]] = numbers[0] if match[1] == "inauguration" and len(numbers) == 1 else numbers
    return found


def parsed(text: str) -> dict[str, Any]:
    """The entries of a TOML file, not yet validated."""
    try:
        return tomllib.loads(text.removeprefix("\ufeff"))
    except RecursionError:
        raise BadOption("costs.syntax", "tajuto", line=1, column=1, reason="nested too deeply") from None
    except ValueError as error:  # a TOMLDecodeError, or a number of thousands of digits
        reason = re.sub(r" \(at .*\)$", "", str(error))
        place = re.search(r"at line (\d+), column (\d+)", str(error))
        lines = text.split("\n")
        line, column = (int(place[1]), int(place[2])) if place else (len(lines), len(lines[-1]) + 1)
        raise BadOption("costs.syntax", "tajuto", line=line, column=column, reason=reason) from None


def validated(found: dict[str, Any]) -> Costs:
    """All entries there, none unknown, each a list of the right length of whole numbers that never fall."""
    for entry in found:
        if entry not in ENTRIES:
            raise BadOption("costs.unknown", "tajuto", entry=entry, known=", ".join(ENTRIES))
    for entry in ENTRIES:
        if entry not in found:
            raise BadOption("costs.missing", "tajuto", entry=entry)
    costs = {stack: stack_costs(stack, found[stack]) for stack in STACKS}
    costs["inauguration"] = [number("inauguration", 1, found["inauguration"])]
    return costs


def stack_costs(stack: str, given: Any) -> list[int]:
    if not isinstance(given, list) or len(given) != SIZES[stack]:
        got = len(given) if isinstance(given, list) else repr(given)[:40]
        raise BadOption("costs.list", "tajuto", entry=stack, wanted=SIZES[stack], got=got)
    costs = [number(stack, place, value) for place, value in enumerate(given, 1)]
    for place in range(1, len(costs)):
        if costs[place] < costs[place - 1]:
            raise BadOption(
                "costs.order", "tajuto", entry=stack, place=place + 1, value=costs[place], above=costs[place - 1]
            )
    return costs


def number(entry: str, place: int, value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= HIGHEST:
        shown = str(value).lower() if isinstance(value, bool) else repr(value)[:40]
        raise BadOption("costs.number", "tajuto", entry=entry, place=place, value=shown, highest=HIGHEST)
    return value


@cache
def standard() -> Costs:
    """The costs of `data/costs.toml`."""
    return validated(tomllib.loads(files("yonto.games.tajuto").joinpath("data/costs.toml").read_text("utf-8")))


def table(value: str) -> tuple[Ints, int]:
    """A settled option as the state holds it: the costs of the ten stacks, and of an Inauguration tile."""
    costs = standard() if value == STANDARD else validated(one_line(value))
    cost = np.zeros((len(STACKS), 3), np.int32)
    for i, stack in enumerate(STACKS):
        cost[i, : SIZES[stack]] = costs[stack]
    return cost, costs["inauguration"][0]
