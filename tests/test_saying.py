"""Moves in words: every move of every game in both languages, without codes, told apart, and nothing that is hidden."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from yonto.core import saying, typed
from yonto.core.contract import CHANCE, Game, Line, State
from yonto.core.play import Play, lots
from yonto.core.rng import below, seeded
from yonto.core.words import LANGUAGES, Words, words
from yonto.games import GAMES, load

SAYING = [name for name in GAMES if load(name).say]
EVERY = {"niya": 1, "qin": 9, "pagode": 5, "tajuto": 7}  # actions between two positions that are looked at
# Pairs of letters for a tile, a letter beside another for colour and source, cells with a dash, words with a plus.
CODES = re.compile(r"\b[A-Z]{2,}\b|\b[A-Z] [a-z]\b|[a-s]\d+-[a-s]\d|\w\+\w|\b[A-Za-z]+_\w")


def positions(name: str, seed: str) -> Iterator[tuple[Game, State]]:
    """Positions of a random game of each variant in which a seat is to move."""
    game = load(name)
    for options in game.variants():
        rng = seeded("saying", name, seed, str(options))
        play = Play(game, game.seats[-1], options)
        while True:
            play.draw_chance(lots(rng))
            if play.over:
                break
            if play.seq % EVERY.get(name, 1) == 0:
                yield game, play.state
            legal = game.legal(play.state)
            play.act(play.to_move, legal[below(rng, len(legal))])


def said(w: Words, line: Line) -> str:
    return w(line.key, **line.params)


@pytest.mark.parametrize("name", SAYING)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_legal_move_has_words_of_its_own_and_no_code_in_them(name: str, lang: str) -> None:
    w, seen = words(lang, name), 0
    for game, state in positions(name, "words"):
        seat, legal = game.rules.to_move(state), game.legal(state)
        phrases = [said(w, saying.phrase(game, state, action, seat)) for action in legal]
        assert len(set(phrases)) == len(phrases), sorted(phrases)
        for action, phrase in zip(legal, phrases, strict=True):
            text = game.write(state, action)
            assert phrase[0].islower(), phrase
            assert phrase[-1] != ".", phrase
            assert not CODES.search(phrase), phrase
            assert phrase != text
            assert " " not in text or text not in phrase
        seen += len(legal)
    assert seen > 100


@pytest.mark.parametrize("name", SAYING)
def test_a_move_can_be_typed_as_it_is_said(name: str) -> None:
    rng = seeded("typed as said", name)
    for game, state in positions(name, "typed"):
        legal = game.legal(state)
        action = legal[below(rng, len(legal))]
        for lang in LANGUAGES:
            phrase = said(words(lang, name), saying.phrase(game, state, action, game.rules.to_move(state)))
            assert typed.read(game, state, phrase, lang) == action, phrase


@pytest.mark.parametrize("name", SAYING)
def test_a_refused_move_can_be_said_too(name: str) -> None:
    """Whatever can be written down at all: a move meant for another position has words as well."""
    rng = seeded("refused", name)
    met: list[int] = []
    for game, state in positions(name, "refused"):
        seat = game.rules.to_move(state)
        met += game.legal(state)
        for action in {met[below(rng, len(met))] for _ in range(20)}:
            for lang in LANGUAGES:
                assert said(words(lang, name), saying.phrase(game, state, action, seat))


@pytest.mark.parametrize("name", SAYING)
def test_what_speaks_for_a_move_is_said_in_both_languages(name: str) -> None:
    rng, met = seeded("merits", name), set()
    for game, state in positions(name, "merits"):
        seat, legal = game.rules.to_move(state), game.legal(state)
        for action in {legal[below(rng, len(legal))] for _ in range(15)}:
            for line in saying.merits(game, state, action, seat):
                met.add(line.key)
                for lang in LANGUAGES:
                    phrase = said(words(lang, name), line)
                    assert phrase[-1] != ".", phrase
                    assert "{" not in phrase, phrase
    assert len(met) > 3


@pytest.mark.parametrize("name", [name for name in SAYING if load(name).hidden])
def test_neither_words_nor_reasons_tell_what_the_seat_cannot_know(name: str) -> None:
    rng = seeded("hidden", name)
    for game, state in positions(name, "hidden"):
        seat, legal = game.rules.to_move(state), game.legal(state)
        action = legal[below(rng, len(legal))]
        other = game.believed(state, seat, rng)
        assert saying.phrase(game, state, action, seat) == saying.phrase(game, other, action, seat)
        assert saying.merits(game, state, action, seat) == saying.merits(game, other, action, seat)


def after(name: str, *moves: str, seats: int = 2, **options: str) -> tuple[Game, State]:
    play = Play(load(name), seats, options)
    chance = lots(seeded("after", 1))
    play.draw_chance(chance)
    for text in moves:
        play.act(play.to_move, play.game.read(play.state, text))
        play.draw_chance(chance)
    return play.game, play.state


@pytest.mark.parametrize(
    ("name", "text", "french", "english"),
    [
        (
            "qin",
            "RB h8-h9",
            "du rouge en h8 et du bleu en h9",
            "red on h8 and blue on h9",
        ),
        ("qin", "YY c4-c5", "du jaune en c5 et c4", "yellow on c5 and c4"),
        ("qin", "pass", "passer", "pass"),
        (
            "pagode",
            "col f G r",
            "colonne verte en f, payée de la réserve",
            "green column on f, paid from the reserve",
        ),
        (
            "pagode",
            "tile b V h",
            "tuile à emplacements de couleur violette en b, payée de la main",
            "tile with violet slots on b, paid from the hand",
        ),
        ("pagode", "modified a R", "tour modifié pour une colonne rouge en a", "modified turn for a red column on a"),
        (
            "pagode",
            "pair B rh",
            "payer de deux cartes de couleur bleue, l'une de la réserve, l'autre de la main",
            "pay with two blue cards, one from the reserve, one from the hand",
        ),
        ("pagode", "drop Y h", "défausser une carte jaune de la main", "put down a yellow card from the hand"),
        ("tajuto", "A draw 1", "chercher la taille 1 avec A", "feel for size 1 with A"),
        (
            "tajuto",
            "B offer red",
            "déposer une offrande sur la pagode rouge avec B",
            "put an offering on the red pagoda with B",
        ),
        ("tajuto", "C acquire W3", "acquérir une tuile Sagesse de 3 avec C", "acquire a Wisdom tile of 3 with C"),
        ("tajuto", "build blue", "bâtir l'étage 1 sur la pagode bleue", "build floor 1 of the blue pagoda"),
        (
            "tajuto",
            "end keep pink5",
            "finir le tour en gardant l'étage rose 5",
            "end the turn keeping the pink floor 5",
        ),
    ],
)
def test_a_move_reads_as_a_person_would_say_it(name: str, text: str, french: str, english: str) -> None:
    game, state = after(name)
    line = saying.phrase(game, state, game.read(state, text), game.rules.to_move(state))
    assert (said(words("fr", name), line), said(words("en", name), line)) == (french, english)


def test_a_hint_of_tajuto_tells_the_odds_and_what_is_gained() -> None:
    game, state = after("tajuto")
    w = words("en", "tajuto")

    def reasons(state: State, text: str) -> list[str]:
        lines = saying.merits(game, state, game.read(state, text), game.rules.to_move(state))
        return [said(w, line) for line in lines]

    assert reasons(state, "A draw 1") == ["whatever comes can be built at once"]
    assert reasons(state, "A draw 2") == ["nothing of this size can be built yet"]
    _, state = after("tajuto", "A draw 1")
    (build,) = [text for a in game.legal(state) if (text := game.write(state, a)).startswith("build")]
    assert reasons(state, build) == ["brings 1 MP"]


def test_a_hint_of_pagode_tells_points_and_what_becomes_possible() -> None:
    """A floor of four columns, laid one after the other as the cards come."""
    game = load("pagode")
    met = set()
    for _, state in positions("pagode", "columns"):
        seat = game.rules.to_move(state)
        for action in game.legal(state):
            if not game.write(state, action).startswith("col "):
                continue
            lines = saying.merits(game, state, action, seat)
            site = (action // 10) % 6
            assert lines[0] == Line("merit.points", {"n": max(1, int(state.floors[site]))})
            ready = {"merit.tile", "merit.roof"} & {line.key for line in lines}
            closed = any(line.key == "merit.complete" for line in lines)
            assert bool(ready) != closed if state.columns[site] == 3 else not ready
            met |= ready
    assert met == {"merit.tile", "merit.roof"}


def test_a_game_that_says_nothing_itself_is_told_by_its_log_or_its_notation() -> None:
    game, state = after("niya")
    mute = replace(game, say=None, merits=None)
    (action, *_) = game.legal(state)
    assert saying.phrase(mute, state, action, 0).key == "log.take"
    assert saying.merits(mute, state, action, 0) == ()
    silent = replace(mute, tell=lambda *_: ())
    line = saying.phrase(silent, state, action, 0)
    assert said(words("fr", "niya"), line) == game.write(state, action)
    refused = next(a for a in range(game.rules.ACTIONS) if game.rules.why_not(state, a))
    assert saying.phrase(mute, state, refused, 0).key == "say.notation"


def test_what_is_drawn_is_said_only_to_whoever_sees_it() -> None:
    game = load("qin")
    play = Play(game, 2, {})
    assert game.rules.to_move(play.state) == CHANCE
    drawn = [said(words("fr", "qin"), saying.phrase(game, play.state, 3, seat)) for seat in (0, 1)]
    assert drawn[0] == "Le siège 1 reçoit une tuile rouge et jaune."
    assert "rouge" not in drawn[1]


def test_letters_on_a_french_board_mean_what_they_show_to_whoever_types_them() -> None:
    """V is vert there; records and the English board have it for violet."""
    game, state = after("pagode")
    for typed_text, lang, meant in [
        ("col f V r", "fr", "col f G r"),
        ("col f V r", "en", "col f V r"),
        ("col f L r", "fr", "col f V r"),
        ("colonne f J réserve", "fr", "col f Y r"),
        ("col f B r", "fr", "col f B r"),
    ]:
        assert game.write(state, typed.read(game, state, typed_text, lang)) == meant
    game, state = after("tajuto")
    assert game.write(state, typed.read(game, state, "finir garder V3", "fr")) == "end keep green3"
    assert game.write(state, typed.read(game, state, "garder l'orange 5", "fr")) == "end keep orange5"
    assert game.write(state, typed.read(game, state, "A acquérir S3", "fr")) == "A acquire W3"


def test_a_sentence_may_stand_in_another() -> None:
    w = Words("fr", {"inner": "du {colour}", "red": "rouge", "outer": "Il joue {move}, puis {rest}."})
    inner = Line("inner", {"colour": "@red"}).quoted
    assert w("outer", move=inner, rest=[inner, "rien"]) == "Il joue du rouge, puis du rouge et rien."
