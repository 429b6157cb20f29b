"""A table from the first seat to the last move, as people and programs use it over real sockets."""

import json
import re
from typing import Any

import pytest
from parlour import Client, Live, Refused, finish, pair

from yonto.core import matches, records
from yonto.games import GAMES, load


def refused(live: Live, key: str, type_: str, **more: Any) -> dict[str, Any]:
    with pytest.raises(Refused) as caught:
        live.ask(type_, **more)
    assert caught.value.key == key, caught.value.data
    return caught.value.data


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


def test_a_client_that_draws_no_boards_gets_them_drawn(url: str) -> None:
    table, one, two = pair(url)
    with one, two:
        one.ask("watch", table=table, picture=True)
        one.until(table, lambda now: now["picture"] is not None)
        assert "+--------+" in one.tables[table]["picture"]
        assert two.tables[table]["picture"] is None


def test_a_drawing_numbers_the_seats_by_the_signs_they_wear(url: str) -> None:
    table, one, two = pair(url, "qin", first=2)
    with one, two:
        two.ask("watch", table=table, picture=True)
        two.until(table, lambda now: now["picture"] is not None)
        shown = two.tables[table]
        begins = next(player for player in shown["players"] if player["seat"] == 0)
        assert begins["colour"] == 1
        assert "▶ 2 " in shown["picture"]


def test_a_drawing_has_its_colours_and_the_legal_moves_their_words(url: str) -> None:
    table, one, two = pair(url)
    with one, two:
        for live in (one, two):
            live.ask("watch", table=table, picture=True)
            live.until(table, lambda now: now["drawing"] is not None)
        mine, theirs = one.tables[table], two.tables[table]
        assert "".join(text for text, *_ in mine["drawing"]) == mine["picture"]
        assert any(re.fullmatch("#[0-9a-f]{6}", ink) for _, _, ink, _ in mine["drawing"])
        assert len(mine["legal_words"]) == len(mine["legal"]) == 12
        assert all(
            re.fullmatch(f"take [a-z]+ with [a-z]+ at {move['text']} — .*leaves (only )?\\d+ tiles? to take", said)
            for move, said in zip(mine["legal"], mine["legal_words"], strict=True)
        )
        assert theirs["legal"] == theirs["legal_words"] == []
        move = mine["legal"][0]["text"]
        assert one.ask("preview", table=table, move=move)["drawing"] != mine["drawing"]


def test_a_client_with_boards_is_sent_no_drawings(url: str) -> None:
    table, one, two = pair(url)
    with one, two:
        assert one.tables[table]["drawing"] is None
        assert one.tables[table]["legal_words"] == []
        move = one.tables[table]["legal"][0]["text"]
        assert one.ask("preview", table=table, move=move)["drawing"] is None


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


@pytest.mark.parametrize(("lang", "words"), [("en", "centre"), ("fr", "centre du jardin|centre")])
def test_a_refusal_names_its_rule_in_the_language_of_the_seat(url: str, lang: str, words: str) -> None:
    ada = Client(url, lang)
    table = ada.create("niya", ["me", "screen"], first=1)
    with ada.live() as live:
        shown = live.watch(table)
        data = refused(live, "refusal.N4", "play", table=table, seq=shown["seq"], move="b2")
        assert data["rule"] == "N4"
        other = "fr" if lang == "en" else "en"
        live.ask("hello", lang=other)
        assert refused(live, "refusal.N4", "play", table=table, seq=shown["seq"], move="b2")["text"] != data["text"]
        assert any(word in data["text"] for word in words.split("|"))


def test_an_unreadable_move_is_told_with_its_character(url: str) -> None:
    table, one, two = pair(url)
    with one, two:
        data = refused(one, "notation.niya.row", "play", table=table, seq=one.tables[table]["seq"], move="a9")
        assert data["error"] == "BadNotation"
        assert data["params"]["position"] == 2


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


def test_a_table_for_its_players_only_is_not_shown_to_others(url: str) -> None:
    table, one, two = pair(url, watchers=False)
    with one, two, Client(url).live() as stranger:
        refused(stranger, "fault.no_watchers", "watch", table=table)
        with pytest.raises(Refused, match="players only"):
            Client(url).api("GET", f"/api/tables/{table}/record")


def test_leaving_before_the_game_frees_the_place_and_the_last_to_leave_ends_the_table(url: str) -> None:
    ada = Client(url)
    table = ada.create("niya", ["me", "open"])
    with ada.live() as live:
        live.watch(table)
        shown = live.act("leave", table)
        assert shown["status"] == "aborted"


def test_whoever_leaves_is_away_until_he_comes_back(url: str) -> None:
    table, one, two = pair(url)
    with one, two:
        two.act("leave", table)
        assert one.until(table, lambda shown: shown["players"][1]["away"])
        two.act("sit", table, name="Bruno")
        assert one.until(table, lambda shown: not shown["players"][1]["away"])


