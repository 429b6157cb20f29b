"""The study board over HTTP: any position that concerns nobody's game in play; nothing of it is kept."""

import time
from pathlib import Path
from typing import Any

import pytest
from parlour import PATIENCE, Client, Refused, pair, together

from yonto.core import typed
from yonto.games import load
from yonto.study import opened as study_of

RECORDS = Path(__file__).parents[1] / "records"
RECORD = (RECORDS / "niya" / "2-blockade.yonto").read_text(encoding="utf-8")
QIN = sorted((RECORDS / "qin").glob("2-*.yonto"))[0].read_text(encoding="utf-8")


def thought(client: Client, **wish: Any) -> dict[str, Any]:
    """What is thought of a position, when a worker has come to it."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            found: dict[str, Any] = client.api("POST", "/api/study/think", wish)
            return found
        except Refused as error:
            assert error.key in ("pool.task", "fault.too_fast"), error.key
            assert time.monotonic() < end
            time.sleep(0.2)


def test_a_record_is_studied_with_variations_and_nothing_is_kept(url: str) -> None:
    ada = Client(url)
    opened = ada.api("POST", "/api/study/open", {"text": RECORD})
    study, end = opened["study"], opened["position"]
    assert end["over"]
    assert len(opened["nodes"]) == end["at"]
    before = ada.api("POST", "/api/study", {"study": study, "at": 17})
    assert (before["study"], before["nodes"]) == (None, None), "what did not change is not sent"
    position = before["position"]
    other = next(m["text"] for m in position["legal"] if m["text"] != opened["nodes"][17]["text"])
    tried = ada.api("POST", "/api/study", {"study": study, "at": 17, "act": "move", "move": other.upper()})
    node = tried["nodes"][tried["position"]["at"] - 1]
    assert (node["parent"], node["text"], node["who"]) == (17, other, position["to_move"])
    assert f"\n  - {node['who'] + 1} {other}\n" in tried["study"]
    found = thought(ada, study=tried["study"], at=tried["position"]["at"])
    assert found["exact"]
    assert found["turns"][0]["said"]
    assert found["turns"][0]["fact"]
    with pytest.raises(Refused) as caught:
        ada.api("POST", "/api/study", {"study": study, "at": 17, "act": "move", "move": opened["nodes"][16]["text"]})
    assert caught.value.data["rule"].startswith("N")
    assert "prendre" in ada.api("POST", "/api/study/words?lang=fr", {"study": tried["study"]})
    main = ada.api("POST", "/api/study", {"study": tried["study"], "at": tried["position"]["at"], "act": "promote"})
    assert main["study"].count("  - ") == 1
    less = ada.api("POST", "/api/study", {"study": main["study"], "at": main["position"]["at"], "act": "remove"})
    assert less["study"] != main["study"]
    assert ada.api("GET", "/api/me/tables") == []
    assert ada.api("GET", "/api/me/results") == []


def test_draws_are_chosen_or_left_to_chance_and_positions_typed(url: str) -> None:
    ada = Client(url, "fr")
    wish = {"game": "niya", "seats": 2, "options": {}, "text": "PB"}
    begun = ada.api("POST", "/api/study/open", wish)
    assert len(begun["position"]["draws"]) == 15
    assert begun["names"] == ["Joueur 1", "Joueur 2"]
    assert abs(sum(each["odds"] for each in begun["position"]["draws"]) - 1) < 1e-9
    chosen = begun["position"]["draws"][-1]["text"]
    drawn = ada.api("POST", "/api/study", {"study": begun["study"], "at": 1, "act": "move", "move": chosen})
    assert drawn["nodes"][1]["text"] == chosen
    laid = ada.api("POST", "/api/study", {"study": drawn["study"], "at": 2, "act": "draw"})
    assert (laid["position"]["to_move"], laid["position"]["at"]) == (0, 16)
    with pytest.raises(Refused) as caught:
        ada.api("POST", "/api/study/open", {**wish, "text": "PB\nQQ"})
    assert caught.value.data["line"] == 2


@pytest.mark.parametrize("game", ["pagode", "tajuto", "qin"])
def test_what_is_pressed_in_french_is_played_and_what_is_typed_is_read_as_french(url: str, game: str) -> None:
    """A violet column is V in a record, and V on a French board is vert."""
    text = sorted((RECORDS / game).glob("2-*.yonto"))[0].read_text(encoding="utf-8")
    ada, played = Client(url, "fr"), load(game)
    opened = ada.api("POST", "/api/study/open", {"text": text})
    tree = study_of(text)
    tried: set[tuple[str, str]] = set()
    for at, node in enumerate([tree.root, *tree.main()]):
        if played.to_move(node.state) < 0 or at % 6:
            continue
        for action in played.legal(node.state):
            move = played.write(node.state, action)
            told = typed.in_language(played, move, "fr")
            if len(tried) > 40 or (told == move and game == "pagode") or (move, told) in tried:
                continue
            tried.add((move, told))
            for said in ({"move": move}, {"move": told, "typed": True}):
                wish = {"study": opened["study"], "at": at, "act": "move", **said}
                found = ada.api("POST", "/api/study", wish)
                assert found["nodes"][found["position"]["at"] - 1]["text"] == move, (at, said)
    assert len(tried) > 10


def test_hidden_hands_are_seen_by_whoever_moves_and_thought_of_as_he_knows_them(url: str) -> None:
    ada = Client(url)
    opened = ada.api("POST", "/api/study/open", {"text": QIN})
    moved = [i for i, node in enumerate(opened["nodes"]) if node["who"] is not None]
    at = moved[-3]
    shown = ada.api("POST", "/api/study", {"study": opened["study"], "at": at})["position"]
    assert shown["seat"] == shown["to_move"]
    assert shown["legal"]
    other = ada.api("POST", "/api/study", {"study": opened["study"], "at": at, "eyes": 0})["position"]
    assert (other["seat"], other["legal"]) == (None, [])
    assert other["view"] != shown["view"]
    found = thought(ada, study=opened["study"], at=at, simulations=64)
    assert abs(sum(found["chances"]) - 1) < 1e-6
    assert 1 <= len(found["turns"]) <= 3
    legal = [move["text"] for move in shown["legal"]]
    assert all(turn["moves"][0] in legal for turn in found["turns"])


@pytest.mark.parametrize("game", ["niya", "qin"])
def test_no_address_leads_to_a_study_of_a_game_that_is_played_with_others(url: str, game: str) -> None:
    ada, bruno = Client(url), Client(url)
    table, one, two = together(ada, bruno, game, hints=True)
    with one, two:
        one.play(table)
        for client in (ada, bruno, Client(url)):
            for at in ("", "?at=0", "?at=17"):
                assert refusal(client, "GET", f"/api/tables/{table}/study{at}") == "fault.not_over"
        one.act("pause", table)
        assert refusal(ada, "GET", f"/api/tables/{table}/study") == "fault.not_over", "a pause changes nothing"
        one.act("resume", table)
        record = ada.api("GET", f"/api/tables/{table}/record")
        bare = "".join(f"{line}\n" for line in record.splitlines() if not line.startswith(NOTES))
        for text in (record, bare):
            for path, body in (
                ("/api/study/open", {"text": text}),
                ("/api/study", {"study": text, "at": 0}),
                ("/api/study", {"study": text, "at": 17}),
                ("/api/study", {"study": text, "at": 16, "act": "draw"}),
                ("/api/study/think", {"study": text, "at": 17}),
                ("/api/study/words", {"study": text}),
            ):
                if text == bare and game == "niya" and (body.get("at") == 0 or "words" in path or "act" in body):
                    continue  # what was there before the present position is no help
                assert refusal(ada, "POST", path, body) in REFUSED
            assert refusal(ada, "POST", "/api/records", {"record": text}) in REFUSED
        if game == "niya":
            moves = ", ".join(line[2:] for line in bare.splitlines() if line[:2] in ("* ", "1 ", "2 "))
            wish = {"game": "niya", "seats": 2, "options": {}, "text": moves}
            assert refusal(bruno, "POST", "/api/study/open", wish) == "fault.study_running"
            assert Client(url).api("POST", "/api/study/open", wish), "whoever does not play may think of it"
        one.act("resign", table)
    assert ada.api("GET", f"/api/tables/{table}/study?at=5")["position"]["at"] == 5


NOTES = ("table:", "round:", "chance", "shares:", "seed:", "lot:", "computers:", "ended:", "seal", "signature")
REFUSED = ("fault.fork_running", "fault.study_running", "record.hidden", "fault.not_over")


def refusal(client: Client, method: str, path: str, body: Any = None) -> str:
    with pytest.raises(Refused) as caught:
        client.api(method, path, body)
    return str(caught.value.key)


def test_a_game_against_a_computer_is_studied_in_a_pause(url: str) -> None:
    ada = Client(url)
    level = {"kind": "computer", "level": "discoverer"}
    table = ada.create("niya", ["me", level], first=1)
    with ada.live() as one:
        one.watch(table)
        assert refusal(ada, "GET", f"/api/tables/{table}/study") == "fault.study_paused"
        one.act("pause", table)
        assert ada.api("GET", f"/api/tables/{table}/study")["position"]["to_move"] == 0
        assert refusal(Client(url), "GET", f"/api/tables/{table}/study") == "fault.not_over"
    unhelped = ada.create("niya", ["me", level], first=1, hints=False)
    hidden = ada.create("qin", ["me", level], first=1)
    for other in (unhelped, hidden):
        with ada.live() as one:
            one.watch(other)
            one.act("pause", other)
            assert refusal(ada, "GET", f"/api/tables/{other}/study") == "fault.not_over"


def test_a_finished_table_is_studied_from_any_moment(url: str) -> None:
    table, one, two = pair(url)
    with one, two:
        one.play(table)
        one.act("resign", table)
    guest = Client(url)
    found = guest.api("GET", f"/api/tables/{table}/study?at=16")
    assert (found["position"]["at"], len(found["nodes"])) == (16, 17)
    assert found["names"]
    assert refusal(guest, "GET", f"/api/tables/{table}/study?round=2") == "fault.no_round"
