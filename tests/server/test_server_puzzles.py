"""Puzzles over HTTP and the live line: laid, defended, judged, rated; the answer is not told before."""

import pytest
from parlour import Client, Refused

from yonto.games import load
from yonto.puzzles import position, puzzles


@pytest.mark.parametrize(("lang", "theme"), [("fr", "Carré"), ("en", "Square")])
def test_puzzles_are_listed_in_the_readers_language(url: str, lang: str, theme: str) -> None:
    told = Client(url, lang).api("GET", "/api/puzzles/niya")
    assert told["puzzles"] == len(puzzles("niya"))
    assert told["daily"] in {each.id for each in puzzles("niya")}
    assert theme in {each["words"] for each in told["themes"]}
    games = {game["game"]: game["puzzles"] for game in Client(url, lang).api("GET", "/api/games")}
    assert games["niya"] == told["puzzles"]


@pytest.mark.parametrize("path", ["chess/next", "niya/nothing", "chess/nothing"])
def test_what_is_no_puzzle_is_not_found(url: str, path: str) -> None:
    with pytest.raises(Refused) as caught:
        Client(url).api("POST", f"/api/puzzles/{path}", {})
    assert caught.value.data["status"] == 404


def test_a_win_in_two_is_played_against_the_longest_defence(url: str) -> None:
    ada = Client(url)
    puzzle = next(each for each in puzzles("niya") if each.kind == "win" and each.n == 2)
    laid = ada.api("POST", f"/api/puzzles/niya/{puzzle.id}", {"name": "Ada"})
    assert (laid["kind"], laid["moves"]) == ("win", 2)
    verdict = f"/api/puzzles/niya/{puzzle.id}/verdict?table={laid['table']}"
    before = ada.api("GET", verdict)
    assert (before["state"], before["better"], before["line"], before["themes"]) == ("going", [], [], [])
    with ada.live() as live:
        shown = live.watch(laid["table"])
        live.act("play", laid["table"], move=puzzle.best[0], seq=shown["seq"])
        live.until(laid["table"], lambda told: told["actions"] >= shown["actions"] + 2)
        assert ada.api("GET", verdict)["state"] == "going"
        given = ada.api("GET", verdict + "&give_up=true")
    assert (given["state"], given["score"]) == ("missed", 0)
    assert given["better"][0]["words"]
    assert given["themes"]


def test_a_wrong_move_is_refuted_and_strength_falls(url: str) -> None:
    ada = Client(url)
    puzzle = next(each for each in puzzles("niya") if each.kind == "hold")
    game = load("niya")
    laid = ada.api("POST", f"/api/puzzles/niya/{puzzle.id}", {"name": "Ada"})
    state = position("niya", puzzle.id).state
    wrong = next(text for text in (game.write(state, a) for a in game.legal(state)) if text != puzzle.best[0])
    with ada.live() as live:
        shown = live.watch(laid["table"])
        live.act("play", laid["table"], move=wrong, seq=shown["seq"])
        live.until(laid["table"], lambda told: told["actions"] > shown["actions"])
    given = ada.api("GET", f"/api/puzzles/niya/{puzzle.id}/verdict?table={laid['table']}")
    assert given["state"] == "missed"
    assert [each["move"] for each in given["better"]] == list(puzzle.best)
    assert given["line"]
    own = {"rating": 1000.0, "deviation": 350.0, "volatility": 0.06}
    tried = f"/api/puzzles/niya/{puzzle.id}/tried"
    lower, higher = (ada.api("POST", tried, {**own, "score": score})["rating"] for score in (0, 100))
    assert lower < 1000 < higher
    with pytest.raises(Refused):
        ada.api("POST", tried, {**own, "deviation": 0.0, "score": 0})


def test_nobody_judges_by_anothers_table(url: str) -> None:
    puzzle = puzzles("niya")[0]
    laid = Client(url).api("POST", f"/api/puzzles/niya/{puzzle.id}", {})
    with pytest.raises(Refused):
        Client(url).api("GET", f"/api/puzzles/niya/{puzzle.id}/verdict?table={laid['table']}")


def test_a_sheet_of_puzzles_is_a_page(url: str) -> None:
    page = Client(url).api("GET", "/print/niya?puzzles=3&lang=fr")
    assert page.count("data-puzzle=") == 3
    assert "solutions" in page
