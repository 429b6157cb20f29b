"""Where a store is: a file of SQLite, or the address of a PostgreSQL."""

import re
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from yonto.core.words import Plain
from yonto.server.errors import BadStore

SCHEMES = ("postgresql://", "postgres://")
SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+)://")


class Url(str):
    """The address of a PostgreSQL database, as libpq reads it."""

    @property
    def shown(self) -> str:
        """Without the password: for sentences and logs."""
        parts = urlsplit(self)
        user, sign, host = parts.netloc.rpartition("@")
        query = "&".join(part for part in parts.query.split("&") if not part.startswith("password="))
        return urlunsplit(parts._replace(netloc=user.partition(":")[0] + sign + host, query=query))


Place = Path | Url


def place_of(text: str) -> Place:
    """BadStore where an address of some other kind is written: as a file it would be made in a folder of that name."""
    if text.startswith(SCHEMES):
        return Url(text)
    if scheme := SCHEME.match(text):
        raise BadStore("file.scheme", path=Plain(text), scheme=Plain(scheme[1]))
    return Path(text).expanduser()


def shown(place: Place) -> str:
    return place.shown if isinstance(place, Url) else str(place)
