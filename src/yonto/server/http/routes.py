"""The HTTP endpoints: a list, each with what it takes and gives. The OpenAPI page is made from the same list."""

import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import msgspec
from msgspec.structs import replace

from yonto.core import records
from yonto.core.errors import BadOption, UnknownRules
from yonto.core.matches import MatchRecord
from yonto.core.words import LANGUAGES, load, words
from yonto.games import GAMES, check_known, load_for
from yonto.paper.found import printable
from yonto.players import PLAYERS, plays
from yonto.puzzles import puzzles as puzzles_in
from yonto.rulebook import Rulebook, example_record, rulebook
from yonto.server.admin.commands import Acted, AnyCommand
from yonto.server.admin.shapes import (
    AuditIs,
    FindAudit,
    FindPeople,
    FindReports,
    FindTables,
    HouseIs,
    LineIs,
    PersonIs,
    ReportIs,
    SanctionIs,
    TableIs,
)
from yonto.server.errors import NotAllowed, NotNow, Unknown
from yonto.server.http import admin, lessons, own_games, puzzles, reviews, sessions, study
from yonto.server.http.own_schemas import OwnGames
from yonto.server.http.request_context import RequestContext
from yonto.server.http.review_schemas import ReviewQuery, ReviewState, Tried, TryMoves
from yonto.server.http.schemas import (
    Attempt,
    CourseIs,
    Credentials,
    Done,
    ExampleLaid,
    ForkTable,
    Found,
    FullReplayQuery,
    GameIs,
    GamesQuery,
    GameWords,
    Glance,
    Goodbye,
    Hidden,
    ImportRecord,
    KeyIs,
    LayStep,
    Listed,
    Made,
    MatchIs,
    Me,
    MyTables,
    NewPassword,
    NextQuery,
    OptionIs,
    OptionsAre,
    OptionsWanted,
    PositionQuery,
    PuzzleIs,
    PuzzleLaid,
    PuzzleQuery,
    PuzzlesAre,
    PuzzleVerdict,
    Registration,
    RuleIs,
    SignOut,
    StepLaid,
    StrengthIs,
    TicketIs,
    VerdictIs,
    VerdictQuery,
)
from yonto.server.http.study_schemas import (
    OpenStudy,
    StudyAct,
    StudyQuery,
    StudyShown,
    StudyText,
    ThinkWish,
    ThoughtShown,
)
from yonto.server.people.reports import MakeReport
from yonto.server.services import Services
from yonto.server.store import TableFilter
from yonto.server.tables import presenter
from yonto.server.tables.full_replay import FullReplay, full_replay, full_replay_tag
from yonto.server.tables.presenter import level_name
from yonto.server.tables.results import Tally, tallies
from yonto.server.tables.running import check_brought, check_not_helped
from yonto.server.tables.shapes import PositionShown, Summary
from yonto.table.export import export
from yonto.table.perspective import allowed_to_watch, faced
from yonto.table.settings import CreateTable, SeatSettings, opening, options_of
from yonto.table.table import FORGOTTEN, Table
from yonto.teaching import KINDS, course

RULE = re.compile(r"rule\.[A-Z][0-9]+")


class Page(msgspec.Struct, frozen=True):
    """An answer that is no JSON."""

    text: str
    media: str = "text/plain; charset=utf-8"


@dataclass(frozen=True)
class Pieces:
    """An answer in JSON that is made while it is sent. The tag is another whenever the answer would be."""

    pieces: AsyncIterator[bytes]
    tag: str


# The handlers


async def games(context: RequestContext, _: Any) -> tuple[GameIs, ...]:
    query: GamesQuery = context.query
    if query.wanted:
        known_game(query.wanted)
        context.services.warmup.ask(query.wanted)
    return games_are(context.services, context.lang)


def games_are(services: Services, lang: str) -> tuple[GameIs, ...]:
    return tuple(game_is(services, lang, name) for name in GAMES)


