"""The pool of workers: killed, hung, crowded or late, it always answers with a legal move."""

import asyncio
import os
import signal
import subprocess
import sys
from asyncio.subprocess import Process
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import msgspec
import pytest

from yonto.core.play import Play, lots
from yonto.core.rng import seeded
from yonto.games import load
from yonto.players import Choice, ask
from yonto.players import pool as pool_module
from yonto.players.pool import AnyWorker, Job, Pool, PoolFull, Worker
from yonto.players.turns import Turns
from yonto.players.worker import Failed, Order, Report, SoFar, state_of

PATIENCE = 120.0  # a worker has to import and perhaps compile before its first answer; tests never time anything


def process_of(worker: AnyWorker) -> Process:
    assert isinstance(worker, Worker)
    return worker.process


def job(level: str = "apprentice", seed: str = "1", name: str = "niya") -> Job:
    game = load(name)
    play = Play(game, game.seats[0])
    play.draw_chance(lots(seeded("pool", seed)))
    believed = game.believed(play.state, play.to_move, seeded("believe", seed))
    return Job(name, game.seats[0], play.options, believed.tobytes(), play.to_move, level, seed)


def legal(asked: Job) -> list[int]:
    game = load(asked.game)
    return game.legal(state_of(game, asked.state))


def run(main: Coroutine[Any, Any, None]) -> None:
    asyncio.run(main)


async def kill_all(pool: Pool, how: signal.Signals) -> list[int]:
    ids = [process_of(worker).pid for worker in [*pool.idle, *pool.busy]]
    for pid in ids:
        os.kill(pid, how)
    return ids


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_worker_answers_as_the_player_itself_would() -> None:
    async def main() -> None:
        pool = Pool(1, 4)
        asked = job("master")
        game = load(asked.game)
        choice = await pool.choose(asked, PATIENCE)
        assert choice == ask("master", game, state_of(game, asked.state), asked.seat, asked.seed)
        assert choice.details
        await pool.close()

    run(main())


def test_a_worker_that_has_nothing_compiled_answers_the_same_in_plain_python(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("YONTO_CACHE", str(tmp_path))

    async def main() -> None:
        pool = Pool(1, 4)
        for name in ("niya", "tajuto"):
            asked = msgspec.structs.replace(job("apprentice", name=name), plain=True)
            game = load(asked.game)
            found = await pool.think(asked, PATIENCE)
            compiled = ask("apprentice", game, state_of(game, asked.state), asked.seat, asked.seed)
            assert found.choice.action == compiled.action
            assert found.choice.details == compiled.details
        assert pool.idle[0].awake == set(), "it has still to load them when they are compiled"
        await pool.close()

    run(main())
    assert not [*tmp_path.rglob("*.nb?")], "it compiled nothing"


def test_a_worker_that_stands_by_is_the_one_that_answers() -> None:
    async def main() -> None:
        pool = Pool(1, 4)
        pool.stand_by()
        while not pool.idle:
            await asyncio.sleep(0)
        (worker,) = pool.idle
        assert (await pool.choose(job(), PATIENCE)).action in legal(job())
        assert pool.idle == [worker]
        pool.stand_by()
        await pool.close()
        assert not pool.idle
        assert not alive(process_of(worker).pid)

    run(main())


def test_a_worker_killed_while_idle_is_replaced_and_the_next_job_answered() -> None:
    async def main() -> None:
        pool = Pool(1, 4)
        await pool.choose(job(), PATIENCE)
        (old,) = await kill_all(pool, signal.SIGKILL)
        for seed in ("2", "3"):  # the first may meet the dead worker before its end is known
            assert (await pool.choose(job(seed=seed), PATIENCE)).action in legal(job(seed=seed))
        assert [process_of(worker).pid for worker in pool.idle] != [old]
        await pool.close()

    run(main())


def test_a_worker_killed_at_work_still_gets_the_table_a_legal_move() -> None:
    async def main() -> None:
        pool = Pool(1, 4)
        await pool.choose(job(), PATIENCE)
        process_of(pool.idle[0]).send_signal(signal.SIGSTOP)  # so that it surely is at work when it dies
        asked = job("master", "4")
        thinking = asyncio.create_task(pool.choose(asked, PATIENCE))
        while not pool.busy:
            await asyncio.sleep(0.01)
        await kill_all(pool, signal.SIGKILL)
        assert (await thinking).action in legal(asked)
        again = await pool.choose(job("master", "5"), PATIENCE)
        assert again.details  # a real answer by a new worker
        await pool.close()

    run(main())


def test_a_hung_worker_is_ended_at_the_deadline_and_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_module, "LATE", 0.1)

    async def main() -> None:
        pool = Pool(1, 4)
        await pool.choose(job(), PATIENCE)
        (hung,) = await kill_all(pool, signal.SIGSTOP)
        asked = job("master", "6")
        thought = await pool.think(asked, 0.1)
        assert thought.share == 0
        assert thought.choice.action in legal(asked)
        while alive(hung):
            await asyncio.sleep(0.05)
        assert (await pool.choose(job("master", "7"), PATIENCE)).details
        await pool.close()

    run(main())


