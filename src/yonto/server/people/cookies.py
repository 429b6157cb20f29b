"""Who somebody is: a signed cookie that anybody gets, renewed as it ages, void when the person says so.

The cookie is person.epoch.issued.signature. Nothing is stored for a guest who has not sat down anywhere.
"""

import hmac
import secrets
from typing import NamedTuple

COOKIE = "yonto"
DAY = 24 * 3600
ROTATE = 7 * DAY  # older cookies are exchanged for fresh ones
EXPIRE = 400 * DAY  # the longest that browsers keep one
KEY_LIFE = 200 * DAY


class Pass(NamedTuple):
    """What a valid cookie says."""

    person: str
    epoch: int
    issued: int


def new_person() -> str:
    return secrets.token_urlsafe(16)


class Signer:
    """Signs with its newest key and still believes the older ones: `keys` is newest first."""

    def __init__(self, keys: list[bytes]) -> None:
        self.keys = keys

    def issue(self, person: str, epoch: int, now: int) -> str:
        text = f"{person}.{epoch}.{now}"
        return f"{text}.{signature(self.keys[0], text)}"

    def check(self, cookie: str, now: int) -> Pass | None:
        """The pass, if we signed it and it is not too old."""
        text, _, signed = cookie.rpartition(".")
        parts = text.split(".")
        if len(parts) != 3 or not cookie.isascii() or len(cookie) > 200:
            return None
        if not any(hmac.compare_digest(signature(key, text), signed) for key in self.keys):
            return None
        person, epoch, issued = parts
        found = Pass(person, int(epoch), int(issued))
        return found if now - found.issued < EXPIRE else None

    def stale(self, cookie: str, found: Pass, now: int) -> bool:
        """Whether it is time for a fresh one: by age, or because it bears an old key's signature."""
        text, _, signed = cookie.rpartition(".")
        return now - found.issued > ROTATE or not hmac.compare_digest(signature(self.keys[0], text), signed)


def signature(key: bytes, text: str) -> str:
    return hmac.digest(key, text.encode(), "sha256").hex()


def rotated(stored: bytes, now: int) -> bytes:
    """The keys as they lie in the store (`time hex` lines, newest first), with a fresh one where the newest has
    lived its life; two are kept, so that every cookie outlives one change."""
    lines = stored.decode().split("\n") if stored else []
    if not lines or now - int(lines[0].split()[0]) > KEY_LIFE:
        lines.insert(0, f"{now} {secrets.token_hex(32)}")
    return "\n".join(lines[:3]).encode()


def keys_of(stored: bytes) -> list[bytes]:
    return [bytes.fromhex(line.split()[1]) for line in stored.decode().split("\n")]
