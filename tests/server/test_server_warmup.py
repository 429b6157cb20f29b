"""A new house compiles its games one after the other, and first of all what somebody waits for. Until then it plays
without."""

import asyncio
import json
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from parlour import Client, Services, opened
from rows import rows

from yonto.core import kernel
from yonto.core.contract import CHANCE
from yonto.games import GAMES, load
from yonto.server.ops import warmup
from yonto.server.ops.warmup import BEHIND, SIDE_BY_SIDE, Compilers, Warmup
from yonto.server.store import Place
from yonto.table import events

SLEEPS = [sys.executable, "-c", "import sys; sys.stdin.read()"]
Began = Callable[[asyncio.subprocess.Process], None]


class Kitchen:
    """Helpers that are processes indeed, and compile until they are told to end."""

    def __init__(self) -> None:
        self.helpers: dict[tuple[str, str], asyncio.subprocess.Process] = {}
        self.order: list[tuple[str, str]] = []

    async def compile(self, what: str, name: str, begun: Began) -> bool:
        helper = await asyncio.create_subprocess_exec(*SLEEPS, stdin=asyncio.subprocess.PIPE)
        begun(helper)
        self.helpers[what, name] = helper
        self.order.append((what, name))
        try:
            return await helper.wait() == 0
        finally:
            if helper.returncode is None:
                helper.kill()
                await helper.wait()

    async def until(self, count: int) -> None:
        async with asyncio.timeout(60):
            while len(self.order) < count:
                await asyncio.sleep(0.001)

    def end(self, *jobs: tuple[str, str]) -> None:
        for job in jobs or [*self.helpers]:
            stdin = self.helpers.pop(job).stdin
            assert stdin is not None
            stdin.write_eof()

    def niceness(self, *job: str) -> int:
        return os.getpriority(os.PRIO_PROCESS, self.helpers[job[0], job[1]].pid)


@pytest.fixture
def kitchen(monkeypatch: pytest.MonkeyPatch) -> Kitchen:
    made = Kitchen()
    monkeypatch.setattr(warmup, "compile_in_subprocess", made.compile)
    return made


async def all_jobs(compilers: Compilers, what: str) -> list[asyncio.Task[bool]]:
    return [asyncio.create_task(compilers.compile(what, name)) for name in GAMES]


def test_games_are_compiled_in_their_order_and_few_at_once(kitchen: Kitchen) -> None:
    async def walk() -> None:
        compilers, names = Compilers(), [*GAMES]
        tasks = await all_jobs(compilers, "rules")
        await kitchen.until(SIDE_BY_SIDE)
        assert sorted(kitchen.order) == sorted(("rules", name) for name in names[:SIDE_BY_SIDE])
        tasks.append(asyncio.create_task(compilers.compile("searches", names[0])))
        await asyncio.sleep(0)
        kitchen.end(("rules", names[0]))
        await kitchen.until(SIDE_BY_SIDE + 1)
        assert kitchen.order[-1] == ("searches", names[0]), "the first game can be played against a computer soon"
        while not all(task.done() for task in tasks):
            kitchen.end()
            await asyncio.sleep(0.001)
        assert all(task.result() for task in tasks)
        assert not compilers.running
        assert not compilers.waiting

    asyncio.run(walk())


def test_what_somebody_waits_for_begins_at_once_and_the_others_stand_back(kitchen: Kitchen) -> None:
    async def walk() -> None:
        compilers, names = Compilers(), [*GAMES]
        tasks = await all_jobs(compilers, "rules")
        await kitchen.until(SIDE_BY_SIDE)
        compilers.ask(names[-1])
        await kitchen.until(SIDE_BY_SIDE + 1)
        assert kitchen.order[-1] == ("rules", names[-1])
        here = os.getpriority(os.PRIO_PROCESS, 0)
        assert kitchen.niceness("rules", names[-1]) == here
        assert kitchen.niceness("rules", names[0]) == max(BEHIND, here)
        kitchen.end(("rules", names[0]), ("rules", names[1]))
        await kitchen.until(SIDE_BY_SIDE + 2)
        assert kitchen.niceness(*kitchen.order[-1]) == max(BEHIND, here), "also one that begins meanwhile"
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    asyncio.run(walk())


def test_a_compiler_that_is_called_off_leaves_its_place(kitchen: Kitchen) -> None:
    async def walk() -> None:
        compilers = Compilers()
        tasks = await all_jobs(compilers, "rules")
        await kitchen.until(SIDE_BY_SIDE)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert not compilers.running
        assert not compilers.waiting

    asyncio.run(walk())


@pytest.fixture
def asleep(
    kitchen: Kitchen, store: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Services]:  # fmt: skip
    """A house of which nothing is compiled while the test lasts, its worker with an empty cache."""
    monkeypatch.setattr(warmup, "AWAKE", {})
    monkeypatch.setattr(warmup, "marked", lambda what, name: False)
    monkeypatch.setenv("YONTO_CACHE", str(tmp_path / "cache"))
    with opened(store, warm=True, nursery=False) as house:
        yield house
    assert set() == kernel.PLAIN, "a closed house leaves nothing behind"


def test_a_computer_answers_in_every_game_before_anything_is_compiled(asleep: Services, tmp_path: Path) -> None:
    """The answer is legal, stored before it is shown, and its table is there again from the store."""
    client = Client(asleep.url)
    assert asleep.server is not None
    house = asleep.server.services
    with client.live() as live:
        for game in GAMES:
            table = client.create(game, [{"kind": "computer", "level": "apprentice"}, "me"], first=1)
            live.watch(table)
            shown = live.until(table, lambda shown: shown["to_move"] == 1)
            query = f"SELECT event FROM events JOIN tables USING (number) WHERE id='{table}'"
            stored = [events.decode(each) for (each,) in rows(asleep.config.place, query)]
            assert any(isinstance(each, events.Played) and each.player == 0 for each in stored)
            assert sum(isinstance(each, events.Played) for each in stored) <= shown["seq"]
            for step in house.registry.live[table].table.play.steps:
                assert step.who == CHANCE or load(game).rules.why_not(step.state, step.action) == 0
            asleep.call(lambda table=table: house.registry.drop_table(table))  # type: ignore[misc]
            assert live.watch(table)["seq"] == shown["seq"], "so it is in the store"
            assert live.play(table)["seq"] > shown["seq"], "and a person plays on"
    assert not any(json.loads(client.http("GET", "/health")[2])["awake"].values())
    assert all(each["awake"] and not each["minds"] for each in client.api("GET", "/api/games")), "the page says both"
    assert not [*(tmp_path / "cache").rglob("*.nb?")]
    told = client.http("GET", "/metrics")[2].decode()
    assert 'yonto_bot_moves_total{how="waking"}' in told
    assert "yonto_bot_hurried_total{" not in told, "nobody is told that computers are in demand"


def test_who_wants_advice_waits_for_a_computer_that_is_awake() -> None:
    async def walk() -> None:
        house, compiled = Warmup(True), asyncio.Event()
        house.cold.add("niya")
        house.warming["niya"] = asyncio.create_task(wait_for(compiled))
        waits = asyncio.create_task(house.searches("niya"))
        await asyncio.sleep(0)
        assert not waits.done()
        compiled.set()
        await waits
        house.cold.clear()
        await house.searches("niya")

    async def wait_for(event: asyncio.Event) -> None:
        await event.wait()

    asyncio.run(walk())
