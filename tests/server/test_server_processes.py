"""Several processes on one PostgreSQL: whoever is connected to one sees, hears and may do what he would in a house of
one.

The servers of these tests run in threads of one process, each with a store, memory and connections of its own: all that
they share is the database. Real processes are raced and killed in test_server_race.py.
"""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from parlour import Client, Live, Refused, Services, opened
from proxy import NoNotify
from test_server_order import Keeper

from yonto.server.ops.check import check_store
from yonto.server.store import Place, Url
from yonto.server.tables.live_table import LiveTable

pytestmark = pytest.mark.postgres
SWEEP = 0.5


@pytest.fixture(scope="module")
def houses(new_store: Callable[[str], Place]) -> Iterator[list[Services]]:
    store = new_store("processes")
    with opened(store, sweep=SWEEP) as one, opened(store, sweep=SWEEP) as two, opened(store, sweep=SWEEP) as three:
        yield [one, two, three]


def through(client: Client, house: Services) -> Client:
    """The same person by way of another process."""
    other = Client(house.url, client.lang)
    other.cookie = client.cookie
    return other


def apart(houses: list[Services], game: str = "niya", **more: Any) -> tuple[str, Client, Client, Live, Live]:
    """Two people at a table, each connected to a process of his own."""
    ada, bruno = Client(houses[0].url), Client(houses[1].url)
    table = ada.create(game, ["me", "open"], **{"first": 1, **more})
    one, two = ada.live(), bruno.live()
    one.watch(table)
    two.watch(table)
    two.ask("sit", table=table, name="Bruno")
    for live in (one, two):
        live.until(table, lambda shown: shown["status"] == "playing")
    return table, ada, bruno, one, two


