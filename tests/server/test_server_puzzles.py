"""Puzzles over HTTP and the live line: laid, defended, judged, rated; the answer is not told before."""

import asyncio

import pytest
from parlour import Client, Refused

from yonto.games import load
from yonto.puzzles import games_with_puzzles, position, puzzles
from yonto.puzzles.glicko import Strength
from yonto.puzzles.strength import STEP
from yonto.server.store import Place, open_store


@pytest.mark.parametrize(("lang", "theme"), [("fr", "Carré"), ("en", "Square")])
def test_puzzles_are_listed_in_the_readers_language(url: str, lang: str, theme: str) -> None:
    told = Client(url, lang).api("GET", "/api/puzzles/niya")
    assert told["puzzles"] == len(puzzles("niya"))
    assert told["daily"] in {each.id for each in puzzles("niya")}
    assert all(Client(url).api("GET", f"/api/puzzles/{game}")["prints"] for game in games_with_puzzles())
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
    # The puzzle has beaten somebody, so it is harder than it was thought to be: once, whatever is said how often.
    assert rating(ada, puzzle.id) == puzzle.rating, "nothing counts that the judge has not seen"
    for score in (100, 0):
        ada.api("POST", tried, {**own, "score": score, "table": laid["table"]})
    harder = rating(ada, puzzle.id)
    assert puzzle.rating < harder <= puzzle.rating + STEP
    assert rating(Client(url), puzzle.id) == harder, "for everybody"


def rating(client: Client, puzzle: str) -> int:
    return int(client.api("POST", f"/api/puzzles/niya/{puzzle}", {})["rating"])


def test_answers_from_one_place_count_a_few_times_a_day(url: str) -> None:
    """Given up by ten people behind one address: five of them are believed."""
    puzzle = next(each for each in puzzles("niya") if each.kind == "opening")
    path = f"/api/puzzles/niya/{puzzle.id}"
    rose = []
    for _ in range(10):
        who = Client(url)
        laid = who.api("POST", path, {})
        rose.append(laid["rating"])
        assert who.api("GET", f"{path}/verdict?table={laid['table']}&give_up=true")["score"] == 0
        own = {"rating": 1900.0, "deviation": 60.0, "volatility": 0.06, "score": 100, "table": laid["table"]}
        who.api("POST", f"{path}/tried", own)
    assert len(set(rose)) == 6
    assert rose == sorted(rose)
    assert rose[5:] == [rose[5]] * 5


def test_no_answer_is_lost_where_many_come_at_once(store: Place) -> None:
    """Each is counted upon the one before it, and what is kept is what was told."""
    kept = open_store(store)

    async def scene() -> None:
        def harder(now: Strength | None) -> Strength:
            return Strength(1000.125, 80.5, 0.06) if now is None else Strength(now.rating + 1, now.deviation, 0.06)

        counted = await asyncio.gather(*(kept.puzzles.answer("niya", "a", harder) for _ in range(12)))
        assert sorted(each.answers for each in counted) == list(range(1, 13))
        assert await kept.puzzles.strengths("niya") == {"a": (Strength(1011.125, 80.5, 0.06), 12)}
        assert await kept.puzzles.strengths("qin") == {}

    try:
        asyncio.run(scene())
    finally:
        kept.close()


def test_nobody_judges_by_anothers_table(url: str) -> None:
    puzzle = puzzles("niya")[0]
    laid = Client(url).api("POST", f"/api/puzzles/niya/{puzzle.id}", {})
    with pytest.raises(Refused):
        Client(url).api("GET", f"/api/puzzles/niya/{puzzle.id}/verdict?table={laid['table']}")


@pytest.mark.parametrize("game", games_with_puzzles())
def test_a_sheet_of_puzzles_is_a_page(url: str, game: str) -> None:
    page = Client(url).api("GET", f"/print/{game}?puzzles=3&lang=fr")
    assert page.count("data-puzzle=") == 3
    assert "solutions" in page
