"""Where the time of a move goes: the real server without its sockets, in one process, stage by stage.

    python bench/stages.py [--games niya qin] [--moves 3000] [--tables 16]

Two people sit at every table, each on a line of his own, and move at random as soon as it is their turn; when a game is
over they have a rematch. Everything from the bytes of a message to the bytes of the answers is the server's own code,
with a SQLite file and its writer's thread; in the place of a websocket stands a list. Given is the processor time of
the process, the little that the players do included, and where it was found by sampling. Before that it counts what
the interpreter does for a move of ours: bytecodes and calls of Python functions, which no other work on the machine
disturbs (tables differ from run to run by some hundredths; a bytecode is worth more or less, so it is no time).
"""

import argparse
import asyncio
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import msgspec

from yonto.server.live.connection import Connection
from yonto.server.ops.config import Config
from yonto.server.ops.cost import Payer
from yonto.server.services import Services
from yonto.server.tables.live_table import LiveTable
from yonto.table.settings import CreateTable, SeatSettings

GAMES = ("niya", "qin", "pagode", "tajuto")
FREE = {"events_per_second": 1e9, "line_share": 1e3, "person_share": 1e3, "address_share": 1e3}
STAGES = {  # what is called a stage, by the functions in which it begins; whoever is innermost is charged
    "heard": "read", "read_message": "decode", "act": "act", "decide": "decide", "action_of": "decide: listed move",
    "draws": "draws", "texts": "draws", "change": "change", "laid": "laying", "lay": "laying", "rematch": "laying",
    "append": "store", "write": "store", "hand_over": "store", "finish": "committed", "follow": "follow",
    "send": "send", "news": "news", "snapshot": "snapshot", "seen_by_all": "what all see",
    "taking_back": "what one sees", "players": "people", "view": "view",
    "moves_of": "legal moves", "whole": "whole tables", "difference": "difference", "edits": "changes", "log": "log",
    "moves_news": "moves told", "reply_with": "answer", "reply_later": "watch", "go_on": "(players)",
}  # fmt: skip
OURS = "(players)"


class Sampler:
    """Looks at every millisecond of processor time (as the system's clock has them) where the server is."""

    def __init__(self) -> None:
        self.stages: Counter[str] = Counter()
        self.alone: Counter[str] = Counter()
        self.under: Counter[str] = Counter()

    def begin(self) -> None:
        signal.signal(signal.SIGPROF, self.look)
        signal.setitimer(signal.ITIMER_PROF, 0.001, 0.001)

    def end(self) -> None:
        signal.setitimer(signal.ITIMER_PROF, 0)

    def look(self, _: int, frame: FrameType | None) -> None:
        self.stages[stage_of(frame)] += 1
        if frame is not None:
            self.alone[called(frame.f_code)] += 1
        seen = set()
        while frame is not None:
            seen.add(called(frame.f_code))
            frame = frame.f_back
        self.under.update(seen)


def stage_of(frame: FrameType | None) -> str:
    """The stage in which the innermost function that begins one is."""
    while frame is not None:
        code = frame.f_code
        if code.co_name in STAGES:
            return STAGES[code.co_name] if "bench" not in code.co_filename else OURS
        frame = frame.f_back
    return "(loop)"


def called(code: CodeType) -> str:
    return f"{Path(code.co_filename).stem}.{code.co_qualname}"


class Interpreter:
    """Counts bytecodes and calls in the server's own code."""

    def __init__(self) -> None:
        self.bytecodes: Counter[str] = Counter()  # by stage
        self.calls = 0

    def enter(self, frame: FrameType, event: str, _: Any) -> Any:
        if "/bench/" in frame.f_code.co_filename or "asyncio" in frame.f_code.co_filename:
            return None
        self.calls += 1
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        stage = stage_of(frame)

        def step(frame: FrameType, event: str, _: Any) -> Any:
            self.bytecodes[stage] += event == "opcode"
            return step

        return step

    async def count(self, house: "House", moves: int) -> None:
        sys.settrace(self.enter)
        await house.play(moves)
        sys.settrace(None)
        whole = self.bytecodes.total()
        print(f"{whole / moves:.0f} bytecodes, {self.calls / moves:.0f} calls of Python functions a move; by stage:")
        for stage, n in self.bytecodes.most_common():
            print(f"  {n / moves:8.0f}  {100 * n / whole:5.1f} %  {stage}")