def test_what_a_worker_had_told_so_far_is_played_when_it_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_module, "LATE", 0.1)

    async def main() -> None:
        pool = Pool(1, 4)
        asked = job()
        best = legal(asked)[-1]
        await pool.choose(asked, PATIENCE)
        worker = pool.idle[0]
        true_read, told = worker.read, list[int]()

        async def read() -> Any:
            if not told:
                told.append(best)
                return SoFar(best)
            await asyncio.sleep(PATIENCE)
            return await true_read()

        worker.read = read  # type: ignore[method-assign]
        assert await pool.choose(asked, 0.1) == Choice(best)
        await pool.close()

    run(main())


def test_a_worker_that_is_only_waking_up_is_not_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_module, "WAKING", 0.0)

    async def main() -> None:
        pool = Pool(1, 4)
        asked = job()
        first = await pool.choose(asked, 0.0)  # nobody can import anything in that time
        assert first.action in legal(asked)
        (worker,) = pool.busy
        monkeypatch.undo()
        assert (await pool.choose(job("master", "8"), PATIENCE)).details
        assert pool.idle == [worker]
        await pool.close()

    run(main())


def test_a_full_queue_refuses_in_both_languages_and_the_rest_is_answered() -> None:
    async def main() -> None:
        pool = Pool(1, 2)
        await pool.choose(job(), PATIENCE)
        jobs = [asyncio.create_task(pool.choose(job(seed=str(i)), PATIENCE)) for i in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(PoolFull) as refused:
            await pool.choose(job(), PATIENCE)
        assert all(refused.value.text(lang) for lang in ("fr", "en"))
        for i, choice in enumerate(await asyncio.gather(*jobs)):
            assert choice.action in legal(job(seed=str(i)))
        await pool.close()

    run(main())


def test_whoever_waits_behind_a_hung_worker_is_answered_by_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_module, "LATE", 0.1)
    monkeypatch.setattr(pool_module, "GRACE", 0.1)

    async def main() -> None:
        pool = Pool(1, 4)
        await pool.choose(job(), PATIENCE)
        await kill_all(pool, signal.SIGSTOP)
        stuck = asyncio.create_task(pool.choose(job(seed="a"), 0.1))
        asked = job("master", "b")
        behind = asyncio.create_task(pool.choose(asked, PATIENCE))
        assert (await stuck).action in legal(job(seed="a"))
        assert (await behind).details, "it was thought about"
        await pool.close()

    run(main())


async def served(turns: Turns, order: list[str], person: str | None, name: str, home: str = "") -> None:
    await turns.take(person, home)
    order.append(name)
    await asyncio.sleep(0)
    turns.give(person)


def test_people_take_turns_and_nobody_comes_last() -> None:
    order: list[str] = []

    async def main() -> None:
        turns = Turns(1)
        await turns.take("first")
        wanted = [("ada", f"a{i}") for i in range(4)] + [(None, "n1"), (None, "n2"), ("bob", "b"), ("cleo", "c")]
        tasks = [asyncio.create_task(served(turns, order, *each)) for each in wanted]
        await asyncio.sleep(0)
        assert (turns.waiting, turns.people, turns.wants("ada")) == (8, 4, 4)
        tasks[1].cancel()
        turns.give("first")
        await asyncio.gather(*tasks, return_exceptions=True)
        assert (turns.waiting, turns.people, turns.free) == (0, 0, 1)

    run(main())
    assert order == ["a0", "b", "c", "a2", "a3", "n1", "n2"]


