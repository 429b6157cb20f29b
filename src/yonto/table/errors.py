"""What a table answers where it cannot do what is asked. The sentences stand in the server's catalogue."""

from typing import Any

from yonto.core.errors import YontoError


class Declined(YontoError):
    """A request that cannot be met, with the key of the sentence that says why."""

    def __init__(self, key: str, /, **params: Any) -> None:
        super().__init__(key, "server", **params)


class BadMessage(Declined):
    """Text that is no message, or a message that makes no sense here."""


class NotAllowed(Declined):
    """Somebody asks for what is another's."""


class NotNow(Declined):
    """The table is not in a state where this can be done."""
