"""Who may do what: cookies, accounts, origins, limits, and messages that mean harm."""

import json
import re
import socket as sockets
import time
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from inside import Inside
from parlour import Client, Live, Refused, Services, finish, opened, pair
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from effort import EFFORT
from yonto.server import protocol
from yonto.server.live import connection
from yonto.server.ops.cost import Payer
from yonto.server.ops.rate_limit import Limit
from yonto.server.people import accounts, cookies
from yonto.server.people.cookies import Signer

PASSWORD = "correct horse battery"
HASHER = accounts.HASHER  # the real one, before a house of the tests is opened
QUICK = settings(max_examples=30 * EFFORT, deadline=None, suppress_health_check=list(HealthCheck))


# Cookies


def test_only_our_own_cookies_are_believed() -> None:
    signer = Signer([b"new", b"old"])
    cookie = signer.issue("ada", 3, 1000)
    found = signer.check(cookie, 2000)
    assert found is not None
    assert found[:3] == ("ada", 3, 1000)
    assert not signer.stale(cookie, found, 2000)
    for forged in ("", "x", cookie[:-1], cookie.replace("ada", "bob"), cookie.replace(".3.", ".4."), "é" + cookie):
        assert signer.check(forged, 2000) is None
    assert signer.check(cookie, 1000 + cookies.EXPIRE) is None


def test_an_old_cookie_or_one_of_an_old_key_is_exchanged() -> None:
    old = Signer([b"old"]).issue("ada", 0, 1000)
    signer = Signer([b"new", b"old"])
    found = signer.check(old, 2000)
    assert found is not None
    assert signer.stale(old, found, 2000)
    fresh = signer.issue("ada", 0, 1000)
    assert signer.stale(fresh, cookies.Pass("ada", 0, 1000, "s"), 1001 + cookies.ROTATE)


def test_keys_are_changed_in_time_and_the_last_ones_kept() -> None:
    first = cookies.rotated(b"", 1000)
    assert cookies.rotated(first, 2000) == first
    second = cookies.rotated(first, 2000 + cookies.KEY_LIFE)
    assert cookies.keys_of(second)[1:] == cookies.keys_of(first)
    assert len(cookies.keys_of(cookies.rotated(cookies.rotated(second, 10**9), 2 * 10**9))) == 3


def test_the_cookie_is_for_our_own_pages_only(url: str) -> None:
    header = Client(url).http("GET", "/api/me")[1]["set-cookie"]
    assert "HttpOnly" in header
    assert "SameSite=lax" in header


# Accounts


def test_a_guest_keeps_the_games_when_registering_and_signs_in_elsewhere(url: str) -> None:
    ada = Client(url)
    table = ada.create("niya", ["me", "open"])
    name = f"Ada {time.monotonic_ns()}"
    ada.api("POST", "/api/account", {"name": name, "password": PASSWORD})
    assert ada.api("GET", "/api/me")["account"] == name
    elsewhere = Client(url)
    with pytest.raises(Refused) as caught:
        elsewhere.api("POST", "/api/session", {"name": name, "password": "wrong horse battery"})
    assert caught.value.data["status"] == 401
    elsewhere.api("POST", "/api/session", {"name": name.upper(), "password": PASSWORD})
    assert [row["table"] for row in elsewhere.api("GET", "/api/me/tables")] == [table]
    with pytest.raises(Refused, match="taken"):
        Client(url).api("POST", "/api/account", {"name": name.lower(), "password": PASSWORD})
    with pytest.raises(Refused, match="already have"):
        ada.api("POST", "/api/account", {"name": name + "2", "password": PASSWORD})