def test_what_nobody_waits_for_has_one_place_only() -> None:
    async def main() -> None:
        turns = Turns(3)
        await turns.take(None)
        second = asyncio.create_task(turns.take(None))
        await asyncio.sleep(0)
        await turns.take("ada")
        assert not second.done()
        turns.give(None)
        await second

    run(main())


def test_what_nobody_waits_for_is_done_for_each_address_in_turn() -> None:
    """However many reviews somebody asks for at once, another's goes on."""
    order: list[str] = []

    async def main() -> None:
        turns = Turns(1)
        await turns.take("first")
        wanted = [*((None, f"a{i}", "a") for i in range(4)), (None, "b", "b"), (None, "c", "c"), (None, "b2", "b")]
        tasks = [asyncio.create_task(served(turns, order, *each)) for each in wanted]
        await asyncio.sleep(0)
        assert turns.waiting == 7
        tasks[1].cancel()
        tasks[5].cancel()
        turns.give("first")
        await asyncio.gather(*tasks, return_exceptions=True)
        assert (turns.waiting, turns.free, len(turns.nobodys)) == (0, 1, 0)

    run(main())
    assert order == ["a0", "b", "a2", "b2", "a3"]


def test_a_place_that_came_too_late_is_given_back() -> None:
    async def main() -> None:
        turns = Turns(1)
        await turns.take("ada")
        late = asyncio.create_task(turns.take("bob"))
        await asyncio.sleep(0)
        turns.give("ada")
        late.cancel()  # at the moment when it has become his
        await asyncio.gather(late, return_exceptions=True)
        assert turns.free == 1

    run(main())


def test_thought_is_shorter_the_more_want_it_without_a_step_and_never_nothing() -> None:
    async def main() -> None:
        pool = Pool(1, 4)
        alone = []
        for _ in range(60):
            asyncio.ensure_future(pool.turns.take("ada"))  # noqa: RUF006
            await asyncio.sleep(0)
            alone.append(pool.granted(10.0, "ada"))
        assert alone == pytest.approx([10.0 / n for n in range(1, 61)])
        asyncio.ensure_future(pool.turns.take("stranger"))  # noqa: RUF006
        await asyncio.sleep(0)
        assert pool.granted(10.0, "stranger") == 5.0, "whoever else comes has half of the time, not a sixtieth"
        assert pool.granted(0.5, "ada") == pool_module.LEAST
        assert pool.granted(10.0, None) == pool_module.NOBODYS

    run(main())


