"""Computers at the tables: each is asked in a worker process and told only what its seat may know."""

import hmac
import logging
import secrets
from collections.abc import Awaitable, Callable

from yonto.players import PLAYERS, Choice, best_player
from yonto.players.pool import Job, Pool
from yonto.server.ops.cost import thinks
from yonto.server.ops.metrics import Metrics
from yonto.server.ops.warmup import Warmup
from yonto.server.protocol import InDemand
from yonto.server.tables.live_table import LiveTable
from yonto.table.perspective import believed_by
from yonto.table.table import Table

log = logging.getLogger("yonto.bots")

COMPILING = 300.0  # seconds
WAKING = 4.0  # seconds of thought at most while a search is not compiled yet: a newcomer's first answer
WHOLE = 0.95  # of the thought that a level asks for: what has less was hurried


class Bots:
    def __init__(
        self, pool: Pool, seconds: float, metrics: Metrics, warmup: Warmup, secret: bytes | None = None
    ) -> None:  # fmt: skip
        self.pool = pool
        self.seconds = seconds
        self.metrics = metrics
        self.warmup = warmup
        self.secret = secret or secrets.token_bytes(32)

    def patience(self, game: str, level: str) -> float:
        """How long a computer may take: where it has to compile its search itself, as long as that takes."""
        if game in self.warmup.cold:
            return min(self.seconds, WAKING)
        ready = game in self.warmup.searches_ready and not PLAYERS[level].rare
        return self.seconds if ready else max(self.seconds, COMPILING)

    async def move(
        self, live: LiveTable, player: int, level: str, play: Callable[[LiveTable, int, int], Awaitable[None]]
    ) -> None:
        """Think for a player and play. Whatever fails, the table goes on with a legal move."""
        table, position = live.table, live.table.position
        try:
            action, how = await self.think(live, player, level)
        except Exception:
            log.exception("a computer failed", extra={"table": table.id, "level": level})
            if table.position != position:
                return
            action, how = table.game.legal(table.play.state)[0], "first"
        self.metrics.count("yonto_bot_moves_total", "how", how)
        try:
            await play(live, position, action)
        except Exception:
            log.exception("a computer's move was not stored", extra={"table": table.id})
            live.thinking = -1  # the next look at the table asks again

    async def think(self, live: LiveTable, player: int, level: str) -> tuple[int, str]:
        """A computer's move, for whoever sits there or looks on, and how it came about; those who look are told if they
        have to wait. While its search is still being compiled it thinks without: slowly, so less far."""
        table, position = live.table, live.table.position
        plain = table.game.name in self.warmup.cold
        question = job(table, player, level, "move", self.secret, plain)
        if self.pool.crowded:
            announce_demand(live, True)
        found = await self.pool.think(
            question, self.patience(table.game.name, level), waits_for(live), lambda: table.position == position
        )
        hurried = found.share < WHOLE and not plain
        if table.position == position and not plain:
            self.metrics.thought(found.share)
            if hurried:
                self.metrics.count("yonto_bot_hurried_total", "level", level)
        announce_demand(live, hurried)
        return found.choice.action, "waking" if plain else "chosen"

    async def hint(self, table: Table, player: int, person: str) -> Choice:
        """What the strongest computer would play here, from what this player knows. Who asks pays for it, and waits
        until it can think as it should: its chances are to be relied on."""
        await self.warmup.searches(table.game.name)
        level = best_player(table.game)
        question = job(table, player, level, "hint", self.secret)
        patience = self.patience(table.game.name, level)
        found = await thinks(lambda: self.pool.consider(question, patience, person), lambda it: it.seconds)
        return found.choice


def job(table: Table, player: int, level: str, why: str, secret: bytes, plain: bool = False) -> Job:
    """The question to a computer. Its seed depends on nothing hidden at the table, and on something that only the
    server knows: nobody can find out beforehand what the computer will do."""
    play = table.play
    what = f"{table.id}/{len(table.plays)}/{play.seq}/{why}"
    seed = hmac.digest(secret, what.encode(), "sha256").hex()
    state = believed_by(table, player, seed)
    return Job(
        play.game.name, play.seats, dict(play.options), state.tobytes(), table.seat_of(player), level, seed,
        play.game.version, plain,
    )  # fmt: skip


def waits_for(live: LiveTable) -> str | None:
    """The person in whose turn a table's computer thinks: who looks at it, else who sits there, else nobody."""
    here = live.presence.lines
    seated = [sitter.person for sitter in live.table.sitters if sitter.person is not None]
    both = [person for person in seated if person in here]
    return next(iter([*both, *sorted(here), *seated]), None)


def announce_demand(live: LiveTable, much: bool) -> None:
    """Whoever looks at the table hears that the computers are in demand, or no longer are."""
    if live.in_demand == much:
        return
    live.in_demand = much
    for watcher in list(live.watchers):
        watcher.answer(InDemand(live.table.id, much))
