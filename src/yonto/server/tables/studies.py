"""Thinking about studied positions: in worker processes, behind all that people wait for, for each person only about
the position that he looks at now."""

from itertools import count

import msgspec

from yonto.players.pool import Pool, Task
from yonto.server.errors import Busy
from yonto.server.ops.cost import Payer
from yonto.study.thinking import MODULE, Ask, Thought

PART = 0.5  # seconds of a worker at a time, so that a person's computer never waits long for it
PIECE = 20.0  # seconds that such a part may take on a crowded machine
MOST = 60  # positions that may wait


class Studies:
    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.numbers = count()
        self.asked: dict[str, int] = {}  # by person: the question that still waits for its answer

    async def think(
        self, person: str, home: str, payer: Payer, game: str, record: str, simulations: int, open_: bool
    ) -> Thought:
        """What a search finds in the position at the end of a record, in so many simulations or as many as time allows.
        Another question of the same person takes its place, if it was not begun."""
        await payer.admitted()
        if len(self.asked) >= MOST and person not in self.asked:
            raise Busy("fault.busy")
        number = self.asked[person] = next(self.numbers)
        task = Task(MODULE, msgspec.msgpack.encode(Ask(record, simulations, PART, open_)))
        try:
            answer = await self.pool.do(task, game, PIECE, wanted=lambda: self.asked.get(person) == number, home=home)
        finally:
            if self.asked.get(person) == number:
                del self.asked[person]
        payer.charge(PART, kept=0.0)
        return msgspec.msgpack.decode(answer, type=Thought)
