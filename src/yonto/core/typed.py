"""Moves as people type and read them: in French or English, generously; records keep the one exact notation.

Used wherever a person writes a move: the terminal and the tables' text. `Game.read` stays strict, for records.
"""

import re
from collections.abc import Iterable
from functools import cache
from typing import Any

from yonto.core import saying
from yonto.core.contract import Game, State
from yonto.core.errors import BadNotation
from yonto.core.phrases import Found, Phrases, plain
from yonto.core.words import LANGUAGES, Plain, Words, words

SHOWN = 6  # moves of an ambiguous text
EXAMPLES = 3
MANY = 6  # words that could stand at one place are too many to list
SIGN = re.compile(r"(?<![^\W\d_])[^\W\d_](?![^\W\d_'’])")  # a letter by itself or beside a number; no article


class Ambiguous(BadNotation):
    """A text that can mean several moves; `moves` has them in each language."""

    def __init__(self, text: str, moves: dict[str, list[str]]) -> None:
        super().__init__(text, 0, "notation.ambiguous", moves=moves["en"])
        self.moves = moves

    def say(self, w: Words) -> str:
        return w(self.key, text=Plain(self.source), moves=" · ".join(self.moves[w.lang]))

    def data(self) -> dict[str, Any]:
        return {**super().data(), "error": BadNotation.__name__}


class NotRead(BadNotation):
    """A text that cannot be read. For programs it is the error of the strict notation; for people it says what is
    expected and gives examples, in their language."""

    def __init__(
        self, strict: BadNotation, position: int, expected: dict[str, list[str]], moves: dict[str, list[str]]
    ) -> None:
        params = {name: value for name, value in strict.params.items() if name not in ("text", "position")}
        super().__init__(strict.source, position, strict.key, strict.game, **params)
        self.expected = expected
        self.moves = moves

    def say(self, w: Words) -> str:
        labels = self.expected[w.lang]
        key = "notation.typed.none" if len(labels) > MANY else "notation.typed" if labels else "notation.typed.over"
        last = " ou " if w.lang == "fr" else " or "
        expected = last.join([", ".join(labels[:-1]), labels[-1]] if len(labels) > 1 else labels)
        said = w(key, text=Plain(self.source), position=self.position + 1, expected=expected)
        examples = " · ".join(self.moves[w.lang])
        return f"{said} {w('notation.examples', moves=examples)}" if examples else said

    def data(self) -> dict[str, Any]:
        return {**super().data(), "error": BadNotation.__name__}


def read(game: Game, state: State, text: str, lang: str = "en") -> int:
    """The action that a typed text means to the seat to move; BadNotation tells why it cannot be said. Who reads the
    board in another language means its letters: V is vert in French, and violet in records."""
    text = SIGN.sub(lambda found: board_letters(game.name, lang).get(found[0].upper(), found[0]), text)
    try:
        return game.read(state, text)
    except BadNotation as error:
        strict = error
    if game.phrases is None:
        return read_plainly(game, state, text, strict)
    no_such_move: BadNotation | None = None
    for found in game.phrases.readings(text):
        actions, why = readable(game, state, found)
        no_such_move = no_such_move or why
        if actions:
            return decided(game, state, text, actions)
    if actions := unfinished(game, state, game.phrases, text):
        return decided(game, state, text, actions)
    if actions := worded(game, state, text):
        return decided(game, state, text, actions)
    if no_such_move is not None:
        raise no_such_move
    raise unread(game, state, game.phrases, strict)


@cache
def board_letters(game: str, lang: str) -> dict[str, str]:
    """The letters of colours on a board in this language that mean another colour in records, and what they mean."""
    own, exact = words(lang, game), words("en", game)
    colours = [key.removeprefix("letter.") for key in own.catalogue if key.startswith("letter.")]
    taken = {exact(f"letter.{colour}"): colour for colour in colours}
    signs = {own(f"letter.{colour}"): colour for colour in colours}
    return {sign: own(f"colour.{colour}") for sign, colour in signs.items() if taken.get(sign, colour) != colour}


