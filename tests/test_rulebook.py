"""The rulebooks: every rule stands in one chapter, headings and examples are written, every example can be played."""

import json
import re
from pathlib import Path

import pytest

from games import tictactoe
from yonto.core import records
from yonto.core.contract import CHANCE, Game
from yonto.core.play import Play
from yonto.core.words import LANGUAGES, words
from yonto.games import HOUSE, load, register, unregister
from yonto.rulebook import Example, example_record, folder, rulebook

ROOT = Path(__file__).parents[1]
PAGES = {lang: json.loads((ROOT / "web" / "src" / "locale" / f"{lang}.json").read_text("utf-8")) for lang in LANGUAGES}
EXAMPLES = [(game, example) for game in HOUSE for example in rulebook(game).examples]
named = pytest.mark.parametrize(("game", "example"), EXAMPLES, ids=lambda each: getattr(each, "name", each))
in_both = pytest.mark.parametrize("lang", LANGUAGES)


def rules_of(game: Game) -> list[str]:
    return [game.rule_id(number) for number in range(1, game.rule_count + 1)]


def position(game: str, example: Example) -> Play:
    text = example_record(game, example.name)
    assert text is not None
    return records.replay(records.read(text), load(game))


@pytest.mark.parametrize("name", HOUSE)
def test_every_rule_stands_in_exactly_one_chapter(name: str) -> None:
    written = [rule for part in rulebook(name).parts for rule in part.rules]
    assert sorted(written) == sorted(rules_of(load(name)))


@pytest.mark.parametrize("name", HOUSE)
def test_every_reference_leads_to_a_rule(name: str) -> None:
    book = rulebook(name)
    named_there = {rule for part in book.parts for rule in (*part.see, part.picture) if rule not in ("", "start")}
    named_there |= set(book.ours) | {rule for example in book.examples for rule in example.rules}
    assert named_there <= set(rules_of(load(name)))


@pytest.mark.parametrize("name", HOUSE)
def test_what_is_ours_is_told_among_the_rulings_or_the_data(name: str) -> None:
    book = rulebook(name)
    told = {rule for part in book.parts if part.name in ("rulings", "data") for rule in (*part.rules, *part.see)}
    assert set(book.ours) - told <= {"T7"}, "the slips of the hand are told where the hand is"


@in_both
@pytest.mark.parametrize("name", HOUSE)
def test_a_rule_that_speaks_of_our_ruling_is_marked_as_ours(name: str, lang: str) -> None:
    w, mark = words(lang, name), re.compile(r"[Dd]écision maison|Choix maison|[Oo]ur ruling|Ours:")
    speaking = {rule for rule in rules_of(load(name)) if mark.search(w(f"rule.{rule}"))}
    assert speaking <= set(rulebook(name).ours)


@in_both
@pytest.mark.parametrize("name", HOUSE)
def test_every_chapter_rule_and_example_has_its_words(name: str, lang: str) -> None:
    w, book = words(lang, name), rulebook(name)
    keys = [f"book.title.{rule}" for rule in rules_of(load(name))]
    keys += [f"book.example.{example.name}" for example in book.examples]
    assert [key for key in keys if key not in w] == []
    headings = [part.name for part in book.parts]
    assert [each for each in headings if f"book.part.{each}" not in w and f"rules.part.{each}" not in PAGES[lang]] == []
    assert [
        each for each in ("about", "setup", "turn", "end", "rulings", "data", "variants") if each not in headings
    ] == []
    assert any(key.startswith("book.aid.") for key in w.catalogue)


@in_both
@pytest.mark.parametrize("name", HOUSE)
def test_what_a_game_is_about_is_said_in_three_sentences(name: str, lang: str) -> None:
    assert len(re.findall(r"[.!?](?= |\Z)", words(lang, name)("book.about"))) == 3


@in_both
@pytest.mark.parametrize("name", HOUSE)
def test_no_sentence_of_a_book_belongs_to_a_chapter_or_example_that_is_not_there(name: str, lang: str) -> None:
    book = rulebook(name)
    parts, examples = {part.name for part in book.parts}, {example.name for example in book.examples}
    known = {"title": set(rules_of(load(name))), "part": parts, "example": examples}
    for key in words(lang, name).catalogue:
        if key.startswith("book."):
            _, kind, *rest = key.split(".")
            assert rest[0] in known[kind] if kind in known else kind in parts | {"aid"}, key