def test_a_computer_takes_over_a_seat_that_left_and_gives_it_back(url: str) -> None:
    table, one, two = pair(url, stand_in="random")
    with one, two:
        refused(one, "fault.still_there", "stand_in", table=table, player=1)
        two.act("leave", table)
        refused(one, "fault.stand_in_level", "stand_in", table=table, player=1, level="master")
        one.act("stand_in", table, player=1)
        one.play(table)
        shown = one.until(table, lambda now: bool(now["legal"]) or now["result"] is not None)
        assert shown["players"][1]["level"] == "random"
        two.until(table, lambda now: now["seq"] >= shown["seq"])
        refused(two, "fault.stand_in", "play", table=table, seq=shown["seq"], move="a1")
        assert two.act("come_back", table)["players"][1]["level"] is None


def test_a_seat_whose_line_is_cut_may_be_taken_over(url: str) -> None:
    table, one, two = pair(url, stand_in="random")
    with one:
        with two:
            pass
        one.until(table, lambda shown: not shown["players"][1]["here"])
        assert one.act("stand_in", table, player=1)["players"][1]["level"] == "random"


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


def test_undo_takes_back_nothing_once_the_turn_has_passed(url: str) -> None:
    table, one, two = pair(url)
    with one, two:
        refused(one, "undo.nothing", "undo", table=table, seq=one.tables[table]["seq"])
        one.play(table)
        refused(one, "undo.passed", "undo", table=table, seq=one.tables[table]["seq"])


def test_a_takeback_needs_consent_and_then_goes_back(url: str) -> None:
    table, one, two = pair(url)
    with one, two:
        before = one.tables[table]
        one.play(table)
        one.act("offer", table, what="takeback")
        offers = two.until(table, lambda shown: bool(shown["offers"]))["offers"]
        assert offers == [{"what": "takeback", "agreed": [0]}]
        two.act("answer", table, what="takeback", yes=False)
        one.until(table, lambda shown: not shown["offers"])
        one.act("offer", table, what="takeback")
        two.until(table, lambda shown: bool(shown["offers"]))
        two.act("answer", table, what="takeback", yes=True)
        after = one.until(table, lambda shown: shown["actions"] == before["actions"])
        assert after["view"] == before["view"]
        assert [move["text"] for move in after["legal"]] == [move["text"] for move in before["legal"]]


def test_at_a_strict_table_nothing_is_taken_back(url: str) -> None:
    table, one, two = pair(url, undo="off")
    with one, two:
        one.play(table)
        refused(one, "fault.undo_off", "offer", table=table, what="takeback")
        refused(two, "fault.undo_off", "undo", table=table, seq=one.tables[table]["seq"])


def test_resigning_loses_the_game(url: str) -> None:
    table, one, two = pair(url)
    with one, two:
        two.act("resign", table)
        result = one.until(table, lambda shown: shown["result"] is not None)["result"]
        assert (result["how"], result["winners"], result["loser"]) == ("resign", [0], 1)
        refused(one, "fault.status.over", "play", table=table, seq=one.tables[table]["seq"], move="a1")
        assert "ended: resign player=2" in Client(url).api("GET", f"/api/tables/{table}/record")


def test_whoever_resigns_among_three_is_gone_for_good_and_everybody_is_told(url: str) -> None:
    ada, bruno = Client(url), Client(url)
    table = ada.create("qin", ["me", "open", {"kind": "computer", "level": "random"}], first=0, name="Ada")
    with ada.live() as one, bruno.live() as two:
        one.watch(table)
        two.watch(table)
        two.act("sit", table, player=1, name="Bruno")
        two.act("resign", table)
        shown = one.until(table, lambda now: now["players"][1]["gone"])
        assert (shown["status"], [player["gone"] for player in shown["players"]]) == ("playing", [False, True, False])
        refused(two, "fault.gone", "come_back", table=table)


def test_a_game_against_computers_is_called_off_at_once_and_one_among_people_by_consent(url: str) -> None:
    ada = Client(url)
    table = ada.create("niya", ["me", {"kind": "computer", "level": "random"}], first=1)
    with ada.live() as one:
        one.watch(table)
        assert one.act("offer", table, what="abort")["status"] == "aborted"
    table, one, two = pair(url)
    with one, two:
        one.play(table)
        two.until(table, lambda shown: bool(shown["legal"]))
        assert two.act("offer", table, what="abort")["status"] == "playing"
        one.until(table, lambda shown: bool(shown["offers"]))
        assert one.act("answer", table, what="abort", yes=True)["status"] == "aborted"


