"""What people type is shown as it was typed: never taken for the key of a sentence, for a place in one, or for markup;
and what a header says is either well formed or refused."""

import json
import socket
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st
from parlour import Client, Refused, Services, pair

from yonto.cli import main
from yonto.core import matches, records
from yonto.core.errors import BadNotation, BadOption, BadRecord, YontoError
from yonto.core.play import Play
from yonto.core.words import LANGUAGES, load
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
@settings(max_examples=300, deadline=None)
def test_what_was_typed_comes_back_as_it_was_typed(typed: str) -> None:
    for fault in faults(typed):
        for lang in LANGUAGES:
            said = fault.text(lang)
            if typed in json.dumps(fault.data(), ensure_ascii=False):
                assert typed in said, fault.key


@settings(max_examples=25, deadline=None)
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


# Headers


def status_of(url: str, head: str, path: str = "/api/me") -> int:
    place = urlsplit(url)
    with socket.create_connection((place.hostname, place.port), timeout=60) as line:
        line.sendall(f"GET {path} HTTP/1.1\r\n{head}Connection: close\r\n\r\n".encode("latin-1"))
        return int(line.recv(100).split()[1])


BAD_HOSTS = ["Host: [::1\r\n", "Host: a b\r\n", "Host: x:port\r\n", "Host: x@y\r\n", "Host: x/y\r\n", "Host: \xff\r\n",
             "Host: x\r\nHost: y\r\n", ""]  # fmt: skip
BAD_ORIGINS = ["https://[::1", "https://", "nonsense", "https://x/y", "https://a b", "://", "http://x:port"]
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
