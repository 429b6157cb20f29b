"""Settings that can be read and still make no sense: each with a sentence that says what to write instead."""

import ipaddress
import os
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from urllib.parse import urlsplit

from yonto.core.errors import BadOption
from yonto.core.words import Plain
from yonto.server.ops.config import RETIRED, Config

OTHERS = ("CONFIG", "CACHE", "GAMES")  # names of the environment that are no setting of the server


def complaints(config: Config, environ: Mapping[str, str] = os.environ) -> Iterator[BadOption]:
    """Everything that is not as it should be."""
    yield from unknown_names(environ)
    for origin in config.origins:
        if not is_origin(origin):
            yield BadOption("start.origin", "server", origin=Plain(origin), better=Plain(better_origin(origin)))
    if config.computers not in ("pool", "ray") and not config.computers.startswith("ray://"):
        yield BadOption("start.computers", "server", computers=Plain(config.computers))
    for proxy in config.proxies:
        if not is_proxy(proxy):
            yield BadOption("start.proxy", "server", proxy=Plain(proxy))


def unknown_names(environ: Mapping[str, str]) -> Iterator[BadOption]:
    known = [*(name.upper() for name in Config.__struct_fields__), *OTHERS, *(name.upper() for name in RETIRED)]
    for name in sorted(environ):
        word = name.removeprefix("YONTO_")
        if word != name and word not in known:
            near = [f"YONTO_{each}" for each in get_close_matches(word, known, 1)]
            yield BadOption("start.name_near" if near else "start.name", "server", name=Plain(name), near="".join(near))


def is_origin(text: str) -> bool:
    """What a browser sends as the origin of a page: a scheme, a name, perhaps a port, and nothing else."""
    try:
        parts = urlsplit(text)
        return (
            parts.scheme in ("http", "https") and bool(parts.hostname) and parts.username is None
            and text == f"{parts.scheme}://{parts.netloc}" and parts.port != 0 and text == text.lower()
        )  # fmt: skip
    except ValueError:
        return False


def better_origin(text: str) -> str:
    """What was probably meant."""
    scheme, sign, rest = text.strip().lower().rpartition("://")
    name = rest.split("/")[0] or "example.org"
    return f"{scheme if sign and scheme in ('http', 'https') else 'https'}://{name}"


def is_proxy(text: str) -> bool:
    if text == "*":
        return True
    try:
        ipaddress.ip_network(text, strict=False)
    except ValueError:
        return False
    return True
