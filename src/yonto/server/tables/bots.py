"""Computers at the tables: each is asked in a worker process and told only what its seat may know."""

import logging
from collections.abc import Awaitable, Callable

from yonto.players import Choice, best_player
from yonto.players.pool import Job, Pool
from yonto.server.ops.metrics import Metrics
from yonto.server.ops.warmup import Warmup
from yonto.server.tables.live_table import LiveTable
from yonto.table.perspective import believed_by
from yonto.table.table import Table

log = logging.getLogger("yonto.bots")

COMPILING = 300.0  # seconds


class Bots:
    def __init__(self, pool: Pool, seconds: float, metrics: Metrics, warmup: Warmup) -> None:
        self.pool = pool
        self.seconds = seconds
        self.metrics = metrics
        self.warmup = warmup

    def patience(self, game: str) -> float:
        """How long a computer may take: while its search is still being compiled, as long as that takes."""
        return self.seconds if game in self.warmup.searches_ready else max(self.seconds, COMPILING)

    async def move(
        self, live: LiveTable, player: int, level: str, play: Callable[[LiveTable, int, int], Awaitable[None]]
    ) -> None:
        """Think for a player and play. Whatever fails, the table goes on with a legal move."""
        table, position = live.table, live.table.position
        try:
            choice = await self.pool.choose(job(table, player, level, "move"), self.patience(table.game.name))
            action, how = choice.action, "chosen"
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

    async def hint(self, table: Table, player: int) -> Choice:
        """What the strongest computer would play here, from what this player knows."""
        question = job(table, player, best_player(table.game), "hint")
        return await self.pool.choose(question, self.patience(table.game.name))


def job(table: Table, player: int, level: str, why: str) -> Job:
    """The question to a computer. Its seed depends on nothing hidden."""
    play = table.play
    state = believed_by(table, player, why)
    seed = f"{table.id}/{len(table.plays)}/{play.seq}/{why}"
    return Job(play.game.name, play.seats, dict(play.options), state.tobytes(), table.seat_of(player), level, seed)
