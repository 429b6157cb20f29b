"""What people type is shown as it was typed: never taken for the key of a sentence, for a place in one, or for markup;
and what a header says is either well formed or refused."""

import json
import socket
import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote, urlsplit

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st
from parlour import Client, Refused, Services, opened, pair

from effort import EFFORT
from yonto.cli import main
from yonto.core import matches, records
from yonto.core.errors import BadNotation, BadOption, BadRecord, YontoError
from yonto.core.play import Play
from yonto.core.words import LANGUAGES, Key, load
from yonto.games import GAMES
from yonto.games import load as load_game
from yonto.players import check_player
from yonto.server.errors import BadMessage

ROOMS = ["core", "cli", "server", *(f"games.{name}" for name in GAMES)]
KEYS = sorted({key for room in ROOMS for key in load(room, "en")})
TYPED = st.one_of(
    st.sampled_from(KEYS).map("@{}".format),
    st.sampled_from(["{name}", "{seat|seat}", "@@", "%s", "[red]x[/red]", "{n}"]),
)


def is_telling(sentence: object) -> bool:
    """Words that nothing else says."""
    return isinstance(sentence, str) and len(sentence) > 25 and "{" not in sentence


def faults(typed: str) -> list[YontoError]:
    """Every place where something that was typed comes back in a refusal."""
    niya = load_game("niya")
    found: list[YontoError] = [
        BadNotation(typed, 0, "notation.too_long"),
        BadOption("option.game", game=typed, known="niya"),
        BadMessage("fault.message", reason=typed),
    ]
    head = "yonto: 1\ngame: niya\nrules: 1\noptions: {}\nseat1: Ada\nseat2: Bruno\nresult: *\n\n{}"
    texts = [head.format(f"full_board={typed}", ""), head.format("-", f"* {typed}\n"), head.format("-", f"1 {typed}\n")]
    for text in texts:
        try:
            records.replay(records.read(text), niya)
        except BadRecord as error:
            found.append(error)
    tries: list[Callable[[], object]] = [
        lambda: niya.canonical({"full_board": typed}), lambda: niya.canonical({typed: "x"}), lambda: load_game(typed),
        lambda: check_player(typed, niya), lambda: matches.new_match(niya, typed, 2, 0, [{}]),
        lambda: niya.read(Play(niya, 2).state, typed),
    ]  # fmt: skip
    for attempt in tries:
        try:
            attempt()
        except YontoError as error:
            found.append(error)
    return found


@given(TYPED)
@settings(max_examples=150 * EFFORT, deadline=None)
def test_what_was_typed_comes_back_as_it_was_typed(typed: str) -> None:
    for fault in faults(typed):
        for lang in LANGUAGES:
            said = fault.text(lang)
            theirs = {name: value for name, value in fault.params.items() if not isinstance(value, Key)}
            if typed in json.dumps(theirs, ensure_ascii=False, default=str):
                assert typed in said, fault.key


@settings(max_examples=12 * EFFORT, deadline=None)
@given(typed=st.sampled_from([f"@{key}" for key in KEYS if len(key) < 28]))
def test_over_the_wire_too(house: Services, typed: str) -> None:
    """A move, an option, a level, a name, a line of chat."""
    ada = Client(house.url)
    with pytest.raises(Refused) as caught:
        ada.create("niya", ["me", "screen"], options=[{"full_board": typed}])
    assert typed in caught.value.data["text"]
    with pytest.raises(Refused) as caught:
        ada.create("niya", ["me", {"kind": "computer", "level": typed}])
    assert typed in caught.value.data["text"]
    table = ada.create("niya", ["me", "screen"], name=typed, chat=True)
    with ada.live() as live:
        shown = live.watch(table)
        assert typed in [player["name"] for player in shown["players"]]
        for what in ("play", "preview"):
            more = {"seq": shown["seq"]} if what == "play" else {}
            with pytest.raises(Refused) as caught:
                live.ask(what, table=table, move=typed, **more)
            assert typed in caught.value.data["text"]
        live.play(table)
        assert not any(typed[1:] in line["text"].replace(typed, "") for line in live.logs[table])


# Keys of sentences that no answer of these says by itself, and that fit where a name does.
ELSEWHERE = ("help.", "page.", "doctor.", "start.", "verify.", "file.", "check.")
TELLING = sorted({
    key
    for room in ROOMS
    for key, said in load(room, "en").items()
    if key.startswith(ELSEWHERE) and len(key) < 28 and is_telling(said)
})  # fmt: skip
HEAD = "yonto: 1\ngame: {}\nrules: 1\noptions: {}\nseat1: {}\nseat2: Bruno\nresult: {}\n{}\n{}"
MATCH = "yonto-match: 1\ngame: niya\nform: {}\ntarget: 3\nfirst: 1\noptions: {}\nplayer1: {}\nplayer2: B\nresult: *\n\n"


