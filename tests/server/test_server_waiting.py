"""The waiting room: what the host may change before the game, and what guests may."""

from pathlib import Path
from typing import Any

import pytest
from parlour import Client, Live, Refused, opened

COMPUTER = {"kind": "computer", "level": "random"}


def wanted(*seats: Any, **more: Any) -> dict[str, Any]:
    kinds = [{"kind": seat} if isinstance(seat, str) else seat for seat in seats]
    return {"game": "qin", "seats": kinds, **more}


def waiting(url: str, *seats: Any, **more: Any) -> tuple[str, Live, Live]:
    """A host at a table of Qin that waits, and a guest who looks at it."""
    ada, bruno = Client(url), Client(url)
    table = ada.create("qin", list(seats), **more)
    one, two = ada.live(), bruno.live()
    one.watch(table)
    two.watch(table)
    return table, one, two


def test_the_host_changes_seats_options_and_clock_and_guests_keep_their_places(url: str) -> None:
    table, one, two = waiting(url, "me", "open", "open", "open")
    with one, two:
        two.act("sit", table, name="Bruno", player=1)
        more = {"options": [{"board": "lion"}], "clock": {"kind": "days", "seconds": 600, "days": 3}}
        shown = one.act("arrange", table, wanted=wanted("me", "open", "open", **more))
        assert [player["name"] for player in shown["players"]] == ["Ada", "Bruno", ""]
        assert shown["terms"]["options"] == [{"board": "lion"}]
        assert shown["terms"]["clock"]["days"] == 3
        assert two.until(table, lambda now: now["seq"] == shown["seq"])["you"] == [1]


def test_a_guest_whose_place_is_given_to_a_computer_has_to_leave_and_the_host_begins(url: str) -> None:
    table, one, two = waiting(url, "me", "open")
    with one, two:
        one.act("arrange", table, wanted=wanted("me", "open", "open"))
        two.act("sit", table, name="Bruno", player=1)
        shown = one.act("arrange", table, wanted=wanted("me", COMPUTER, "open"))
        assert two.until(table, lambda now: now["seq"] == shown["seq"])["you"] == []
        with pytest.raises(Refused) as caught:
            one.ask("start", table=table)
        assert caught.value.key == "fault.status.waiting"
        shown = one.act("arrange", table, wanted=wanted("me", COMPUTER))
        assert shown["status"] == "waiting", "nothing begins before the host says so"
        assert one.act("start", table)["status"] == "playing"


def test_a_guest_is_dismissed_and_may_come_again(url: str) -> None:
    table, one, two = waiting(url, "me", "open", "open")
    with one, two:
        two.act("sit", table, name="Bruno", player=2)
        shown = one.act("dismiss", table, player=2)
        assert [player["free"] for player in shown["players"]] == [False, True, True]
        assert one.act("dismiss", table, player=2)["seq"] == shown["seq"], "who is gone need not go again"
        assert two.act("sit", table, name="Bruno", player=1)["you"] == [1]


def test_before_the_game_one_moves_to_a_free_place_and_changes_ones_name(url: str) -> None:
    table, one, two = waiting(url, "me", "open", "open")
    with one, two:
        two.act("sit", table, name="Bruno", player=1)
        assert two.act("sit", table, name="Bruno", player=2)["you"] == [2]
        shown = two.act("sit", table, name="Béa", player=2)
        assert [player["name"] for player in shown["players"]] == ["Ada", "", "Béa"]
        with pytest.raises(Refused) as caught:
            two.ask("sit", table=table, name="Béa", player=0)
        assert caught.value.key == "fault.no_place"
        shown = one.act("sit", table, name="Ada", player=1)
        assert shown["you"] == [1]
        assert shown["hosting"], "the host is the host wherever he sits"


@pytest.mark.parametrize(
    ("message", "key"),
    [
        ({"type_": "arrange", "wanted": wanted("me", "open")}, "fault.not_host"),
        ({"type_": "dismiss", "player": 0}, "fault.not_host"),
        ({"type_": "start"}, "fault.not_host"),
    ],
)
def test_only_the_host_arranges(url: str, message: dict[str, Any], key: str) -> None:
    table, one, two = waiting(url, "me", "open", "open")
    with one, two:
        two.act("sit", table, name="Bruno")
        with pytest.raises(Refused) as caught:
            two.ask(table=table, **message)
        assert caught.value.key == key


