"""Reviews over HTTP: made in the pool, kept with the table, and never of a game that is played."""

import time
from pathlib import Path
from typing import Any

import pytest
from parlour import PATIENCE, Client, Refused, Services, finish, opened, pair, together, wait_awake

from yonto.games import load
from yonto.review.depths import stamp
from yonto.server.store import Place
from yonto.server.tables.reviews import MOST_OF_ONE, Making, Reviews

RECORD = Path(__file__).parents[1] / "records" / "niya" / "2-blockade.yonto"


def reviewed(client: Client, table: str) -> dict[str, Any]:
    """The review, when it is there."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        state: dict[str, Any] = client.api("GET", f"/api/tables/{table}/review")
        if state["review"]:
            return state
        assert state["done"] <= max(1, state["of"])
        time.sleep(0.1)
    raise AssertionError("no review came")


def test_a_finished_game_is_reviewed_kept_and_played_better(url: str) -> None:
    ada = Client(url)
    seats = [{"kind": "me"}, {"kind": "screen"}]
    table = ada.api("POST", "/api/records", {"record": RECORD.read_text(encoding="utf-8"), "seats": seats})["table"]
    state = reviewed(ada, table)
    review = state["review"]
    assert (state["game"], state["you"], len(state["names"])) == ("niya", [0, 1], 2)
    assert review["engine"] == stamp(load("niya"), "standard")
    for seat in review["seats"]:
        parts = sum(seat[part] for part in ("luck", "choices", "gifts", "others"))
        assert abs(seat["result"] - seat["start"] - parts) < 1e-9
    assert ada.api("GET", f"/api/tables/{table}/review") == state, "it is kept"
    assert ada.api("GET", f"/api/tables/{table}/review?lang=fr")["review"]["turns"][1]["said"][0].startswith("prendre")
    wrong = next(c for turn in review["turns"] for c in turn["choices"] if c["error"] > 0)
    path = f"/api/tables/{table}/review"
    before = ada.api("POST", path, {"at": wrong["at"], "judge": True})
    assert before["moving"]
    assert before["verdict"] is None
    assert wrong["best_moves"][0] in [move["text"] for move in before["legal"]]
    best = ada.api("POST", path, {"at": wrong["at"], "moves": wrong["best_moves"], "judge": True})
    assert not best["moving"]
    assert best["verdict"]["word"] == "best"
    with pytest.raises(Refused) as caught:
        ada.api("POST", path, {"at": wrong["at"], "moves": [*wrong["best_moves"], "a1"]})
    assert caught.value.key == "fault.turn_passed"
    taken = [t["choices"][0]["played"] for t in review["turns"][1:]]
    assert taken, "every turn is told in words"


@pytest.mark.parametrize("game", ["niya", "qin"])
def test_no_address_leads_to_a_review_of_a_game_that_is_played(url: str, game: str) -> None:
    """Neither for those who play nor for who looks on, whether or not anything is hidden or hints are allowed."""
    ada, bruno = Client(url), Client(url)
    table, one, two = together(ada, bruno, game, hints=True)
    with one, two:
        one.play(table)
        for client in (Client(url), ada, bruno):
            for method, path, body in (
                ("GET", "review", None),
                ("POST", "review", {"at": 20, "judge": True}),
                ("POST", "review", {"at": 0}),
                ("GET", "story", None),
                ("GET", "replay", None),
                ("POST", "fork", {"seats": [{"kind": "screen"}] * 2, "action": 20}),
            ):
                with pytest.raises(Refused) as caught:
                    client.api(method, f"/api/tables/{table}/{path}", body)
                assert caught.value.key == ("fault.fork_running" if path == "fork" else "fault.not_over")
            assert client.api("POST", "/api/me/reviews")["finished"] == 0, (
                "nor are one's own games counted before they end"
            )


def test_a_game_that_was_given_up_is_reviewed_as_far_as_it_went(url: str) -> None:
    table, one, two = pair(url)
    with one, two:
        one.play(table)
        one.act("resign", table)
    review = reviewed(Client(url), table)["review"]
    assert review["cut_short"]
    assert review["result"] == review["turns"][-1]["chances"]


def test_one_address_has_not_all_the_places_in_which_reviews_wait(house: Services) -> None:
    assert house.server is not None
    services = house.server.services
    waiting = Reviews(services.pool, services.store.reviews, services.store.processes)
    for number in range(MOST_OF_ONE):
        assert waiting.has_room("192.0.2.1")
        waiting.making["table", number], waiting.homes["table", number] = Making(0, 0), "192.0.2.1"
    assert not waiting.has_room("192.0.2.1")
    assert waiting.has_room("192.0.2.2")


def test_trying_moves_is_paid_for_as_a_hint_is(store: Place) -> None:
    """A worker thinks about them for as long as about a hint."""
    with opened(store, hint_share=0.000001) as house:
        wait_awake(house.url)
        ada = Client(house.url)
        table, one, two = pair(house.url)
        with one, two:
            finish(table, one, two)
        review = reviewed(ada, table)["review"]
        choice = next(each for turn in review["turns"] for each in turn["choices"])
        first = ada.api("POST", f"/api/tables/{table}/review", {"at": choice["at"]})["legal"][0]["text"]
        tried = {"at": choice["at"], "moves": [first], "judge": True}
        assert ada.api("POST", f"/api/tables/{table}/review", tried)["verdict"]
        with pytest.raises(Refused) as caught:
            again_and_again(ada, table, tried)
        assert caught.value.data["error"] == "TooFast"


def again_and_again(client: Client, table: str, tried: dict[str, Any]) -> None:
    for _ in range(100):
        client.api("POST", f"/api/tables/{table}/review", tried)