def entries(typed: str) -> list[tuple[str, str, object]]:
    """Every request in which something that was typed comes in: options, boards, levels, names, matches, records with
    their headers and moves, codes, tickets, accounts."""
    seats = [{"kind": "me"}, {"kind": "screen", "name": typed}]
    table = {"game": "niya", "seats": seats, "name": typed}
    written = [
        HEAD.format(typed, "-", "Ada", "*", "", ""), HEAD.format("niya", f"full_board={typed}", "Ada", "*", "", ""),
        HEAD.format("niya", f"{typed}=x", "Ada", "*", "", ""), HEAD.format("niya", "-", typed, "*", "", ""),
        HEAD.format("niya", "-", "Ada", typed, "", ""), HEAD.format("niya", "-", "Ada", "*", f"note: {typed}\n", ""),
        HEAD.format("niya", "-", "Ada", "*", "", f"1 {typed}\n"), typed,
        MATCH.format(typed, "-", "A"), MATCH.format("three", f"full_board={typed}", "A"),
        MATCH.format("three", "-", typed),
    ]  # fmt: skip
    return [
        ("POST", "/api/tables", table), ("POST", "/api/tables", {**table, "options": [{"full_board": typed}]}),
        ("POST", "/api/tables", {**table, "options": [{typed: "x"}]}),
        ("POST", "/api/tables", {**table, "match": typed}),
        ("POST", "/api/tables", {**table, "game": typed}), ("POST", "/api/tables", {**table, "stand_in": typed}),
        ("POST", "/api/tables", {**table, "seats": [{"kind": "me"}, {"kind": "computer", "level": typed}]}),
        ("POST", "/api/tables", {**table, "chance": {"ticket": typed, "share": "00" * 16}}),
        ("POST", "/api/tables", {**table, typed: typed}),
        ("POST", "/api/games/qin/options", {"seats": 2, "options": {"board": typed}}),
        *(("POST", "/api/records", {"record": text, "name": typed}) for text in written),
        ("POST", "/api/session", {"name": typed, "password": typed}),
        ("POST", "/api/account", {"name": typed, "password": f"{typed} odd words"}), ("GET", "/api/me", None),
        ("GET", f"/api/codes/{quote(typed, safe='')}", None), ("GET", f"/api/me/tables?opponent={quote(typed)}", None),
        ("GET", f"/api/tables/{quote(typed, safe='')}/record", None), ("GET", "/api/me/tables", None),
    ]  # fmt: skip


@pytest.mark.parametrize("lang", LANGUAGES)
@settings(max_examples=5 * EFFORT, deadline=None)
@given(key=st.sampled_from(TELLING))
def test_no_answer_says_a_sentence_whose_key_was_typed(house: Services, lang: str, key: str) -> None:
    """Over every way in, in both languages; on the live line names, talk and moves, and what others are shown."""
    sentences = [str(load(room, lang)[key]) for room in ROOMS if key in load(room, lang)]
    typed, ada, heard = f"@{key}", Client(house.url, lang), []
    for method, path, body in entries(typed):
        heard.append(ada.http(method, path, body)[2].decode())
    table = ada.create("niya", ["me", "open"], name=typed, chat=True, first=1)
    with ada.live() as one, Client(house.url, lang).live() as two:
        one.watch(table)
        two.watch(table)
        two.ask("sit", table=table, name=typed)
        one.ask("chat", table=table, text=typed)
        shown = one.until(table, lambda now: now["status"] == "playing")
        for what, more in (("play", {"seq": shown["seq"]}), ("preview", {}), ("stand_in", {"level": typed})):
            with pytest.raises(Refused):
                one.ask(what, table=table, **({"move": typed} if what != "stand_in" else {}), **more)
        one.act("resign", table)
        two.until(table, lambda now: now["result"] is not None)
        heard += one.raw + two.raw
    heard.append(ada.http("GET", f"/api/tables/{table}/record")[2].decode())
    for text in heard:
        assert not any(sentence in text for sentence in sentences), text
    assert sum(typed in text for text in heard) > 10, "it comes back as it was typed"


def test_the_command_says_what_it_was_given(tmp_path: Path) -> None:
    for words in (
        ["@help.play"],
        ["verify", "@help.play"],
        ["backup", "x", "--store", "@help.play"],
        ["play", "@name"],
    ):
        said = CliRunner().invoke(main, [*words, "--lang", "en"], catch_exceptions=False).output
        assert next(word for word in words if word.startswith("@")) in said, words


def test_a_chat_line_that_is_sent_again_is_one_line(house: Services) -> None:
    table, one, two = pair(house.url, chat=True)
    with one, two:
        for _ in range(3):
            one.ask("chat", table=table, text="@act.undo {name}", id="same")
        one.ask("chat", table=table, text="another", id="other")
        while [message["text"] for message in two.heard if message["type"] == "chat"][-1:] != ["another"]:
            two.next()
        lines = [message["text"] for message in two.heard if message["type"] == "chat"]
        assert lines == ["@act.undo {name}", "another"]
        two.ask("chat", table=table, text="mine", id="same")
        while [message["text"] for message in one.heard if message["type"] == "chat"][-1:] != ["mine"]:
            one.next()


