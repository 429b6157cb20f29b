"""What a table says in words and drawings: refusals with their rule, moves, previews, hints, and boards for who draws
none."""

import re

import pytest
from parlour import Client, Refused, pair, refused


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
