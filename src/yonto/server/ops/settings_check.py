"""Settings that can be read and still make no sense: each with a sentence that says what to write instead."""

import contextlib
import ipaddress
import math
import os
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from importlib.util import find_spec
from urllib.parse import urlsplit

from yonto.core.errors import BadOption, YontoError
from yonto.core.words import Plain
from yonto.games import VARIABLE, registered
from yonto.players.levels import of_ones_own
from yonto.server.errors import BadStore
from yonto.server.ops.bad_file import blamed
from yonto.server.ops.config import RETIRED, Config

FROM_NONE = ("unfinished_days", "guest_days", "stand_in_grace", "bot_queue", "cores")  # 0: never, at once, none, all
PORT_OF = {"http": 80, "https": 443}
# Names of the environment that are no setting of the server; the last is for whoever installs from a checkout.
OTHERS = ("CONFIG", "CACHE", "GAMES", "LEVELS", "BUILD_CLIENT")


def complaints(config: Config, environ: Mapping[str, str] = os.environ) -> Iterator[YontoError]:
    """Everything that is not as it should be."""
    yield from unknown_names(environ)
    yield from unreadable_levels(environ.get("YONTO_LEVELS"))
    yield from missing_games(environ.get(VARIABLE, ""))
    yield from numbers(config)
    yield from unknown_stores(config)
    for origin in config.origins:
        if not is_origin(origin):
            yield BadOption("start.origin", "server", origin=Plain(origin), better=Plain(better_origin(origin)))
    if config.computers not in ("pool", "ray") and not config.computers.startswith("ray://"):
        yield BadOption("start.computers", "server", computers=Plain(config.computers))
    if config.client and not (config.client_folder / "index.html").is_file():
        yield BadOption("start.client", "server", path=Plain(config.client))
    for proxy in config.proxies:
        if not is_proxy(proxy):
            yield BadOption("start.proxy", "server", proxy=Plain(proxy))


def unreadable_levels(path: str | None) -> Iterator[BadOption]:
    """Levels of one's own that no computer could read: each would make any legal move."""
    try:
        of_ones_own(path)
    except (OSError, ValueError) as error:
        yield blamed(path, error)


def unknown_stores(config: Config) -> Iterator[YontoError]:
    try:
        _ = config.place
    except BadStore as error:
        yield error


def missing_games(listed: str) -> Iterator[BadOption]:
    for package in registered(listed).values():
        try:
            found = find_spec(package)
        except (ImportError, ValueError):
            found = None
        if found is None:
            yield BadOption("start.game", "server", package=Plain(package), variable=VARIABLE)


def numbers(config: Config) -> Iterator[BadOption]:
    """Numbers with which no house can be: no line at all, time that runs backwards."""
    for name in Config.__struct_fields__:
        value = getattr(config, name)
        if isinstance(value, bool) or not isinstance(value, (int, float)) or name == "port":
            continue  # of a port, listen.py says it
        if not math.isfinite(value) or value < 0 or (value == 0 and name not in FROM_NONE):
            key = "start.number_from_none" if name in FROM_NONE else "start.number"
            yield BadOption(key, "server", name=Plain(name), value=Plain(value))


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
            and text == f"{parts.scheme}://{parts.netloc}" and text == text.lower() and text.isascii()
            and parts.port not in (0, PORT_OF[parts.scheme]) and not text.endswith(":")
        )  # fmt: skip
    except ValueError:
        return False


def better_origin(text: str) -> str:
    """What was probably meant."""
    scheme, sign, rest = text.strip().lower().rpartition("://")
    scheme = scheme if sign and scheme in PORT_OF else "https"
    name = rest.split("/")[0].rpartition("@")[2]
    name = name.removesuffix(f":{PORT_OF[scheme]}").removesuffix(":")
    with contextlib.suppress(UnicodeError):  # browsers write names of other alphabets so
        name = name.encode("idna").decode()
    better = f"{scheme}://{name}"
    return better if is_origin(better) else f"{scheme}://play.example.org"


def is_proxy(text: str) -> bool:
    if text == "*":
        return True
    try:
        ipaddress.ip_network(text, strict=False)
    except ValueError:
        return False
    return True
