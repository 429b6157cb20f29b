"""No door of the house leads to a review or a study of a game in play: all of them are listed here, so that a new one
is not forgotten."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from click.testing import CliRunner
from parlour import Client, House, Live, Refused, pair, refused

from yonto.cli import review, study
from yonto.core import records
from yonto.puzzles import puzzles
from yonto.server import protocol
from yonto.server.http.routes import ENDPOINTS
from yonto.table.commands import Command

RECORDS = Path(__file__).parents[1] / "records"
TABLE = "/api/tables/{table}"
# What is asked of a game in play, by method and path; {table} is its name and {text} its record.
DOORS: dict[tuple[str, str], tuple[Any, ...]] = {
    ("GET", f"{TABLE}/replay"): (None,),
    ("GET", f"{TABLE}/story"): (None,),
    ("GET", f"{TABLE}/review"): (None,),
    ("POST", f"{TABLE}/review"): ({"at": 0}, {"at": 20, "judge": True}),
    ("GET", f"{TABLE}/study"): (None,),
    ("POST", f"{TABLE}/fork"): ({"seats": [{"kind": "screen"}] * 2, "action": 20},),
    ("POST", "/api/records"): ({"record": "{text}"}, {"record": "{text}", "lesson": True}),
    ("POST", "/api/study/open"): ({"text": "{text}"},),
    ("POST", "/api/study"): ({"study": "{text}", "at": 0}, {"study": "{text}", "at": 3, "act": "draw"}),
    ("POST", "/api/study/think"): ({"study": "{text}", "at": 0},),
    ("POST", "/api/study/words"): ({"study": "{text}"},),
}
# Where a table is named and its position judged, but only one that the house laid itself.
JUDGES = {
    ("GET", "/api/lessons/{game}/{kind}/{step}/verdict"),
    ("GET", "/api/puzzles/{game}/{puzzle}/verdict"),
    ("POST", "/api/puzzles/{game}/{puzzle}/tried"),
}
# What says nothing of how good a position or a move is: accounts, lists, rules, texts, what anybody at the table sees.
SILENT = {
    *(("GET", path) for path in (
        "/api/games", "/api/words/{language}", "/api/games/{game}/words/{language}", "/api/games/{game}/rulebook",
        "/api/games/{game}/rulebook/{example}", "/api/key", "/api/chance", "/api/me", "/api/me/data", "/api/me/tables",
        "/api/me/results", "/api/me/reviews", "/api/tables", "/api/codes/{code}", f"{TABLE}/glance", f"{TABLE}/record",
        "/api/lessons/{game}", "/api/puzzles/{game}", "/api/admin/house", "/api/admin/people", "/api/admin/tables",
        "/api/admin/tables/{table}/chat", "/api/admin/reports", "/api/admin/sanctions", "/api/admin/audit",
    )),
    *(("POST", path) for path in (
        "/api/games/{game}/rulebook/{example}", "/api/games/{game}/options", "/api/me/reviews", "/api/account",
        "/api/session", "/api/tables", "/api/lessons/{game}/{kind}/{step}", "/api/puzzles/{game}/next",
        "/api/puzzles/{game}/{puzzle}", "/api/reports", "/api/admin/acts",
    )),
    ("PUT", "/api/me/tables/{table}"), ("PUT", "/api/account"), ("DELETE", "/api/me"), ("DELETE", "/api/session"),
}  # fmt: skip
# The same for what is said over the line: `hint` is the only answer of a computer to whoever plays.
ASKED = {"hello", "ping", "watch", "unwatch", "curtain", "hint", "words", "preview", "chat"}
REFUSED = {"fault.not_over", "fault.fork_running", "fault.study_running", "record.hidden"}


def test_every_door_is_known() -> None:
    """Whoever adds an endpoint or a message says here whether it tells anything of a game in play."""
    known = set(DOORS) | JUDGES | SILENT
    assert {(each.method, each.path) for each in ENDPOINTS} == known
    commands = {each.__struct_config__.tag for each in get_args(Command)}
    messages = {each.__struct_config__.tag for each in get_args(protocol.ClientMessage)}
    assert messages - commands == ASKED


def answer(client: Client, method: str, path: str, body: Any = None) -> str:
    with pytest.raises(Refused) as caught:
        client.api(method, path, body)
    return str(caught.value.key)


def filled(wish: Any, text: str) -> Any:
    data = msgspec.json.encode(wish).replace(b'"{text}"', msgspec.json.encode(text))
    return msgspec.json.decode(data)


@contextmanager
def playing(url: str, game: str, **more: Any) -> Iterator[tuple[str, Client, Client, Live, Live]]:
    """Two people at a table that has begun, the first of them to move."""
    ada, bruno = Client(url), Client(url)
    table = ada.create(game, ["me", "open"], first=1, **more)
    with ada.live() as one, bruno.live() as two:
        one.watch(table)
        two.watch(table)
        two.ask("sit", table=table, name="Bruno")
        for each in (one, two):
            each.until(table, lambda shown: shown["status"] == "playing")
        yield table, ada, bruno, one, two


@pytest.mark.parametrize("game", ["niya", "qin", "tajuto"])
def test_none_of_them_opens_while_people_play(url: str, game: str) -> None:
    """Neither for those who play nor for who looks on; also where the table allows hints."""
    with playing(url, game, hints=True) as (table, ada, bruno, one, _):
        one.play(table)
        for client in (ada, bruno, Client(url)):
            text = ada.api("GET", f"/api/tables/{table}/record")
            for (method, path), wishes in DOORS.items():
                for wish in wishes:
                    assert answer(client, method, path.format(table=table), filled(wish, text)) in REFUSED, path
            puzzle = puzzles(game)[0].id
            verdict = f"/api/puzzles/{game}/{puzzle}/verdict?table={table}&give_up=true"
            assert answer(client, "GET", verdict) == "fault.not_yours"
            step = client.api("GET", f"/api/lessons/{game}")["steps"][0]["id"]
            assert answer(client, "GET", f"/api/lessons/{game}/steps/{step}/verdict?table={table}") == "fault.not_yours"
        one.act("resign", table)
    assert ada.api("GET", f"/api/tables/{table}/replay"), "and all open when it is over"


def test_a_lesson_is_no_cover_for_a_game_between_people(url: str) -> None:
    """A lesson's table may be studied while it lasts: nobody else can sit there."""
    ada = Client(url)
    assert answer(ada, "POST", "/api/tables", {"game": "qin", "seats": [{"kind": "me"}, {"kind": "open"}],
                                               "lesson": True}) == "fault.lesson_open"  # fmt: skip
    text = (RECORDS / "qin" / "2-bird.yonto").read_text(encoding="utf-8")
    begun = records.read(text)
    assert isinstance(begun, records.Record)
    half = records.write(records.Record(begun.game, begun.rules, begun.options, begun.names, begun.entries[:20]))
    wish = {"record": half, "seats": [{"kind": "me"}, {"kind": "open"}], "lesson": True}
    assert answer(ada, "POST", "/api/records", wish) == "fault.lesson_open"
    alone = ada.api("POST", "/api/records", {**wish, "seats": [{"kind": "me"}, {"kind": "screen"}]})["table"]
    assert ada.api("GET", f"/api/tables/{alone}/study")["position"]


