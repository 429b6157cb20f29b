"""The host's own door: whoever can read the store's file may act in the running house, and nobody else.

`yonto admin` signs the moment with a key that lies in the store; the house believes it for a minute. The key itself
never travels, and is another in every life of the house.
"""

import hmac
import secrets
import time

NAME = "door"  # of the key in the store
SCHEME = "Yonto-Door"
HOLDS = 60  # seconds


def new_key(_: bytes) -> bytes:
    return secrets.token_bytes(32)


def kept_key(old: bytes) -> bytes:
    """Where the house has several processes, the one that all of them believe."""
    return old or new_key(old)


def knock(key: bytes, now: float | None = None) -> str:
    """What to say at the door, as the value of an Authorization header."""
    at = int(time.time() if now is None else now)
    return f"{SCHEME} {at}.{signature(key, at)}"


def opens(key: bytes, header: str, now: float | None = None) -> bool:
    scheme, _, said = header.partition(" ")
    at, _, signed = said.partition(".")
    if scheme != SCHEME or not (at.isascii() and at.isdigit()) or len(at) > 12 or not signed.isascii():
        return False
    fresh = abs((time.time() if now is None else now) - int(at)) <= HOLDS
    return hmac.compare_digest(signature(key, int(at)), signed) and fresh


def signature(key: bytes, at: int) -> str:
    return hmac.digest(key, f"yonto door {at}".encode(), "sha256").hex()
