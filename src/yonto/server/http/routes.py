"""The HTTP part: a list of doors, each with what it takes and gives. The OpenAPI page is made from the same list."""

import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import msgspec
from msgspec.structs import replace

from yonto.core import records
from yonto.core.errors import BadOption
from yonto.core.matches import MatchRecord
from yonto.core.words import LANGUAGES, load, words
from yonto.games import GAMES
from yonto.players import PLAYERS, plays
from yonto.server.errors import NotAllowed, NotNow, Unknown
from yonto.server.http.request_context import RequestContext
from yonto.server.services import Services
from yonto.server.store import TableFilter
from yonto.server.tables import presenter
from yonto.server.tables.full_replay import FullReplay, full_replay, full_replay_tag
from yonto.server.tables.live_table import now_ms
from yonto.server.tables.presenter import Summary, level_name
from yonto.table.clock import ClockSettings
from yonto.table.export import export
from yonto.table.perspective import allowed_to_watch
from yonto.table.settings import LONGEST_RECORD, CreateTable, Name, SeatSettings, opening
from yonto.table.table import Table

RULE = re.compile(r"rule\.[A-Z][0-9]+")
Password = Annotated[str, msgspec.Meta(min_length=10, max_length=200)]


class Page(msgspec.Struct, frozen=True):
    """An answer that is no JSON."""

    text: str
    media: str = "text/plain; charset=utf-8"


@dataclass(frozen=True)
class Pieces:
    """An answer in JSON that is made while it is sent. The tag is another whenever the answer would be."""

    pieces: AsyncIterator[bytes]
    tag: str


class Done(msgspec.Struct, frozen=True):
    done: Literal[True] = True


class OptionIs(msgspec.Struct, frozen=True):
    name: str
    text: str
    default: str
    choices: dict[str, str]
    free: bool  # other values than the choices may be given


class MatchIs(msgspec.Struct, frozen=True):
    form: str
    text: str
    target: int
    lowest: int
    highest: int


class GameIs(msgspec.Struct, frozen=True):
    """A game as a table can be made of it; the rest is told once it is awake."""

    game: str
    name: str
    tagline: str
    awake: bool
    seats: tuple[int, ...] = ()
    hidden: bool = False
    options: tuple[OptionIs, ...] = ()
    matches: tuple[MatchIs, ...] = ()
    minds: bool = False  # the computers' searches are compiled: until then their first thought takes a while
    levels: dict[str, str] = {}  # with their names, from the weakest to the strongest
    rules: dict[str, str] = {}


class RuleIs(msgspec.Struct, frozen=True):
    id: str
    text: str


class GameWords(msgspec.Struct, frozen=True):
    """All that the house says about a game in one language: `words` has the sentences by key, as the log and the
    refusals name them, those that all games share included; `rules` are in the ledger's order."""

    game: str
    lang: str
    name: str
    tagline: str
    rules: tuple[RuleIs, ...]
    words: dict[str, str | dict[str, str]]


class Me(msgspec.Struct, frozen=True):
    person: str
    account: str | None
    name: str | None