@pytest.mark.parametrize("name", HOUSE)
def test_every_record_is_that_of_an_example(name: str) -> None:
    files = {file.name.removesuffix(".yonto") for file in folder(name).iterdir() if file.name.endswith(".yonto")}
    assert files == {example.name for example in rulebook(name).examples}


@named
def test_an_example_replays_to_a_position_that_is_played_on(game: str, example: Example) -> None:
    play = position(game, example)
    assert not play.over
    assert play.to_move != CHANCE
    assert play.to_move == 0 or not load(game).hidden, "the reader holds the first hand"
    assert example.moves or example.refused


@named
def test_what_an_example_shows_can_be_done(game: str, example: Example) -> None:
    play = position(game, example)
    for text in example.moves:
        play.act_text(play.to_move, text)


@named
def test_what_an_example_forbids_is_refused_by_its_own_rule(game: str, example: Example) -> None:
    play = position(game, example)
    room = load(game)
    for text in example.refused:
        refused = room.refusal(play.state, room.read(play.state, text))
        assert refused is not None, text
        assert refused.rule in example.rules


# What the booklets say of their examples: points, meditation, pagodas of both players, the owner of a village.


def after(game: str, name: str, most: int = 99) -> tuple[Play, Play]:
    """The position of an example, and the one after its moves."""
    example = next(each for each in rulebook(game).examples if each.name == name)
    before, then = position(game, example), position(game, example)
    for text in example.moves[:most]:
        then.act_text(then.to_move, text)
    return before, then


@pytest.mark.parametrize(
    ("name", "moves", "points"),
    [("columns", 3, 4), ("tile", 3, 3), ("tile", 4, 5), ("roof", 3, 10), ("spire-bowl", 3, 6)],
)
def test_pagodes_examples_score_what_the_booklet_counts(name: str, moves: int, points: int) -> None:
    before, then = after("pagode", name, moves)
    assert then.state.points[0] - before.state.points[0] == points
    assert (then.state.points[1] == before.state.points[1]).all()


@pytest.mark.parametrize(("name", "gain"), [("offering", 4), ("two-floors", 7), ("covered", 5)])
def test_tajutos_examples_bring_the_meditation_that_the_booklet_counts(name: str, gain: int) -> None:
    before, then = after("tajuto", name)
    assert then.state.mp[0] - before.state.mp[0] == gain


@pytest.mark.parametrize(
    ("name", "put", "village"),
    [
        ("two-provinces", [2, 0], None),
        ("three-cells", [1, 0], None),
        ("extend", [0, 0], None),
        ("great", [1, 0], None),
        ("village", [2, 0], 0),
        ("village-two", [2, -1], 0),
        ("village-double", [2, -1], 0),
        ("join", [2, -2], 0),
        ("join-great", [-1, -1], None),
    ],
)
def test_qins_examples_put_and_return_the_pagodas_that_the_booklet_shows(
    name: str, put: list[int], village: int | None
) -> None:
    before, then = after("qin", name)
    assert [int(before.state.left[seat] - then.state.left[seat]) for seat in range(2)] == put
    if village is not None:
        assert int(then.state.village[0]) == village


def test_niyas_example_ends_by_blockade() -> None:
    _, then = after("niya", "blockade")
    assert then.outcome is not None
    assert (then.outcome.rule, then.outcome.winners) == ("N9", (1,))


def test_a_game_without_a_book_has_an_empty_one() -> None:
    name = register(tictactoe)
    try:
        assert rulebook(name).parts == ()
        assert example_record(name, "border") is None
    finally:
        unregister(name)


@pytest.mark.parametrize("name", ["../locale/fr", "rulebook.json", "", "none"])
def test_an_example_is_asked_for_by_its_name_only(name: str) -> None:
    assert example_record("niya", name) is None


@in_both
def test_floor_one_is_never_called_the_smallest(lang: str) -> None:
    """T25: it is the widest piece, the ground floor."""
    catalogue = words(lang, "tajuto")
    for key in ("rule.T25", "refusal.T25"):
        text = str(catalogue.catalogue[key])
        assert not re.search(r"petite taille|smallest|lowest size", text), text
