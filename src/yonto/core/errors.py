"""Errors that carry data: a key into the catalogues and its parameters, so that each reader gets his own language."""

from typing import Any

from yonto.core.words import Plain, Words, plain, words


class YontoError(Exception):
    """Something a person can mend. `key` names the sentence, `params` fills it. They often hold what somebody typed:
    text is shown as it is and taken for the key of another sentence only where it is a `Key`."""

    def __init__(self, key: str, game: str | None = None, /, **params: Any) -> None:
        super().__init__(key)
        self.key = key
        self.game = game
        self.params = params

    def text(self, lang: str) -> str:
        return self.say(words(lang, self.game))

    def say(self, w: Words) -> str:
        return w(self.key, **{name: plain(value) for name, value in self.params.items()})

    def data(self) -> dict[str, Any]:
        """The error for programs: its kind, the key of its sentence, its parameters."""
        return {"error": type(self).__name__, "key": self.key, "params": {n: bare(v) for n, v in self.params.items()}}

    def __str__(self) -> str:
        return self.text("en")


def bare(value: Any) -> Any:
    """A parameter as programs want it: text that is nothing but text."""
    if isinstance(value, list | tuple):
        return [bare(each) for each in value]
    if isinstance(value, dict):
        return {name: bare(each) for name, each in value.items()}
    return str(value) if isinstance(value, str) else value


class BadNotation(YontoError):
    """A move's text that cannot be read. `position` is the offending character, counted from 0."""

    def __init__(self, text: str, position: int, key: str, game: str | None = None, /, **params: Any) -> None:
        super().__init__(key, game, **{"text": text, "position": position + 1, **params})
        self.source = text
        self.position = position


class Refused(YontoError):
    """A move that can be read but is against a rule. `rule` is its id in the ledger, such as `N6`."""

    def __init__(self, rule: str, key: str, game: str | None = None, /, **params: Any) -> None:
        super().__init__(key, game, **params)
        self.rule = rule

    def say(self, w: Words) -> str:
        """What it says is the game's alone, colours and names of things by their keys."""
        return f"{w(self.key, **self.params)} ({self.rule})"

    def data(self) -> dict[str, Any]:
        return {**super().data(), "rule": self.rule}


class NotYourTurn(YontoError):
    """A seat that acts while another seat, chance or nobody is to move; seats counted from 0."""

    def __init__(self, seat: int, to_move: int) -> None:
        key = "error.your_turn" if to_move >= 0 else "error.nobody_moves"
        super().__init__(key, seat=seat + 1, to_move=to_move + 1)
        self.seat = seat
        self.to_move = to_move


class Stale(YontoError):
    """A move meant for an earlier position than the one on the table."""

    def __init__(self, expected: int, got: int) -> None:
        super().__init__("error.stale", expected=expected, got=got)
        self.expected = expected
        self.got = got


class NoUndo(YontoError):
    """There is nothing to take back, or what followed may not be unseen."""


class BadOption(YontoError):
    """A game option, seat count, board or data file that is not as it should be."""


class UnknownRules(YontoError):
    """A version of a game's rules that this Yonto does not have: whatever follows it is left as it is."""

    def __init__(self, game: str, version: int, known: str) -> None:
        super().__init__("error.rules", game=game, version=version, known=known)


class BadRecord(YontoError):
    """A record that cannot be read or does not replay; line and column counted from 1."""

    def __init__(self, line: int, column: int, key: str, cause: YontoError | None = None, /, **params: Any) -> None:
        super().__init__(key, cause.game if cause else None, **params)
        self.line = line
        self.column = column
        self.cause = cause

    def say(self, w: Words) -> str:
        reason = self.cause.text(w.lang) if self.cause else super().say(w)
        return w("record.at", line=self.line, column=self.column, reason=Plain(reason))

    def data(self) -> dict[str, Any]:
        inner = self.cause.data() if self.cause else {}
        return {**super().data(), **inner, "error": "BadRecord", "line": self.line, "column": self.column}
