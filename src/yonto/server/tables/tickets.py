"""Promises for tables that are still to be made: so also who makes a table that begins at once can add his share of the
chance after he was shown the promise and before anything is drawn.

A ticket is a moment and a number that nobody chose. The table's name and secret seed follow from it by a key of the
server's own, so that nothing need be kept for it; the name serves once, because a second table cannot have it.
"""

import hmac
import secrets
from typing import NamedTuple

from yonto.server.errors import BadMessage
from yonto.table import fair_chance

VALID = 3600  # seconds


class Ticket(NamedTuple):
    """What a ticket stands for: the table's name and its secret seed."""

    text: str
    table: str
    seed: bytes

    @property
    def sha256(self) -> str:
        return fair_chance.promise(fair_chance.round_seed(self.seed, 0))


class Tickets:
    def __init__(self, key: bytes) -> None:
        self.key = key

    def new(self, now: int) -> Ticket:
        return self.of(f"{now}-{secrets.token_hex(16)}")

    def of(self, text: str) -> Ticket:
        name = hmac.digest(self.key, f"table {text}".encode(), "sha256")
        return Ticket(text, fair_chance.table_name(name), hmac.digest(self.key, f"seed {text}".encode(), "sha256"))

    def check(self, text: str, now: int) -> Ticket:
        """Another text would stand for another seed, which nobody was promised and nobody knows."""
        issued, _, number = text.partition("-")
        if not (issued.isdecimal() and len(issued) < 12 and number.isalnum()) or not 0 <= now - int(issued) < VALID:
            raise BadMessage("fault.ticket", field="chance.ticket")
        return self.of(text)