def until(wanted: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not wanted():
        assert time.monotonic() < end
        time.sleep(0.02)


def live_at(house: Services, table: str) -> LiveTable | None:
    assert house.server is not None
    return house.server.services.registry.live.get(table)


def test_a_game_between_two_processes_and_a_third_that_watches(houses: list[Services]) -> None:
    table, ada, _, one, two = apart(houses)
    with one, two, Client(houses[2].url).live() as watcher:
        watcher.watch(table)
        for turn in range(6):
            mover = (one, two)[turn % 2]
            mover.until(table, lambda shown: bool(shown["legal"]))
            seq = mover.play(table)["seq"]
            for live in (one, two, watcher):
                live.until(table, lambda shown, seq=seq: shown["seq"] >= seq)  # type: ignore[misc]
        shown = one.tables[table]
        assert shown["view"] == two.tables[table]["view"] == watcher.tables[table]["view"]
        one.ask("offer", table=table, what="takeback")
        two.until(table, lambda shown: bool(shown["offers"]))
        two.ask("answer", table=table, what="takeback", yes=True)
        one.until(table, lambda now: now["actions"] < shown["actions"])
        watcher.until(table, lambda now: now["actions"] < shown["actions"])
        glance = through(ada, houses[2]).api("GET", f"/api/tables/{table}/glance")
        assert glance["seq"] == one.tables[table]["seq"]


def test_the_same_message_to_two_processes_counts_once(houses: list[Services]) -> None:
    table, ada, _, one, two = apart(houses)
    with one, two, through(ada, houses[2]).live() as other:
        shown = other.watch(table)
        move = {"table": table, "seq": shown["seq"], "move": shown["legal"][0]["text"], "id": "once"}
        with ThreadPoolExecutor(2) as both:
            first, second = both.map(lambda live: live.ask("play", **move), (one, other))
        assert first["seq"] == second["seq"]
        assert two.until(table, lambda now: bool(now["legal"]))["actions"] == shown["actions"] + 1


def test_a_move_for_a_position_that_another_process_has_left_is_stale(houses: list[Services]) -> None:
    table, ada, _, one, two = apart(houses)
    with one, two, through(ada, houses[2]).live() as other:
        shown = other.watch(table)
        one.play(table, id="first")
        with pytest.raises(Refused) as caught:
            other.ask("play", table=table, seq=shown["seq"], move=shown["legal"][1]["text"], id="second")
        assert caught.value.data["error"] == "Stale"


def test_who_is_here_is_known_to_all(houses: list[Services]) -> None:
    table, ada, bruno, one, two = apart(houses)
    with two:
        with one:
            two.until(table, lambda shown: shown["players"][0]["here"])
            people = {client.api("GET", "/api/me")["person"] for client in (ada, bruno)}
            until(lambda: people <= {each["person"] for each in Keeper(houses[2]).see("people?here=true&most=200")})
        two.until(table, lambda shown: not shown["players"][0]["here"])


def test_who_is_connected_to_another_process_is_not_away(new_store: Callable[[str], Place]) -> None:
    """No computer takes his seat: not where the processes hear of each other, not where the table came into a process's
    memory later, not where that process hears nothing. When he has gone one may."""
    store = new_store("absent")
    assert isinstance(store, Url)
    grace = {"stand_in_grace": 1.0, "sweep": 0.1}
    with NoNotify(store) as deaf, opened(store, **grace) as one, opened(store, **grace) as two:
        table, _, bruno, first, second = apart([one, two])
        with opened(store, **grace) as later, opened(deaf.url, **grace) as unhearing, second:
            asking = [through(bruno, house).live() for house in (two, later, unhearing)]
            with asking[0], asking[1], asking[2]:
                for live in asking:
                    live.watch(table)
                time.sleep(1.5)  # longer than the grace
                with first:
                    said = {refusal(live, table) for live in asking[:2]} | {refusal(asking[2], table).split(".")[0]}
                    assert said == {"fault.still_there", "fault"}
                until(lambda: takes_seat(asking[0], table))


def refusal(live: Live, table: str) -> str:
    with pytest.raises(Refused) as caught:
        live.ask("stand_in", table=table, player=0)
    return str(caught.value.data["key"])


def takes_seat(live: Live, table: str) -> bool:
    try:
        live.ask("stand_in", table=table, player=0)
    except Refused as refused:
        assert refused.data["key"] in ("fault.grace", "fault.still_there"), refused.data
        return False
    return True


def test_what_is_said_is_heard_through_every_process(houses: list[Services]) -> None:
    table, _, _, one, two = apart(houses, chat=True)
    with one, two:
        one.ask("chat", table=table, text="Bonjour")
        while not any(message["type"] == "chat" and message["text"] == "Bonjour" for message in two.heard):
            two.next()
        assert sum(message["type"] == "chat" for message in one.heard) == 1


def test_a_computer_thinks_in_one_process_only_and_goes_on_when_that_one_closes(houses: list[Services]) -> None:
    store = houses[0].config.place
    with opened(store, sweep=SWEEP) as short:
        ada = Client(short.url)
        table = ada.create("niya", ["me", {"kind": "computer", "level": "random"}], first=1)
        registry = short.server.services.registry  # type: ignore[union-attr]
        until(lambda: bool(short.call(lambda: registry.peers.tends(registry.live[table]))))
        other = through(ada, houses[1]).live()
        before = other.watch(table)
        with ada.live() as mine:
            mine.watch(table)
            mine.play(table)
        other.until(table, lambda now: bool(now["legal"]) and now["actions"] > before["actions"])
        tending = [house for house in (short, *houses) if (live := live_at(house, table)) and live.leased_until]
        assert tending == [short], "whoever was asked first looks after it"
    with other:
        while other.tables[table]["result"] is None:
            other.play(table)
            other.until(table, lambda now: bool(now["legal"]) or now["result"] is not None)
    assert [finding.wrong for finding in check_store(store) if finding.table == table] == [None]


def test_lessons_work_through_any_process(houses: list[Services]) -> None:
    ada = Client(houses[0].url)
    course = ada.api("GET", "/api/lessons/niya")
    step = course["lesson"][0]["id"] if "lesson" in course else course["courses"][0]["steps"][0]["id"]
    laid = ada.api("POST", f"/api/lessons/niya/lesson/{step}", {})
    with through(ada, houses[1]).live() as live:
        live.watch(laid["table"])
        live.play(laid["table"])


def test_signing_out_everywhere_and_into_an_account_reaches_every_process(houses: list[Services]) -> None:
    table, ada, _, one, two = apart(houses)
    name = f"Ada {time.monotonic_ns()}"
    owner = Client(houses[2].url)
    owner.api("POST", "/api/account", {"name": name, "password": "correct horse battery"})
    with one, two:
        ada2 = through(ada, houses[2])
        ada2.api("POST", "/api/session", {"name": name, "password": "correct horse battery", "keep": True})
        with through(ada2, houses[1]).live() as live:
            live.watch(table)
            live.until(table, lambda shown: shown["you"] == [0])  # as soon as the message is there
            live.play(table)
        ada2.api("DELETE", "/api/session", {"everywhere": True})
        assert through(ada2, houses[0]).api("GET", "/api/me")["account"] is None


def test_a_limit_holds_over_all_processes(new_store: Callable[[str], Place]) -> None:
    store = new_store("limits")
    with opened(store, creates_per_minute=6.0) as one, opened(store, creates_per_minute=6.0) as two:
        for _ in range(6):
            Client(one.url).create("niya", ["me", "screen"])
        limit = two.server.services.creates  # type: ignore[union-attr]
        until(lambda: two.call(lambda: limit.buckets["127.0.0.1"].tokens if limit.buckets else 9.0) < 1)
        with pytest.raises(Refused) as caught:
            Client(two.url).create("niya", ["me", "screen"])
        assert caught.value.data["status"] == 429


def test_lost_messages_are_made_good_by_the_sweep(new_store: Callable[[str], Place]) -> None:
    """A line between this process and the database loses every NOTIFY."""
    store = new_store("deaf")
    assert isinstance(store, Url)
    with NoNotify(store) as deaf, opened(store, sweep=SWEEP) as one, opened(deaf.url, sweep=SWEEP) as two:
        table, _, _, hearing, lost = apart([one, two], chat=True)
        with hearing, lost:
            hearing.play(table)
            hearing.ask("chat", table=table, text="still there?")
            lost.until(table, lambda shown: bool(shown["legal"]))
            while not any(message["type"] == "chat" for message in lost.heard):
                lost.next()
            hearing.until(table, lambda shown: shown["actions"] >= 1)
            lost.play(table)
            hearing.until(table, lambda shown: bool(shown["legal"]))
        assert deaf.lost > 0


def test_a_message_that_speaks_of_more_than_a_process_knows_makes_it_look(new_store: Callable[[str], Place]) -> None:
    """No NOTIFY, and no sweep for an hour: the number in the move is enough."""
    store = new_store("number")
    assert isinstance(store, Url)
    with NoNotify(store) as deaf, opened(store) as one, opened(deaf.url, sweep=3600.0) as two:
        table, _, bruno, first, second = apart([one, two])
        with first, second, through(bruno, one).live() as same:
            second.watch(table)
            first.play(table)
            shown = same.watch(table)
            second.ask("play", table=table, seq=shown["seq"], move=shown["legal"][0]["text"])
            first.until(table, lambda now: bool(now["legal"]))
