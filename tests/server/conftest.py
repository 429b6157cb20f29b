"""One running server for the tests that only need some server, with every game awake."""

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from parlour import PATIENCE, Client, House, opened


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with opened(tmp_path_factory.mktemp("house") / "yonto.sqlite3") as running:
        wait_awake(running.url)
        yield running


@pytest.fixture
def url(house: House) -> str:
    return house.url


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "yonto.sqlite3"


def wait_awake(url: str) -> None:
    end = time.monotonic() + 5 * PATIENCE
    while time.monotonic() < end:
        if all(json.loads(Client(url).http("GET", "/health")[2])["awake"].values()):
            return
        time.sleep(0.1)
    raise AssertionError("the games did not wake up")
