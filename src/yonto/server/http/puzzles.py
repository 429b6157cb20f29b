"""The endpoints of puzzles: those of a game, the next for somebody, a position as a table, the judge's verdict, and how
strong that makes one. What somebody solved is in his browser, as what he learnt is; the house keeps how hard
puzzles are."""

from collections import Counter
from datetime import UTC, date, datetime
from functools import cache
from typing import Any

from yonto.core import records
from yonto.core.words import Words, words
from yonto.games import GAMES, load
from yonto.puzzles import Puzzle, by_name, choose, judge, position, puzzles, said
from yonto.puzzles.form import themes
from yonto.puzzles.glicko import Strength, rated
from yonto.puzzles.sheet import prints
from yonto.puzzles.strength import first_guess, rating_of
from yonto.server.errors import NotAllowed, Unknown
from yonto.server.http.lessons import laid_as_table, moves
from yonto.server.http.request_context import RequestContext
from yonto.server.http.schemas import (
    Attempt,
    LayStep,
    NextQuery,
    PuzzleIs,
    PuzzleLaid,
    PuzzleQuery,
    PuzzlesAre,
    PuzzleVerdict,
    StrengthIs,
    ThemeIs,
)
from yonto.server.tables import presenter

DEFENDER = "perfect"  # who answers where the game is solved: it holds out longest


def today() -> date:
    return datetime.now(UTC).date()


async def puzzles_of(context: RequestContext, _: Any) -> PuzzlesAre:
    """What puzzles a game has; also while it is still asleep."""
    game = context.path["game"]
    if game not in GAMES:
        raise Unknown("fault.no_page")
    found, day, w = puzzles(game), today(), words(context.lang, game)
    daily = choose.daily(game, day)
    count = Counter(theme for each in found for theme in each.themes)
    listed = tuple(ThemeIs(theme, said.theme_words(theme, w), count[theme]) for theme in themes(found))
    number = choose.number_of(day)
    return PuzzlesAre(game, len(found), day.isoformat(), number, daily.id if daily else "", listed, prints(game))


async def next_puzzle(context: RequestContext, wanted: NextQuery) -> PuzzleIs:
    """The next in an endless row."""
    game = context.path["game"]
    known = await context.services.answers.strengths(game)
    found = choose.next_for(game, wanted.rating, wanted.seen, wanted.theme, context.person, known)
    if found is None:
        raise Unknown("fault.no_page")
    return PuzzleIs(found.id)


def find(context: RequestContext) -> tuple[str, Puzzle]:
    """The puzzle that a path names."""
    game = context.path["game"]
    found = by_name(game).get(context.path["puzzle"]) if game in GAMES else None
    if found is None:
        raise Unknown("fault.no_page")
    return game, found


@cache
def written(game: str, puzzle: str) -> str:
    return records.write(by_name(game)[puzzle].record(load(game)))


async def lay(context: RequestContext, wish: LayStep) -> PuzzleLaid:
    """A puzzle's position as a table at which whoever solves it is to move."""
    game, puzzle = find(context)
    context.services.lessons.take(context.home)
    await context.services.warmup.game(game)
    play, w = position(game, puzzle.id), words(context.lang, game)
    answer = DEFENDER if puzzle.n > 1 else ""
    table = await laid_as_table(context, game, play, written(game, puzzle.id), answer, wish.name)
    text = said.asked(puzzle, load(game), w)
    rating = round(rating_of(puzzle, await context.services.answers.strengths(game)))
    return PuzzleLaid(table.id, said.title(puzzle, w), text, puzzle.kind, puzzle.n, rating)


async def verdict(context: RequestContext, _: Any) -> PuzzleVerdict:
    """What was done at a puzzle's table, judged."""
    game, puzzle = find(context)
    query: PuzzleQuery = context.query
    table = (await context.services.registry.find(query.table)).table
    if not table.players_of(context.person) or table.settings.start != written(game, puzzle.id):
        raise NotAllowed("fault.not_yours")
    before = position(game, puzzle.id)
    given = await context.payer.aside(judge.judge, table.game, puzzle, before, table.play.copy(), query.give_up)
    w = words(context.lang, game).naming(presenter.seated(table, -1, presenter.speech(context.lang, game)))
    over = given.state != "going"
    if over:
        context.services.answers.judged(table.id, given.score)
    return PuzzleVerdict(
        given.state, given.score, w(given.text.key, **given.text.params) if given.text else "",
        moves(given.better, w), moves(given.line, w), reasons(given, w),
        tuple(said.theme_words(each, w) for each in puzzle.themes) if over else (),
    )  # fmt: skip


def reasons(given: judge.Judged, w: Words) -> tuple[str, ...]:
    return tuple(w(line.key, **line.params) for line in given.reasons)


async def tried(context: RequestContext, what: Attempt) -> StrengthIs:
    """How strong somebody is after he tried a puzzle; and, where the judge saw him answer, the puzzle."""
    game, puzzle = find(context)
    answers = context.services.answers
    own = Strength(what.rating, what.deviation, what.volatility)
    other = (await answers.strengths(game)).get(puzzle.id) or first_guess(puzzle)
    now = rated(own, [(other, what.score / 100)])
    await answers.count(game, puzzle, what.table, own, context.home)
    return StrengthIs(now.rating, now.deviation, now.volatility)
