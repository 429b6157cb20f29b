"""The catalogues: French and English say the same things, and every key that the code names is there."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

import yonto
from yonto.core.grammar import elides
from yonto.core.words import LANGUAGES, Plain, Words, load, locale_language, places, plural, source, words
from yonto.games import GAMES
from yonto.games import load as load_game

ROOMS = ["core", "cli", "server", "paper", *(f"games.{name}" for name in GAMES)]
SOURCE = Path(yonto.__file__).parent
CLIENT = Path(__file__).parents[1] / "web" / "src"
GRAMMAR = json.loads(Path(__file__).with_name("grammar.json").read_text(encoding="utf-8"))
GENDERS = {"m", "f"}
PEOPLE = ("name", "names", "who", "player", "players", "winner", "winners", "host", "expected", "due")


@pytest.mark.parametrize("room", ROOMS)
def test_both_languages_have_the_same_keys_and_places(room: str) -> None:
    french, english = load(room, "fr"), load(room, "en")
    assert list(french) == list(english), "the same keys in the same order"
    for key, sentence in english.items():
        assert places(french[key]) == places(sentence), key
        assert counted(french[key]) == counted(sentence), key


def counted(sentence: Any) -> bool:
    return isinstance(sentence, dict) and "other" in sentence


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_sentences_with_forms_have_both_numbers_or_both_genders(room: str, lang: str) -> None:
    for key, sentence in load(room, lang).items():
        if isinstance(sentence, dict):
            assert set(sentence) in ({"one", "other"}, GENDERS), key


@pytest.mark.parametrize("room", ROOMS)
def test_no_french_sentence_decides_by_itself_how_a_preposition_stands_before_a_name(room: str) -> None:
    """Whether it is "de" or "d'" is known once the name is: {name|de}."""
    bare = re.compile(rf"\b(?:de|que|du|des|au|aux|le|les) \{{(?:{'|'.join(PEOPLE)})\}}", re.IGNORECASE)
    told = {key: json.dumps(sentence, ensure_ascii=False) for key, sentence in load(room, "fr").items()}
    assert [key for key, sentence in told.items() if bare.search(sentence)] == []


MEN = "toit|sommet|fond|étage|emplacement|jeton|village|pion"
WOMEN = "tuile|carte|colonne|pagode|province|couleur|paire"


@pytest.mark.parametrize("room", [f"games.{name}" for name in GAMES])
def test_no_french_colour_disagrees_with_the_noun_before_it(room: str) -> None:
    """A place takes the first form of a colour; a noun of the other gender asks for its own: {colour|m}."""
    boards = Path(__file__).parents[1] / "web" / "src" / room.replace(".", "/") / "locale" / "fr.json"
    told = {**load(room, "fr"), **(json.loads(boards.read_text(encoding="utf-8")) if boards.exists() else {})}
    forms = next((each for key, each in told.items() if key.startswith("colour.") and isinstance(each, dict)), {})
    others = MEN if next(iter(forms), "m") == "f" else WOMEN
    bare = re.compile(rf"\b(?:{others})s? \{{(?:colour|background|slot|spire|pair)\}}")
    assert [key for key, sentence in told.items() if bare.search(json.dumps(sentence, ensure_ascii=False))] == []


# One word for one thing, the booklet's or the glossary's, from the lesson to the table.
DISCARDED = {
    "terrain": r"\bchantiers?\b",
    "capacité": r"\b(?:du|un|le|ce|son|votre|chaque|autre|aucun) pouvoir\b|\bpouvoirs\b",
    "blocage": r"\bblocus\b",
}


@pytest.mark.parametrize("word", DISCARDED)
def test_no_french_sentence_has_a_second_word_for_the_same_thing(word: str) -> None:
    catalogues = [path for top in (SOURCE, CLIENT) for path in top.rglob("*fr.json")]
    texts = {path: path.read_text(encoding="utf-8") for path in catalogues}
    assert any(word in text and path.parent.name == "teaching" for path, text in texts.items()), "lessons say it"
    wrong = re.compile(DISCARDED[word], re.IGNORECASE)
    assert [(path.name, found) for path, text in texts.items() for found in wrong.findall(text)] == []


@pytest.mark.parametrize(("text", "silent"), GRAMMAR["elides"].items())
def test_what_makes_the_word_before_it_lose_its_vowel(text: str, silent: bool) -> None:
    assert elides(text) == silent


@pytest.mark.parametrize("case", GRAMMAR["sentences"], ids=lambda case: f"{case['lang']}: {case['said']}")
def test_agreement_and_elision_are_those_of_the_browser(case: dict[str, Any]) -> None:
    """The same cases are run by web/src/words.test.ts."""
    w = Words(case["lang"], GRAMMAR["catalogues"][case["lang"]]).naming(case["names"])
    assert w(case["key"], **case["params"]) == case["said"]


@pytest.mark.parametrize("room", [f"games.{name}" for name in GAMES])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_log_and_a_refusal_name_whoever_sits_there_and_not_the_seat(room: str, lang: str) -> None:
    said = {key: sentence for key, sentence in load(room, lang).items() if key.startswith(("log.", "refusal."))}
    assert [key for key, sentence in said.items() if "{seat}" in json.dumps(sentence)] == []


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_game_names_itself_its_options_and_its_matches(name: str, lang: str) -> None:
    game, w = load_game(name), words(lang, name)
    keys = ["name", "tagline"]
    for option in game.options:
        keys += [f"option.{option.name}", *(f"option.{option.name}.{choice}" for choice in option.choices)]
    keys += [f"match.{form.name}" for form in game.matches]
    assert [key for key in keys if key not in w] == []


def test_every_key_written_out_in_the_code_is_in_a_catalogue() -> None:
    """Keys stand in the code as text such as "record.at"; the rooms of the catalogues begin them."""
    known = {key for room in ROOMS for key in load(room, "en")}
    heads = {key.split(".")[0] for key in known if "." in key}
    pattern = re.compile(r"\"@?((?:" + "|".join(sorted(heads)) + r")\.[A-Za-z0-9_.]+[A-Za-z0-9_])\"")
    missing = {
        f"{path.relative_to(SOURCE)}: {key}"
        for path in SOURCE.rglob("*.py")
        for key in pattern.findall(path.read_text(encoding="utf-8"))
        if key not in known and not key.endswith((".py", ".json", ".jsonl"))  # the name of a file
    }
    assert missing == set()


def test_french_counts_nought_as_one_and_english_does_not() -> None:
    assert [plural("fr", n) for n in (0, 1, 2)] == ["one", "one", "other"]
    assert [plural("en", n) for n in (0, 1, 2)] == ["other", "one", "other"]


def test_parameters_may_be_keys_and_lists() -> None:
    w = Words("fr", {"red": "rouge", "blue": "bleu", "say": "Il faut {what}."})
    assert w("say", what="@red") == "Il faut rouge."
    assert w("say", what=["@red", "@blue", "3"]) == "Il faut rouge, bleu et 3."
    assert Words("en", w.catalogue)("say", what=[]) == "Il faut ."


def test_numbers_are_written_as_each_language_does() -> None:
    assert words("fr").number(1234.5, 1) == "1\u202f234,5"
    assert words("en").number(1234.5, 1) == "1,234.5"
    assert words("fr").percent(0.676) == "67,6\u202f%"
    assert words("en").percent(0.676) == "67.6%"


def test_the_language_follows_the_locale() -> None:
    assert locale_language({"LANG": "fr_CA.UTF-8"}) == "fr"
    assert locale_language({"LANG": "fr_FR", "LC_ALL": "C"}) == "en"
    assert locale_language({}) == "en"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_french_signs_have_their_space_and_english_ones_have_none(lang: str) -> None:
    for room in ROOMS:
        text = source(room, lang).read_text(encoding="utf-8")
        for sentence in re.findall(r": \"(.*)\"", text):
            words_only = re.sub(r"“[^”]*”|« [^»]* »|\{[^{}]+\}|[a-z]+://\S+", "x", sentence)
            if lang == "fr":
                assert not re.search(r"\w[;!?]|\w:(?=\s|$)", words_only), sentence
            else:
                assert not re.search(r"\w [;:!?](?=\s|$)", words_only), sentence


def test_what_is_said_again_is_the_same_and_chosen_text_is_never_taken_for_a_key() -> None:
    w = Words("en", {"lays": "{who} lays {what}.", "red": "a red tile", "n": {"one": "{n} tile", "other": "{n} tiles"}})
    for _ in range(2):
        assert w.again("lays", {"who": 1, "what": "@red"}) == "1 lays a red tile."
        assert w.again("lays", {"who": 1, "what": Plain("@red")}) == "1 lays @red."
        assert w.again("lays", {"what": 1, "who": "@red"}) == "a red tile lays 1."
        assert w.again("lays", {"who": [1, 2], "what": 3}) == "1 and 2 lays 3."
        assert [w.again("n", {"n": n}) for n in (1, 2)] == ["1 tile", "2 tiles"]


def test_what_was_done_one_after_the_other_is_written_as_each_language_does() -> None:
    assert words("fr").sequence(["un", "deux"]) == "un ; deux"
    assert words("en").sequence(["one.", "two."]) == "one; two"
