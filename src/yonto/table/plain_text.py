"""What people write, as text that keeps to its line: nothing that cannot be seen, and no towers of strokes."""

import unicodedata
from itertools import groupby

MARKS = 3  # upon one letter: Hebrew and Vietnamese need that many, and more stand in the lines above
UNSEEN = {"\u115f", "\u1160", "\u2800", "\u3164", "\uffa0", "\u034f", "\u17b4", "\u17b5"}  # letters that show nothing


def plain_text(text: str) -> str:
    """In one line, blanks once; empty if nothing of it can be seen."""
    seen = "".join(each if each.isprintable() and each not in UNSEEN else " " for each in text)
    return " ".join(without_towers(" ".join(seen.split())).split())


def without_towers(text: str) -> str:
    if text.isascii():
        return text
    found = ""
    for stacked, letters in groupby(text, is_mark):
        run = "".join(letters)
        most = MARKS if found else 0  # with nothing before them they would stand upon another's words
        found += run[:most] if stacked else run
    return found


def is_mark(letter: str) -> bool:
    """Whether it stands upon the letter before it."""
    return unicodedata.category(letter) in ("Mn", "Me")
