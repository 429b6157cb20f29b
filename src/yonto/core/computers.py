"""Which seats of a record are computers and how strong: the header `computers: 2=adept 3=master`, `-` for none.

A note like any other, so that readers which do not know it keep it. A record without it does not say who played.
"""

import re
from collections.abc import Sequence

from yonto.core.records import Record

NOTE = "computers"
ENTRY = re.compile(r"([1-9])=([a-z][a-z0-9_-]{0,29})\Z")


def note(levels: Sequence[str | None]) -> dict[str, str]:
    """The note for a round whose seats have these computers, None for a person."""
    text = " ".join(f"{seat}={level}" for seat, level in enumerate(levels, 1) if level is not None)
    return {NOTE: text or "-"}


def levels(record: Record) -> tuple[str | None, ...] | None:
    """The computer in each seat, None for a person; None altogether where the record does not say."""
    text = record.notes.get(NOTE)
    if text is None:
        return None
    found: dict[int, str] = {}
    for word in text.split() if text != "-" else ():
        match = ENTRY.match(word)
        if match is None or int(match[1]) > len(record.names) or int(match[1]) in found:
            return None
        found[int(match[1])] = match[2]
    return tuple(found.get(seat) for seat in range(1, len(record.names) + 1))
