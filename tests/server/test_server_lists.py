"""My tables and my results: what lists say, and what is left out of them."""

from pathlib import Path
from typing import Any

import pytest
from inside import Inside
from parlour import Client, Live, Refused, finish, opened, pair

from yonto.server.ops.check import check_store

RANDOM = {"kind": "computer", "level": "random"}


def my_tables(person: Client, query: str = "") -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = person.api("GET", f"/api/me/tables{query}")
    return found


def test_a_list_says_whose_move_it_is_and_the_longest_waiting_comes_first(url: str) -> None:
    ada = Client(url)
    tables = [ada.create("niya", ["me", "screen"], first=1) for _ in range(3)]
    with ada.live() as live:
        live.watch(tables[0])
        live.play(tables[0])
        other = ada.create("niya", ["me", "open"])
        waiting = my_tables(ada, "?turn=true")
        assert [row["table"] for row in waiting] == [tables[1], tables[2], tables[0]]
        assert all(row["your_turn"] for row in waiting)
        assert other not in [row["table"] for row in waiting]
        assert my_tables(ada)[0]["table"] == other, "else the newest first"


def test_it_is_not_my_turn_while_the_other_thinks(url: str) -> None:
    ada, bruno = Client(url), Client(url)
    table = ada.create("niya", ["me", "open"], first=2)
    with ada.live() as one, bruno.live() as two:
        one.watch(table)
        two.watch(table)
        two.act("sit", table, name="Bruno")
        assert [row["your_turn"] for row in (*my_tables(ada), *my_tables(bruno))] == [False, True]
        assert my_tables(ada)[0]["to_move"] == 1


def test_a_table_is_hidden_from_my_list_alone_and_brought_back(url: str) -> None:
    ada, bruno = Client(url), Client(url)
    table = ada.create("niya", ["me", "open"])
    with bruno.live() as two:
        two.watch(table)
        two.act("sit", table, name="Bruno")
    ada.api("PUT", f"/api/me/tables/{table}", {"hidden": True})
    assert my_tables(ada) == []
    assert [row["hidden"] for row in my_tables(ada, "?hidden=true")] == [True]
    assert [row["hidden"] for row in my_tables(bruno)] == [False]
    ada.api("PUT", f"/api/me/tables/{table}", {"hidden": False})
    assert len(my_tables(ada)) == 1
    with pytest.raises(Refused) as caught:
        Client(url).api("PUT", f"/api/me/tables/{table}", {"hidden": True})
    assert caught.value.key == "fault.no_table"


def test_a_lessons_table_is_in_nobodys_list(url: str, kind: str) -> None:
    ada = Client(url)
    table = ada.create("niya", ["me", "screen"], lesson=True)
    assert my_tables(ada) == []
    with ada.live() as live:
        assert live.watch(table)["terms"]["lesson"]
    if kind == "sqlite":  # several processes find it in their store while the lesson lasts
        assert ada.api("GET", "/api/me/data")["tables"] == [], "in no store either"


def test_results_are_counted_by_game_and_opponent(url: str) -> None:
    ada = Client(url)
    with ada.live() as live:
        for _ in range(2):
            lose(ada, live, ["me", RANDOM])
        lose(ada, live, ["me", "screen"])
    (row,) = ada.api("GET", "/api/me/results")
    assert (row["game"], row["level"], row["played"], row["lost"], row["won"]) == ("niya", "random", 2, 2, 0)


def lose(person: Client, live: Live, seats: list[Any]) -> None:
    table = person.create("niya", seats)
    live.watch(table)
    live.act("resign", table)


def test_a_win_against_a_person_counts_for_one_and_against_the_other(url: str) -> None:
    ada, bruno = Client(url), Client(url)
    table = ada.create("niya", ["me", "open"], first=1)
    with ada.live() as one, bruno.live() as two:
        one.watch(table)
        two.watch(table)
        two.act("sit", table, name="Bruno")
        one.until(table, lambda shown: shown["status"] == "playing")
        finish(table, one, two)
        winners = one.tables[table]["result"]["winners"]
    for player, person in enumerate((ada, bruno)):
        (row,) = person.api("GET", "/api/me/results")
        assert (row["level"], row["won"], row["lost"]) == (None, int(winners == [player]), int(player not in winners))


def test_a_glance_shows_no_more_than_its_asker_may_see(url: str) -> None:
    ada = Client(url)
    table = ada.create("qin", ["me", RANDOM], first=1)
    with ada.live() as live:
        seen = live.watch(table)
        mine = ada.api("GET", f"/api/tables/{table}/glance")
        assert (mine["view"], mine["you"], mine["names"][0]) == (seen["view"], [0], "Ada")
    theirs = Client(url).api("GET", f"/api/tables/{table}/glance")
    with Client(url).live() as watcher:
        assert theirs["view"] == watcher.watch(table)["view"]
    assert theirs["view"] != mine["view"]
    shut = ada.create("qin", ["me", RANDOM], watchers=False)
    with pytest.raises(Refused):
        Client(url).api("GET", f"/api/tables/{shut}/glance")


def test_a_glance_and_a_story_name_the_seats_with_the_colours_that_were_chosen(url: str) -> None:
    """The view counts seats: who begins has the first, and so come the names and colours."""
    ada = Client(url)
    seats = [{"kind": "me", "colour": 3}, {**RANDOM, "colour": 1}, RANDOM]
    table = ada.create("qin", seats, first=2)
    seen = ada.api("GET", f"/api/tables/{table}/glance")
    assert (seen["names"][2], seen["colours"]) == ("Ada", [1, 0, 3])
    duel = ada.create("niya", [{"kind": "me", "colour": 2}, RANDOM], first=2)
    with ada.live() as live:
        live.watch(duel)
        live.act("resign", duel)
    story = ada.api("GET", f"/api/tables/{duel}/story")
    assert (story["names"][1], story["colours"]) == ("Ada", [0, 2])


def test_a_glance_at_a_table_that_waits_has_names_and_no_view(url: str) -> None:
    ada = Client(url)
    table = ada.create("niya", ["me", "open"])
    seen = ada.api("GET", f"/api/tables/{table}/glance")
    assert (seen["view"], seen["names"][0], seen["colours"]) == (None, "Ada", [0, 1])


def test_tables_from_before_lists_said_whose_move_it_is_learn_it_at_the_start(store: Path) -> None:
    with opened(store) as house:
        table, one, two = pair(house.url)
        with one, two:
            one.play(table)
    db = Inside(store)
    db.execute("UPDATE standings SET to_move=NULL")
    db.close()
    with opened(store) as house, Client(house.url).live() as live:
        live.watch(table)
        assert house.server is not None
    assert [finding.wrong for finding in check_store(store)] == [None]


def test_a_match_shows_its_rounds_by_player(url: str) -> None:
    ada = Client(url)
    table = ada.create("niya", ["me", "screen"], match="three", first=2)
    with ada.live() as live:
        live.watch(table)
        while live.tables[table]["status"] == "playing":
            live.play(table)
        match = live.tables[table]["match"]
        (done,) = match["rounds"]
        assert (done["first"], done["seating"], match["until"], match["low_wins"]) == (1, [1, 0], "wins", False)
        assert match["leaders"] == (done["winners"] if len(done["winners"]) == 1 else [0, 1])
