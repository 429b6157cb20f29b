"""Looking at a machine as a house for Yonto: what is well, what to look at, what is wrong, and what to do about it."""

import asyncio
import json
import os
import shutil
import stat
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, NamedTuple
from urllib.parse import urlsplit

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect
from websockets.typing import Origin

from yonto import __version__
from yonto.core import kernel
from yonto.core.errors import YontoError
from yonto.core.words import Plain
from yonto.games import GAMES, load
from yonto.players.pool import Pool
from yonto.server.errors import Declined
from yonto.server.ops import readiness
from yonto.server.ops.config import Config
from yonto.server.ops.listen import EVERYWHERE, bracketed, listen
from yonto.server.ops.running import houses
from yonto.server.ops.settings_check import complaints
from yonto.server.ops.silence import why_silent
from yonto.server.ops.warmup import marked
from yonto.server.store import Place, careless, engine, examine, in_use, made, shown

PATIENCE = 10.0  # seconds for an answer
SOME_ROOM = 1 << 30  # bytes of disk below which one should look
DIRECTLY = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # not through a proxy of one's own
FIRST_THOUGHT = 120.0  # seconds: it may have to be compiled

State = Literal["good", "look", "bad"]


class Check(NamedTuple):
    what: str  # python, settings, cache, store, permissions, disk, port, origins, proxies, computers
    state: State
    said: YontoError  # a sentence: what is so, and what to do


def examined(config: Config) -> Iterator[Check]:
    """One thing after another; none of it changes anything."""
    yield check_python(config.place)
    yield from check_settings(config)
    yield check_cache()
    yield check_store(config.place)
    if isinstance(config.place, Path):
        yield check_permissions(config.path)
    yield check_disk(config.path)
    house = answering(config)
    yield check_port(config, house)
    if house is not None:
        for origin in config.origins:
            yield check_origin(origin, house)
    elif config.origins:
        yield good("origins", "doctor.origins_later", state="look")
    yield check_computers(house)


def good(what: str, key: str, state: State = "good", **params: Any) -> Check:
    return Check(what, state, Declined(key, **params))


def bad(what: str, key: str, **params: Any) -> Check:
    return Check(what, "bad", Declined(key, **params))


def check_python(place: Place) -> Check:
    version = ".".join(map(str, sys.version_info[:3]))
    try:
        store = engine(place)
    except YontoError:  # what is wrong with it is told with the store
        store = "PostgreSQL"
    return good("python", "doctor.python", version=version, store=store, yonto=__version__)


def check_settings(config: Config) -> Iterator[Check]:
    wrong = [Check("settings", "bad", complaint) for complaint in complaints(config)]
    yield from wrong or [good("settings", "doctor.settings")]
    https = [origin for origin in config.origins if origin.startswith("https://")]
    if https and not config.secure:
        yield good("settings", "doctor.not_secure", state="look", origin=Plain(https[0]))
    if https and not config.proxies:
        yield good("settings", "doctor.no_proxies", state="look", origin=Plain(https[0]))


def check_cache() -> Check:
    folder = kernel.CACHE
    if folder is None:
        return bad("cache", "doctor.cache_none", path=Plain(kernel.cache_root()))
    cold = [name for name in GAMES if not marked("rules", name)]
    if cold:
        return good("cache", "doctor.cache_cold", state="look", games=cold)
    return good("cache", "doctor.cache", path=Plain(folder))


def check_store(place: Place) -> Check:
    """Also while a server has it open; then its own look at the start was the thorough one."""
    path = Plain(shown(place))
    try:
        if not made(place) and not in_use(place):
            return good("store", "doctor.store_new", path=path)
        examine(place)
        if setting := careless(place):
            return bad("store", "doctor.store_careless", path=path, setting=setting)
    except YontoError as error:
        return Check("store", "bad", error)
    return good("store", "doctor.store_open" if in_use(place) else "doctor.store", path=path)


def check_permissions(path: Path) -> Check:
    folder = readiness.nearest(path.parent)
    if not os.access(folder, os.W_OK | os.X_OK) or (path.exists() and not os.access(path, os.R_OK | os.W_OK)):
        return bad("permissions", "doctor.unwritable", path=Plain(path if path.exists() else folder))
    if os.name == "posix" and path.exists() and stat.S_IMODE(path.stat().st_mode) & 0o077:
        mode = f"{stat.S_IMODE(path.stat().st_mode):o}"
        return bad("permissions", "doctor.open_to_others", path=Plain(path), mode=mode)
    return good("permissions", "doctor.permissions", path=Plain(path))


