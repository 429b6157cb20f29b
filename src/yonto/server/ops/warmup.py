"""Warming the games up: their kernels are compiled by a subprocess while the server already serves.

Until then tables run on the same rules as plain Python: one position costs a millisecond or two, and a computer thinks
for a few seconds instead of one. What takes many positions (puzzles, studies, records that are brought) waits.

`python -m yonto.server.ops.warmup rules GAME` fills the disk cache; the server then only reads it. `searches GAME` does
the same for the computers' searches, which only the workers use.
"""

import asyncio
import contextlib
import logging
import os
import sys
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from yonto.core.contract import Game
from yonto.core.kernel import CACHE, PLAIN, SHARED, compiling
from yonto.core.listing import Listing
from yonto.core.play import Play
from yonto.core.rng import seeded
from yonto.core.words import words
from yonto.games import GAMES, load, package_of, versions
from yonto.players import PLAYERS, ask, plays
from yonto.server.changes import moves_edit
from yonto.server.errors import Busy
from yonto.server.interpreter import in_short_turns
from yonto.table import fair_chance

log = logging.getLogger("yonto.warmup")


AWAKE: dict[str, Game] = {}  # in this process, whoever woke them
SIDE_BY_SIDE = 2  # helper processes at once, as long as nobody waits for one
ASIDE = 5  # the niceness of a helper: who plays meanwhile comes first
BEHIND = 15  # and of the others while somebody waits for one
ATTENDED = "attended"  # says to a helper that it leaves when its input ends


def warm_rules(name: str) -> Game:
    """Make a game ready for every table of it: by the rules of today, and where earlier ones are others, by those."""
    games = versions(name).values()
    with compiling():
        for game in {game.rules: game for game in games}.values():
            play_through(game)
    words("en", name)
    AWAKE[name] = load(name)
    return AWAKE[name]


def play_through(game: Game) -> None:
    """Everything that a table calls: the beginning of a game with all that is shown, the rest in haste."""
    play, listed, kinds = Play(game, game.seats[0]), Listing(), set[str]()
    while not play.over:
        for step in fair_chance.draws(b"awake", "waking", game, play.state, play.seq)[0]:
            play.take(game.read(play.state, game.write(play.state, step.action)))
        if play.over:
            break
        before, actions = play.state, game.legal(play.state)
        play.take(actions[play.seq % len(actions)])
        if play.seq < 60:
            game.refusal(before, 0)
            game.view(play.state, 0)
            told, listed = listed, game.listing(play.state)
            moves_edit(told, listed, kinds)
            game.tell(before, play.steps[-1].action, play.state, None)
            game.believed(play.state, 0, seeded("waking"))
    game.outcome(play.state, play.seats)


def think(name: str) -> None:
    """Let every computer player of a game think once by every set of rules that it has, which compiles its search."""
    for game in {game.rules: game for game in versions(name).values()}.values():
        think_once(game)


def think_once(game: Game) -> None:
    play = Play(game, game.seats[0])
    for step in fair_chance.draws(b"awake", "waking", game, play.state, 0)[0]:
        play.take(step.action)
    for level, kind in PLAYERS.items():
        if plays(level, game) and not kind.rare:
            ask(level, game, play.state, play.to_move, "waking", until=time.monotonic() + 1)


def mark_of(what: str, name: str) -> Path | None:
    """The file in the kernel cache that says: this is compiled, from exactly these sources."""
    return None if CACHE is None else CACHE / f"{what}-{name}"


def marked(what: str, name: str) -> bool:
    mark = mark_of(what, name)
    return mark is not None and mark.exists()


def set_mark(what: str, name: str) -> None:
    if mark := mark_of(what, name):
        mark.touch()


class Compilers:
    """Helper processes that compile, few at once. What somebody waits for does not wait for a place, and those that
    nobody waits for stand back while it is compiled."""

    def __init__(self) -> None:
        self.asked: set[str] = set()  # games that somebody waits for
        self.waiting: dict[tuple[str, str], asyncio.Event] = {}
        self.running: dict[tuple[str, str], asyncio.subprocess.Process | None] = {}

    def ask(self, name: str) -> None:
        self.asked.add(name)
        self.let_in()

    def let_in(self) -> None:
        for job in sorted(self.waiting, key=in_turn):
            if job[1] in self.asked or len(self.running) < SIDE_BY_SIDE:
                self.running[job] = None
                self.waiting.pop(job).set()
        self.make_way()

    def make_way(self) -> None:
        if any(name in self.asked for _, name in self.running):
            for (_, name), helper in self.running.items():
                if name not in self.asked and helper is not None:
                    stand_back(helper.pid)

    def begun(self, job: tuple[str, str], helper: asyncio.subprocess.Process) -> None:
        self.running[job] = helper
        self.make_way()

    async def compile(self, what: str, name: str) -> bool:
        """Let a helper fill the cache, when it is its turn; whether it could."""
        job, turn = (what, name), asyncio.Event()
        self.waiting[job] = turn
        self.let_in()
        try:
            await turn.wait()
            return await compile_in_subprocess(what, name, lambda helper: self.begun(job, helper))
        finally:
            self.waiting.pop(job, None)
            self.running.pop(job, None)
            self.let_in()


def in_turn(job: tuple[str, str]) -> tuple[int, str]:
    """Game by game, its rules and then its searches: the first can be played against a computer soon."""
    return [*GAMES].index(job[1]), job[0]


