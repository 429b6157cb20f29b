"""Who somebody is: a signed cookie that anybody gets, renewed as it ages, void when the person says so.

The cookie is person.epoch.issued.session.signature. The session stays the same while a cookie is renewed, so that
signing out ends all of its copies; those from before sessions had names are told apart by what they say. Nothing is
stored for a guest who has not sat down anywhere.
"""

import hashlib
import hmac
import secrets
from typing import NamedTuple

COOKIE = "yonto"
KNOWN = "yonto-known"  # which account has signed in here before: it survives signing out
DAY = 24 * 3600
ROTATE = 7 * DAY  # older cookies are exchanged for fresh ones
EXPIRE = 400 * DAY  # the longest that browsers keep one
KEY_LIFE = 200 * DAY


class Pass(NamedTuple):
    """What a valid cookie says."""

    person: str
    epoch: int
    issued: int
    session: str


def new_person() -> str:
    return secrets.token_urlsafe(16)


class Signer:
    """Signs with its newest key and still believes the older ones: `keys` is newest first."""

    def __init__(self, keys: list[bytes]) -> None:
        self.keys = keys

    def issue(self, person: str, epoch: int, now: int, session: str = "") -> str:
        """A cookie; of a session of its own, unless it renews another."""
        text = f"{person}.{epoch}.{now}.{session or new_session()}"
        return f"{text}.{signature(self.keys[0], text)}"

    def check(self, cookie: str, now: int) -> Pass | None:
        """The pass, if we signed it and it is not too old."""
        text, _, signed = cookie.rpartition(".")
        parts = text.split(".")
        if len(parts) not in (3, 4) or not cookie.isascii() or len(cookie) > 200:
            return None
        if not any(hmac.compare_digest(signature(key, text), signed) for key in self.keys):
            return None
        person, epoch, issued, session = parts if len(parts) == 4 else (*parts, session_of(text))
        found = Pass(person, int(epoch), int(issued), session)
        return found if now - found.issued < EXPIRE else None

    def stale(self, cookie: str, found: Pass, now: int) -> bool:
        """Whether it is time for a fresh one: by age, or because it bears an old key's signature."""
        text, _, signed = cookie.rpartition(".")
        return now - found.issued > ROTATE or not hmac.compare_digest(signature(self.keys[0], text), signed)

    def vouch(self, person: str) -> str:
        """What a browser keeps from which somebody signed in: guesses of others do not slow it down."""
        return f"{person}.{signature(self.keys[0], f'known {person}')}"

    def vouches(self, token: str, person: str) -> bool:
        whom, _, signed = token.partition(".")
        if whom != person or not token.isascii():
            return False
        return any(hmac.compare_digest(signature(key, f"known {person}"), signed) for key in self.keys)


def new_session() -> str:
    return secrets.token_urlsafe(12)


def session_of(text: str) -> str:
    """Of a cookie from before sessions had names."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


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
