"""What the server answers where it cannot do what is asked, beside what a table answers."""

import math
from typing import Any

from yonto.core.errors import YontoError
from yonto.table.errors import BadMessage, Declined, NotAllowed, NotNow

__all__ = [
    "BadMessage",
    "BadStore",
    "Banned",
    "Busy",
    "Declined",
    "Muted",
    "NotAllowed",
    "NotNow",
    "SignIn",
    "TooBig",
    "TooFast",
    "TooSlow",
    "Unknown",
    "error_data",
    "too_fast",
]


class Banned(NotAllowed):
    """Somebody who may not come in."""


class Muted(NotAllowed):
    """Somebody who may not write to others."""


class SignIn(Declined):
    """A wrong name or password."""


class Unknown(Declined):
    """No such table, code, round or page."""


class TooBig(Declined):
    """A message, a record or a collection beyond its limit."""


class TooFast(Declined):
    """More than the limits allow; after a moment it may be tried again."""


class TooSlow(Declined):
    """Something that did not come whole in its time."""


class Busy(Declined):
    """The server cannot do this now: it is going down, full, or the store failed."""


class BadStore(Declined):
    """A file that cannot be used as the store: none of ours, damaged, in use, or not to be opened."""


def too_fast(wait: float, key: str = "fault.too_fast") -> TooFast:
    """With the seconds after which it may be tried again."""
    return TooFast(key, n=max(1, math.ceil(wait)))


def error_data(error: YontoError, lang: str) -> dict[str, Any]:
    """An error as it is sent: for programs and, in the reader's language, for people."""
    return {**error.data(), "text": error.text(lang), **place_of(error)}


def place_of(error: YontoError) -> dict[str, Any]:
    """Where it went wrong, as far as that is known: the field of a message, the line and column of a text in it."""
    params = error.data()["params"]
    found = {name: params[name] for name in ("field", "line", "column") if name in params}
    return found | ({"field": params["path"]} if "path" in params else {})
