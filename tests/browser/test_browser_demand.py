"""Computers that have much to do: whoever waits for one is told so, in words."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from parlour import Services, opened
from playwright.sync_api import expect
from rooms import CLIENT, PHONE, seated


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Services]:
    """Of its own: nobody else shall wait for the worker that is taken away here."""
    with opened(tmp_path_factory.mktemp("demand") / "yonto.sqlite3", client=str(CLIENT)) as running:
        yield running


@pytest.mark.parametrize(
    ("locale", "sentence"),
    [("fr-FR", "L'ordinateur est très demandé"), ("en-GB", "The computer is in great demand")],
)
def test_who_waits_for_a_computer_in_demand_is_told_so(visit: Any, house: Services, locale: str, sentence: str) -> None:
    """Others have the only worker and wait for it: the page says so until the computer has moved in peace."""
    assert house.server is not None
    services = house.server.services
    turns = services.pool.turns
    house.call(lambda: services.warmup.searches_ready.add("niya"))  # the random player needs none
    house.call(lambda: [asyncio.ensure_future(turns.take(other)) for other in ("one", "two")])
    visitor = visit(**PHONE, locale=locale)
    table = seated(visitor, "niya", [{"kind": "computer", "level": "random"}, "me"], first=1)
    page = visitor.go(f"/t/{table}")
    said = page.get_by_role("status").filter(has_text=sentence)
    expect(said).to_be_visible()
    box = said.bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 360
    house.call(lambda: turns.give("one"))
    house.call(lambda: turns.give("two"))
    expect(said).to_have_count(0)
    expect(page.locator(".now.mine")).to_be_visible()


@pytest.mark.parametrize(
    ("locale", "sentence"),
    [("fr-FR", "L'ordinateur se réveille : en attendant"), ("en-GB", "The computer is still waking up: until then")],
)
def test_who_plays_a_computer_that_is_not_awake_yet_is_told_so(
    visit: Any, house: Services, locale: str, sentence: str
) -> None:
    """Its search is still being compiled: it answers all the same, and the page says what to think of that."""
    assert house.server is not None
    services = house.server.services
    turns, warmup = services.pool.turns, services.warmup
    house.call(lambda: warmup.searches_ready.discard("niya"))
    house.call(lambda: warmup.cold.add("niya"))
    house.call(lambda: asyncio.ensure_future(turns.take("another")))
    visitor = visit(**PHONE, locale=locale)
    table = seated(visitor, "niya", [{"kind": "computer", "level": "apprentice"}, "me"], first=1)
    page = visitor.go(f"/t/{table}")
    said = page.get_by_role("status").filter(has_text=sentence)
    expect(said).to_be_visible()
    house.call(lambda: turns.give("another"))
    expect(page.locator(".now.mine")).to_be_visible()
    expect(said).to_have_count(0)


@pytest.mark.parametrize(
    ("locale", "hint", "sentence", "advice"),
    [
        ("fr-FR", "Conseil", "Le maître se réveille : son conseil vient", "Le maître jouerait"),
        ("en-GB", "Hint", "The master is still waking up: its advice comes", "The master would play"),
    ],
)
def test_who_asks_for_a_hint_while_the_master_is_not_awake_is_told_why_it_takes_so_long(
    visit: Any, house: Services, locale: str, hint: str, sentence: str, advice: str
) -> None:
    assert house.server is not None
    warmup = house.server.services.warmup
    compiled = asyncio.Event()

    async def compiling() -> None:
        await compiled.wait()

    def asleep() -> None:
        warmup.searches_ready.discard("niya")
        warmup.cold.add("niya")
        warmup.warming["niya"] = asyncio.ensure_future(compiling())

    def awake() -> None:
        warmup.cold.discard("niya")
        warmup.searches_ready.add("niya")
        compiled.set()

    house.call(asleep)
    visitor = visit(**PHONE, locale=locale)
    page = visitor.go(f"/t/{seated(visitor, 'niya', ['me', {'kind': 'computer', 'level': 'random'}], first=1)}")
    page.get_by_role("button", name=hint, exact=True).click()
    said = page.get_by_role("status").filter(has_text=sentence)
    expect(said).to_be_visible()
    box = said.bounding_box()
    assert box
    assert 0 <= box["x"] <= box["x"] + box["width"] <= 360
    house.call(awake)
    expect(page.get_by_role("status").filter(has_text=advice)).to_be_visible()
    expect(said).to_have_count(0)
