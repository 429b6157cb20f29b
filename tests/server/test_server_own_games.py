"""One's own reviewed games: their numbers, the turns worth another look, and reviews of the rest."""

import time
from pathlib import Path

from parlour import PATIENCE, Client

RECORD = (Path(__file__).parents[1] / "records" / "niya" / "2-blockade.yonto").read_text(encoding="utf-8")


def test_a_guests_finished_games_are_reviewed_when_asked_and_told_in_numbers(url: str) -> None:
    ada = Client(url)
    assert ada.api("GET", "/api/me/reviews")["finished"] == 0
    seats = [{"kind": "me"}, {"kind": "computer", "level": "discoverer"}]
    table = ada.api("POST", "/api/records", {"record": RECORD, "seats": seats})["table"]
    both = [{"kind": "me"}, {"kind": "screen", "name": "Bruno"}]
    ada.api("POST", "/api/records", {"record": RECORD, "seats": both})  # both sides at one screen: no game of mine
    found = ada.api("GET", "/api/me/reviews")
    assert (found["rounds"], found["finished"]) == ([], 1), "nobody is reviewed unasked"
    end = time.monotonic() + PATIENCE
    while not found["rounds"]:
        assert time.monotonic() < end
        found = ada.api("POST", "/api/me/reviews")
        time.sleep(0.1)
    (mine,) = found["rounds"]
    assert (mine["table"], mine["game"], mine["round"], mine["exact"]) == (table, "niya", 1, True)
    parts = sum(mine["summary"][part] for part in ("luck", "choices", "gifts", "others"))
    assert abs(mine["summary"]["result"] - mine["summary"]["start"] - parts) < 1e-9
    assert abs(sum(phase["cost"] for phase in mine["phases"]) + mine["summary"]["choices"]) < 1e-9
    review = ada.api("GET", f"/api/tables/{table}/review")["review"]
    assert [each["turn"] for each in mine["dearest"]] == review["seats"][0]["dearest"]
    turns = {turn["number"]: turn for turn in review["turns"]}
    for each in mine["dearest"]:
        assert each["at"] in [choice["at"] for choice in turns[each["turn"]]["choices"]]
    assert len(mine["missed"]) == mine["summary"]["errors"]
    assert Client(url).api("GET", "/api/me/reviews")["finished"] == 0, "nobody else's"