def test_also_after_the_server_was_away(store: Path) -> None:
    """Whoever was cut off before the answer came sends it again, to a server that has forgotten all it knew."""
    with opened(store) as house:
        table, one, two = pair(house.url, chat=True)
        with one, two:
            one.ask("chat", table=table, text="once", id="same")
            cookie = cookie_of(house, one.heard[0]["person"])
    with opened(store) as house:
        again = Client(house.url)
        again.cookie = cookie
        with again.live() as live:
            live.watch(table)
            live.ask("chat", table=table, text="once", id="same")
            live.ask("chat", table=table, text="twice", id="other")
            while [message["text"] for message in live.heard if message["type"] == "chat"][-1:] != ["twice"]:
                live.next()
            assert [message["text"] for message in live.heard if message["type"] == "chat"] == ["once", "twice"]


def cookie_of(house: Services, person: str) -> str:
    assert house.server is not None
    return house.server.services.signer.issue(person, 0, int(time.time()))


# Headers


def status_of(url: str, head: str, path: str = "/api/me") -> int:
    place = urlsplit(url)
    with socket.create_connection((place.hostname, place.port), timeout=60) as line:
        line.sendall(f"GET {path} HTTP/1.1\r\n{head}Connection: close\r\n\r\n".encode("latin-1"))
        return int(line.recv(100).split()[1])


BAD_HOSTS = ["Host: [::1\r\n", "Host: a b\r\n", "Host: x:port\r\n", "Host: x@y\r\n", "Host: x/y\r\n", "Host: \xff\r\n",
             "Host: x:65536\r\n", "Host: x\r\nHost: y\r\n", ""]  # fmt: skip
BAD_ORIGINS = [
    "https://[::1",
    "https://",
    "nonsense",
    "https://x/y",
    "https://a b",
    "://",
    "http://x:port",
    "http://x:99999",
]
SHAKE = "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"


@pytest.mark.parametrize("path", ["/api/me", "/", "/health", "/nowhere"])
def test_a_malformed_host_or_origin_is_a_bad_request(url: str, path: str) -> None:
    host = f"Host: {urlsplit(url).netloc}\r\n"
    assert status_of(url, host, path) in (200, 404)
    for head in BAD_HOSTS:
        assert status_of(url, head, path) == 400, head
    for origin in BAD_ORIGINS:
        assert status_of(url, f"{host}Origin: {origin}\r\n", path) == 400, origin


def test_so_it_is_for_a_live_line(url: str) -> None:
    host = f"Host: {urlsplit(url).netloc}\r\n"
    upgrade = SHAKE + "Connection: Upgrade\r\n"
    for head in (host + "Origin: https://[::1\r\n", "Host: [::1\r\n"):
        place = urlsplit(url)
        with socket.create_connection((place.hostname, place.port), timeout=60) as line:
            line.sendall(f"GET /api/live HTTP/1.1\r\n{head}{upgrade}\r\n".encode())
            assert line.recv(100).split()[1] == b"400"


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("Z" + "\u0351" * 20, "Z" + "\u0351" * 3),  # a tower over the lines above
        ("\u0301\u0301Ada", "Ada"),  # on whatever stands before
        ("Ti\u1ebf\u0302\u0301ng", "Ti\u1ebf\u0302\u0301ng"),
        ("A\u3164\u2800B", "A B"),  # printable letters that show nothing
        ("A\u200b\u2066\x1b[31mB", "A [31mB"),
        ("\u05e9\u05c1\u05b8\u05dc\u05d5\u05b9\u05dd", "\u05e9\u05c1\u05b8\u05dc\u05d5\u05b9\u05dd"),
    ],
)
def test_what_people_write_keeps_to_its_line(url: str, written: str, read: str) -> None:
    table, ada, bruno = pair(url, chat=True)
    with ada, bruno:
        ada.ask("chat", table=table, text=written)
        assert next(said["text"] for said in iter(bruno.next, None) if said["type"] == "chat") == read
    client = Client(url)
    with client.live() as line:
        assert line.watch(client.create("niya", ["me", "screen"], name=written))["players"][0]["name"] == read


@pytest.mark.parametrize("written", ["\u3164", "\u2800 \u115f", "\u0301\u0302"])
def test_what_nobody_can_see_is_no_name_and_no_line(url: str, written: str) -> None:
    with pytest.raises(Refused) as caught:
        Client(url).create("niya", ["me", "screen"], name=written)
    assert caught.value.key == "fault.name"
    table, ada, bruno = pair(url, chat=True)
    with ada, bruno, pytest.raises(Refused):
        ada.ask("chat", table=table, text=written)
