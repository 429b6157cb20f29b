"""The log of a table and its refusals say names where the catalogues say seats."""

import re
from functools import cache

import pytest
from parlour import Client, Refused

from yonto.core import records
from yonto.core.contract import Line
from yonto.core.play import Play, lots
from yonto.core.rng import below, seeded
from yonto.core.words import LANGUAGES, places, words
from yonto.games import GAMES, load
from yonto.table.player_names import named

NAMES = ("Ada", "Bo", "Élise", "Zoé")
SEATS = re.compile(r"\b(sièges?|seats?)\b", re.IGNORECASE)


def sentence(lang: str, key: str, names: tuple[str, ...] = NAMES, **params: object) -> str:
    return named(Line(key, params), words(lang, "qin"), names)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_no_log_sentence_or_refusal_speaks_of_a_seat_once_there_are_names(game: str, lang: str) -> None:
    w = words(lang, game)
    told = [key for key in w.catalogue if key.startswith(("log.", "refusal."))]
    spoken = [key for key in told if "seat" in str(sorted(places(w.catalogue[key])))]
    assert spoken
    for key in spoken:
        for n in (1, 2):
            wanted = places(w.catalogue[key])
            params = {**dict.fromkeys(wanted, 2), "n": n} | ({"seats": [1, 2][:n]} if "seats" in wanted else {})
            said = named(Line(key, params), w, NAMES)
            assert not SEATS.search(said), said
            assert any(name in said for name in NAMES), said


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "Bo takes the village c from Élise: one pagoda leaves, another is put."),
        ("fr", "Bo prend le village c à Élise : une pagode s'en va, une autre la remplace."),
    ],
)
def test_the_words_around_a_name_are_those_that_a_name_wants(lang: str, said: str) -> None:
    told = sentence(lang, "log.village.taken", seat=2, loser=3, village="c")
    assert told.replace("\u00a0", " ").replace("\u202f", " ") == said


@pytest.mark.parametrize(("seat", "whose"), [(1, "d'Ada"), (2, "de Bo"), (3, "d'Élise")])
def test_french_elides_before_a_vowel(seat: int, whose: str) -> None:
    told = sentence("fr", "log.extended", seat=seat, province="province rouge", cell="d4", cells=5)
    assert told.startswith(f"La province rouge {whose} en d4")


def test_winners_that_share_are_joined() -> None:
    assert sentence("en", "log.winner", seats=[1, 3], n=2).endswith("equally: Ada and Élise share the win.")


@pytest.mark.parametrize("name", ["@log.winner", "{seat}", "<b>x</b>", "Seat {n}", "@", "siège 2"])
def test_a_name_is_text_and_nothing_else(name: str) -> None:
    assert sentence("en", "log.pass", (name, "Bo"), seat=1) == f"{name} can place nothing and passes."


@pytest.mark.parametrize("names", [("Ada", "Ada"), ("Ada", "")])
def test_names_that_do_not_tell_people_apart_leave_the_seats(names: tuple[str, ...]) -> None:
    assert sentence("en", "log.pass", names, seat=1) == "Seat 1 can place nothing and passes."


def test_table_replay_story_and_preview_name_people_and_the_record_does_not(url: str) -> None:
    ada = Client(url)
    table = ada.create("niya", ["me", {"kind": "screen", "name": "Bo"}], first=1)
    with ada.live() as live:
        shown = live.watch(table)
        assert live.ask("preview", table=table, move=shown["legal"][0]["text"])["lines"][0].startswith("Ada takes")
        live.play(table, shown["legal"][0]["text"])
        seen = live.watch(table)
        assert seen["log"][-1]["text"].startswith("Ada takes")
        assert seen["log"][-1]["params"]["seat"] == 1, "which seat it is stays known"
        live.act("resign", table)
    taken = f"/api/tables/{table}/replay?action={seen['actions']}"
    assert ada.api("GET", taken)["log"][0]["text"].startswith("Ada takes")
    assert ada.api("GET", f"/api/tables/{table}/story")["moments"][seen["actions"]]["log"][0]["text"].startswith("Ada")
    assert "Ada takes" not in ada.api("GET", f"/api/tables/{table}/record")


def test_a_second_round_names_whoever_sits_there_now(url: str) -> None:
    """In a match the seats change: the name follows the person."""
    ada = Client(url)
    table = ada.create("niya", ["me", {"kind": "screen", "name": "Bo"}], first=1, match="three")
    with ada.live() as live:
        shown = live.watch(table)
        while shown["match"]["round"] == 1:
            shown = live.play(table) if shown["legal"] else live.act("start", table)
        mover = shown["players"][shown["to_move"]]["name"]
        live.play(table, shown["legal"][0]["text"])
        assert live.watch(table)["log"][-1]["text"].startswith(f"{mover} takes")


@cache
def taken() -> tuple[str, str]:
    """A game of Tajuto as a record, and a move in it that is refused because of what another seat did."""
    game, rng = load("tajuto"), seeded("taken")
    play = Play(game, 2)
    while True:
        play.draw_chance(lots(rng))
        if play.over:
            play = Play(game, 2)
            continue
        for action in range(game.rules.ACTIONS):
            refused = game.refusal(play.state, action)
            if refused and refused.key == "refusal.T9.taken" and refused.params["seat"] - 1 != play.to_move:
                return records.write(records.of_play(play, ("Ada", "Bo"))), game.write(play.state, action)
        moves = game.legal(play.state)
        play.take(moves[below(rng, len(moves))])


@pytest.mark.parametrize(("lang", "said"), [("en", "{} already has "), ("fr", "{} a déjà ")])
def test_a_refusal_names_whoever_is_in_the_way(url: str, lang: str, said: str) -> None:
    text, move = taken()
    ada = Client(url)
    table = ada.api("POST", "/api/records", {"record": text})["table"]
    with ada.live() as live:
        live.ask("hello", lang=lang)
        shown = live.watch(table)
        other = next(player for player in shown["players"] if player["seat"] != shown["to_move"])
        for kind, more in (("preview", {}), ("play", {"seq": shown["seq"]})):
            with pytest.raises(Refused) as caught:
                live.ask(kind, table=table, player=shown["to_move"], move=move, **more)
            assert caught.value.data["text"].startswith(said.format(other["name"]))
            assert caught.value.data["text"].endswith("(T9)")