def test_signing_in_brings_the_guests_games_along_and_the_running_ones_go_on(url: str) -> None:
    """On the real socket: the seat, the host's rights and the list of games are the account's; the guest is void."""
    name = f"Emma {time.monotonic_ns()}"
    home = Client(url)
    home.api("POST", "/api/account", {"name": name, "password": PASSWORD})
    old = home.create("niya", ["me", "open"])
    ada, bruno = Client(url), Client(url)
    table = ada.create("niya", ["me", "open"], first=1)
    waiting = ada.create("niya", ["open", "open"])
    with ada.live() as one, bruno.live() as two:
        one.watch(table)
        two.watch(table)
        two.ask("sit", table=table, name="Bruno")
        one.until(table, lambda shown: bool(shown["legal"]))
        one.play(table, id="before")
        two.until(table, lambda shown: bool(shown["legal"]))
        guest = ada.cookie
        ada.api("POST", "/api/session", {"name": name, "password": PASSWORD})
        with pytest.raises(ConnectionClosed):
            ping_on(one)
        two.play(table)
        with ada.live() as again:
            shown = again.watch(table)
            assert (shown["you"], shown["players"][0]["name"]) == ([0], "Ada")
            assert two.until(table, lambda now: now["players"][0]["here"])
            again.play(table)
            two.until(table, lambda now: bool(now["legal"]) or now["result"] is not None)
            move = {"table": table, "seq": 1, "move": "a1", "id": "before"}
            assert again.ask("play", **move)["seq"] < shown["seq"], "what the guest had done is known to the account"
    mine = [row["table"] for row in ada.api("GET", "/api/me/tables")]
    assert set(mine) == {old, table}
    assert ada.api("GET", "/api/me")["account"] == name
    with home.live() as live:
        assert live.watch(waiting)["status"] == "waiting"
    stale = Client(url)
    stale.cookie = guest
    assert stale.api("GET", "/api/me/tables") == []
    assert stale.cookie != guest


def test_signing_in_leaves_other_accounts_and_unwilling_guests_alone(url: str) -> None:
    names = [f"Fay {time.monotonic_ns()}", f"Gil {time.monotonic_ns()}"]
    fay, gil = Client(url), Client(url)
    for client, name in zip((fay, gil), names, strict=True):
        client.api("POST", "/api/account", {"name": name, "password": PASSWORD})
    table = fay.create("niya", ["me", "open"])
    fay.api("POST", "/api/session", {"name": names[1], "password": PASSWORD})
    assert fay.api("GET", "/api/me/tables") == [], "an account keeps its own games"
    fay.api("POST", "/api/session", {"name": names[0], "password": PASSWORD})
    assert [row["table"] for row in fay.api("GET", "/api/me/tables")] == [table]
    guest = Client(url)
    kept = guest.create("niya", ["me", "open"])
    cookie = guest.cookie
    guest.api("POST", "/api/session", {"name": names[1], "password": PASSWORD, "keep": False})
    assert guest.api("GET", "/api/me/tables") == []
    guest.cookie = cookie
    assert [row["table"] for row in guest.api("GET", "/api/me/tables")] == [kept]


def test_signing_out_everywhere_voids_every_cookie(url: str) -> None:
    ada = Client(url)
    person = ada.api("GET", "/api/me")["person"]
    ada.create("niya", ["me", "open"])
    copy = Client(url)
    copy.cookie = ada.cookie
    assert copy.api("GET", "/api/me")["person"] == person
    ada.api("DELETE", "/api/session", {"everywhere": True})
    assert copy.api("GET", "/api/me")["person"] != person


def test_my_data_can_be_taken_away_and_deleted(url: str, house: Services) -> None:
    table, one, two = pair(url)
    with one, two:
        one.ask("chat", table=table, text="remember me")
        person = one.heard[0]["person"]
        ada = Client(url)
        ada.cookie = next(value for value in [cookie_of(house, person)])
        data = ada.api("GET", "/api/me/data")
        assert [seat["table"] for seat in data["tables"]] == [table]
        assert data["chat"][0]["text"] == "remember me"
        assert data["records"][table].startswith("yonto: 1")
        ada.api("DELETE", "/api/me", {})
        result = two.until(table, lambda shown: shown["result"] is not None)
        assert result["result"]["loser"] == 0
        assert result["players"][0]["name"] == "—"
    db = Inside(house.config.place)
    for query in ("SELECT count(*) FROM sitters WHERE person=?", "SELECT count(*) FROM chat WHERE person=?"):
        assert db.execute(query, (person,)).fetchone() == (0,)
    db.close()
    assert Client(url).api("GET", f"/api/tables/{table}/record"), "the other's game remains"


