"""Where a store is: a file of SQLite, or the address of a PostgreSQL."""

from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

SCHEMES = ("postgresql://", "postgres://")


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
    return Url(text) if text.startswith(SCHEMES) else Path(text).expanduser()


def shown(place: Place) -> str:
    return place.shown if isinstance(place, Url) else str(place)