def game_is(services: Services, lang: str, name: str) -> GameIs:
    w = words(lang, "server", name)
    facts = w("facts") if "facts" in w else ""
    game = services.warmup.loaded.get(name)
    lesson, steps = (len(found.steps) if (found := course(name, kind)) else 0 for kind in KINDS)
    puzzled = len(puzzles_in(name))
    if game is None:
        return GameIs(name, w("name"), w("tagline"), facts, False, lesson=lesson, steps=steps, puzzles=puzzled)
    options = tuple(
        OptionIs(
            o.name, w(f"option.{o.name}"), o.default, {c: w(f"option.{o.name}.{c}") for c in o.choices},
            o.check is not None,
        )
        for o in game.options
    )  # fmt: skip
    forms = tuple(MatchIs(m.name, w(f"match.{m.name}"), m.target, m.lowest, m.highest) for m in game.matches)
    ids = [game.rule_id(i) for i in range(1, game.rule_count + 1)]
    levels = {level: level_name(level, w) for level in PLAYERS if plays(level, game)}
    lines = {level: w(f"level.{level}.line") for level in levels if f"level.{level}.line" in w}
    ready = name in services.warmup.searches_ready
    return GameIs(
        name, w("name"), w("tagline"), facts, True, game.seats, game.hidden, options, forms, ready, levels, lines,
        {rule: w(f"rule.{rule}") for rule in ids}, name in printable(), lesson, steps, puzzled,
        name in services.warmup.awake,
    )  # fmt: skip


async def sentences(context: RequestContext, _: Any) -> dict[str, Any]:
    """The server's own sentences, for a page that shows them."""
    lang = context.path["language"]
    if lang not in LANGUAGES:
        raise Unknown("fault.no_page")
    return dict(load("server", lang))


async def game_words(context: RequestContext, _: Any) -> GameWords:
    """A game's sentences and rules in one language; also while the game is still asleep."""
    game, lang = context.path["game"], context.path["language"]
    if game not in GAMES or lang not in LANGUAGES:
        raise Unknown("fault.no_page")
    w = words(lang, game)
    keys = sorted(filter(RULE.fullmatch, w.catalogue), key=lambda key: int(key[len("rule.N") :]))
    rules = tuple(RuleIs(key.removeprefix("rule."), w(key)) for key in keys)
    said = {key: sentence for key, sentence in w.catalogue.items() if not key.startswith("paper.")}  # those are printed
    return GameWords(game, lang, w("name"), w("tagline"), rules, said)


async def game_rulebook(context: RequestContext, _: Any) -> Rulebook:
    """Under which headings a game's rules stand, and its worked examples."""
    if context.path["game"] not in GAMES:
        raise Unknown("fault.no_page")
    return rulebook(context.path["game"])


async def game_example(context: RequestContext, _: Any) -> Page:
    """The record that leads to the position of a worked example."""
    game = context.path["game"]
    record = example_record(game, context.path["example"]) if game in GAMES else None
    if record is None:
        raise Unknown("fault.no_page")
    return Page(record)


async def public_key(context: RequestContext, _: Any) -> KeyIs:
    """For whoever wants to check a record without asking for each."""
    return KeyIs(context.services.key.public.hex())


async def me(context: RequestContext, _: Any) -> Me:
    account, name = await context.services.store.people.about(context.person)
    return Me(context.person, account, name, await context.services.store.order.role_of(context.person))


async def my_data(context: RequestContext, _: Any) -> dict[str, Any]:
    data = await context.services.store.people.data_of(context.person)
    texts = {}
    for seat in data["tables"]:
        try:
            live = await context.services.registry.find(seat["table"])
        except UnknownRules as error:
            texts[seat["table"]] = error.text(context.lang)
            continue
        await context.payer.pace()  # there may be hundreds: others have their turn in between
        texts[seat["table"]] = export(live.table, context.person, context.services.key)
    return {**data, "records": texts}


async def create(context: RequestContext, wanted: CreateTable) -> Made:
    known_game(wanted.game)
    context.services.creates.take(context.home)
    return made(await context.services.registry.create(context.person, wanted, home=context.home))


def made(table: Table) -> Made:
    return Made(table.id, table.code, f"/t/{table.id}")


def known_game(name: str) -> None:
    if name not in GAMES:
        raise BadOption("option.game", game=name, known=", ".join(GAMES))


async def tables(context: RequestContext, _: Any) -> tuple[Summary, ...]:
    query: Listed = context.query
    found = await context.services.store.lists.listed(query.game, query.most)
    return presenter.summaries(found, context.person, context.lang)


