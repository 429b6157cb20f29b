"""Errors that carry data: a key into the catalogues and its parameters, so that each reader gets his own language."""

from typing import Any

from yonto.core.words import Words, words


class YontoError(Exception):
    """Something a person can mend. `key` names the sentence, `params` fills it."""

    def __init__(self, key: str, game: str | None = None, /, **params: Any) -> None:
        super().__init__(key)
        self.key = key
        self.game = game
        self.params = params

    def text(self, lang: str) -> str:
        return self.say(words(lang, self.game))

    def say(self, w: Words) -> str:
        return w(self.key, **self.params)

    def data(self) -> dict[str, Any]:
        """The error for programs: its kind, the key of its sentence, its parameters."""
        return {"error": type(self).__name__, "key": self.key, "params": self.params}

    def __str__(self) -> str:
        return self.text("en")


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
        return f"{super().say(w)} ({self.rule})"

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


class BadRecord(YontoError):
    """A record that cannot be read or does not replay; line and column counted from 1."""

    def __init__(self, line: int, column: int, key: str, cause: YontoError | None = None, /, **params: Any) -> None:
        super().__init__(key, cause.game if cause else None, **params)
        self.line = line
        self.column = column
        self.cause = cause

    def say(self, w: Words) -> str:
        reason = self.cause.text(w.lang) if self.cause else super().say(w)
        return w("record.at", line=self.line, column=self.column, reason=reason)

    def data(self) -> dict[str, Any]:
        inner = self.cause.data() if self.cause else {}
        return {**super().data(), **inner, "error": "BadRecord", "line": self.line, "column": self.column}
