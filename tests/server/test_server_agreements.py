"""Coming and going at a table, and what its people agree on: places, watchers, stand-ins, takebacks, resigning, calling
off, pausing, playing again."""

import pytest
from parlour import Client, Refused, pair, refused


def test_a_table_for_its_players_only_is_not_shown_to_others(url: str) -> None:
    table, one, two = pair(url, watchers=False)
    with one, two, Client(url).live() as stranger:
        refused(stranger, "fault.no_watchers", "watch", table=table)
        with pytest.raises(Refused, match="players only"):
            Client(url).api("GET", f"/api/tables/{table}/record")


def test_who_looked_on_and_sits_down_looks_on_no_more(url: str) -> None:
    ada, bo = Client(url), Client(url)
    table = ada.create("qin", ["me", "open", {"kind": "computer", "level": "random"}])
    with ada.live() as one, bo.live() as two:
        one.watch(table)
        two.watch(table)
        one.until(table, lambda shown: shown["watchers"] == 1)
        two.act("sit", table, name="Bo")
        for live in (one, two):
            live.until(table, lambda shown: shown["status"] == "playing" and shown["watchers"] == 0)


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
