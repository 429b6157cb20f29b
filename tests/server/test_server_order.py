"""Order in the house: reports, mutes, bans, what is removed and closed, who may do it, and what others feel of it."""

import asyncio
import json
import logging
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from parlour import Client, House, Live, Refused, Services, finish, opened, pair, wait_awake
from websockets.exceptions import ConnectionClosed

from yonto.server.people import door
from yonto.server.people.sanctions import Sanctions, lies_in, network_of
from yonto.server.store import Place, Sanction, open_snapshot, open_store
from yonto.server.tables.live_table import now_ms

PASSWORD = "correct horse battery"


class Keeper:
    """Whoever can read the store, as `yonto admin` comes."""

    def __init__(self, house: House) -> None:
        self.client = Client(house.url)
        snapshot = open_snapshot(house.config.place)
        self.key = snapshot.secret(door.NAME) or b""
        snapshot.close()

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        status, _, raw = self.client.http(method, path, body, {"Authorization": door.knock(self.key)})
        data = json.loads(raw)
        if status >= 400:
            raise Refused({**data, "status": status})
        return data

    def see(self, what: str) -> Any:
        return self.ask("GET", f"/api/admin/{what}")

    def act(self, type_: str, **more: Any) -> Any:
        return self.ask("POST", "/api/admin/acts", {"type": type_, **more})


@pytest.fixture(scope="module")
def parlour(new_store: Callable[[str], Place]) -> Iterator[Services]:
    with opened(new_store("order")) as running:
        wait_awake(running.url)
        yield running


@pytest.fixture
def keeper(parlour: Services) -> Keeper:
    return Keeper(parlour)


def person_of(live: Live) -> str:
    return str(next(each for each in live.heard if each["type"] == "welcome")["person"])


def client_of(url: str, live: Live) -> Client:
    """The same person for plain requests."""
    client = Client(url)
    client.cookie = live.socket.request.headers["Cookie"].removeprefix("yonto=")  # type: ignore[union-attr]
    return client


def account(url: str, name: str) -> Client:
    client = Client(url)
    client.api("POST", "/api/account", {"name": name, "password": PASSWORD})
    return client


def hears_error(live: Live, key: str) -> dict[str, Any]:
    while True:
        message = live.next()
        if message["type"] == "error" and message["key"].startswith(key):
            return message


def refused(work: Any) -> tuple[int, str]:
    with pytest.raises(Refused) as found:
        work()
    return found.value.data.get("status", 0), str(found.value.key)


# Who may


def test_only_those_who_keep_order_may_look_or_act(parlour: Services, keeper: Keeper) -> None:
    stranger = account(parlour.url, "Stranger")
    for what in ("house", "people", "tables", "reports", "sanctions", "audit", "tables/x/chat"):
        assert refused(lambda what=what: stranger.api("GET", f"/api/admin/{what}")) == (403, "fault.not_admin")
    act = {"type": "mute", "person": "somebody"}
    assert refused(lambda: stranger.api("POST", "/api/admin/acts", act)) == (403, "fault.not_admin")
    assert keeper.see("sanctions") == []
    assert stranger.api("GET", "/api/me")["role"] is None


def test_the_host_gives_the_role_and_takes_it_away(parlour: Services, keeper: Keeper) -> None:
    vera = account(parlour.url, "Vera")
    assert keeper.act("grant", name="vera") == {"changed": True, "text": "“vera” keeps order in the house from now on."}
    assert keeper.act("grant", name="Vera")["changed"] is False
    assert vera.api("GET", "/api/me")["role"] == "admin"
    assert vera.api("GET", "/api/admin/house")["open"] is True
    assert [each["account"] for each in vera.api("GET", "/api/admin/people?find=admin")] == ["Vera"]
    assert (
        refused(lambda: vera.api("POST", "/api/admin/acts", {"type": "grant", "name": "Vera"}))[1] == "fault.host_only"
    )
    me = vera.api("GET", "/api/me")["person"]
    assert refused(lambda: keeper.act("ban", subject="person", value=me))[1] == "fault.admin_subject"
    keeper.act("revoke", name="Vera")
    assert refused(lambda: vera.api("GET", "/api/admin/house")) == (403, "fault.not_admin")
    assert refused(lambda: keeper.act("grant", name="nobody at all"))[1] == "fault.unknown_account"