def test_a_rematch_seats_the_same_people_and_the_other_begins(url: str) -> None:
    table, one, two = pair(url)
    with one, two:
        one.act("resign", table)
        one.act("offer", table, what="rematch")
        two.until(table, lambda shown: bool(shown["offers"]))
        again = two.act("answer", table, what="rematch", yes=True)["next_table"]
        assert one.until(table, lambda shown: shown["next_table"] is not None)["next_table"] == again
        shown = two.watch(again)
        assert shown["to_move"] == 1
        assert [player["name"] for player in shown["players"]] == ["Ada", "Bruno"]
        refused(one, "fault.rematched", "offer", table=table, what="rematch")


def test_a_friendly_table_pauses_and_goes_on(url: str) -> None:
    table, one, two = pair(url)
    with one, two:
        assert two.act("pause", table)["paused"]
        refused(one, "fault.paused", "play", table=table, seq=one.watch(table)["seq"], move="a1")
        one.act("resume", table)
        one.until(table, lambda shown: not shown["paused"])
        one.play(table)
    table, one, two = pair(url, listed=True)
    with one, two:
        refused(one, "fault.no_pause", "pause", table=table)


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


def test_hints_come_with_reasons_where_the_table_allows_them(url: str) -> None:
    ada = Client(url)
    table = ada.create("niya", ["me", {"kind": "computer", "level": "random"}], first=1)
    with ada.live() as live:
        shown = live.watch(table)
        hint = live.ask("hint", table=table)
        assert hint["move"] in [move["text"] for move in shown["legal"]]
        assert re.fullmatch(f"take [a-z]+ with [a-z]+ at {hint['move']}", hint["words"])
        assert re.search(r"^(wins|leads|holds|loses)", hint["reasons"][0])
        assert all(
            re.search(r"(Wins|Draws|Loses) .*: take [a-z]+ with [a-z]+ at ..\.", line) for line in hint["details"]
        )
        assert len(hint["details"]) == len(shown["legal"])


def test_the_legal_moves_are_put_into_words_on_request_and_so_are_previews_and_refusals(url: str) -> None:
    table, one, two = pair(url)
    with one, two:
        shown = one.tables[table]
        answer = one.ask("words", table=table)
        assert answer["seq"] == shown["seq"]
        assert len(answer["words"]) == len(shown["legal"])
        for move, said in zip(shown["legal"], answer["words"], strict=True):
            assert re.fullmatch(f"take [a-z]+ with [a-z]+ at {move['text']}", said)
        tried = shown["legal"][0]["text"]
        assert one.ask("preview", table=table, move=tried)["words"] == answer["words"][0]
        with pytest.raises(Refused) as caught:
            one.ask("preview", table=table, move="b2")
        assert re.fullmatch("take [a-z]+ with [a-z]+ at b2", caught.value.data["words"])
        refused(two, "fault.not_your_move", "words", table=table)
        one.ask("hello", lang="fr")
        assert one.ask("words", table=table)["words"][0].startswith("prendre la tuile ")


def test_no_hint_is_given_where_the_table_forbids_it(url: str) -> None:
    table, one, two = pair(url)
    with one, two:
        refused(one, "fault.no_hints", "hint", table=table)


def test_a_preview_tells_what_a_move_would_do_and_does_nothing(url: str) -> None:
    table, one, two = pair(url)
    with one, two:
        shown = one.tables[table]
        lines = one.ask("preview", table=table, move=shown["legal"][0]["text"])["lines"]
        played = one.play(table, shown["legal"][0]["text"])
        assert [line["text"] for line in played["log"]][: len(lines)] == lines
        refused(one, "fault.not_your_move", "preview", table=table, move="a1")


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


def test_giving_up_between_two_rounds_counts_no_round_twice(url: str) -> None:
    """With more than two players a computer plays on for whoever leaves; the round before was counted already."""
    ada, bo = Client(url), Client(url)
    table = ada.create("qin", ["me", {"kind": "computer", "level": "random"}, "open"], match="series", target=3)
    with ada.live() as one, bo.live() as two:
        one.watch(table)
        two.watch(table)
        two.act("sit", table, name="Bo")
        one.until(table, lambda shown: shown["status"] == "playing")
        while one.tables[table]["status"] == "playing":
            for live in (one, two):
                if live.tables[table]["legal"]:
                    live.play(table)
                    break
            else:
                one.next()
            seq = max(one.tables[table]["seq"], two.tables[table]["seq"])
            for live in (one, two):
                live.until(table, lambda now, seq=seq: now["seq"] >= seq)  # type: ignore[misc]
        before = one.tables[table]["match"]
        two.act("resign", table)
        after = one.until(table, lambda now: now["players"][2]["level"] is not None)
        assert (after["status"], after["match"]) == ("between", before)
        assert one.act("start", table)["match"]["round"] == 2


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