class Listener:
    """In the place of a websocket: what is sent is counted, and the player moves when it is his turn."""

    full = False

    def __init__(self, house: "House") -> None:
        self.house = house
        self.connection: Connection
        self.table = ""
        self.over: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.number = 0

    def attach(self, listener: Any, payer: Payer) -> None:
        pass

    def send(self, messages: list[bytes]) -> None:
        self.house.bytes += sum(map(len, messages))
        self.house.loop.call_soon(self.go_on)

    def pause(self) -> None:
        pass

    resume = pause

    def close(self, code: int) -> None:
        if not self.over.done():
            self.over.set_result(None)

    async def closed(self) -> None:
        await self.over

    def say(self, **message: Any) -> None:
        self.connection.heard(msgspec.json.encode({"table": self.table, **message}), True)

    def go_on(self) -> None:
        live = self.house.services.registry.live[self.table]
        table, own = live.table, live.table.players_of(self.connection.person)
        if table.next_table is not None:
            self.move_to(table.next_table)
        elif table.result is not None:
            self.want_rematch(live)
        elif table.to_move in own and not live.lock.taken and self.house.left > 0:
            if self.house.answered.get(self.table) == table.seq:
                return
            self.house.answered[self.table] = table.seq
            self.house.move()
            self.number += 1
            text = self.house.random.choice(table.play.position.moves)[0]
            self.say(type="play", seq=table.seq, move=text, id=f"m{self.number}")

    def want_rematch(self, live: LiveTable) -> None:
        offered = "rematch" in live.table.offers
        if self.connection.person == "Ada" and not offered:
            self.say(type="offer", what="rematch")
        elif self.connection.person == "Bo" and offered:
            self.say(type="answer", what="rematch", yes=True)

    def move_to(self, table: str) -> None:
        self.say(type="unwatch")
        self.table = table
        self.say(type="watch", changes=True)


class House:
    def __init__(self, services: Services) -> None:
        self.services = services
        self.loop = asyncio.get_running_loop()
        self.random = random.Random(1)
        self.answered: dict[str, int] = {}
        self.bytes = 0
        self.left = 0
        self.done = asyncio.Event()
        self.lines: list[Listener] = []
        self.tasks: list[asyncio.Task[None]] = []

    def move(self) -> None:
        self.left -= 1
        if self.left == 0:
            self.done.set()

    async def lay(self, game: str) -> None:
        seats = [SeatSettings("me"), SeatSettings("open")]
        table = await self.services.registry.create("Ada", CreateTable(game, seats, name="Ada", chat=False))
        for person in ("Ada", "Bo"):
            line = Listener(self)
            line.table = table.id
            payer = self.services.payer("home", person)
            line.connection = Connection(
                line, person, "en", self.services.registry, self.services.chats, self.services.connections, payer
            )
            self.tasks.append(asyncio.create_task(line.connection.run()))
            self.lines.append(line)
            await asyncio.sleep(0)
            line.say(type="watch", changes=True)
            if person == "Bo":
                line.say(type="sit", name="Bo")

    async def play(self, moves: int) -> tuple[float, float]:
        """So many moves flat out: processor seconds, and bytes for each."""
        self.left, self.bytes = moves, 0
        self.done.clear()
        begin = time.process_time()
        for line in self.lines:
            self.loop.call_soon(line.go_on)
        await self.done.wait()
        spent = time.process_time() - begin
        await asyncio.sleep(0.1)
        return spent, self.bytes / moves

    async def leave(self) -> None:
        for line in self.lines:
            line.close(0)
        await asyncio.gather(*self.tasks)


async def measure(game: str, given: argparse.Namespace) -> tuple[float, float, Sampler]:
    with tempfile.TemporaryDirectory() as folder:
        config = Config(store=f"{folder}/stages.sqlite3", warm=False, tables_per_person=10**6, workers=1, **FREE)
        services = Services(config)
        await services.open()
        house = House(services)
        services.registry.rematches.rate = services.registry.rematches.burst = 1e9
        services.registry.keeping.check_rematch = nothing  # type: ignore[method-assign]
        for _ in range(given.tables):
            await house.lay(game)
        await asyncio.sleep(0.5)
        await house.play(given.moves // 3)
        await Interpreter().count(house, given.moves // 10)
        found = await measured(house, given)
        await house.leave()
        await services.close()
    return found


async def nothing(*_: Any) -> None:
    pass


async def measured(house: House, given: argparse.Namespace) -> tuple[float, float, Sampler]:
    """µs and bytes of a move, and where they went."""
    wholes, sampler = [], Sampler()
    for _ in range(given.rounds):
        sampler.begin()
        seconds, bytes_ = await house.play(given.moves)
        sampler.end()
        wholes.append(1e6 * seconds / given.moves)
    return min(wholes), bytes_, sampler


def told(game: str, whole: float, bytes_: float, sampler: Sampler, most: int) -> None:
    total = sum(sampler.stages.values())
    print(f"{game}: {whole:.0f} µs, {bytes_:.0f} bytes a move; {total} samples")
    for title, counts in (("stages", sampler.stages), ("alone", sampler.alone), ("with what they call", sampler.under)):
        print(f"  {title}:")
        for name, n in counts.most_common(most):
            print(f"    {whole * n / total:7.1f} µs  {100 * n / total:5.1f} %  {name}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="*", default=GAMES)
    parser.add_argument("--tables", type=int, default=16)
    parser.add_argument("--moves", type=int, default=3000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--most", type=int, default=40, help="lines of each list")
    given = parser.parse_args()
    for game in given.games:
        told(game, *asyncio.run(measure(game, given)), given.most)


if __name__ == "__main__":
    main()
