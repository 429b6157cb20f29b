"""How much is kept and for how long: quotas, what nobody needs, and what is erased."""

import asyncio
import sqlite3
import threading
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from inside import Inside
from parlour import PATIENCE, Client, Refused, Services, finish, opened, pair

from yonto.server.store import Place

DAY = 86_400_000
COMPUTER = {"kind": "computer", "level": "random"}


def refused(client: Client, path: str, body: dict[str, Any]) -> dict[str, Any]:
    with pytest.raises(Refused) as caught:
        client.api("POST", path, body)
    return caught.value.data


WISH = {"game": "niya", "seats": [{"kind": "me"}, {"kind": "screen"}], "name": "Ada"}


def test_a_guest_keeps_so_many_tables_finished_forked_and_imported_ones_too(store: Path) -> None:
    with opened(store, tables_per_guest=3) as house:
        ada = Client(house.url)
        table = ada.create("niya", ["me", "screen"])
        with ada.live() as live:
            live.watch(table)
            finish(table, live)
        record = ada.api("GET", f"/api/tables/{table}/record")
        ada.api("POST", "/api/records", {"record": record, "name": "Ada"})
        fork = {"round": 1, "action": 2, "seats": WISH["seats"], "name": "Ada"}
        ada.api("POST", f"/api/tables/{table}/fork", fork)
        for path, body in (("tables", WISH), ("records", {"record": record}), (f"tables/{table}/fork", fork)):
            data = refused(ada, f"/api/{path}", body)
            assert (data["status"], data["key"]) == (413, "fault.quota_guest")
            assert "Make an account" in data["text"]
        ada.api("POST", "/api/account", {"name": "Ada Q", "password": "correct horse battery"})
        assert ada.create("niya", ["me", "screen"]), "an account may keep more"


def test_a_rematch_counts_for_the_host_too(store: Path) -> None:
    with opened(store, tables_per_guest=1) as house:
        ada = Client(house.url)
        table = ada.create("niya", ["me", "screen"])
        with ada.live() as live:
            live.watch(table)
            finish(table, live)
            with pytest.raises(Refused) as caught:
                live.ask("offer", table=table, what="rematch")
        assert caught.value.key == "fault.quota_guest"


def fill(client: Client) -> str | None:
    """Why no further table can be made."""
    for _ in range(100):
        try:
            client.create("niya", ["me", "screen"])
        except Refused as error:
            return error.key
    return None


def test_quotas_count_bytes_and_homes(store: Path) -> None:
    """Whoever comes from one address, under however many names."""
    with opened(store, megabytes_per_guest=0.003, tables_per_address=20) as house:
        assert fill(Client(house.url)) == "fault.quota_guest"
        while (key := fill(Client(house.url))) == "fault.quota_guest":
            pass
        assert key == "fault.quota_address"
        assert len(rows(store, "SELECT id FROM tables")) == 20
    with closing(Inside(store)) as db:
        homes = {home for (home,) in db.execute("SELECT home FROM homes")}
        assert len(homes) == 1
        assert not any("127.0.0.1" in home for home in homes), "addresses are not kept"


def age(store: Place, table: str, days: float) -> None:
    """As if nobody had touched it since."""
    then = int(time.time() * 1000 - days * DAY)
    with closing(Inside(store)) as db:
        db.execute("UPDATE standings SET updated=? WHERE number=(SELECT number FROM tables WHERE id=?)", (then, table))
        db.execute("UPDATE people SET made=?1 WHERE made>?1", (then,))


def tidy(house: Services) -> None:
    assert house.server is not None
    registry = house.server.services.registry
    loop = house.server.servers[0].get_loop()
    asyncio.run_coroutine_threadsafe(registry.keeping.tidy(), loop).result(PATIENCE)


def rows(store: Place, query: str) -> set[str]:
    with closing(Inside(store)) as db:
        return {row[0] for row in db.execute(query).fetchall()}


def test_what_nobody_needs_is_removed_and_nothing_else(store: Path) -> None:
    with opened(store, unfinished_days=10.0, guest_days=100.0) as house:
        guest, owner, old = Client(house.url), Client(house.url), Client(house.url)
        owner.api("POST", "/api/account", {"name": "Owner", "password": "correct horse battery"})
        left, fresh = (guest.create("niya", ["me", "screen"]) for _ in range(2))
        kept = owner.create("niya", ["me", "screen"])
        done, gone = guest.create("niya", ["me", "screen"]), old.create("niya", ["me", "screen"])
        for client, table in ((guest, done), (old, gone)):
            with client.live() as live:
                live.watch(table)
                finish(table, live)
        ids = {table: client.api("GET", "/api/me")["person"] for client, table in ((guest, done), (old, gone))}
        for table, days in ((left, 11), (kept, 500), (done, 50), (gone, 101)):
            age(store, table, days)
        tidy(house)
        assert rows(store, "SELECT id FROM tables") == {fresh, kept, done}
        for name in ("events", "standings", "homes"):
            assert rows(store, f"SELECT number FROM {name}") <= rows(store, "SELECT number FROM tables")
        people = rows(store, "SELECT id FROM people")
        assert ids[done] in people
        assert ids[gone] not in people
        with pytest.raises(Refused):
            guest.api("GET", f"/api/tables/{left}/record")
        assert guest.api("GET", f"/api/tables/{done}/record")
        text = guest.http("GET", "/metrics")[2].decode()
        assert 'yonto_tidied_total{what="table"} 2.0' in text
        assert 'yonto_tidied_total{what="guest"} 1.0' in text


