"""Computers that have much to do: each person in turn, thought that is shortened and never left out, and what is told
of it; seeds that nobody knows."""

import re
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from inside import Inside
from parlour import Client, Services, opened, wait_awake
from rows import rows

from yonto.core.contract import Seat
from yonto.players.pool import Pool
from yonto.server.store import Place
from yonto.server.tables.bots import job
from yonto.table import events
from yonto.table.table import Table

SLOW = "[niya-2]\nmaster = { simulations = 1000000000, seconds = 0.4, horizon = 0 }\n"
MASTER = {"kind": "computer", "level": "master"}
CROWD = 12  # tables of one person
A_SECOND = {"kind": "move", "seconds": 1}


@pytest.fixture
def slow_house(store: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Services]:
    """One worker; the master thinks for 0.4 s about a move, and everybody is to be served within 2 s."""
    levels = tmp_path / "levels.toml"
    levels.write_text(SLOW, encoding="utf-8")
    monkeypatch.setenv("YONTO_LEVELS", str(levels))
    with opened(store, bot_seconds=2.0) as house:
        wait_awake(house.url)
        assert house.server is not None
        house.server.services.warmup.searches_ready.add("niya")
        first(Client(house.url))  # the worker wakes
        yield house


def first(client: Client) -> None:
    """A computer's first move has been made."""
    with client.live() as live:
        table = client.create("niya", [MASTER, "me"], first=1)
        live.watch(table)
        live.until(table, lambda shown: shown["to_move"] == 1)


def test_a_crowd_of_one_person_hurries_himself_and_not_a_stranger(slow_house: Services) -> None:
    url = slow_house.url
    greedy, stranger = Client(url), Client(url)
    with greedy.live() as many, stranger.live() as one:
        tables = [greedy.create("niya", [MASTER, "me"], first=1, clock=A_SECOND) for _ in range(CROWD)]
        mine = stranger.create("niya", [MASTER, "me"], first=1)
        one.watch(mine)
        for table in tables:
            many.watch(table)
        one.until(mine, lambda shown: shown["to_move"] == 1)
        for table in tables:
            shown = many.until(table, lambda shown: shown["to_move"] == 1 or shown["result"] is not None)
            loser = shown["result"] and shown["result"]["loser"]
            assert loser in (None, 1), "a computer has no clock: what it waits for its turn to think costs nobody time"
        demand = [each for each in one.heard if each["type"] == "in_demand"]
        assert demand[0] == {"type": "in_demand", "table": mine, "much": True}, "he waited and was told so"
        told = {each["table"] for each in many.heard if each["type"] == "in_demand" and each["much"]}
        assert len(told) > CROWD // 2
    came, had_turn = moments(slow_house.config.place)[mine]
    turns = [turn for table, (_, turn) in moments(slow_house.config.place).items() if table in tables]
    assert sum(came < turn < had_turn for turn in turns) < CROWD // 2, "he waited for what was under way"
    assert any(turn > had_turn for turn in turns), "he had his turn before the other had all of his"
    text = Client(url).http("GET", "/metrics")[2].decode()
    assert 1 <= number(text, 'yonto_bot_hurried_total{level="master"}') <= CROWD + 1
    assert 0 < number(text, "yonto_bot_thought_ratio_sum") < number(text, "yonto_bot_thought_ratio_count") == CROWD + 2
    assert "yonto_bot_queue 0.0" in text
    assert 'yonto_bot_moves_total{how="first"}' not in text


def test_a_master_has_the_free_cores_until_another_table_thinks(
    store: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    levels = tmp_path / "levels.toml"
    levels.write_text(SLOW.replace("horizon = 0", "horizon = 0, threads = 2"), encoding="utf-8")
    monkeypatch.setenv("YONTO_LEVELS", str(levels))
    parts: list[list[int]] = []
    divide = Pool.divide

    def divided(pool: Pool) -> None:
        divide(pool)
        parts.append([worker.cores for worker in pool.busy])

    monkeypatch.setattr(Pool, "divide", divided)
    with opened(store, workers=2, cores=2) as house:
        wait_awake(house.url)
        assert house.server is not None
        house.server.services.warmup.searches_ready.add("niya")
        one, other = Client(house.url), Client(house.url)
        while [1, 1] not in parts:  # on a crowded machine the first may be done before the second is asked
            for client in (one, other):
                client.create("niya", [MASTER, "me"], first=1)
            for client in (one, other):
                first(client)
    assert [2] in parts
    assert all(part in ([], [2], [1, 1]) for part in parts)


def moments(store: Place) -> dict[str, tuple[int, int]]:
    """Of each table: when it was laid, and when a computer first moved there."""
    query = "SELECT id, made, event FROM events JOIN tables USING (number) ORDER BY seq"
    found: dict[str, tuple[int, int]] = {}
    for table, made, event in rows(store, query):
        if isinstance(said := events.decode(event), events.Played):
            found.setdefault(table, (made, said.at))
    return found


def number(text: str, name: str) -> float:
    found = re.search(rf"^{re.escape(name)} (\S+)$", text, re.MULTILINE)
    return float(found[1]) if found else 0.0


def test_tables_without_people_come_last_and_are_not_taken_up_again(store: Place) -> None:
    with opened(store) as house:
        wait_awake(house.url)
        client = Client(house.url)
        with client.live() as live:
            alone = client.create("qin", [{"kind": "computer", "level": "random"}] * 2)
            peopled = client.create("niya", ["me", "screen"])
            live.watch(peopled)
            live.watch(alone)
            assert house.server is not None
            registry = house.server.services.registry
            house.call(lambda: registry.__setattr__("closing", True))
    with closing(Inside(store)) as db:
        db.execute(
            "UPDATE standings SET status='playing', to_move=0 WHERE number=(SELECT number FROM tables WHERE id=?)",
            (alone,),
        )
    with opened(store) as house:
        assert house.server is not None
        registry = house.server.services.registry
        end = time.monotonic() + 60
        while peopled not in house.call(lambda: set(registry.live)) and time.monotonic() < end:
            time.sleep(0.01)
        assert house.call(lambda: set(registry.live)) == {peopled}


def question(table: Table, seat: Seat, secret: bytes) -> Any:
    return job(table, seat, "master", "move", secret)


def test_what_a_computer_will_do_cannot_be_worked_out_from_what_is_public(house: Services) -> None:
    client = Client(house.url)
    name = client.create("pagode", [{"kind": "me"}, {"kind": "screen"}])
    assert house.server is not None
    table = house.server.services.registry.live[name].table
    one, same, other, *more = (question(table, 0, secret) for secret in (b"a", b"a", b"b", b"c", b"d", b"e", b"f"))
    assert one == same
    assert one.seed != other.seed
    assert name not in one.seed
    beliefs = {each.state for each in (one, other, *more)}  # two of them may be the same by chance
    assert len(beliefs) > 1, "what it believes of the hidden is another's too"
    kept = house.server.services.bot_secret
    assert len(kept) == 32
    with closing(Inside(house.config.place)) as db:
        (found,) = db.execute("SELECT value FROM meta WHERE name='bots'").fetchone()
    assert bytes(found) == kept, "the same after a restart"