async def my_tables(context: RequestContext, _: Any) -> tuple[Summary, ...]:
    q: MyTables = context.query
    w, wanted = words(context.lang, "server"), (q.opponent or "").lower()
    levels = tuple(level for level in PLAYERS if wanted in level_name(level, w).lower())
    filters = TableFilter(q.game, q.status, q.opponent, levels, q.before, q.most, q.hidden, q.turn)
    found = await context.services.store.lists.tables_of(context.person, filters)
    return presenter.summaries(found, context.person, context.lang)


async def hide_table(context: RequestContext, body: Hidden) -> Done:
    """Leave a table out of my list, or bring it back."""
    if not await context.services.store.lists.hide(context.person, context.path["table"], body.hidden):
        raise Unknown("fault.no_table")
    return Done()


async def my_results(context: RequestContext, _: Any) -> tuple[Tally, ...]:
    """What I won and lost, by game and opponent."""
    return tallies(await context.services.store.lists.finished_of(context.person), context.person)


async def check_options(context: RequestContext, wanted: OptionsWanted) -> OptionsAre:
    """Options before a table is made of them: what they come to, and what the game then begins with."""
    known_game(context.path["game"])
    game = await context.services.warmup.at_table(context.path["game"])
    options = options_of(game, wanted.options, wanted.seats)
    return OptionsAre(options, game.view(game.start(wanted.seats, options), None))


async def find_code(context: RequestContext, _: Any) -> Found:
    """The table of a short code. Guessing is slow: there are 34 thousand million codes."""
    code = context.path["code"].upper()
    found = await context.services.store.tables.of_code(code)
    if found is None:
        context.services.creates.take("code " + context.home)
        raise Unknown("fault.no_code")
    return Found(found)


async def find(context: RequestContext) -> Table:
    """The table a path names, if this person may look at it."""
    table = (await context.services.registry.fresh(context.path["table"])).table
    allowed_to_watch(table, context.person)
    return table


async def glance(context: RequestContext, _: Any) -> Glance:
    """A table as a small picture shows it."""
    table = await find(context)
    player = faced(table, context.person, None)
    view = None
    if table.plays:
        view = table.game.view(table.play.state, None if player is None else table.seat_of(player))
    names = presenter.seated(table, -1, presenter.speech(context.lang, table.game.name))
    return Glance(
        table.id, table.game.name, table.seq, table.status, view, names, presenter.worn(table, -1), table.to_move,
        tuple(table.players_of(context.person)),
    )  # fmt: skip


async def table_record(context: RequestContext, _: Any) -> Page:
    table = await find(context)
    if not table.plays:
        raise NotNow("fault.status.waiting")
    return Page(export(table, context.person, context.services.key))


async def find_finished(context: RequestContext) -> Table:
    """The table, if it has the round and the seat that are asked for and the round is over."""
    table, query = await find(context), context.query
    if query.round > len(table.plays) or query.seat > table.settings.players:
        raise Unknown("fault.no_round")
    if not table.round_over(query.round - 1):
        raise NotAllowed("fault.not_over")
    return table


async def full_replay_of(context: RequestContext, _: Any) -> Pieces:
    """Every position of a finished round in one answer."""
    table, query = await find_finished(context), context.query
    what = table, query.round - 1, query.seat - 1 if query.seat else None, context.lang, query.picture
    return Pieces(full_replay(*what), full_replay_tag(*what))


async def replay(context: RequestContext, _: Any) -> PositionShown:
    table, query = await find_finished(context), context.query
    seat = query.seat - 1 if query.seat else None
    return presenter.replay(table, query.round - 1, query.action, seat, context.lang, query.picture)


async def fork(context: RequestContext, wanted: ForkTable) -> Made:
    """A position of a finished round, or of a running one where nothing is hidden, as a new table."""
    table = await find(context)
    if wanted.round > len(table.plays):
        raise Unknown("fault.no_round")
    check_not_helped(table, wanted.round - 1)
    if table.game.hidden and not table.round_over(wanted.round - 1):
        raise NotAllowed("fault.not_over")
    record = table.record(wanted.round - 1)
    cut = beginning(record, wanted.action)
    context.services.creates.take(context.home)
    start = CreateTable(
        table.game.name, wanted.seats, [dict(record.options)], first=1, clock=wanted.clock, name=wanted.name,
        hints=True, chance=wanted.chance,
    )  # fmt: skip
    return made(await context.services.registry.create(context.person, start, records.write(cut), home=context.home))


