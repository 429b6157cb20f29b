"""The status that an HTTP answer to each error carries."""

from yonto.core.errors import YontoError
from yonto.server.errors import (
    Banned,
    Busy,
    Declined,
    Muted,
    NotAllowed,
    NotNow,
    SignIn,
    TooBig,
    TooFast,
    TooSlow,
    Unknown,
)

STATUS: dict[type[Declined], int] = {
    SignIn: 401, NotAllowed: 403, Banned: 403, Muted: 403, Unknown: 404, TooSlow: 408, NotNow: 409, TooBig: 413,
    TooFast: 429, Busy: 503,
}  # fmt: skip


def status_of(error: YontoError) -> int:
    """400 for what makes no sense to the server, 422 for what makes none to a game."""
    return STATUS.get(type(error), 400) if isinstance(error, Declined) else 422