class Registration(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    password: Password


class Credentials(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`keep`: the games that this browser's guest has played become the account's."""

    name: Annotated[str, msgspec.Meta(max_length=60)]
    password: Annotated[str, msgspec.Meta(max_length=200)]
    keep: bool = True


class Goodbye(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Deleting everything; the password is asked of whoever has an account."""

    password: Annotated[str, msgspec.Meta(max_length=200)] | None = None


class SignOut(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    everywhere: bool = False


class Made(msgspec.Struct, frozen=True):
    table: str
    code: str
    path: str


class MyTables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    game: Annotated[str, msgspec.Meta(max_length=40)] | None = None
    status: Literal["waiting", "playing", "between", "over", "aborted"] | None = None
    opponent: Annotated[str, msgspec.Meta(max_length=60)] | None = None
    before: Annotated[int, msgspec.Meta(ge=0, le=2**62)] | None = None
    most: Annotated[int, msgspec.Meta(ge=1, le=100)] = 50


class Listed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    game: Annotated[str, msgspec.Meta(max_length=40)] | None = None
    most: Annotated[int, msgspec.Meta(ge=1, le=100)] = 50


class PositionQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position of a finished round: after so many actions, through the eyes of a seat (0: a watcher)."""

    round: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 1
    action: Annotated[int, msgspec.Meta(ge=0, le=100_000)] = 0
    seat: Annotated[int, msgspec.Meta(ge=0, le=9)] = 0


class FullReplayQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A finished round from its first action to its last, through the eyes of a seat (0: a watcher)."""

    round: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 1
    seat: Annotated[int, msgspec.Meta(ge=0, le=9)] = 0


class ForkTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Go on from a position at a table of one's own. The seats are those of the round, the first beginning."""

    seats: Annotated[list[SeatSettings], msgspec.Meta(min_length=1, max_length=9)]
    action: Annotated[int, msgspec.Meta(ge=0, le=100_000)]
    round: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 1
    clock: ClockSettings = ClockSettings()
    name: Name | None = None


class ImportRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A record in writing: to look at if it is finished, to go on with if it is not."""

    record: Annotated[str, msgspec.Meta(max_length=LONGEST_RECORD)]
    seats: Annotated[list[SeatSettings], msgspec.Meta(max_length=9)] = []
    name: Name | None = None


class Found(msgspec.Struct, frozen=True):
    table: str


class KeyIs(msgspec.Struct, frozen=True):
    """The public key with which this server's records are signed, in hex."""

    ed25519: str


# The handlers


async def games(context: RequestContext, _: Any) -> tuple[GameIs, ...]:
    return games_are(context.services, context.lang)


def games_are(services: Services, lang: str) -> tuple[GameIs, ...]:
    return tuple(game_is(services, lang, name) for name in GAMES)


def game_is(services: Services, lang: str, name: str) -> GameIs:
    w = words(lang, "server", name)
    game = services.warmup.awake.get(name)
    if game is None:
        return GameIs(name, w("name"), w("tagline"), False)
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
    minds = name in services.warmup.minds
    return GameIs(
        name, w("name"), w("tagline"), True, game.seats, game.hidden, options, forms, minds, levels,
        {rule: w(f"rule.{rule}") for rule in ids},
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
    return GameWords(game, lang, w("name"), w("tagline"), rules, dict(w.catalogue))


async def public_key(context: RequestContext, _: Any) -> KeyIs:
    """For whoever wants to check a record without asking for each."""
    return KeyIs(context.services.key.public.hex())


async def me(context: RequestContext, _: Any) -> Me:
    account, name = await context.services.store.about(context.person)
    return Me(context.person, account, name)


async def my_data(context: RequestContext, _: Any) -> dict[str, Any]:
    data = await context.services.store.data_of(context.person)
    texts = {}
    for seat in data["tables"]:
        live = await context.services.registry.find(seat["table"])
        texts[seat["table"]] = export(live.table, context.person, context.services.key)
    return {**data, "records": texts}


async def register(context: RequestContext, body: Registration) -> Done:
    context.services.logins.take(context.address)
    await context.services.accounts.register(context.person, body.name, body.password, now_ms())
    return Done()


async def sign_in(context: RequestContext, body: Credentials) -> Done:
    context.services.logins.take(context.address)
    context.services.logins.take("name " + body.name)
    person, epoch, _ = await context.services.accounts.sign_in(body.name, body.password)
    if body.keep and person != context.person:
        tables = await context.services.store.merge(context.person, person)
        if tables is not None:
            context.services.connections.hang_up(context.person)  # it comes back as the account
            await context.services.registry.merge(context.person, person, tables)
    context.cookie = context.services.signer.issue(person, epoch, int(time.time()))
    return Done()


async def sign_out(context: RequestContext, body: SignOut) -> Done:
    if body.everywhere:
        await context.services.store.void_cookies(context.person, now_ms())
    context.cookie = ""
    return Done()


async def forget_me(context: RequestContext, body: Goodbye) -> Done:
    context.services.logins.take(context.address)
    await context.services.accounts.check_password(context.person, body.password)
    tables = await context.services.store.forget(context.person)
    context.services.connections.hang_up(context.person)
    await context.services.registry.forget(context.person, tables)
    context.cookie = ""
    return Done()


async def create(context: RequestContext, wanted: CreateTable) -> Made:
    known_game(wanted.game)
    context.services.creates.take(context.address)
    return made(await context.services.registry.create(context.person, wanted))


def made(table: Table) -> Made:
    return Made(table.id, table.code, f"/t/{table.id}")


def known_game(name: str) -> None:
    if name not in GAMES:
        raise BadOption("option.game", game=name, known=", ".join(GAMES))


async def tables(context: RequestContext, _: Any) -> tuple[Summary, ...]:
    query: Listed = context.query
    found = await context.services.store.listed(query.game, query.most)
    return presenter.summaries(found, context.person, context.lang)


async def my_tables(context: RequestContext, _: Any) -> tuple[Summary, ...]:
    q: MyTables = context.query
    w, wanted = words(context.lang, "server"), (q.opponent or "").lower()
    levels = tuple(level for level in PLAYERS if wanted in level_name(level, w).lower())
    filters = TableFilter(q.game, q.status, q.opponent, levels, q.before, q.most)
    found = await context.services.store.tables_of(context.person, filters)
    return presenter.summaries(found, context.person, context.lang)


async def find_code(context: RequestContext, _: Any) -> Found:
    """The table of a short code. Guessing is slow: there are 34 thousand million codes."""
    code = context.path["code"].upper()
    found = await context.services.store.table_of_code(code)
    if found is None:
        context.services.creates.take("code " + context.address)
        raise Unknown("fault.no_code")
    return Found(found)


async def find(context: RequestContext) -> Table:
    """The table a path names, if this person may look at it."""
    table = (await context.services.registry.find(context.path["table"])).table
    allowed_to_watch(table, context.person)
    return table


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
    what = table, query.round - 1, query.seat - 1 if query.seat else None, context.lang
    return Pieces(full_replay(*what), full_replay_tag(*what))


async def replay(context: RequestContext, _: Any) -> presenter.PositionShown:
    table, query = await find_finished(context), context.query
    return presenter.replay(table, query.round - 1, query.action, query.seat - 1 if query.seat else None, context.lang)


async def fork(context: RequestContext, wanted: ForkTable) -> Made:
    """A position of a finished round, or of a running one where nothing is hidden, as a new table."""
    table = await find(context)
    if wanted.round > len(table.plays):
        raise Unknown("fault.no_round")
    if table.game.hidden and not table.round_over(wanted.round - 1):
        raise NotAllowed("fault.not_over")
    record = table.record(wanted.round - 1)
    cut = beginning(record, wanted.action)
    context.services.creates.take(context.address)
    start = CreateTable(
        table.game.name, wanted.seats, [dict(record.options)], first=1, clock=wanted.clock, name=wanted.name, hints=True
    )
    return made(await context.services.registry.create(context.person, start, records.write(cut)))


def beginning(record: records.Record, action: int) -> records.Record:
    """The beginning of a record, without what belongs to its own table."""
    whole = action >= len(record.entries)
    return records.Record(
        record.game, record.rules, record.options, record.names, record.entries[:action],
        record.result if whole else None,
    )  # fmt: skip


async def import_record(context: RequestContext, wanted: ImportRecord) -> Made:
    """A game or a whole match in writing as a table: to look at, or to go on with."""
    record = opening(wanted.record)
    known_game(record.game)
    context.services.creates.take(context.address)
    seats = wanted.seats or [SeatSettings("screen", name=name[:30].strip()) for name in record.names]
    start = CreateTable(record.game, list(seats), name=wanted.name, hints=True)
    if isinstance(record, MatchRecord):
        options = [dict(each) for each in record.options]
        start = replace(start, options=options, first=record.first + 1, match=record.form, target=record.target)
    else:
        start = replace(start, options=[dict(record.options)], first=1)
    return made(await context.services.registry.create(context.person, start, wanted.record))


@dataclass(frozen=True)
class Endpoint:
    """One thing that can be asked over HTTP."""

    method: str
    path: str
    handler: Callable[[RequestContext, Any], Awaitable[Any]]
    gives: Any
    takes: type | None = None
    query: type | None = None
    status: int = 200
    kept: bool = False  # the same for everybody: whoever has it need not fetch it again


ENDPOINTS = (
    Endpoint("GET", "/api/games", games, tuple[GameIs, ...]),
    Endpoint("GET", "/api/words/{language}", sentences, dict[str, Any], kept=True),
    Endpoint("GET", "/api/games/{game}/words/{language}", game_words, GameWords, kept=True),
    Endpoint("GET", "/api/key", public_key, KeyIs),
    Endpoint("GET", "/api/me", me, Me),
    Endpoint("GET", "/api/me/data", my_data, dict[str, Any]),
    Endpoint("DELETE", "/api/me", forget_me, Done, Goodbye),
    Endpoint("GET", "/api/me/tables", my_tables, tuple[Summary, ...], query=MyTables),
    Endpoint("POST", "/api/account", register, Done, Registration),
    Endpoint("POST", "/api/session", sign_in, Done, Credentials),
    Endpoint("DELETE", "/api/session", sign_out, Done, SignOut),
    Endpoint("GET", "/api/tables", tables, tuple[Summary, ...], query=Listed),
    Endpoint("POST", "/api/tables", create, Made, CreateTable, status=201),
    Endpoint("GET", "/api/codes/{code}", find_code, Found),
    Endpoint("GET", "/api/tables/{table}/record", table_record, Page),
    Endpoint("GET", "/api/tables/{table}/replay", replay, presenter.PositionShown, query=PositionQuery),
    Endpoint("GET", "/api/tables/{table}/story", full_replay_of, FullReplay, query=FullReplayQuery),
    Endpoint("POST", "/api/tables/{table}/fork", fork, Made, ForkTable, status=201),
    Endpoint("POST", "/api/records", import_record, Made, ImportRecord, status=201),
)
