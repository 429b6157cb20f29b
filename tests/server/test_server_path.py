"""docs/path-of-a-move.md tells the truth: what it names is there, and a person's move passes it."""

import ast
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from parlour import Client, Services, opened, pair

from yonto.server.store import Place

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "yonto"
PAGE = (ROOT / "docs" / "path-of-a-move.md").read_text(encoding="utf-8")
ROOMS = (ROOT, SOURCE, SOURCE / "server", SOURCE / "server" / "store", SOURCE / "server" / "tables")
MESSAGES = {"ok", "in_demand"}  # what is sent
FIELDS = {"Job.plain"}
PARAMETERS = {"done"}  # what hears of an append
ELSEWHERE = {"act_later"}  # where the table is not in memory, or not free


def spans(text: str) -> set[str]:
    return set(re.findall(r"`([^`]+)`", text))


def section(title: str) -> set[str]:
    return spans(PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0])


def is_file(span: str) -> bool:
    return "/" in span or span.endswith(".py")


def defined() -> set[str]:
    """Every function, class, method, field and constant of the sources: `name`, `Class.name`, `module.name`."""
    found = set()
    for file in SOURCE.rglob("*.py"):
        body = ast.parse(file.read_text(encoding="utf-8")).body
        found |= {f"{owner}{name}" for name in names_in(body) for owner in ("", f"{file.stem}.")}
        for node in body:
            if isinstance(node, ast.ClassDef):
                found |= {f"{owner}{name}" for name in names_in(node.body) for owner in ("", f"{node.name}.")}
    return found


def names_in(body: list[ast.stmt]) -> set[str]:
    named = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    found = {node.name for node in body if isinstance(node, named)}
    for node in body:
        targets = (
            node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
        )
        found |= {target.id for target in targets if isinstance(target, ast.Name)}
    return found


def test_what_the_page_names_is_there() -> None:
    files = {span for span in spans(PAGE) if is_file(span)}
    assert len(files) > 20
    assert [span for span in sorted(files) if not any((room / span).exists() for room in ROOMS)] == []
    assert spans(PAGE) - files - defined() - PARAMETERS - MESSAGES == set()


@contextmanager
def passing(house: Services) -> Iterator[set[str]]:
    """The functions that the server's loop passes meanwhile, by their names and as `Class.name`."""
    passed: set[str] = set()

    def note(frame: FrameType, event: str, _: Any) -> None:
        if event == "call":
            name = frame.f_code.co_qualname
            passed.update((name, name.rpartition(".")[2]))

    house.call(lambda: sys.setprofile(note))
    yield passed
    house.call(lambda: sys.setprofile(None))


def functions_of(title: str) -> set[str]:
    """Those that a section names, with their class where it is said; classes themselves are passed by being made."""
    named = {span for span in section(title) if not is_file(span)} - MESSAGES - FIELDS
    functions = {span for span in named if span.rpartition(".")[2].islower()}
    return {span if span[0].isupper() else span.rpartition(".")[2] for span in functions}


@pytest.mark.sqlite
def test_a_person_s_move_passes_what_the_page_says(store: Place) -> None:
    """In Qin, where a board says itself what became of it."""
    with opened(store) as house:
        table, one, two = pair(house.url, "qin")
        with one, two, passing(house) as passed:
            for live in (one, two, one):
                live.play(table, live.until(table, lambda shown: bool(shown["legal"]))["legal"][0]["text"])
    functions = functions_of("A person's move")
    assert len(functions) > 30
    assert functions - passed - ELSEWHERE == set()


@pytest.mark.sqlite
def test_a_computer_s_move_passes_what_the_page_says(store: Place) -> None:
    with opened(store) as house:
        ada = Client(house.url)
        table = ada.create("niya", ["me", {"kind": "computer", "level": "discoverer"}], first=1)
        with ada.live() as live, passing(house) as passed:
            before = live.watch(table)["seq"]
            live.play(table)
            live.until(table, lambda shown: shown["seq"] >= before + 2)
    functions = functions_of("A computer's move")
    assert len(functions) > 3
    assert functions - passed == set()