def test_nothing_is_removed_where_the_host_wants_to_keep_everything(store: Path) -> None:
    with opened(store, unfinished_days=0.0, guest_days=0.0) as house:
        table = Client(house.url).create("niya", ["me", "screen"])
        age(store, table, 5000)
        tidy(house)
        assert rows(store, "SELECT id FROM tables") == {table}


def everywhere(store: Path) -> bytes:
    """All that any file of the store says."""
    return b"".join(path.read_bytes() for path in store.parent.iterdir() if path.name.startswith(store.name))


@pytest.mark.sqlite
def test_what_is_erased_is_in_no_file_any_more(store: Path) -> None:
    """A name at a table, in a fork that somebody else keeps, at one's own screen, and what was said."""
    name, friend, said = "Zephyrine", "Oberon", "a secret about quinces"
    with opened(store) as house:
        ada, other = Client(house.url), Client(house.url)
        table = ada.create("niya", ["me", {"kind": "screen", "name": friend}], name=name, chat=True)
        with ada.live() as live:
            live.watch(table)
            for _ in range(3):
                live.ask("chat", table=table, text=said)
            finish(table, live)
        fork = {"round": 1, "action": 2, "seats": [{"kind": "me"}, {"kind": "screen"}], "name": "Other"}
        forked = other.api("POST", f"/api/tables/{table}/fork", fork)["table"]
        old = start_with(store, forked, name)
        assert {word for word in (name, friend, said) if word.encode() in everywhere(store)} == {name, friend, said}
        ada.api("DELETE", "/api/me", {})
        assert [word for word in (name, friend, said) if word.encode() in everywhere(store)] == []
        assert b"seat1" in old
    with opened(store) as house:
        assert Client(house.url).api("GET", f"/api/tables/{forked}/record"), "it can be played on all the same"


def start_with(store: Path, table: str, name: str) -> bytes:
    """The fork as it was kept before forks left names out."""
    with closing(sqlite3.connect(store)) as db:
        (terms,) = db.execute("SELECT terms FROM tables WHERE id=?", (table,)).fetchone()
        old = bytes(terms).replace("seat1: —".encode(), f"seat1: {name}".encode())
        assert old != terms, "forks keep no names now"
        db.execute("UPDATE tables SET terms=? WHERE id=?", (old, table))
        db.commit()
    return old


@pytest.mark.sqlite
def test_a_store_from_before_is_cleaned_once(tmp_path: Path) -> None:
    """What was erased while nothing was overwritten is gone after the next start."""
    store = tmp_path / "yonto.sqlite3"
    with opened(store) as house:
        table, one, two = pair(house.url)
        with one, two:
            one.ask("chat", table=table, text="an old secret")
    with closing(sqlite3.connect(store)) as db:
        db.execute("PRAGMA secure_delete=OFF")
        db.execute("DELETE FROM chat")
        for later in ("homes", "reviews", "puzzles"):
            db.execute(f"DROP TABLE {later}")
        db.execute("PRAGMA user_version=5")
        db.commit()
    assert b"an old secret" in everywhere(store)
    with opened(store):
        pass
    assert b"an old secret" not in everywhere(store)


def test_a_game_that_is_over_leaves_the_memory_with_whoever_looked_last(store: Path) -> None:
    with opened(store) as house:
        assert house.server is not None
        live = house.server.services.registry.live
        table, one, two = pair(house.url)
        with one, two:
            for each in (one, two):
                each.ask("unwatch", table=table)
            assert house.call(lambda: table in live), "it is still played"
            one.watch(table)
            two.watch(table)
            finish(table, one, two)
            lines, result = one.logs[table], one.tables[table]["result"]
            one.ask("unwatch", table=table)
            assert house.call(lambda: table in live), "somebody looks"
            two.ask("unwatch", table=table)
            assert house.call(lambda: table not in live)
            shown = one.watch(table)
            assert (shown["result"], one.logs[table]) == (result, lines)
            assert one.act("offer", table, what="rematch")["offers"], "and it goes on from here"


def test_whoever_acts_while_the_game_leaves_the_memory_acts_at_the_table_that_is_there(store: Path) -> None:
    """A rematch is asked for and the page closed at once, while the offer waits for a look at the quota."""
    with opened(store) as house:
        assert house.server is not None
        registry = house.server.services.registry
        usual = registry.keeping.check_rematch

        begun = threading.Event()

        async def slow(host: str) -> None:
            begun.set()
            await asyncio.sleep(0.5)
            await usual(host)

        registry.keeping.check_rematch = slow  # type: ignore[method-assign]
        registry.keeping.has_room = lambda host: False  # type: ignore[method-assign]
        table, one, two = pair(house.url)
        with two:
            with one:
                finish(table, one, two)
                two.ask("unwatch", table=table)
                one.send("offer", table=table, what="rematch")
                assert begun.wait(PATIENCE)
                before = house.call(lambda: registry.live[table])
            while house.call(lambda: table in registry.live):
                time.sleep(0.01)
            two.watch(table)
            assert house.call(lambda: registry.live[table] is not before)
            two.until(table, lambda shown: [offer["what"] for offer in shown["offers"]] == ["rematch"])
