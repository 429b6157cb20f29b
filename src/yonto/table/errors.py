"""What can go wrong at a table or on the way to it, each with the status an HTTP answer carries."""

from typing import Any

from yonto.core.errors import YontoError


class Fault(YontoError):
    """A sentence of the server's own catalogue."""

    status = 400

    def __init__(self, key: str, /, **params: Any) -> None:
        super().__init__(key, "server", **params)


class BadMessage(Fault):
    """Text that is no message, or a message that makes no sense here."""


class SignIn(Fault):
    """A wrong name or password."""

    status = 401


class NotAllowed(Fault):
    """Somebody asks for what is another's."""

    status = 403


class Unknown(Fault):
    """No such table, code, round or page."""

    status = 404


class NotNow(Fault):
    """The table is not in a state where this can be done."""

    status = 409


class TooBig(Fault):
    """A message, a record or a collection beyond its limit."""

    status = 413


class TooFast(Fault):
    """More than the limits allow; after a moment it may be tried again."""

    status = 429


class Busy(Fault):
    """The server cannot do this now: it is going down, full, or the store failed."""

    status = 503


def status_of(error: YontoError) -> int:
    """What an HTTP answer to this error says."""
    return error.status if isinstance(error, Fault) else 422


def error_data(error: YontoError, lang: str) -> dict[str, Any]:
    """An error as it is sent: for programs and, in the reader's language, for people."""
    return {**error.data(), "text": error.text(lang)}