def test_an_account_called_like_the_host_is_not_taken_for_the_host(parlour: Services, keeper: Keeper) -> None:
    namesake = account(parlour.url, "host")
    keeper.act("grant", name="host")
    act = {"type": "ban", "subject": "address", "value": "192.0.2.7", "hours": 1}
    assert namesake.api("POST", "/api/admin/acts", act)["changed"]
    actors = {each["actor"] for each in keeper.see("audit") if each["action"] == "ban"}
    assert actors == {namesake.api("GET", "/api/me")["person"]}


def test_the_hosts_door_opens_for_a_minute_and_for_its_own_key(parlour: Services, keeper: Keeper) -> None:
    fresh = door.knock(keeper.key, 1000.0)
    assert door.opens(keeper.key, fresh, 1059.0)
    assert not door.opens(keeper.key, fresh, 1062.0)
    assert not door.opens(b"another", fresh, 1000.0)
    for wrong in ("", "Yonto-Door", "Yonto-Door x.y", f"Basic {fresh}", fresh + "0", fresh.replace("1000", "1001")):
        assert not door.opens(keeper.key, wrong, 1000.0)
    status, _, _ = keeper.client.http("GET", "/api/admin/house", None, {"Authorization": door.knock(b"guess")})
    assert status == 403


def test_an_act_from_a_foreign_page_is_refused(parlour: Services, keeper: Keeper) -> None:
    vera = account(parlour.url, "Vera two")
    keeper.act("grant", name="Vera two")
    body = {"type": "mute", "person": "somebody"}
    status, _, raw = vera.http("POST", "/api/admin/acts", body, {"Origin": "https://elsewhere.example"})
    assert (status, json.loads(raw)["key"]) == (403, "fault.origin")


# Reports


def test_a_report_shows_what_was_said_around_it(parlour: Services, keeper: Keeper) -> None:
    table, ada, bruno = pair(parlour.url, chat=True)
    for n in range(3):
        bruno.ask("chat", table=table, text=f"rude {n}")
    me = client_of(parlour.url, ada)
    wanted = {"table": table, "line": 2, "reason": "insult", "text": "He is\nrude."}
    assert me.api("POST", "/api/reports", wanted) == {"done": True}
    assert me.api("POST", "/api/reports", wanted) == {"done": True}, "twice is once"
    (found,) = [each for each in keeper.see("reports") if each["table"] == table]
    assert (found["person"], found["name"], found["line"]) == (person_of(bruno), "Bruno", 2)
    assert (found["reason"], found["text"]) == ("insult", "He is rude.")
    assert [line["text"] for line in found["lines"]] == ["rude 0", "rude 1", "rude 2"]
    assert me.api("POST", "/api/reports", {"table": table, "player": 1, "reason": "other"}) == {"done": True}
    assert keeper.see("house")["reports"] >= 2
    assert keeper.act("close_report", number=found["number"], outcome="nothing")["changed"]
    assert not keeper.act("close_report", number=found["number"])["changed"]
    assert [each["outcome"] for each in keeper.see("reports?closed=true") if each["table"] == table] == ["nothing"]
    assert [each["reason"] for each in me.api("GET", "/api/me/data")["reports"]] == ["insult", "other"]


def test_nobody_reports_himself_or_nobody_and_nobody_floods(parlour: Services) -> None:
    table, ada, bruno = pair(parlour.url, chat=True)
    bruno.ask("chat", table=table, text="hello")
    me, him = client_of(parlour.url, ada), client_of(parlour.url, bruno)

    def report(who: Client, **more: Any) -> Any:
        return who.api("POST", "/api/reports", {"table": table, "reason": "spam", **more})

    assert refused(lambda: report(him, line=1))[1] == "fault.report_self"
    for nobody in ({"line": 99}, {"player": 7}, {}):
        assert refused(lambda nobody=nobody: report(me, **nobody)) == (404, "fault.report_nobody")
    for _ in range(4):
        report(me, line=1)
    report(me, player=1)
    assert refused(lambda: report(me, player=1)) == (429, "fault.too_fast")


# Muting, and what is removed