def beginning(record: records.Record, action: int) -> records.Record:
    """The beginning of a record, without what belongs to its own table, and without names: whoever wants to be
    forgotten is not to be found in a copy that somebody else keeps."""
    whole = action >= len(record.entries)
    return records.Record(
        record.game, record.rules, record.options, (FORGOTTEN,) * len(record.names), record.entries[:action],
        record.result if whole else None,
    )  # fmt: skip


async def import_record(context: RequestContext, wanted: ImportRecord) -> Made:
    """A game or a whole match in writing as a table: to look at, or to go on with."""
    record = opening(wanted.record)
    check_known(record)
    await context.services.warmup.game(record.game)
    load_for(record)  # BadRecord, at its place, where it follows rules that are not here
    services = context.services
    await check_brought(services.store, services.registry, context.person, wanted.record, record)
    context.services.creates.take(context.home)
    seats = wanted.seats or [SeatSettings("screen", name=name[:30].strip()) for name in record.names]
    start = CreateTable(
        record.game, list(seats), name=wanted.name, hints=True, lesson=wanted.lesson, chance=wanted.chance
    )
    if isinstance(record, MatchRecord):
        options = [dict(each) for each in record.options]
        start = replace(start, options=options, first=record.first + 1, match=record.form, target=record.target)
    else:
        start = replace(start, options=[dict(record.options)], first=1)
    return made(await context.services.registry.create(context.person, start, wanted.record, home=context.home))


async def words_of_study(context: RequestContext, wanted: StudyText) -> Page:
    """A study in words."""
    return Page(await study.in_words(context, wanted))


async def ticket(context: RequestContext, _: Any) -> TicketIs:
    """A promise, so that who makes a table can have a share in its chance from the first draw on."""
    made = context.services.registry.tickets.new(int(time.time()))
    return TicketIs(made.text, made.table, made.sha256)


@dataclass(frozen=True)
class Endpoint:
    """One thing that can be asked over HTTP."""

    method: str
    path: str
    handler: Callable[[RequestContext, Any], Awaitable[Any]]
    gives: Any
    takes: Any = None
    query: type | None = None
    status: int = 200
    kept: bool = False  # the same for everybody: whoever has it need not fetch it again
    keeper: bool = False  # only for those who keep order in the house
    banned_too: bool = False  # also for those who may not come in any more: their data, and the words for it