def check_disk(path: Path) -> Check:
    free = shutil.disk_usage(readiness.nearest(path.parent)).free
    state: State = "bad" if free < readiness.LEAST_FREE else "look" if free < SOME_ROOM else "good"
    key = "doctor.disk" if state == "good" else "doctor.disk_full"
    return Check("disk", state, Declined(key, free=f"{free / 1e6:.0f}", path=Plain(path.absolute().parent)))


# Asking the house itself


def answering(config: Config) -> str | None:
    """The address at which a Yonto answers: the one that has this store open, wherever it listens, or where these
    settings say; None where none does."""
    here = {"0.0.0.0": "127.0.0.1", "": "127.0.0.1", "::": "::1"}.get(config.host, config.host)
    place = config.place.absolute() if isinstance(config.place, Path) else config.place
    noted = [house.url.rstrip("/") for house in houses() if house.store == place]
    return next(filter(is_yonto, [*noted, f"http://{bracketed(here)}:{config.port}"]), None)


def is_yonto(url: str) -> bool:
    try:
        return "awake" in fetched(url + "/health")
    except (OSError, ValueError, TypeError):
        return False


def fetched(url: str) -> dict[str, Any]:
    """A JSON answer, whatever its status."""
    try:
        with DIRECTLY.open(url, timeout=PATIENCE + readiness.THINK_WITHIN) as response:
            data = json.load(response)
    except urllib.error.HTTPError as error:
        with error:
            data = json.load(error)
    if not isinstance(data, dict):
        raise ValueError(url)
    return data


def check_port(config: Config, house: str | None) -> Check:
    if house is not None:
        return good("port", "doctor.port_ours", url=house)
    try:
        for sock in listen(config.host, config.port):
            sock.close()
    except YontoError as error:
        return Check("port", "bad", error)
    key = "doctor.port_network" if config.host in EVERYWHERE else "doctor.port"
    return good("port", key, port=config.port)


def check_origin(origin: str, house: str) -> Check:
    """The way a visitor comes: to the same house, with his own address and scheme, and through to the live line."""
    place = Plain(origin)
    try:
        if fetched(origin + "/api/key") != fetched(house + "/api/key"):
            return bad("origins", "doctor.origin_other", origin=place)
        seen = fetched(origin + "/seen")
    except (OSError, ValueError, TypeError) as error:
        return bad("origins", "doctor.origin_silent", origin=place, reason=why_silent(error))
    if seen.get("host", "").lower() != urlsplit(origin).netloc:
        return bad("proxies", "doctor.proxy_host", origin=place, found=Plain(seen.get("host", "")))
    if seen.get("scheme") != urlsplit(origin).scheme:
        return bad("proxies", "doctor.proxy_scheme", origin=place, found=Plain(seen.get("scheme", "")))
    if not live_line(origin):
        return bad("proxies", "doctor.proxy_live", origin=place)
    return good("origins", "doctor.origin", origin=place, address=Plain(seen.get("address", "")))


def live_line(origin: str) -> bool:
    url = "ws" + origin.removeprefix("http") + "/api/live"
    try:
        with connect(url, origin=Origin(origin), open_timeout=PATIENCE, proxy=None) as line:
            return bool(json.loads(line.recv(PATIENCE))["type"] == "welcome")
    except (OSError, ValueError, KeyError, TypeError, WebSocketException):
        return False


def check_computers(house: str | None) -> Check:
    """Those of the house that is open, or else one that is started for this."""
    if house is not None:
        try:
            answer = bool(fetched(house + "/ready").get("computers"))
        except (OSError, ValueError):
            answer = False
    else:
        answer = asyncio.run(one_thought())
    return good("computers", "doctor.computers") if answer else bad("computers", "doctor.computers_silent")


async def one_thought() -> bool:
    pool = Pool(1, 1)
    try:
        job, expected = readiness.question(load(readiness.PROBED))
        return (await pool.choose(job, FIRST_THOUGHT)).action == expected
    except (OSError, YontoError):
        return False
    finally:
        await pool.close()