def test_who_is_muted_reads_why_and_plays_on(parlour: Services, keeper: Keeper) -> None:
    table, ada, bruno = pair(parlour.url, chat=True)
    person = person_of(bruno)
    assert keeper.act("mute", person=person, hours=72, reason="rude words.")["changed"]
    assert not keeper.act("mute", person=person, hours=72, reason="rude words.")["changed"]
    with pytest.raises(Refused) as said:
        bruno.ask("chat", table=table, text="hello")
    assert said.value.data["text"] == ("You may play, but not write to others for another 3 days. Reason: rude words.")
    ada.play(table)
    bruno.until(table, lambda shown: bool(shown["legal"]))
    bruno.play(table)
    (known,) = keeper.see(f"people?find={person}")
    assert known["muted"]["reason"] == "rude words."
    assert known["here"] is True
    assert known["address"] == "127.0.0.1"
    assert keeper.act("unmute", person=person)["changed"]
    bruno.ask("chat", table=table, text="hello again")


def test_a_line_is_removed_for_everybody_and_for_those_who_come_later(parlour: Services, keeper: Keeper) -> None:
    table, ada, bruno = pair(parlour.url, chat=True)
    bruno.ask("chat", table=table, text="an insult")
    bruno.ask("chat", table=table, text="a greeting")
    assert keeper.act("remove_line", table=table, number=1)["changed"]
    assert not keeper.act("remove_line", table=table, number=1)["changed"]
    while not any(each["type"] == "chat" and not each["text"] for each in ada.heard):
        ada.next()
    with Client(parlour.url).live() as late:
        late.watch(table)
        while sum(each["type"] == "chat" for each in late.heard) < 2:
            late.next()
        assert [each["text"] for each in late.heard if each["type"] == "chat"] == ["", "a greeting"]
    assert "an insult" not in json.dumps(keeper.see(f"tables/{table}/chat"))
    store = Path(parlour.config.store)
    for file in store.parent.glob(f"{store.name}*"):  # none where the store is a database server
        assert b"an insult" not in file.read_bytes(), file.name


def test_a_name_is_removed_wherever_others_read_it_and_may_not_come_back(parlour: Services, keeper: Keeper) -> None:
    url = parlour.url
    ada, rude = Client(url), Client(url)
    table = ada.create("niya", ["me", "open"], first=1, chat=True)
    one, two = ada.live(), rude.live()
    one.watch(table)
    two.watch(table)
    two.ask("sit", table=table, name="Rude Word")
    two.ask("chat", table=table, text="hello")
    one.until(table, lambda shown: shown["status"] == "playing")
    person = person_of(two)
    assert keeper.act("remove_name", person=person, block=True)["changed"]
    shown = one.until(table, lambda shown: shown["players"][1]["name"].startswith("Anon "))
    assert "Rude" not in json.dumps(shown["players"])
    banned = keeper.see("sanctions")
    assert not keeper.act("remove_name", person=person, block=True)["changed"]
    assert keeper.see("sanctions") == banned, "the neutral name is not banned"
    assert keeper.see(f"tables/{table}/chat")[0]["name"].startswith("Anon ")
    assert refused(lambda: rude.create("niya", ["me", "open"], name="rude word"))[1] == "fault.name_banned"
    other = ada.create("niya", ["me", "open"])
    with rude.live() as line:
        assert refused(lambda: line.ask("sit", table=other, name="RUDE WORD"))[1] == "fault.name_banned"
    assert refused(lambda: account(url, "Rude word"))[1] == "fault.name_banned"
    assert "Rude" not in json.dumps(keeper.see("audit"))


# Closing and banning


def test_a_closed_table_says_so_and_keeps_what_was_played(parlour: Services, keeper: Keeper) -> None:
    table, ada, _ = pair(parlour.url, chat=True)
    ada.play(table)
    assert keeper.act("close_table", table=table)["changed"]
    assert not keeper.act("close_table", table=table)["changed"]
    shown = ada.until(table, lambda shown: shown["status"] == "aborted")
    assert shown["result"]["how"] == "closed"
    for words in ({"type_": "offer", "what": "rematch"}, {"type_": "chat", "text": "why?"}):
        assert refused(lambda words=words: ada.ask(table=table, **words))[1] == "fault.closed_table"
    record = client_of(parlour.url, ada).api("GET", f"/api/tables/{table}/record")
    assert "\n1 " in record, "the move"
    assert refused(lambda: keeper.act("close_table", table="no such table")) == (404, "fault.no_table")


