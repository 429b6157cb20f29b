"""A table from the first seat to the last move, as people and programs use it over real sockets."""

import json
import re
from typing import Any

import pytest
from parlour import Client, Refused, finish, pair, refused

from yonto.core import matches, records
from yonto.games import GAMES, load


def test_two_people_play_a_game_to_its_end_and_the_record_replays(url: str) -> None:
    table, one, two = pair(url)
    with one, two:
        finish(table, one, two)
        shown = one.tables[table]
        assert shown["status"] == "over"
        text = Client(url).api("GET", f"/api/tables/{table}/record")
        record = records.read(text)
        outcome = records.replay(record, load("niya")).outcome
        assert outcome is not None
        assert shown["result"]["winners"] == list(outcome.winners)
        assert record.names == ("Ada", "Bruno")


@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_played_by_clicking_what_the_server_lists(url: str, game: str) -> None:
    """The start of each game through the socket: every action comes from the list of legal moves."""
    table, one, two = pair(url, game)
    with one, two:
        for _ in range(24):
            for live, other in ((one, two), (two, one)):
                if live.tables[table]["legal"]:
                    moves = live.tables[table]["legal"]
                    seq = live.play(table, moves[len(moves) // 2]["text"])["seq"]
                    other.until(table, lambda now, seq=seq: now["seq"] >= seq)  # type: ignore[misc]
        assert one.tables[table]["actions"] >= 24 or one.tables[table]["result"]
        assert one.logs[table]


def test_a_table_is_found_by_its_code_however_it_is_typed(url: str) -> None:
    ada = Client(url)
    made = ada.api("POST", "/api/tables", {"game": "niya", "seats": [{"kind": "me"}, {"kind": "open"}], "name": "Ada"})
    found = Client(url).api("GET", f"/api/codes/{made['code'].lower()}")
    assert found == {"table": made["table"]}
    with pytest.raises(Refused, match="No table has this code"):
        Client(url).api("GET", "/api/codes/XXXXXXX")


def test_a_repeated_move_is_acknowledged_again_and_changes_nothing(url: str) -> None:
    table, one, two = pair(url)
    with one, two:
        shown = one.tables[table]
        move = {"table": table, "seq": shown["seq"], "move": shown["legal"][0]["text"], "id": "once"}
        first = one.ask("play", **move)
        again = one.ask("play", **move)
        assert again["seq"] == first["seq"]
        assert one.watch(table)["seq"] == first["seq"]
        assert one.tables[table]["actions"] == shown["actions"] + 1


def test_a_stale_move_changes_nothing_and_the_table_is_shown_again(url: str) -> None:
    table, one, two = pair(url)
    with one, two:
        old = one.tables[table]
        one.play(table)
        two.until(table, lambda shown: bool(shown["legal"]))
        two.play(table)
        one.until(table, lambda shown: bool(shown["legal"]))
        before = one.tables.pop(table)
        refused(one, "error.stale", "play", table=table, seq=old["seq"], move=before["legal"][0]["text"])
        assert one.until(table, lambda _: True)["seq"] == before["seq"]


def test_what_does_not_change_the_position_does_not_make_a_move_stale(url: str) -> None:
    table, one, two = pair(url)
    with one, two:
        one.play(table)
        seen = two.until(table, lambda shown: bool(shown["legal"]))
        one.act("offer", table, what="takeback")
        assert two.play(table, seen["legal"][0]["text"])["actions"] == seen["actions"] + 1


def test_nobody_moves_for_another(url: str) -> None:
    table, one, two = pair(url)
    with one, two, Client(url).live() as stranger:
        shown = one.tables[table]
        move = {"table": table, "seq": shown["seq"], "move": shown["legal"][0]["text"]}
        refused(two, "error.your_turn", "play", **move)
        refused(two, "fault.not_yours", "play", **move, player=0)
        refused(two, "fault.not_yours", "resign", table=table, player=0)
        stranger.watch(table)
        for type_, more in (
            ("play", move), ("undo", {"table": table, "seq": shown["seq"]}), ("resign", {"table": table}),
            ("offer", {"table": table, "what": "abort"}), ("pause", {"table": table}), ("leave", {"table": table}),
            ("stand_in", {"table": table, "player": 0}), ("come_back", {"table": table, "player": 0}),
            ("chat", {"table": table, "text": "hi"}),
        ):  # fmt: skip
            refused(stranger, "fault.not_seated", type_, **more)
        assert one.watch(table)["seq"] == shown["seq"]


def test_a_watcher_sees_the_table_and_can_touch_nothing(url: str) -> None:
    table, one, two = pair(url)
    with one, two, Client(url).live() as watcher:
        shown = watcher.watch(table)
        assert shown["you"] == []
        assert shown["legal"] == []
        one.play(table)
        assert watcher.until(table, lambda now: now["seq"] > shown["seq"])["actions"] == shown["actions"] + 1


def test_a_computer_answers(url: str) -> None:
    ada = Client(url)
    table = ada.create("niya", ["me", {"kind": "computer", "level": "sampler"}], first=1)
    with ada.live() as live:
        live.watch(table)
        finish(table, live)
        assert live.tables[table]["result"]["how"] == "played"


def test_computers_play_a_match_among_themselves(url: str) -> None:
    ada = Client(url)
    table = ada.create("niya", [{"kind": "computer", "level": "random"}] * 2, match="three")
    with ada.live() as live:
        live.watch(table)
        result = live.until(table, lambda shown: shown["result"] is not None)["result"]
        assert max(result["scores"]) == 3


def test_a_match_goes_on_round_after_round_and_its_record_replays(url: str) -> None:
    table, one, two = pair(url, match="three")
    with one, two:
        while one.tables[table]["result"] is None:
            if one.tables[table]["status"] == "between":
                one.act("start", table)
                two.until(table, lambda shown: shown["seq"] >= one.tables[table]["seq"])
            for live, other in ((one, two), (two, one)):
                if live.tables[table]["legal"]:
                    seq = live.play(table)["seq"]
                    other.until(table, lambda now, seq=seq: now["seq"] >= seq)  # type: ignore[misc]
        text = Client(url).api("GET", f"/api/tables/{table}/record")
        match, opened = matches.replay(matches.read(text), load("niya"))
        assert opened is None
        assert list(match.winners()) == one.tables[table]["result"]["winners"]


def test_everybody_at_one_screen_moves_in_turn(url: str) -> None:
    ada = Client(url)
    table = ada.create("niya", ["me", {"kind": "screen", "name": "Bruno"}], first=1)
    with ada.live() as live:
        live.watch(table)
        finish(table, live)
        assert [player["name"] for player in live.tables[table]["players"]] == ["Ada", "Bruno"]


def test_chat_is_plain_text_and_off_between_strangers(url: str) -> None:
    table, one, two = pair(url)
    with one, two:
        one.ask("chat", table=table, text="<b>hello</b>\u0000\n there")
        while two.heard[-1]["type"] != "chat":
            two.next()
        assert two.heard[-1]["text"] == "<b>hello</b> there"
        assert two.heard[-1]["name"] == "Ada"
        with Client(url).live() as late:
            late.watch(table)
            assert any(message["type"] == "chat" for message in late.heard) or late.next()["type"] == "chat"
    table, one, two = pair(url, listed=True)
    with one, two:
        refused(one, "fault.no_chat", "chat", table=table, text="hello")


@pytest.mark.parametrize(
    ("wish", "key"),
    [
        ({"game": "chess"}, "option.game"),
        ({"seats": [{"kind": "me"}]}, "option.seats"),
        ({"seats": [{"kind": "me"}, {"kind": "me"}]}, "fault.twice_me"),
        ({"seats": [{"kind": "me"}, {"kind": "computer", "level": "god"}]}, "option.player"),
        ({"options": [{"colour": "red"}]}, "option.name"),
        ({"options": [{"full_board": "x"}]}, "option.value"),
        ({"clock": {"kind": "move"}}, "fault.clock.seconds"),
        ({"clock": {"kind": "none", "seconds": 600, "increment": 10, "days": 3}}, None),
        ({"clock": {"kind": "days", "seconds": 600, "days": 31}}, "fault.clock.days"),
        ({"first": 3}, "fault.first"),
        ({"match": "series"}, "option.form"),
        ({"match": "points", "target": 99}, None),
        ({"target": 5}, "fault.no_match"),
        ({"name": "\u200b"}, "fault.name"),
        ({"surprise": 1}, "fault.message"),
        ({"seats": []}, "fault.field"),
    ],
)
def test_a_table_that_cannot_be_is_refused_with_the_reason(url: str, wish: dict[str, Any], key: str | None) -> None:
    body = {"game": "niya", "seats": [{"kind": "me"}, {"kind": "open"}], **wish}
    if key is None:
        Client(url).api("POST", "/api/tables", body)
        return
    with pytest.raises(Refused) as caught:
        Client(url).api("POST", "/api/tables", body)
    assert caught.value.key == key


def test_the_page_and_its_words_are_served_in_both_languages(url: str) -> None:
    for lang in ("fr", "en"):
        status, headers, raw = Client(url, lang).http("GET", "/")
        assert status == 200
        assert f'lang="{lang}"' in raw.decode()
        assert "script-src 'self'" in headers["content-security-policy"]
        words = json.loads(Client(url).http("GET", f"/api/words/{lang}")[2])
        page = Client(url).http("GET", "/page/plain.js")[2].decode() + raw.decode()
        assert all(key in words for key in re.findall(r"\"(page\.[a-z_.]+[a-z])\"", page))
