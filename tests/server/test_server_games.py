"""Games that are kept: forked, imported, replayed through every seat, and listed."""

from urllib.parse import quote

import pytest
from parlour import Client, Live, Refused, finish, pair

from yonto.core import matches, records
from yonto.games import load


def test_a_running_open_position_of_one_alone_can_be_forked(url: str) -> None:
    ada = Client(url)
    table = ada.create("niya", [{"kind": "me"}, {"kind": "screen"}], first=1, hints=True)
    with ada.live() as one:
        before = one.watch(table)
        one.play(table)
        wish = {"seats": [{"kind": "me"}, {"kind": "screen"}], "action": before["actions"], "name": "Cleo"}
        fork = ada.api("POST", f"/api/tables/{table}/fork", wish)["table"]
        with ada.live() as live:
            shown = live.watch(fork)
            assert shown["view"] == before["view"]
            finish(fork, live)
            text = ada.api("GET", f"/api/tables/{fork}/record")
            assert f"chance-from: {before['actions']}" in text
            records.replay(records.read(text), load("niya"))


def test_a_game_between_people_is_forked_only_when_it_is_over(url: str) -> None:
    """Also where the table allows hints: a fork would be a study of the running game."""
    table, one, two = pair(url, hints=True)
    with one, two:
        wish = {"seats": [{"kind": "me"}, {"kind": "screen"}], "action": 16}
        with pytest.raises(Refused) as caught:
            Client(url).api("POST", f"/api/tables/{table}/fork", wish)
        assert caught.value.key == "fault.fork_running"
        one.act("resign", table)
        assert Client(url).api("POST", f"/api/tables/{table}/fork", wish)


def test_a_record_is_imported_to_look_at_or_to_go_on_with(url: str) -> None:
    ada = Client(url)
    table = ada.create("niya", [{"kind": "computer", "level": "random"}] * 2, first=1)
    with ada.live() as live:
        live.watch(table)
        live.until(table, lambda shown: shown["result"] is not None)
        text = ada.api("GET", f"/api/tables/{table}/record")
        copy = ada.api("POST", "/api/records", {"record": text})["table"]
        shown = live.watch(copy)
        assert (live.tables[table]["terms"]["from_record"], shown["terms"]["from_record"]) == (False, True)
        assert shown["result"]["winners"] == live.tables[table]["result"]["winners"]
        half = records.read(text)
        cut = records.Record(half.game, half.rules, half.options, ("Ada", "Bo"), half.entries[:17])
        rest = ada.api("POST", "/api/records", {"record": records.write(cut)})["table"]
        assert live.watch(rest)["status"] == "playing"
        finish(rest, live)
    with pytest.raises(Refused, match="Line 1") as caught:
        ada.api("POST", "/api/records", {"record": "nonsense"})
    assert caught.value.data["line"] == 1


def play_match(live: Live, table: str, rounds: int) -> None:
    """So many rounds of a match at one screen, by first legal moves."""
    while live.tables[table]["result"] is None:
        shown = live.tables[table]
        if shown["status"] == "between":
            if shown["match"]["round"] >= rounds:
                return
            live.act("start", table)
        else:
            live.play(table)


def test_a_finished_match_is_imported_to_look_at(url: str) -> None:
    ada = Client(url)
    table = ada.create("niya", ["me", {"kind": "screen", "name": "Bo"}], match="three", first=2)
    with ada.live() as live:
        live.watch(table)
        play_match(live, table, 99)
        result = live.tables[table]["result"]
        text = ada.api("GET", f"/api/tables/{table}/record")
        copy = ada.api("POST", "/api/records", {"record": text})["table"]
        shown = live.watch(copy)
        assert (shown["status"], shown["result"]) == ("over", result)
        assert shown["match"] == live.tables[table]["match"]
        assert [player["name"] for player in shown["players"]] == ["Ada", "Bo"]
        story = ada.api("GET", f"/api/tables/{copy}/story?round=2")
        assert story["moments"] == ada.api("GET", f"/api/tables/{table}/story?round=2")["moments"]
    again, opened = matches.replay(matches.read(ada.api("GET", f"/api/tables/{copy}/record")), load("niya"))
    assert opened is None
    assert list(again.winners()) == result["winners"]


@pytest.mark.parametrize("extra", [0, 3], ids=["between two rounds", "in the middle of a round"])
def test_a_match_is_imported_to_go_on_with(url: str, extra: int) -> None:
    ada = Client(url)
    table = ada.create("niya", ["me", {"kind": "screen", "name": "Bo"}], match="three", first=1)
    with ada.live() as live:
        live.watch(table)
        play_match(live, table, 2)
        if extra:
            live.act("start", table)
        for _ in range(extra):
            live.play(table)
        shown = live.tables[table]
        text = ada.api("GET", f"/api/tables/{table}/record")
        rest = ada.api("POST", "/api/records", {"record": text})["table"]
        now = live.watch(rest)
        assert (now["status"], now["match"]["totals"]) == ("playing", shown["match"]["totals"])
        assert now["match"]["round"] == 3
        if extra:
            assert (now["view"], now["to_move"]) == (shown["view"], shown["to_move"])
        play_match(live, rest, 99)
        assert max(live.tables[rest]["result"]["scores"]) == 3
        whole, opened = matches.replay(matches.read(ada.api("GET", f"/api/tables/{rest}/record")), load("niya"))
        assert opened is None
        assert list(whole.winners()) == live.tables[rest]["result"]["winners"]


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("form: three 3", "form: four 4", 3),
        ("first: 1", "first: 7", 4),
        ("--- round 2", "--- round 5", None),
        ("result: winners=", "result: winners=1,2,", 8),
        ("player2: Bo", "player2: Cy", None),
        ("game: niya", "game: qin", None),
    ],
)
def test_a_match_that_cannot_be_is_refused_with_its_line(url: str, old: str, new: str, line: int | None) -> None:
    ada = Client(url)
    table = ada.create("niya", ["me", {"kind": "screen", "name": "Bo"}], match="three", first=1)
    with ada.live() as live:
        live.watch(table)
        play_match(live, table, 99)
    text = ada.api("GET", f"/api/tables/{table}/record")
    assert old in text
    with pytest.raises(Refused) as caught:
        ada.api("POST", "/api/records", {"record": text.replace(old, new, 1)})
    assert caught.value.data["status"] == 422
    assert caught.value.data["error"] == "BadRecord"
    assert line is None or caught.value.data["line"] == line