def test_a_hurried_thought_says_how_much_of_it_there_was(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    long = tmp_path / "levels.toml"
    long.write_text(
        "[niya-2]\nmaster = { simulations = 1000000000, seconds = 1000.0, horizon = 0 }\n"
        "adept = { simulations = 10, horizon = 0 }\n",
        encoding="utf-8",
    )
    monkeypatch.setenv("YONTO_LEVELS", str(long))

    async def main() -> None:
        pool = Pool(1, 4)
        await pool.choose(job(), PATIENCE)
        assert (await pool.think(job(), PATIENCE)).share == 1.0
        await pool.choose(job("adept", name="niya"), PATIENCE)  # the search's kernels are there from now on
        hurried = await pool.think(job("master", name="niya"), 0.5)
        assert 0 < hurried.share < 0.1
        assert hurried.choice.details, "a thought all the same"
        skipped = await pool.think(job("master"), 0.2, wanted=lambda: False)
        assert skipped.share == 0
        await pool.close()

    run(main())


def test_a_search_is_cut_short_at_the_deadline_and_its_worker_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    endless = tmp_path / "levels.toml"
    endless.write_text("[tajuto]\nmaster = { simulations = 1000000000, seconds = 1e9 }\n", encoding="utf-8")
    monkeypatch.setenv("YONTO_LEVELS", str(endless))

    async def main() -> None:
        pool = Pool(1, 4)
        await pool.choose(job("apprentice", "9", "tajuto"), PATIENCE)
        (worker,) = pool.idle
        asked = job("master", "9", "tajuto")
        assert (await pool.choose(asked, 1.0)).action in legal(asked)
        await asyncio.gather(*pool.finishing)
        assert pool.idle == [worker]
        await pool.close()

    run(main())


def test_a_job_that_cannot_be_done_leaves_the_worker_alive() -> None:
    async def main() -> None:
        pool = Pool(1, 4)
        await pool.choose(job(), PATIENCE)
        (worker,) = pool.idle
        asked = job("nobody")
        assert (await pool.choose(asked, PATIENCE)).action in legal(asked)
        assert pool.idle == [worker]
        await pool.close()

    run(main())


def test_who_thinks_alone_has_all_cores_and_two_have_one_each() -> None:
    """What the workers are told is heard while they think; what they play stays legal."""

    async def main() -> None:
        pool = Pool(2, 4, cores=2)
        first = asyncio.create_task(pool.choose(job("master", "1", "pagode"), PATIENCE, "Ada"))
        while not pool.busy:
            await asyncio.sleep(0.01)
        assert [worker.cores for worker in pool.busy] == [2]
        second = asyncio.create_task(pool.choose(job("master", "2", "pagode"), PATIENCE, "Bob"))
        while len(pool.busy) < 2 and not first.done():
            await asyncio.sleep(0.01)
        if not first.done():
            assert [worker.cores for worker in pool.busy] == [1, 1]
        assert (await first).action in legal(job("master", "1", "pagode"))
        assert (await second).action in legal(job("master", "2", "pagode"))
        await pool.close()

    run(main())


class Told:
    """A worker of the pool that does nothing but hear how many cores it has, until it may answer."""

    def __init__(self) -> None:
        self.awake: set[str] = set()
        self.warm: set[tuple[str, str]] = set()
        self.alive = True
        self.cores = 1
        self.heard: list[int] = []
        self.may = asyncio.Event()

    async def start(self) -> "Told":
        return self

    def allow(self, cores: int) -> None:
        self.cores = cores
        self.heard.append(cores)

    def send(self, order: Order) -> None:
        pass

    async def read(self) -> Report:
        await self.may.wait()
        return Failed("told")

    async def end(self) -> None:
        self.alive = False


def test_cores_are_divided_anew_whenever_a_thought_begins_or_ends() -> None:
    async def main() -> None:
        tellers = [Told() for _ in range(3)]
        coming = iter(tellers)
        pool = Pool(3, 4, lambda: next(coming).start(), cores=4)
        thoughts = []
        for name in ("Ada", "Bob", "Eve"):
            thoughts.append(asyncio.create_task(pool.choose(job(), PATIENCE, name)))
            while len(pool.busy) < len(thoughts):
                await asyncio.sleep(0)
        assert [each.heard for each in tellers] == [[4, 2, 1], [2, 1], []]
        tellers[0].may.set()
        await thoughts[0]
        assert [each.cores for each in tellers] == [1, 2, 2]
        for each in tellers[1:]:
            each.may.set()
        await asyncio.gather(*thoughts)
        await pool.close()

    run(main())


def test_a_house_with_one_core_tells_nobody_anything() -> None:
    async def main() -> None:
        teller = Told()
        teller.may.set()
        pool = Pool(1, 4, teller.start)
        await pool.choose(job(), PATIENCE)
        assert teller.heard == []
        await pool.close()

    run(main())


def test_close_ends_every_worker_and_refuses_what_comes_later() -> None:
    async def main() -> None:
        pool = Pool(2, 4)
        await asyncio.gather(pool.choose(job(seed="1"), PATIENCE), pool.choose(job(seed="2"), PATIENCE))
        ids = [process_of(worker).pid for worker in pool.idle]
        assert len(ids) == 2
        await pool.close()
        assert not any(alive(pid) for pid in ids)
        with pytest.raises(PoolFull):
            await pool.choose(job(), PATIENCE)

    run(main())


def test_a_worker_leaves_when_its_input_ends() -> None:
    ended = subprocess.run([sys.executable, "-m", "yonto.players.worker"], input=b"", capture_output=True, check=False)
    assert ended.returncode == 0
    assert ended.stdout == b""