def test_a_ban_ends_connections_at_once_and_leaves_nobody_waiting(parlour: Services, keeper: Keeper) -> None:
    table, ada, bruno = pair(parlour.url)
    timed, carla, _ = clocked(parlour.url, bruno)
    him = client_of(parlour.url, bruno)
    assert keeper.act("ban", subject="person", value=person_of(bruno), reason="cheating")["changed"]
    told = hears_error(bruno, "fault.banned")
    assert told["text"] == "This house does not receive you any more. Reason: cheating."
    with pytest.raises(ConnectionClosed) as closed:
        bruno.next()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1008
    over = ada.until(table, lambda shown: shown["status"] == "over")
    assert (over["result"]["how"], over["result"]["winners"]) == ("resign", [0])
    assert carla.watch(timed)["status"] == "playing", "where a clock runs, the clock decides"
    with pytest.raises(Exception, match="403"):
        him.live()
    assert refused(lambda: him.api("GET", "/api/me")) == (403, "fault.banned")
    assert refused(lambda: him.create("niya", ["me", "open"])) == (403, "fault.banned")
    him.lang = "fr"
    status, _, page = him.http("GET", "/")
    assert status == 403
    assert page.decode().index("La maison ne vous accueille plus") < page.decode().index("This house does not receive")
    assert him.api("GET", "/api/me/data")["sanctions"][0]["reason"] == "cheating"
    assert keeper.act("unban", subject="person", value=person_of(bruno))["changed"]
    assert not keeper.act("unban", subject="person", value=person_of(bruno))["changed"]
    assert him.http("GET", "/")[0] == 200


def clocked(url: str, guest: Live) -> tuple[str, Live, Live]:
    """A second table of the same guest, with a clock."""
    carla = Client(url)
    clock = {"kind": "total", "seconds": 3600}
    table = carla.create("niya", ["me", "open"], first=1, clock=clock)
    live = carla.live()
    live.watch(table)
    guest.watch(table)
    guest.ask("sit", table=table, name="Bruno")
    live.until(table, lambda shown: shown["status"] == "playing")
    return table, live, guest


def test_a_banned_account_cannot_sign_in_and_its_name_is_nobodys(parlour: Services, keeper: Keeper) -> None:
    account(parlour.url, "Mallory")
    assert keeper.act("ban", subject="name", value="MALLORY", reason="spam", hours=1)["changed"]
    again = {"name": "Mallory", "password": PASSWORD}
    with pytest.raises(Refused) as said:
        Client(parlour.url, "fr").api("POST", "/api/session", again)
    assert said.value.data["text"] == "La maison ne vous accueille pas pendant encore 1 heure. Raison : spam."
    kinds = [(each["subject"], each["name"]) for each in keeper.see("sanctions") if each["reason"] == "spam"]
    assert sorted(kinds) == [("name", ""), ("person", "Mallory")]
    assert "ban" in {line["action"] for line in keeper.see("audit")}


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("203.0.113.7", "203.0.113.7/32"),
        ("::ffff:203.0.113.7", "203.0.113.7/32"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("198.51.100.77/24", "198.51.100.0/24"),
    ],
)
def test_an_address_is_banned_with_its_household(given: str, kept: str) -> None:
    assert network_of(given) == kept
    assert lies_in(given.split("/")[0], kept)
    assert not lies_in("192.0.2.1", kept)


def test_a_banned_address_is_out_whoever_comes_from_there(store: Path) -> None:
    """Through a proxy that is believed; the host's own door stays open."""
    with opened(store, proxies=["127.0.0.1"]) as house:
        keeper = Keeper(house)

        def come(address: str) -> int:
            return Client(house.url).http("GET", "/api/games", None, {"X-Forwarded-For": address})[0]

        assert keeper.act("ban", subject="address", value="2001:db8:1:2:3::4", hours=1)["changed"]
        assert not keeper.act("ban", subject="address", value="2001:db8:1:2::9", hours=1)["changed"], "the same /64"
        assert (come("2001:db8:1:2:ffff::1"), come("2001:db8:1:3::1"), come("203.0.113.9")) == (403, 200, 200)
        assert keeper.act("ban", subject="address", value="127.0.0.1")["changed"]
        assert come("127.0.0.1") == 403
        assert keeper.act("unban", subject="address", value="127.0.0.1")["changed"], "the door stays open"
        for wrong, key in (("nonsense", "fault.address"), ("0.0.0.0/0", "fault.wide_address")):
            assert refused(lambda wrong=wrong: keeper.act("ban", subject="address", value=wrong)) == (400, key)
    with opened(store) as house:
        kept = [each["value"] for each in Keeper(house).see("sanctions")]
        assert kept == ["2001:db8:1:2::/64"], "it outlives the house"


