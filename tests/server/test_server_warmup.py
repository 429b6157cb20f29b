"""A new house compiles its games one after the other, and first of all what somebody waits for."""

import asyncio
import os
import sys
from collections.abc import Callable

import pytest

from yonto.games import GAMES
from yonto.server.ops import warmup
from yonto.server.ops.warmup import BEHIND, SIDE_BY_SIDE, Compilers

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
        tasks = await all_jobs(compilers, "awake")
        await kitchen.until(SIDE_BY_SIDE)
        assert sorted(kitchen.order) == sorted(("awake", name) for name in names[:SIDE_BY_SIDE])
        tasks.append(asyncio.create_task(compilers.compile("minds", names[0])))
        await asyncio.sleep(0)
        kitchen.end(("awake", names[0]))
        await kitchen.until(SIDE_BY_SIDE + 1)
        assert kitchen.order[-1] == ("minds", names[0]), "the first game can be played against a computer soon"
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
        tasks = await all_jobs(compilers, "awake")
        await kitchen.until(SIDE_BY_SIDE)
        compilers.ask(names[-1])
        await kitchen.until(SIDE_BY_SIDE + 1)
        assert kitchen.order[-1] == ("awake", names[-1])
        here = os.getpriority(os.PRIO_PROCESS, 0)
        assert kitchen.niceness("awake", names[-1]) == here
        assert kitchen.niceness("awake", names[0]) == max(BEHIND, here)
        kitchen.end(("awake", names[0]), ("awake", names[1]))
        await kitchen.until(SIDE_BY_SIDE + 2)
        assert kitchen.niceness(*kitchen.order[-1]) == max(BEHIND, here), "also one that begins meanwhile"
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    asyncio.run(walk())


def test_a_compiler_that_is_called_off_leaves_its_place(kitchen: Kitchen) -> None:
    async def walk() -> None:
        compilers = Compilers()
        tasks = await all_jobs(compilers, "awake")
        await kitchen.until(SIDE_BY_SIDE)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert not compilers.running
        assert not compilers.waiting

    asyncio.run(walk())