@pytest.mark.parametrize(("lang", "name"), [("fr", "Maître"), ("en", "Master")])
def test_computers_have_their_levels_names_in_the_readers_language(url: str, lang: str, name: str) -> None:
    ada = Client(url, lang)
    levels = ["master", "master", "random"]
    table = ada.create("qin", ["me", *({"kind": "computer", "level": level} for level in levels)], first=1)
    with ada.live() as live:
        shown = live.watch(table)
        players = [player["name"] for player in shown["players"]]
        assert players[:3] == ["Ada", name, f"{name} 2"]
        assert [player["level"] for player in shown["players"]] == [None, *levels]
        assert shown["players"][1]["level_name"] == name
        live.act("stand_in", table, level="random")
        own = live.until(table, lambda now: now["players"][0]["level"] is not None)["players"][0]
        assert (own["name"], own["level_name"]) == ("Ada", live.tables[table]["players"][3]["name"])
        live.act("resign", table)
    assert ada.api("GET", "/api/me/tables")[0]["players"] == players
    assert [row["table"] for row in ada.api("GET", f"/api/me/tables?opponent={quote(name.lower())}")] == [table]
    assert ada.api("GET", "/api/me/tables?opponent=zzz") == []
    record = records.read(ada.api("GET", f"/api/tables/{table}/record"))
    assert sorted(record.names) == sorted(["Ada", *levels]), "records keep neutral names"


def test_a_finished_game_is_replayed_through_every_seat_and_a_running_one_is_not(url: str) -> None:
    table, one, two = pair(url)
    with one, two:
        with pytest.raises(Refused, match="when the game is over"):
            Client(url).api("GET", f"/api/tables/{table}/replay?action=16&seat=1")
        finish(table, one, two)
        shown = one.tables[table]
        for seat in (0, 1, 2):
            last = Client(url).api("GET", f"/api/tables/{table}/replay?action={shown['actions']}&seat={seat}")
            assert last["view"] == shown["view"]
        first = Client(url).api("GET", f"/api/tables/{table}/replay?action=17")
        assert first["log"][-1]["text"].startswith("Ada takes")
        with pytest.raises(Refused, match="no such round"):
            Client(url).api("GET", f"/api/tables/{table}/replay?round=2")


def test_my_games_are_listed_and_filtered(url: str) -> None:
    ada = Client(url)
    table = ada.create("niya", ["me", {"kind": "computer", "level": "random"}], first=1)
    open_table = ada.create("niya", ["me", "open"])
    mine = ada.api("GET", "/api/me/tables")
    assert [row["table"] for row in mine] == [open_table, table]
    assert [row["table"] for row in ada.api("GET", "/api/me/tables?status=waiting")] == [open_table]
    assert [row["table"] for row in ada.api("GET", "/api/me/tables?opponent=RANDOM")] == [table]
    assert ada.api("GET", "/api/me/tables?game=chess") == []
    assert Client(url).api("GET", "/api/me/tables") == []
    before = mine[0]["updated"]
    assert [row["table"] for row in ada.api("GET", f"/api/me/tables?before={before}&most=1")] == [table]


def test_listed_tables_are_seen_by_all_and_those_by_link_are_not(url: str) -> None:
    ada = Client(url)
    hidden = ada.create("niya", ["me", "open"])
    listed = ada.create("niya", ["me", "open"], listed=True)
    seen = {row["table"] for row in Client(url).api("GET", "/api/tables?most=100")}
    assert listed in seen
    assert hidden not in seen


def test_a_rulebook_is_told_and_its_example_opens_as_a_table_that_no_list_shows(url: str) -> None:
    ada = Client(url)
    book = ada.api("GET", "/api/games/niya/rulebook")
    assert {rule for part in book["parts"] for rule in part["rules"]} == {f"N{n}" for n in range(1, 14)}
    example = next(each for each in book["examples"] if each["name"] == "blockade")
    record = ada.api("GET", "/api/games/niya/rulebook/blockade")
    table = ada.api("POST", "/api/records", {"record": record, "seats": [], "lesson": True})["table"]
    with ada.live() as live:
        assert example["moves"][0] in [each["text"] for each in live.watch(table)["legal"]]
    assert table not in [each["table"] for each in ada.api("GET", "/api/me/tables")]


@pytest.mark.parametrize(
    "path", ["chess/rulebook", "niya/rulebook/chess", "chess/rulebook/border", "niya/rulebook/%2e%2e"]
)
def test_a_book_or_example_that_there_is_not_is_refused(url: str, path: str) -> None:
    with pytest.raises(Refused) as caught:
        Client(url).api("GET", f"/api/games/{path}")
    assert caught.value.key == "fault.no_page"