def readable(game: Game, state: State, found: list[Found]) -> tuple[list[int], BadNotation | None]:
    """The actions of some readings; and if one has words that make no move, why not."""
    actions: list[int] = []
    why: BadNotation | None = None
    for form, said in found:
        text = form.text(state, said) if form.text else form.written.format_map(said)
        try:
            if text is not None:
                actions.append(game.read(state, text))
        except BadNotation as error:
            why = why or error
    return list(dict.fromkeys(actions)), why


def unfinished(game: Game, state: State, phrases: Phrases, text: str) -> list[int]:
    """The legal moves that a text means if words were left out."""
    wanted = phrases.incomplete(text)
    if not wanted:
        return []
    legal = [(action, form, said) for action in game.legal(state) for form, said in [taken_apart(game, state, action)]]
    return [
        action
        for action, form, said in legal
        if any(form == each.form and each.said.items() <= said.items() for each in wanted)
    ]


def worded(game: Game, state: State, text: str) -> list[int]:
    """The legal moves whose phrase, as lists and hints have it, is this text."""
    if game.say is None:
        return []
    wanted, seat = plain(text).text, game.to_move(state)
    speech = [words(lang, game.name) for lang in LANGUAGES]
    lines = ((action, saying.phrase(game, state, action, seat)) for action in game.legal(state))
    return [action for action, line in lines if any(plain(w(line.key, **line.params)).text == wanted for w in speech)]


def decided(game: Game, state: State, text: str, actions: list[int]) -> int:
    """The one action that is meant: if there are several, the one that is legal."""
    if len(actions) == 1:
        return actions[0]
    legal = [action for action in actions if game.calls.why_not(state, action) == 0]
    if len(legal) > 1:
        raise Ambiguous(text, in_words(game, state, legal[:SHOWN]))
    return (legal or actions)[0]


def unread(game: Game, state: State, phrases: Phrases, strict: BadNotation) -> NotRead:
    stuck = phrases.stuck(strict.source)
    expected = {lang: list(dict.fromkeys(phrases.label(item, lang) for item in stuck.expected)) for lang in LANGUAGES}
    return NotRead(strict, stuck.position, expected, in_words(game, state, examples(game, state)))


def examples(game: Game, state: State) -> list[int]:
    """Some legal moves, of different forms where there are."""
    legal = game.legal(state)
    forms: dict[Any, int] = {}
    for action in legal:
        forms.setdefault(taken_apart(game, state, action).form, action)
    return list(dict.fromkeys([*forms.values(), *legal]))[:EXAMPLES]


def samples(game: Game, state: State, lang: str) -> list[str]:
    """One move of each form, to show how it is typed: a legal one where there is one."""
    if game.phrases is None:
        return [game.write(state, action) for action in game.legal(state)[:EXAMPLES]]
    legal = {taken_apart(game, state, action).form: action for action in reversed(game.legal(state))}
    shown = (
        write(game, state, legal[form], lang) if form in legal else game.phrases.sample(form, lang)
        for form in game.phrases.forms
    )
    return [text for text in shown if text is not None]


def in_words(game: Game, state: State, actions: Iterable[int]) -> dict[str, list[str]]:
    found = list(actions)
    return {lang: [write(game, state, action, lang) for action in found] for lang in LANGUAGES}


def write(game: Game, state: State, action: int, lang: str) -> str:
    """A move in a language, as one may type it."""
    return in_language(game, game.write(state, action), lang)


def in_language(game: Game, text: str, lang: str) -> str:
    """A move of a record, as one may type it: its letters may mean something else in another language (V: vert)."""
    return game.phrases.spoken(text, lang) if game.phrases else text


def taken_apart(game: Game, state: State, action: int) -> Found:
    """The form and the words of a move."""
    assert game.phrases is not None
    return game.phrases.written_as(game.write(state, action))


def read_plainly(game: Game, state: State, text: str, strict: BadNotation) -> int:
    """For a game without words of its own: case, accents and blanks do not matter."""
    wanted = plain(text).text
    actions = [action for action in game.legal(state) if plain(game.write(state, action)).text == wanted]
    if not actions:
        raise strict
    return decided(game, state, text, actions)
