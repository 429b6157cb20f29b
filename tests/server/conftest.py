"""One running server for the tests that only need some server, with every game awake."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from parlour import Services, opened, wait_awake


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Services]:
    with opened(tmp_path_factory.mktemp("house") / "yonto.sqlite3") as running:
        wait_awake(running.url)
        yield running


@pytest.fixture
def url(house: Services) -> str:
    return house.url


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "yonto.sqlite3"
