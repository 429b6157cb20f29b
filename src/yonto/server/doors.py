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
from yonto.server import shown
from yonto.server.clocks import ClockTerms
from yonto.server.faults import NotAllowed, NotNow, Unknown
from yonto.server.hall import allowed_to_watch, now_ms
from yonto.server.house import House
from yonto.server.shown import level_name
from yonto.server.store.store import Naming, Summary, listed, table_of_code, tables_of
from yonto.server.story import StoryShown, story, story_tag
from yonto.server.table import Table
from yonto.server.terms import LONGEST_RECORD, Name, Seat, Wish, opening
from yonto.server.visits import Visit

Id = Annotated[str, msgspec.Meta(max_length=40)]
RULE = re.compile(r"rule\.[A-Z][0-9]+")
Password = Annotated[str, msgspec.Meta(min_length=10, max_length=200)]


class Empty(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


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


class SignIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
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


class Moment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position of a finished round: after so many actions, through the eyes of a seat (0: a watcher)."""

    round: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 1
    action: Annotated[int, msgspec.Meta(ge=0, le=100_000)] = 0
    seat: Annotated[int, msgspec.Meta(ge=0, le=9)] = 0


class Whole(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A finished round from its first action to its last, through the eyes of a seat (0: a watcher)."""

    round: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 1
    seat: Annotated[int, msgspec.Meta(ge=0, le=9)] = 0


class ForkWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Go on from a position at a table of one's own. The seats are those of the round, the first beginning."""

    seats: Annotated[list[Seat], msgspec.Meta(min_length=1, max_length=9)]
    action: Annotated[int, msgspec.Meta(ge=0, le=100_000)]
    round: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 1
    clock: ClockTerms = ClockTerms()
    name: Name | None = None


class ImportWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A record in writing: to look at if it is finished, to go on with if it is not."""

    record: Annotated[str, msgspec.Meta(max_length=LONGEST_RECORD)]
    seats: Annotated[list[Seat], msgspec.Meta(max_length=9)] = []
    name: Name | None = None


class Found(msgspec.Struct, frozen=True):
    table: str


class KeyIs(msgspec.Struct, frozen=True):
    """The public key with which this server's records are signed, in hex."""

    ed25519: str


# The handlers


async def games(visit: Visit, _: Any) -> tuple[GameIs, ...]:
    return games_are(visit.house, visit.lang)


def games_are(house: House, lang: str) -> tuple[GameIs, ...]:
    return tuple(game_is(house, lang, name) for name in GAMES)


def game_is(house: House, lang: str, name: str) -> GameIs:
    w = words(lang, "server", name)
    game = house.waking.awake.get(name)
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
    minds = name in house.waking.minds
    return GameIs(
        name, w("name"), w("tagline"), True, game.seats, game.hidden, options, forms, minds, levels,
        {rule: w(f"rule.{rule}") for rule in ids},
    )  # fmt: skip


async def sentences(visit: Visit, _: Any) -> dict[str, Any]:
    """The server's own sentences, for a page that shows them."""
    lang = visit.path["language"]
    if lang not in LANGUAGES:
        raise Unknown("fault.no_page")
    return dict(load("server", lang))


async def game_words(visit: Visit, _: Any) -> GameWords:
    """A game's sentences and rules in one language; also while the game is still asleep."""
    game, lang = visit.path["game"], visit.path["language"]
    if game not in GAMES or lang not in LANGUAGES:
        raise Unknown("fault.no_page")
    w = words(lang, game)
    keys = sorted(filter(RULE.fullmatch, w.catalogue), key=lambda key: int(key[len("rule.N") :]))
    rules = tuple(RuleIs(key.removeprefix("rule."), w(key)) for key in keys)
    return GameWords(game, lang, w("name"), w("tagline"), rules, dict(w.catalogue))


async def public_key(visit: Visit, _: Any) -> KeyIs:
    """For whoever wants to check a record without asking for each."""
    return KeyIs(visit.house.key.public.hex())


async def me(visit: Visit, _: Any) -> Me:
    account, name = await visit.house.accounts.about(visit.person)
    return Me(visit.person, account, name)


async def my_data(visit: Visit, _: Any) -> dict[str, Any]:
    data = await visit.house.accounts.data(visit.person)
    texts = {}
    for seat in data["tables"]:
        held = await visit.house.hall.find(seat["table"])
        texts[seat["table"]] = shown.export(held.table, visit.person, visit.house.key)
    return {**data, "records": texts}


async def register(visit: Visit, body: Registration) -> Done:
    visit.house.logins.take(visit.address)
    await visit.house.accounts.register(visit.person, body.name, body.password, now_ms())
    return Done()


async def sign_in(visit: Visit, body: SignIn) -> Done:
    visit.house.logins.take(visit.address)
    visit.house.logins.take("name " + body.name)
    person, epoch = await visit.house.accounts.sign_in(body.name, body.password)
    if body.keep and person != visit.person:
        tables = await visit.house.accounts.merge(visit.person, person)
        if tables is not None:
            visit.house.lines.hang_up(visit.person)  # it comes back as the account
            await visit.house.hall.merge(visit.person, person, tables)
    visit.cookie = visit.house.signer.issue(person, epoch, int(time.time()))
    return Done()


async def sign_out(visit: Visit, body: SignOut) -> Done:
    if body.everywhere:
        await visit.house.accounts.sign_out_everywhere(visit.person, now_ms())
    visit.cookie = ""
    return Done()


async def forget_me(visit: Visit, body: Goodbye) -> Done:
    visit.house.logins.take(visit.address)
    await visit.house.accounts.check_password(visit.person, body.password)
    tables = await visit.house.accounts.forget(visit.person)
    visit.house.lines.hang_up(visit.person)
    await visit.house.hall.forget(visit.person, tables)
    visit.cookie = ""
    return Done()


async def create(visit: Visit, wish: Wish) -> Made:
    known_game(wish.game)
    visit.house.creates.take(visit.address)
    return made(await visit.house.hall.create(visit.person, wish))


def made(table: Table) -> Made:
    return Made(table.id, table.code, f"/t/{table.id}")


def known_game(name: str) -> None:
    if name not in GAMES:
        raise BadOption("option.game", game=name, known=", ".join(GAMES))


async def tables(visit: Visit, _: Any) -> tuple[Summary, ...]:
    query: Listed = visit.query
    naming = naming_for(visit)
    return tuple(await visit.house.store.read(lambda db: listed(db, visit.person, query.game, query.most, naming)))


def naming_for(visit: Visit) -> Naming:
    w = words(visit.lang, "server")
    return lambda terms, names: shown.names_shown(terms, names, w)


async def my_tables(visit: Visit, _: Any) -> tuple[Summary, ...]:
    q: MyTables = visit.query
    w, wanted = words(visit.lang, "server"), (q.opponent or "").lower()
    levels = [level for level in PLAYERS if wanted in level_name(level, w).lower()]
    filters = visit.person, q.game, q.status, q.opponent, q.before, q.most, levels, naming_for(visit)
    return tuple(await visit.house.store.read(lambda db: tables_of(db, *filters)))


async def find_code(visit: Visit, _: Any) -> Found:
    """The table of a short code. Guessing is slow: there are 34 thousand million codes."""
    code = visit.path["code"].upper()
    found = await visit.house.store.read(lambda db: table_of_code(db, code))
    if found is None:
        visit.house.creates.take("code " + visit.address)
        raise Unknown("fault.no_code")
    return Found(found)


async def find(visit: Visit) -> Table:
    """The table a path names, if this person may look at it."""
    table = (await visit.house.hall.find(visit.path["table"])).table
    allowed_to_watch(table, visit.person)
    return table


async def table_record(visit: Visit, _: Any) -> Page:
    table = await find(visit)
    if not table.plays:
        raise NotNow("fault.status.waiting")
    return Page(shown.export(table, visit.person, visit.house.key))


async def find_finished(visit: Visit) -> Table:
    """The table, if it has the round and the seat that are asked for and the round is over."""
    table, query = await find(visit), visit.query
    if query.round > len(table.plays) or query.seat > table.terms.players:
        raise Unknown("fault.no_round")
    if not table.round_over(query.round - 1):
        raise NotAllowed("fault.not_over")
    return table


async def story_of(visit: Visit, _: Any) -> Pieces:
    """Every position of a finished round in one answer."""
    table, query = await find_finished(visit), visit.query
    what = table, query.round - 1, query.seat - 1 if query.seat else None, visit.lang
    return Pieces(story(*what), story_tag(*what))


async def replay(visit: Visit, _: Any) -> shown.ReplayShown:
    table, query = await find_finished(visit), visit.query
    return shown.replay(table, query.round - 1, query.action, query.seat - 1 if query.seat else None, visit.lang)


async def fork(visit: Visit, wish: ForkWish) -> Made:
    """A position of a finished round, or of a running one where nothing is hidden, as a new table."""
    table = await find(visit)
    if wish.round > len(table.plays):
        raise Unknown("fault.no_round")
    if table.game.hidden and not table.round_over(wish.round - 1):
        raise NotAllowed("fault.not_over")
    record = table.record(wish.round - 1)
    cut = beginning(record, wish.action)
    visit.house.creates.take(visit.address)
    start = Wish(
        table.game.name, wish.seats, [dict(record.options)], first=1, clock=wish.clock, name=wish.name, hints=True
    )
    return made(await visit.house.hall.create(visit.person, start, records.write(cut)))


def beginning(record: records.Record, action: int) -> records.Record:
    """The beginning of a record, without what belongs to its own table."""
    whole = action >= len(record.entries)
    return records.Record(
        record.game, record.rules, record.options, record.names, record.entries[:action],
        record.result if whole else None,
    )  # fmt: skip


async def import_record(visit: Visit, wish: ImportWish) -> Made:
    """A game or a whole match in writing as a table: to look at, or to go on with."""
    record = opening(wish.record)
    known_game(record.game)
    visit.house.creates.take(visit.address)
    seats = wish.seats or [Seat("screen", name=name[:30].strip()) for name in record.names]
    start = Wish(record.game, list(seats), name=wish.name, hints=True)
    if isinstance(record, MatchRecord):
        options = [dict(each) for each in record.options]
        start = replace(start, options=options, first=record.first + 1, match=record.form, target=record.target)
    else:
        start = replace(start, options=[dict(record.options)], first=1)
    return made(await visit.house.hall.create(visit.person, start, wish.record))


@dataclass(frozen=True)
class Door:
    """One thing that can be asked over HTTP."""

    method: str
    path: str
    handler: Callable[[Visit, Any], Awaitable[Any]]
    gives: Any
    takes: type | None = None
    query: type | None = None
    status: int = 200
    kept: bool = False  # the same for everybody: whoever has it need not fetch it again


DOORS = (
    Door("GET", "/api/games", games, tuple[GameIs, ...]),
    Door("GET", "/api/words/{language}", sentences, dict[str, Any], kept=True),
    Door("GET", "/api/games/{game}/words/{language}", game_words, GameWords, kept=True),
    Door("GET", "/api/key", public_key, KeyIs),
    Door("GET", "/api/me", me, Me),
    Door("GET", "/api/me/data", my_data, dict[str, Any]),
    Door("DELETE", "/api/me", forget_me, Done, Goodbye),
    Door("GET", "/api/me/tables", my_tables, tuple[Summary, ...], query=MyTables),
    Door("POST", "/api/account", register, Done, Registration),
    Door("POST", "/api/session", sign_in, Done, SignIn),
    Door("DELETE", "/api/session", sign_out, Done, SignOut),
    Door("GET", "/api/tables", tables, tuple[Summary, ...], query=Listed),
    Door("POST", "/api/tables", create, Made, Wish, status=201),
    Door("GET", "/api/codes/{code}", find_code, Found),
    Door("GET", "/api/tables/{table}/record", table_record, Page),
    Door("GET", "/api/tables/{table}/replay", replay, shown.ReplayShown, query=Moment),
    Door("GET", "/api/tables/{table}/story", story_of, StoryShown, query=Whole),
    Door("POST", "/api/tables/{table}/fork", fork, Made, ForkWish, status=201),
    Door("POST", "/api/records", import_record, Made, ImportWish, status=201),
)