def cookie_of(house: Services, person: str) -> str:
    assert house.server is not None
    return house.server.services.signer.issue(person, 0, int(time.time()))


def test_an_account_is_deleted_only_with_its_password(url: str) -> None:
    ada = Client(url)
    name = f"Cleo {time.monotonic_ns()}"
    ada.api("POST", "/api/account", {"name": name, "password": PASSWORD})
    with pytest.raises(Refused, match="password is wrong"):
        ada.api("DELETE", "/api/me", {})
    ada.api("DELETE", "/api/me", {"password": PASSWORD})
    with pytest.raises(Refused, match="name or the password"):
        ada.api("POST", "/api/session", {"name": name, "password": PASSWORD})


def test_passwords_are_stored_as_argon2(url: str, house: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    """As slowly and with as much memory as argon2's makers advise."""
    monkeypatch.setattr(accounts, "HASHER", HASHER)
    name = f"Dora {time.monotonic_ns()}"
    Client(url).api("POST", "/api/account", {"name": name, "password": PASSWORD})
    db = Inside(house.config.place)
    (stored,) = db.execute("SELECT password FROM people WHERE account=?", (name,)).fetchone()
    db.close()
    assert stored.startswith("$argon2id$v=19$m=65536,t=3,p=4$")
    elsewhere = Client(url)
    elsewhere.api("POST", "/api/session", {"name": name, "password": PASSWORD})
    assert elsewhere.api("GET", "/api/me")["account"] == name


# Origins


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Host": "evil.example"},
    ],
)
def test_another_page_cannot_write_with_our_visitors_cookie(url: str, headers: dict[str, str]) -> None:
    body = {"game": "niya", "seats": [{"kind": "me"}, {"kind": "open"}]}
    status, _, raw = Client(url).http("POST", "/api/tables", body, headers)
    assert status == 403
    assert json.loads(raw)["key"] == "fault.origin"


def test_a_form_of_another_page_is_no_json(url: str) -> None:
    body = b'{"game": "niya", "seats": [{"kind": "me"}, {"kind": "open"}]}'
    status, _, raw = Client(url).http("POST", "/api/tables", body, {"Content-Type": "text/plain"})
    assert (status, json.loads(raw)["key"]) == (400, "fault.json")


@pytest.mark.parametrize("origin", ["https://evil.example", "null"])
def test_another_page_cannot_open_a_live_line(url: str, origin: str) -> None:
    place = url.replace("http", "ws") + "api/live"
    with pytest.raises(InvalidStatus) as caught, connect(place, origin=origin, proxy=None):  # type: ignore[call-overload]
        pass
    assert caught.value.response.status_code == 403


def test_our_own_page_can(url: str) -> None:
    with connect(url.replace("http", "ws") + "api/live", origin=url.rstrip("/"), proxy=None) as line:  # type: ignore[call-overload]
        assert json.loads(line.recv())["type"] == "welcome"


# Limits


def test_a_limit_lets_a_burst_through_and_then_a_steady_rate() -> None:
    limit = Limit(rate=2, burst=3)
    assert [limit.allows("a", 0) for _ in range(4)] == [True, True, True, False]
    assert limit.allows("b", 0)
    assert [limit.allows("a", 1) for _ in range(3)] == [True, True, False]


def test_the_memory_of_a_limit_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("yonto.server.ops.rate_limit.MOST_KEYS", 10)
    limit = Limit(1, 1)
    for i in range(100):
        limit.allows(str(i), 0)
    assert len(limit.buckets) == 10


