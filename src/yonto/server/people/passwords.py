"""What a password must be: long enough, and none of those that everybody tries first."""

import re
import unicodedata
from functools import cache
from importlib.resources import files

from yonto.server.errors import BadMessage
from yonto.server.people.names import key_of

SHORTEST, LONGEST = 10, 200
FEWEST = 5  # different characters
TAIL = re.compile(r"[\d\W_]+\Z")  # what is put behind a word to please a form
ROWS = (
    "01234567890123456789",
    "abcdefghijklmnopqrstuvwxyz",
    "qwertyuiopasdfghjklzxcvbnm",
    "azertyuiopqsdfghjklmwxcvbn",
)


def check(password: str, name: str) -> None:
    """BadMessage says why this cannot be the password of the account with this name."""
    if not SHORTEST <= len(password) <= LONGEST:
        raise BadMessage("fault.password", field="password", least=SHORTEST, most=LONGEST)
    if is_common(password):
        raise BadMessage("fault.password_common", field="password")
    if letters_of(name) in letters_of(password) and len(password) < len(name) + SHORTEST // 2:
        raise BadMessage("fault.password_name", field="password")


def letters_of(text: str) -> str:
    """As one would guess them: whoever is called «Véra» is tried with «vera»."""
    return "".join(each for each in unicodedata.normalize("NFD", key_of(text)) if not unicodedata.combining(each))


def is_common(password: str) -> bool:
    """One of the commonest, or a run or repetition that is as easily guessed."""
    text = password.casefold()
    bare = TAIL.sub("", text)
    few = len(set(text)) < FEWEST
    return few or text in common() or bare in common() or is_run(text) or is_run(text[::-1])


def is_run(text: str) -> bool:
    """A row of the keyboard, of the figures or of the alphabet, also twice."""
    half = text[: len(text) // 2]
    return any(text in row or (len(half) > 3 and half in row and text == half * 2) for row in ROWS)


@cache
def common() -> frozenset[str]:
    lines = files("yonto.server.people").joinpath("data", "common_passwords.txt").read_text(encoding="utf-8")
    return frozenset(line for line in lines.splitlines() if not line.startswith("#"))
