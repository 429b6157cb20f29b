"""Lessons over HTTP and the live line: a position is laid, played at, judged, and leaves nothing behind."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from parlour import Client, Refused, opened, wait_awake

from yonto.teaching import courses


def lay(client: Client, game: str, step: str) -> tuple[str, str]:
    """The table of a step, and the address of its verdict."""
    laid = client.api("POST", f"/api/lessons/{game}/lesson/{step}", {"name": "Ada"})
    return laid["table"], f"/api/lessons/{game}/lesson/{step}/verdict?table={laid['table']}"


@pytest.mark.parametrize(("lang", "title"), [("fr", "La ligne"), ("en", "The line")])
def test_what_is_taught_is_listed_in_the_readers_language(url: str, lang: str, title: str) -> None:
    told = Client(url, lang).api("GET", "/api/lessons/niya")
    line = next(step for step in told["lesson"] if step["id"] == "line")
    assert (line["title"], line["rules"], line["reading"]) == (title, ["N7"], False)
    games = {game["game"]: game["lesson"] for game in Client(url, lang).api("GET", "/api/games")}
    assert games["niya"] == len(told["lesson"])
    assert {found.game for found in courses("lesson")} == {game for game, n in games.items() if n}


@pytest.mark.parametrize("path", ["chess", "niya/lesson/nothing", "niya/other/line", "chess/lesson/line"])
def test_what_is_not_taught_is_not_found(url: str, path: str) -> None:
    laying = "/" in path
    with pytest.raises(Refused) as caught:
        Client(url).api("POST" if laying else "GET", f"/api/lessons/{path}", {} if laying else None)
    assert caught.value.data["status"] == 404


def test_a_position_is_laid_played_and_judged(url: str) -> None:
    ada = Client(url)
    table, verdict = lay(ada, "niya", "line")
    before = ada.api("GET", verdict)
    assert (before["state"], [each["move"] for each in before["example"]]) == ("going", ["d2"])
    assert "d2" not in before["example"][0]["words"].split()[0], "in words, not as a code"
    with ada.live() as live:
        shown = live.watch(table)
        assert next(player["name"] for player in shown["players"]) == "Ada"
        live.act("play", table, move="c4", seq=shown["seq"])
        missed = ada.api("GET", verdict)
        assert (missed["state"], [each["move"] for each in missed["better"]]) == ("missed", ["d2"])
        assert missed["text"]
        after = live.until(table, lambda told: told["actions"] > shown["actions"])
        assert after["to_move"] == 1, "nobody answers: the position stands"
        live.act("undo", table, seq=after["seq"])
        assert ada.api("GET", verdict)["state"] == "going"
        again = live.until(table, lambda told: told["actions"] == shown["actions"])
        live.act("play", table, move="d2", seq=again["seq"])
    assert ada.api("GET", verdict)["state"] == "done"


def test_a_refusal_can_be_the_lesson(url: str) -> None:
    ada = Client(url)
    _, verdict = lay(ada, "niya", "refused")
    assert ada.api("GET", verdict)["state"] == "going"
    assert ada.api("GET", verdict + "&tried=a4")["state"] == "done"
    assert ada.api("GET", verdict + "&tried=nonsense")["state"] == "going"


def test_nobody_asks_about_anothers_lesson_or_another_step(url: str) -> None:
    ada = Client(url)
    table, verdict = lay(ada, "niya", "line")
    for client, address in ((Client(url), verdict), (ada, f"/api/lessons/niya/lesson/square/verdict?table={table}")):
        with pytest.raises(Refused) as caught:
            client.api("GET", address)
        assert caught.value.data["status"] == 403


@pytest.mark.parametrize("game", ["qin", "pagode"])
def test_what_is_hidden_stays_hidden_in_a_lesson(url: str, game: str) -> None:
    """The record of a position has everybody's cards: only the seat's own view leaves the server."""
    ada = Client(url)
    step = "extend" if game == "qin" else "tile"
    table, _ = lay(ada, game, step)
    with ada.live() as live:
        shown = live.watch(table)
    assert "yonto: 1" not in str(shown)
    other = 1 - shown["players"][shown["facing"]]["seat"]
    hand: Any = shown["view"]["players"][other]["hand"] if game == "pagode" else shown["view"]["hand"]
    assert hand in (None, []) if game == "pagode" else len(hand) == 3
    record = ada.api("GET", f"/api/tables/{table}/record")
    assert "* ?" in record


@pytest.mark.sqlite
def test_lessons_leave_nothing_in_the_store_and_old_ones_are_removed(store: Path) -> None:
    with opened(store) as house:
        wait_awake(house.url)
        ada = Client(house.url)
        kept = ada.create("niya", ["me", "screen"])
        lay(ada, "niya", "line")
        table, _ = lay(ada, "niya", "square")
        assert house.server is not None
        live = house.call(lambda: list(house.server.services.registry.live))  # type: ignore[union-attr]
        assert set(live) == {kept, table}, "the position before was forgotten"
        old = ada.create("niya", ["me", "screen"])
    with closing(sqlite3.connect(store)) as db:
        assert {row[0] for row in db.execute("SELECT id FROM tables")} == {kept, old}
        db.execute("UPDATE tables SET lesson=1 WHERE id=?", (old,))
        db.commit()
    with opened(store), closing(sqlite3.connect(store)) as db:
        assert [row[0] for row in db.execute("SELECT id FROM tables")] == [kept]
        for name in ("events", "standings"):
            assert db.execute(
                f"SELECT count(*) FROM {name} WHERE number NOT IN (SELECT number FROM tables)"
            ).fetchone() == (0,)
        assert db.execute("SELECT count(*) FROM sitters WHERE table_id=?", (old,)).fetchone() == (0,)