def test_too_much_of_anything_is_refused_and_the_rest_goes_on(store: Path) -> None:
    with opened(store, creates_per_minute=2.0, connections_per_address=2) as house:
        ada = Client(house.url)
        ada.create("niya", ["me", "open"])
        ada.create("niya", ["me", "open"])
        with pytest.raises(Refused) as caught:
            ada.create("niya", ["me", "open"])
        assert caught.value.data["status"] == 429
        assert re.search(r"Try again in \d+ s", caught.value.data["text"])
        with ada.live() as live:
            live.ask("ping")
            with ada.live(), pytest.raises(InvalidStatus), ada.live():
                pass
        with ada.live() as again:
            again.ask("ping")


def ping_on(line: Live) -> None:
    """More than anybody should."""
    for _ in range(100):
        line.ask("ping")


def test_a_person_cannot_fill_the_house(store: Path) -> None:
    with opened(store, tables_per_person=2) as house:
        ada = Client(house.url)
        for _ in range(2):
            ada.create("niya", ["me", "open"])
        with pytest.raises(Refused) as caught:
            ada.create("niya", ["me", "open"])
        assert caught.value.key == "fault.too_many_tables"


def test_a_huge_body_is_refused(url: str) -> None:
    status, _, _ = Client(url).http("POST", "/api/records", b'{"record": "' + b"x" * 300_000 + b'"}')
    assert status == 413


def test_a_client_that_reads_nothing_costs_bounded_memory_and_is_told_to_ask_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Silent:
        metrics = type("M", (), {"count": lambda *_: None})()

    wire = type("W", (), {"full": True})()
    line = connection.Connection(wire, "p", "en", Silent(), None, connection.Connections(), Payer())  # type: ignore[arg-type]
    for i in range(10_000):
        line.answer(protocol.Ok(str(i)))
        line.changed("table")
    assert len(line.answers) == connection.MOST_ANSWERS
    assert len(line.dirty) == 1
    for _ in range(connection.MOST_ANSWERS):
        line.next_answer()
    assert json.loads(line.next_answer()) == {"type": "resync"}


# Hostile messages


def well(line: Live) -> None:
    """The server still answers."""
    assert line.ask("ping")["type"] == "ok"


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
TYPES = [
    "hello", "ping", "watch", "unwatch", "sit", "leave", "start", "play", "undo", "resign", "offer", "answer", "pause",
    "resume", "stand_in", "come_back", "curtain", "hint", "preview", "chat", "nonsense",
]  # fmt: skip


@pytest.fixture(scope="module")
def victim(house: Services) -> Any:
    table, one, two = pair(house.url)
    with one, two:
        yield table, one, two


@QUICK
@given(type_=st.sampled_from(TYPES), fields=st.dictionaries(
    st.sampled_from(["id", "player", "seq", "move", "what", "yes", "text", "name", "level", "lang", "more"]), JUNK
), real=st.booleans())  # fmt: skip
def test_messages_of_the_right_type_with_the_wrong_content_are_answered(
    victim: tuple[str, Live, Live], type_: str, fields: dict[str, Any], real: bool
) -> None:
    table, one, _ = victim
    if type_ in ("resign", "leave", "offer", "pause"):
        fields["player"] = 1  # not one's own: the table must live on
    one.socket.send(json.dumps({"type": type_, "table": table if real else "x", **fields}))
    well(one)


@QUICK
@given(text=st.text(max_size=200) | JUNK.map(json.dumps))
def test_anything_at_all_is_answered(victim: tuple[str, Live, Live], text: str) -> None:
    victim[1].socket.send(text)
    well(victim[1])


@QUICK
@given(move=st.text(max_size=40))
def test_any_text_as_a_move_is_refused_or_played_and_never_breaks_the_table(
    victim: tuple[str, Live, Live], move: str
) -> None:
    table, one, _ = victim
    shown = one.watch(table)
    for type_ in ("preview", "play"):
        one.send(type_, table=table, seq=shown["seq"], move=move) if type_ == "play" else one.send(
            type_, table=table, move=move
        )
    well(one)