def test_a_hint_is_given_only_where_the_terms_say_so(url: str) -> None:
    """Among people from elsewhere they say so only if who made the table wished it; who sits down reads it there."""
    table, one, two = pair(url)
    with one, two:
        refused(one, "fault.no_hints", "hint", table=table)
        refused(two, "fault.no_hints", "hint", table=table)


def test_the_garden_of_a_running_game_is_not_laid_anew(url: str) -> None:
    """From an earlier position the same moves would lead a computer, or whoever is given hints, to the present one."""
    with playing(url, "niya") as (table, ada, _, one, two):
        begun = records.read(ada.api("GET", f"/api/tables/{table}/record"))
        assert isinstance(begun, records.Record)
        for who in (one, two, one, two):
            seq = who.play(table)["seq"]
            for each in (one, two):
                each.until(table, lambda shown, seq=seq: shown["seq"] >= seq)  # type: ignore[misc]
        seats = [{"kind": "computer", "level": "master"}, {"kind": "me"}]
        wish = {"record": records.write(records.Record(begun.game, begun.rules, begun.options, begun.names,
                                                       begun.entries)), "seats": seats}  # fmt: skip
        assert answer(ada, "POST", "/api/records", wish) == "fault.study_running"
        assert Client(url).api("POST", "/api/records", wish), "whoever does not play may"
        one.act("resign", table)
    assert ada.api("POST", "/api/records", wish)


@pytest.mark.sqlite
def test_the_command_reviews_neither_a_running_game_nor_what_lies_in_a_store(house: House, tmp_path: Path) -> None:
    file, store = tmp_path / "running.yonto", str(house.config.path)
    with playing(house.url, "niya") as (table, ada, *_):
        file.write_text(ada.api("GET", f"/api/tables/{table}/record"), encoding="utf-8")
        for command, place in ((review.command, str(file)), (review.command, store), (study.command, store)):
            told = CliRunner().invoke(command, [place])
            assert (told.exit_code, told.stdout) == (2, ""), told.output