ENDPOINTS = (
    Endpoint("GET", "/api/games", games, tuple[GameIs, ...], query=GamesQuery),
    Endpoint("GET", "/api/words/{language}", sentences, dict[str, Any], kept=True, banned_too=True),
    Endpoint("GET", "/api/games/{game}/words/{language}", game_words, GameWords, kept=True),
    Endpoint("GET", "/api/games/{game}/rulebook", game_rulebook, Rulebook, kept=True),
    Endpoint("GET", "/api/games/{game}/rulebook/{example}", game_example, Page),
    Endpoint("POST", "/api/games/{game}/rulebook/{example}", lessons.lay_example, ExampleLaid, LayStep, status=201),
    Endpoint("POST", "/api/games/{game}/options", check_options, OptionsAre, OptionsWanted),
    Endpoint("GET", "/api/key", public_key, KeyIs),
    Endpoint("GET", "/api/chance", ticket, TicketIs),
    Endpoint("GET", "/api/me", me, Me),
    Endpoint("GET", "/api/me/data", my_data, dict[str, Any], banned_too=True),
    Endpoint("DELETE", "/api/me", sessions.forget_me, Done, Goodbye, banned_too=True),
    Endpoint("GET", "/api/me/tables", my_tables, tuple[Summary, ...], query=MyTables),
    Endpoint("PUT", "/api/me/tables/{table}", hide_table, Done, Hidden),
    Endpoint("GET", "/api/me/results", my_results, tuple[Tally, ...]),
    Endpoint("GET", "/api/me/reviews", own_games.own_games, OwnGames),
    Endpoint("POST", "/api/me/reviews", own_games.review_rest, OwnGames),
    Endpoint("POST", "/api/account", sessions.register, Done, Registration),
    Endpoint("PUT", "/api/account", sessions.change_password, Done, NewPassword),
    Endpoint("POST", "/api/session", sessions.sign_in, Done, Credentials),
    Endpoint("DELETE", "/api/session", sessions.sign_out, Done, SignOut, banned_too=True),
    Endpoint("GET", "/api/tables", tables, tuple[Summary, ...], query=Listed),
    Endpoint("POST", "/api/tables", create, Made, CreateTable, status=201),
    Endpoint("GET", "/api/codes/{code}", find_code, Found),
    Endpoint("GET", "/api/tables/{table}/glance", glance, Glance),
    Endpoint("GET", "/api/tables/{table}/record", table_record, Page),
    Endpoint("GET", "/api/tables/{table}/replay", replay, PositionShown, query=PositionQuery),
    Endpoint("GET", "/api/tables/{table}/story", full_replay_of, FullReplay, query=FullReplayQuery),
    Endpoint("GET", "/api/tables/{table}/review", reviews.review_of, ReviewState, query=ReviewQuery),
    Endpoint("POST", "/api/tables/{table}/review", reviews.try_moves, Tried, TryMoves),
    Endpoint("GET", "/api/tables/{table}/study", study.of_table, StudyShown, query=StudyQuery),
    Endpoint("POST", "/api/study/open", study.opened, StudyShown, OpenStudy),
    Endpoint("POST", "/api/study", study.acted, StudyShown, StudyAct),
    Endpoint("POST", "/api/study/think", study.thought, ThoughtShown, ThinkWish),
    Endpoint("POST", "/api/study/words", words_of_study, Page, StudyText),
    Endpoint("POST", "/api/tables/{table}/fork", fork, Made, ForkTable, status=201),
    Endpoint("GET", "/api/lessons/{game}", lessons.courses_of, CourseIs),
    Endpoint("POST", "/api/lessons/{game}/{kind}/{step}", lessons.lay, StepLaid, LayStep, status=201),
    Endpoint("GET", "/api/lessons/{game}/{kind}/{step}/verdict", lessons.verdict, VerdictIs, query=VerdictQuery),
    Endpoint("GET", "/api/puzzles/{game}", puzzles.puzzles_of, PuzzlesAre),
    Endpoint("POST", "/api/puzzles/{game}/next", puzzles.next_puzzle, PuzzleIs, NextQuery),
    Endpoint("POST", "/api/puzzles/{game}/{puzzle}", puzzles.lay, PuzzleLaid, LayStep, status=201),
    Endpoint("GET", "/api/puzzles/{game}/{puzzle}/verdict", puzzles.verdict, PuzzleVerdict, query=PuzzleQuery),
    Endpoint("POST", "/api/puzzles/{game}/{puzzle}/tried", puzzles.tried, StrengthIs, Attempt),
    Endpoint("POST", "/api/records", import_record, Made, ImportRecord, status=201),
    Endpoint("POST", "/api/reports", admin.report, Done, MakeReport, status=201),
    Endpoint("GET", "/api/admin/house", admin.house, HouseIs, keeper=True),
    Endpoint("GET", "/api/admin/people", admin.people, tuple[PersonIs, ...], query=FindPeople, keeper=True),
    Endpoint("GET", "/api/admin/tables", admin.tables, tuple[TableIs, ...], query=FindTables, keeper=True),
    Endpoint("GET", "/api/admin/tables/{table}/chat", admin.chat, tuple[LineIs, ...], keeper=True),
    Endpoint("GET", "/api/admin/reports", admin.reports, tuple[ReportIs, ...], query=FindReports, keeper=True),
    Endpoint("GET", "/api/admin/sanctions", admin.sanctions, tuple[SanctionIs, ...], keeper=True),
    Endpoint("GET", "/api/admin/audit", admin.audit, tuple[AuditIs, ...], query=FindAudit, keeper=True),
    Endpoint("POST", "/api/admin/acts", admin.act, Acted, AnyCommand, keeper=True),
)