def test_a_slow_look_into_the_store_does_not_undo_a_ban(store: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """The sweep had read the list before the ban came, and answers after it."""

    async def scene() -> None:
        opened_ = open_store(store)
        sanctions, ask = Sanctions(opened_.sanctions, opened_.processes), opened_.sanctions.all
        has_read, go_on = asyncio.Event(), asyncio.Event()

        async def slowly() -> list[Sanction]:
            found = await ask()
            has_read.set()
            await go_on.wait()
            return found

        monkeypatch.setattr(opened_.sanctions, "all", slowly)
        wanted = Sanction("ban", "address", "203.0.113.7/32", now_ms(), None, "")
        for change, is_banned in ((sanctions.add(wanted), True), (sanctions.lift(*wanted[:3]), False)):
            has_read.clear()
            go_on.clear()
            loading = asyncio.create_task(sanctions.load())
            await has_read.wait()
            assert await change
            go_on.set()
            await loading
            assert (sanctions.active(*wanted[:3]) is not None) == is_banned
        opened_.close()

    asyncio.run(scene())


# What is seen


def test_tables_are_shown_with_computers_by_name_in_the_readers_language(parlour: Services, keeper: Keeper) -> None:
    table = Client(parlour.url).create("qin", ["me", *[{"kind": "computer", "level": "discoverer"}] * 2])
    for lang, names in (("fr", ["Ada", "Découvreur", "Découvreur 2"]), ("en", ["Ada", "Discoverer", "Discoverer 2"])):
        (shown,) = keeper.see(f"tables?find={table}&lang={lang}")
        assert [each["name"] for each in shown["sitters"]] == names


@pytest.mark.sqlite  # PostgreSQL does it as its own locale says, which is C in these tests
def test_a_name_is_found_in_any_case_with_letters_beyond_the_alphabet(parlour: Services, keeper: Keeper) -> None:
    made = [Client(parlour.url).create("niya", ["me", "open"], name=name) for name in ("Élodie", "Bruno")]
    for wanted in ("élo", "ÉLODIE", "Élodie"):
        assert [each["table"] for each in keeper.see(f"tables?find={quote(wanted)}")] == made[:1]


def test_nothing_hidden_is_shown_to_whoever_keeps_order(parlour: Services, keeper: Keeper) -> None:
    """Who sits where and how it stands: no view, no seed, no code, no move."""
    table, *_ = pair(parlour.url)
    (shown,) = keeper.see(f"tables?find={table}")
    assert set(shown) == {
        "table", "game", "status", "sitters", "made", "updated", "listed", "chat", "clock", "watchers",
    }  # fmt: skip
    assert [each["name"] for each in shown["sitters"]] == ["Ada", "Bruno"]
    assert shown["watchers"] == 2
    assert keeper.see("tables?find=bruno&status=over&most=3") is not None


def test_the_house_tells_how_it_is(keeper: Keeper, kind: str) -> None:
    told = keeper.see("house")
    assert told["store_bytes"] > 0
    assert told["disk_free"] is None if kind == "postgres" else told["disk_free"] > 0, "its disk is not ours to look at"
    assert told["memory"] > 0
    assert told["commits"] > 0
    assert told["backup"] is None


def test_what_is_done_is_in_the_log_and_in_the_store(
    parlour: Services, keeper: Keeper, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "yonto.audit")
    keeper.act("ban", subject="address", value="203.0.113.50", reason="flood")
    keeper.act("ban", subject="address", value="203.0.113.50", reason="flood")
    (line,) = [r for r in caplog.records if r.name == "yonto.audit"]
    assert (line.by, line.act, line.subject) == ("host", "ban", "203.0.113.50/32")  # type: ignore[attr-defined]
    newest = keeper.see("audit")[0]
    assert (newest["actor"], newest["action"], newest["subject"]) == ("host", "ban", "203.0.113.50/32")


def test_a_finished_game_is_not_closed_and_a_forgotten_person_leaves_no_name(parlour: Services, keeper: Keeper) -> None:
    table, ada, bruno = pair(parlour.url, chat=True)
    bruno.ask("chat", table=table, text="unkind")
    client_of(parlour.url, ada).api("POST", "/api/reports", {"table": table, "line": 1, "reason": "other"})
    finish(table, ada, bruno)
    assert not keeper.act("close_table", table=table)["changed"]
    client_of(parlour.url, bruno).api("DELETE", "/api/me", {})
    (left,) = [each for each in keeper.see("reports") if each["table"] == table]
    assert (left["person"], left["name"], left["lines"]) == (None, "—", [])
