"""Waking the games: their kernels are compiled by a helper process while the server already serves.

`python -m yonto.server.waking GAME` fills the disk cache; the server then only reads it.
"""

import asyncio
import logging
import sys
from pathlib import Path

from yonto.core.game import Game
from yonto.core.kernel import CACHE
from yonto.core.play import Play
from yonto.core.rng import seeded
from yonto.core.words import words
from yonto.games import GAMES, load
from yonto.server import chance
from yonto.server.faults import Busy

log = logging.getLogger("yonto.waking")


AWAKE: dict[str, Game] = {}  # in this process, whoever woke them
SIDE_BY_SIDE = 2  # helper processes at once


def stretch(name: str) -> Game:
    """Play a game through everything that a table calls: its beginning with all that is shown, the rest in haste."""
    game = load(name)
    play = Play(game, game.seats[0])
    while not play.over:
        for text in chance.draws(b"awake", "waking", game, play.state, play.seq)[0]:
            play.take(game.read(play.state, text))
        if play.over:
            break
        before, actions = play.state, game.legal(play.state)
        play.take(actions[play.seq % len(actions)])
        if play.seq < 60:
            game.refusal(before, 0)
            game.view(play.state, 0)
            game.tell(before, play.steps[-1].action, play.state, None)
            game.believed(play.state, 0, seeded("waking"))
    game.outcome(play.state, play.seats)
    words("en", name)
    AWAKE[name] = game
    return game


def mark_of(name: str) -> Path | None:
    """The file in the kernel cache that says: this game's kernels are compiled, exactly these sources."""
    return None if CACHE is None else CACHE / f"awake-{name}"


class Waking:
    """Which games are awake. Whoever needs one that is not waits for it, and the server goes on."""

    def __init__(self) -> None:
        self.awake: dict[str, Game] = dict(AWAKE)
        self.tasks: dict[str, asyncio.Task[Game]] = {}
        self.helpers = asyncio.Semaphore(SIDE_BY_SIDE)

    def start(self) -> None:
        self.tasks |= {name: asyncio.create_task(self.wake(name)) for name in GAMES}

    async def wake(self, name: str) -> Game:
        if name not in self.awake:
            mark = mark_of(name)
            if mark is None or not mark.exists():
                async with self.helpers:
                    await compile_apart(name)
            self.awake[name] = await asyncio.to_thread(stretch, name)
            if mark is not None:
                mark.touch()
        log.info("awake", extra={"game": name})
        return self.awake[name]

    async def game(self, name: str) -> Game:
        """The game, as soon as it is awake."""
        if name in self.awake:
            return self.awake[name]
        if name not in self.tasks:
            raise Busy("fault.busy")
        return await asyncio.shield(self.tasks[name])

    async def close(self) -> None:
        for task in self.tasks.values():
            task.cancel()
        await asyncio.gather(*self.tasks.values(), return_exceptions=True)


async def compile_apart(name: str) -> None:
    """Compiling holds up a whole process, so another one does it and leaves the result in the cache."""
    helper = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "yonto.server.waking", name, stdout=asyncio.subprocess.DEVNULL
    )
    try:
        if await helper.wait():
            log.error("kernels did not compile", extra={"game": name})
    except asyncio.CancelledError:
        helper.kill()
        await helper.wait()
        raise


if __name__ == "__main__":
    stretch(sys.argv[1])