def test_what_cannot_be_arranged_is_refused_by_its_field_and_nothing_changes(url: str) -> None:
    table, one, two = waiting(url, "me", "open")
    with one, two:
        before = one.tables[table]["seq"]
        for bad, field in (
            (wanted("me", "open", clock={"kind": "move", "seconds": 0}), "clock.seconds"),
            (wanted("me", "open", options=[{"board": "nowhere"}]), "options.0.board"),
            ({**wanted("me", "open"), "game": "niya"}, "wanted.game"),
            (wanted({"kind": "me", "colour": 2}, {"kind": "open", "colour": 2}), "seats.1.colour"),
        ):
            with pytest.raises(Refused) as caught:
                one.ask("arrange", table=table, wanted=bad)
            assert caught.value.data["field"] == field, caught.value.data
        assert one.watch(table)["seq"] == before
        one.ask("sit", table=table, name="Ada")
        two.act("sit", table, name="Bruno")
        with pytest.raises(Refused) as caught:
            one.ask("arrange", table=table, wanted=wanted("me", "open"))
        assert caught.value.key == "fault.status.playing"


def test_an_arranged_table_is_the_same_after_a_restart(store: Path) -> None:
    with opened(store) as house:
        table, one, two = waiting(house.url, "me", "open", "open", "open")
        with one, two:
            two.act("sit", table, name="Bruno", player=3)
            two.act("sit", table, name="Bruno", player=1)
            shown = one.act("arrange", table, wanted=wanted("me", "open", COMPUTER))
            cookie = two.socket.request.headers["Cookie"] if two.socket.request else ""
    with opened(store) as house:
        bruno = Client(house.url)
        bruno.cookie = cookie.partition("=")[2]
        with bruno.live() as again:
            now = again.watch(table)
            assert [p["name"] for p in now["players"]] == [p["name"] for p in shown["players"]]
            assert (now["you"], now["seq"]) == ([1], shown["seq"])
            assert again.act("leave", table)["players"][1]["free"]
    with opened(store) as house, Client(house.url).live() as live:
        assert live.watch(table)["players"][1]["free"], "who left before the game is gone for good"


def test_who_invites_is_told_to_whoever_comes_by_the_link(url: str) -> None:
    table, one, two = waiting(url, "me", "open")
    with one, two:
        assert (two.tables[table]["host"], two.tables[table]["hosting"]) == ("Ada", False)
        assert one.tables[table]["hosting"]


def test_players_keep_the_colours_they_chose_and_the_others_get_what_is_left(url: str) -> None:
    table, one, two = waiting(url, {"kind": "me", "colour": 1}, "open", "open")
    with one, two:
        assert [player["colour"] for player in one.tables[table]["players"]] == [1, 0, 2]


def test_options_are_checked_and_shown_before_a_table_is_made_of_them(url: str) -> None:
    ada = Client(url)
    answer = ada.api("POST", "/api/games/qin/options", {"seats": 3, "options": {"board": "bird"}})
    assert answer["options"] == {"board": "bird"}
    assert len(answer["view"]["players"]) == 3
    for options, field in (({"board": "..x\n..."}, "options.board"), ({"roof": "red"}, "options.roof")):
        with pytest.raises(Refused) as caught:
            ada.api("POST", "/api/games/qin/options", {"seats": 3, "options": options})
        assert caught.value.data["field"] == field
    with pytest.raises(Refused) as caught:
        ada.api("POST", "/api/games/tajuto/options", {"seats": 2, "options": {"costs": "W1 = [1,\nW2 ="}})
    assert (caught.value.data["line"], caught.value.data["field"]) == (2, "options.costs")


def test_a_message_with_a_wrong_field_is_answered_with_its_name(url: str) -> None:
    with pytest.raises(Refused) as caught:
        Client(url).create("niya", ["me", {"kind": "open", "colour": 9}])
    assert caught.value.data["field"] == "seats.1.colour"
    assert "seats.1.colour" in caught.value.data["text"]