@pytest.mark.parametrize(
    "text",
    [
        "[" * 5000,
        '{"a":' * 1500,
        '{"type":"play"}',
        '{"type":1}',
        "null",
        "",
        "\ufeff{}",
        '{"type":"ping","id":1}',
    ],
)
def test_deep_and_odd_messages_give_clean_errors(victim: tuple[str, Live, Live], text: str) -> None:
    one = victim[1]
    one.socket.send(text)
    well(one)
    answered = [message for message in one.heard if message["type"] == "error"]
    assert answered
    assert all("Traceback" not in message["text"] for message in answered)


def test_binary_messages_are_refused_and_huge_ones_end_the_line(url: str) -> None:
    ada = Client(url)
    with ada.live() as line:
        line.socket.send(b"\x00\xff")
        while line.next()["type"] != "error":
            pass
        assert line.heard[-1]["key"] == "fault.binary"
        line.socket.send("x" * (connection.LONGEST_MESSAGE + 1))
        while line.heard[-1].get("key") != "fault.message_size":
            line.next()
    with ada.live() as line:
        line.socket.send("x" * 1_000_000)
        with pytest.raises(ConnectionClosed):
            ping_on(line)
    with ada.live() as line:
        well(line)


def test_rubbish_on_the_port_harms_nobody(house: Services) -> None:
    host, port = Client(house.url).place.split(":")
    for rubbish in (b"\x16\x03\x01" + bytes(200), b"GET / HTTP/9.9\r\n\r\n", b"POST /api/tables HTTP/1.1\r\n\r\n"):
        with sockets.create_connection((host, int(port))) as raw:
            raw.sendall(rubbish)
    assert Client(house.url).http("GET", "/health")[0] == 200


def test_names_are_text(url: str) -> None:
    ada = Client(url)
    table = ada.create("niya", ["me", "screen"], name="<script>\u202e\n\tX")
    with ada.live() as line:
        name = line.watch(table)["players"][0]["name"]
        assert name == "<script> X", "kept as text, without what cannot be seen"
        finish(table, line)
    assert "seat" in ada.api("GET", f"/api/tables/{table}/record")


# The HTTP part against its own page


@pytest.fixture(scope="module")
def api(house: Services) -> Any:
    return schemathesis.openapi.from_url(house.url + "openapi.json")


def operations(api: Any) -> list[Any]:
    return [found.ok() for found in api.get_all_operations()]


# Hypothesis blames a strategy for every draw from `random` while it runs: other threads of this process draw, and rich
# does as it is imported.
@pytest.mark.filterwarnings("ignore:Do not use the `random` module:hypothesis.errors.HypothesisDeprecationWarning")
def test_every_door_answers_as_the_openapi_page_says(api: Any, url: str) -> None:
    checks = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
    tried = 0
    for operation in operations(api):

        @settings(max_examples=4 * EFFORT, deadline=None, suppress_health_check=list(HealthCheck))
        @given(case=operation.as_strategy())
        def knock(case: Any) -> None:
            nonlocal tried
            tried += 1
            case.call_and_validate(base_url=url.rstrip("/"), checks=checks)

        knock()
    assert tried >= 100


def test_health_and_metrics_are_for_hosts(url: str) -> None:
    assert json.loads(Client(url).http("GET", "/health")[2])["ok"]
    status, headers, raw = Client(url).http("GET", "/metrics")
    assert status == 200
    assert headers["content-type"].startswith("text/plain")
    assert "yonto_events_total" in raw.decode()
    assert "yonto_act_seconds_count" in raw.decode()


def test_metrics_can_be_switched_off(store: Path) -> None:
    with opened(store, metrics="off") as house:
        assert Client(house.url).http("GET", "/metrics")[0] == 404
