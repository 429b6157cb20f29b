"""First answers to puzzles, which tell how hard a puzzle is. Nothing about whoever answers is kept: the puzzle's
strength and the number of answers alone."""

from collections import OrderedDict

from yonto.puzzles import Puzzle
from yonto.puzzles.glicko import Strength
from yonto.puzzles.strength import after_answer
from yonto.server.ops.rate_limit import Limit
from yonto.server.store import PuzzleStore

DAY = 24 * 3600
OF_A_HOME = 5  # answers to one puzzle that count in a day: a family, and no crowd of one
MOST = 10_000  # tables whose verdict is remembered


class Answers:
    def __init__(self, store: PuzzleStore) -> None:
        self.store = store
        self.limit = Limit(OF_A_HOME / DAY, OF_A_HOME)
        self.told: OrderedDict[str, int] = OrderedDict()  # table -> the score that the judge told first

    def judged(self, table: str, score: int) -> None:
        """What the judge said of a table. Only the first word counts: after it the answer is known."""
        self.told.setdefault(table, score)
        if len(self.told) > MOST:
            self.told.popitem(last=False)

    async def count(self, game: str, puzzle: Puzzle, table: str, person: Strength, home: str) -> None:
        """The answer at a table, once. The score is the judge's, whatever somebody says that it was."""
        score = self.told.get(table)
        if score is None or score < 0:
            return
        self.told[table] = -1
        if self.limit.allows(f"{home} {game} {puzzle.id}"):
            await self.store.answer(game, puzzle.id, lambda now: after_answer(puzzle, now, person, score / 100))

    async def strengths(self, game: str) -> dict[str, Strength]:
        """Of the puzzles that people have answered."""
        return {name: each.strength for name, each in (await self.store.strengths(game)).items()}