def stand_back(pid: int) -> None:
    """Give a process what others leave over."""
    with contextlib.suppress(OSError, AttributeError):  # it has ended; a system without priorities
        os.setpriority(os.PRIO_PROCESS, pid, BEHIND)


class Warmup:
    """Which games can be played, and which of them are awake: compiled. Whoever needs one waits for it, and the server
    goes on."""

    def __init__(self, warm: bool) -> None:
        self.warm = warm
        self.awake: dict[str, Game] = dict(AWAKE)
        self.loaded: dict[str, Game] = dict(AWAKE)  # can be played, be it as plain Python
        self.plain: set[str] = set()  # the packages that run as plain Python for us
        self.searches_ready = {name for name in GAMES if marked("searches", name)}  # games whose searches are compiled
        self.tasks: dict[str, asyncio.Task[Game]] = {}
        self.loading: dict[str, asyncio.Task[None]] = {}
        self.warming: dict[str, asyncio.Task[None]] = {}
        self.cold: set[str] = set()  # games whose computers think without a compiled search, as it is being made
        self.compilers = Compilers()

    def start(self) -> None:
        asleep = [name for name in GAMES if name not in self.awake]
        self.run_plain(*map(package_of, asleep), *(SHARED if len(asleep) == len(GAMES) else ()))
        self.loading |= {name: asyncio.create_task(self.load(name)) for name in asleep}
        self.tasks |= {name: asyncio.create_task(self.wake(name)) for name in GAMES}
        if self.warm:
            self.cold = set(GAMES) - self.searches_ready
            self.warming = {name: asyncio.create_task(self.warm_search(name)) for name in GAMES}

    def run_plain(self, *packages: str) -> None:
        self.plain |= set(packages) - PLAIN
        PLAIN.update(packages)

    def run_compiled(self, *packages: str) -> None:
        PLAIN.difference_update(self.plain & set(packages))

    async def load(self, name: str) -> None:
        """From now on it can be played."""
        self.loaded[name] = await asyncio.to_thread(in_short_turns, load, name)
        words("en", name)

    def ask(self, name: str) -> None:
        """Somebody is about to play this game: it comes before the others."""
        if name not in self.awake or name not in self.searches_ready:
            self.compilers.ask(name)

    async def all_loaded(self) -> None:
        """The first page that anybody opens is to show games that can be played: it looks again only after a while."""
        if self.loading:
            await asyncio.wait(self.loading.values())

    async def wake(self, name: str) -> Game:
        if name not in self.awake:
            await asyncio.wait([self.loading[name]])
            if not marked("rules", name):
                await self.compilers.compile("rules", name)
            self.awake[name] = self.loaded[name] = await asyncio.to_thread(in_short_turns, warm_rules, name)
            self.run_compiled(*SHARED, package_of(name))
            set_mark("rules", name)
        log.info("awake", extra={"game": name})
        return self.awake[name]

    async def warm_search(self, name: str) -> None:
        """When a game is awake, compile its computers' searches."""
        await asyncio.wait([self.tasks[name]])
        try:
            if name not in self.searches_ready and await self.compilers.compile("searches", name):
                set_mark("searches", name)
                self.searches_ready.add(name)
        finally:
            self.cold.discard(name)

    async def searches(self, name: str) -> None:
        """Wait until the searches of a game are compiled, where that is under way."""
        if name in self.cold:
            self.ask(name)
            await asyncio.wait([self.warming[name]])

    async def game(self, name: str, version: int | None = None) -> Game:
        """The game by the rules of today or of a version, as soon as it is awake; UnknownRules for one that is not
        here."""
        return await self.found(name, version, self.awake, self.tasks)

    async def at_table(self, name: str, version: int | None = None) -> Game:
        """The same as soon as it can be played position by position, be it as plain Python."""
        return await self.found(name, version, self.loaded, self.loading)

    async def found(
        self, name: str, version: int | None, ready: Mapping[str, Game], under_way: Mapping[str, asyncio.Task[Any]]
    ) -> Game:
        self.ask(name)
        if name in ready:
            return load(name, version)
        if name not in under_way:
            raise Busy("fault.busy")
        await asyncio.shield(under_way[name])
        return load(name, version)

    async def close(self) -> None:
        tasks = [*self.loading.values(), *self.tasks.values(), *self.warming.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.run_compiled(*self.plain)


async def compile_in_subprocess(
    what: str, name: str, begun: Callable[[asyncio.subprocess.Process], None] = lambda helper: None
) -> bool:
    """Compiling holds up a whole process, so another one does it and leaves the result in the cache."""
    helper = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "yonto.server.ops.warmup", what, name, ATTENDED,
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.DEVNULL,
        start_new_session=True,  # Ctrl+C in the terminal is for the server alone, which ends it
    )  # fmt: skip
    begun(helper)
    try:
        if await helper.wait():
            log.error("kernels did not compile", extra={"game": name})
        return helper.returncode == 0
    except asyncio.CancelledError:
        helper.kill()
        await helper.wait()
        raise


def leave_with_parent() -> None:
    """The input ends when whoever wanted this ends, even if he was struck down: then nobody waits for it. Read without
    Python's buffer, whose lock this thread would still have when the work is done and Python ends: a fatal error."""
    while os.read(0, 1):
        pass
    os._exit(1)


if __name__ == "__main__":
    if ATTENDED in sys.argv:
        threading.Thread(target=leave_with_parent, daemon=True).start()
        with contextlib.suppress(OSError, AttributeError):  # a system without priorities
            os.nice(ASIDE)
    {"rules": warm_rules, "searches": think}[sys.argv[1]](sys.argv[2])
