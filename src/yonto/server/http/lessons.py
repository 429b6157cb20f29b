"""The endpoints of what is taught: a game's steps in a list, a step's position as a table, and the judge's verdict."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from yonto.core import records
from yonto.core.play import Play
from yonto.core.words import Words
from yonto.games import GAMES, load
from yonto.rulebook import example_record
from yonto.server.errors import NotAllowed, Unknown
from yonto.server.http.request_context import RequestContext
from yonto.server.http.schemas import (
    CourseIs,
    ExampleLaid,
    LayStep,
    MoveSaid,
    StepIs,
    StepLaid,
    VerdictIs,
    VerdictQuery,
)
from yonto.server.tables import presenter
from yonto.table.settings import CreateTable, SeatSettings
from yonto.table.table import Table
from yonto.teaching import KINDS, Course, Step, course, judge, onward
from yonto.teaching.judge import MOST, Better, Verdict, best_of
from yonto.teaching.steps import Kind

GENTLE = "discoverer"  # who sits at the other seats where nobody answers


async def courses_of(context: RequestContext, _: Any) -> CourseIs:
    """What is taught of a game; also while it is still asleep."""
    game = context.path["game"]
    if game not in GAMES:
        raise Unknown("fault.no_page")
    return CourseIs(game, *(listed(course(game, kind), context.lang) for kind in KINDS))


def listed(found: Course | None, lang: str) -> tuple[StepIs, ...]:
    if found is None:
        return ()
    w = found.words(lang)
    return tuple(
        StepIs(each.id, w(f"{each.id}.title"), each.rules, w(f"theme.{each.theme}") if each.theme else "",
               each.done.reading and each.stars is None)
        for each in found.steps
    )  # fmt: skip


def find(context: RequestContext) -> tuple[Course, Step]:
    """The step that a path names."""
    game, wanted = context.path["game"], context.path["kind"]
    found = next((course(game, kind) for kind in KINDS if kind == wanted), None)
    step = found.find(context.path["step"]) if found else None
    if found is None or step is None:
        raise Unknown("fault.no_page")
    return found, step


@cache
def position(game: str, kind: Kind, step: str) -> tuple[str, Play]:
    """The position of a step that there is, as a record and as it stands there; nobody plays on in it."""
    found = course(game, kind)
    assert found is not None
    record = found.record(next(each for each in found.steps if each.id == step))
    return records.write(record), records.replay(record, load(game))


async def lay(context: RequestContext, wish: LayStep) -> StepLaid:
    """A step's position as a table at which the learner is to move."""
    found, step = find(context)
    context.services.lessons.take(context.home)
    await context.services.warmup.at_table(found.game)
    record, play = position(found.game, found.kind, step.id)
    table = await laid_as_table(context, found.game, play, record, step.answer, wish.name)
    w = found.words(context.lang)
    return StepLaid(
        table.id, w(f"{step.id}.title"), w(f"{step.id}.text"), step.point, step.turns, step.stars is not None
    )


async def laid_as_table(
    context: RequestContext, game: str, play: Play, record: str, answer: str, name: str | None
) -> Table:
    """A position as a table in nobody's list, where the person who asks sits at the seat to move; `answer` is the
    computer at the other seats, which stand still without it."""
    seats = [SeatSettings("computer", answer or GENTLE)] * play.seats
    seats[play.to_move] = SeatSettings("me")
    wanted = CreateTable(
        game, seats, [play.options], first=1, hints=False, chat=False, pause=False, watchers=False, lesson=True,
        name=name,
    )  # fmt: skip
    return await context.services.registry.create(context.person, wanted, record, still=not answer)


async def lay_example(context: RequestContext, wish: LayStep) -> ExampleLaid:
    """A worked example of the rulebook as a table. Where hands are hidden computers hold the other seats, so that no
    curtain hangs; else all sides are played at one screen."""
    game = context.path["game"]
    text = example_record(game, context.path["example"]) if game in GAMES else None
    if text is None:
        raise Unknown("fault.no_page")
    context.services.lessons.take(context.home)
    await context.services.warmup.at_table(game)
    record = records.read(text)
    assert isinstance(record, records.Record)
    play = records.replay(record, load(game))
    seats = [SeatSettings("screen", name=name) for name in record.names]
    if load(game).hidden:
        seats = [
            SeatSettings("me") if seat == play.to_move else SeatSettings("computer", GENTLE)
            for seat in range(play.seats)
        ]
    wanted = CreateTable(game, seats, [play.options], first=1, chat=False, pause=False, watchers=False, lesson=True,
                         name=wish.name)  # fmt: skip
    table = await context.services.registry.create(context.person, wanted, records.write(record))
    return ExampleLaid(table.id)


async def verdict(context: RequestContext, _: Any) -> VerdictIs:
    """What the learner did at a step's table, judged."""
    found, step = find(context)
    query: VerdictQuery = context.query
    table = (await context.services.registry.find(query.table)).table
    record, before = position(found.game, found.kind, step.id)
    if not table.players_of(context.person) or table.settings.start != record:
        raise NotAllowed("fault.not_yours")
    # The solver may take its time: others do not wait for it.
    given = await context.payer.aside(judge, table.game, step, before, table.play.copy(), query.tried)
    told = given.state == "going" and (step.stars is None or (query.advised and bool(step.stars.best)))
    example = onward(table.game, best_of(step), before, table.play) if told else ()
    w = found.words(context.lang).naming(presenter.seated(table, -1, presenter.speech(context.lang, found.game)))
    return VerdictIs(given.state, given.stars, comment(step, given, w), moves(example, w), moves(given.better, w))


def comment(step: Step, given: Verdict, w: Words) -> str:
    """What is said of it: why not, or what to notice now."""
    if given.state == "going":
        return ""
    best = given.state == "done" and (step.stars is None or given.stars == MOST)
    key = f"{step.id}.done" if best else f"{step.id}.why"
    return w(key) if key in w else ""


def moves(found: Sequence[Better], w: Words) -> tuple[MoveSaid, ...]:
    return tuple(MoveSaid(each.move, w(each.said.key, **each.said.params)) for each in found)
