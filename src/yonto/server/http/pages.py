"""The page: the built client where there is one, else the plain page that is part of the server.

The built client is a folder of files that are read once. Names of files under `assets/` carry a hash of what is in
them, so that browsers may keep them for ever; everything else is asked for again. A path that is no file and no part
of the API is one of the client's own (/t/TABLE, /rules/qin) and gets its page.

The page comes in the reader's language: it is told which, has only that language's words fetched early, and carries the
list of the games where the client left room for it, so that a first visit waits for no answer of the API.
"""

import functools
import hashlib
import logging
import mimetypes
import re
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocketClose

from yonto.core.errors import YontoError
from yonto.core.words import LANGUAGES
from yonto.server.http.closed_door import closed_door
from yonto.server.http.request_context import (
    address_of,
    check_host,
    language,
    recognise,
    refusal,
    set_cookie,
    unchanged,
)
from yonto.server.http.routes import games_are
from yonto.server.people.sanctions import banned
from yonto.server.services import Services

log = logging.getLogger("yonto.pages")

HERE = Path(__file__).parent
PLAIN = HERE / "page"
ENCODINGS = {"br": ".br", "gzip": ".gz"}  # the better one first
ROOM = re.compile(r'(?<=<script id="games" type="application/json">)\s*\[\]\s*(?=</script>)')
FOREVER = "public, max-age=31536000, immutable"
TYPES = {
    ".css": "text/css", ".html": "text/html", ".js": "text/javascript", ".json": "application/json",
    ".map": "application/json", ".svg": "image/svg+xml", ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}  # fmt: skip


@dataclass(frozen=True)
class Asset:
    """A file of the page, with what it becomes when packed."""

    media: str
    data: bytes
    forever: bool
    packed: dict[str, bytes] = field(default_factory=dict)

    @functools.cached_property
    def tag(self) -> str:
        return hashlib.sha256(self.data).hexdigest()[:32]


def read_assets(folder: Path) -> dict[str, Asset]:
    """Every file of a folder by its path on the server. What is not there now will not be served later."""
    whole = {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*")) if path.is_file()}
    assets = {}
    for name, path in whole.items():
        if name.endswith(tuple(ENCODINGS.values())) and name.rpartition(".")[0] in whole:
            continue
        packed = {way: whole[name + end].read_bytes() for way, end in ENCODINGS.items() if name + end in whole}
        assets[name] = Asset(media_of(path), path.read_bytes(), name.startswith("assets/"), packed)
    return assets


def media_of(path: Path) -> str:
    return TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"


class Pages:
    """The page and its parts."""

    def __init__(self, services: Services) -> None:
        self.services = services
        folder = services.config.client_folder
        self.built = (folder / "index.html").is_file()
        if self.built:
            self.assets = read_assets(folder)
        else:
            self.assets = {f"page/{name}": asset for name, asset in read_assets(PLAIN).items() if name != "index.html"}
            log.warning("no built client: the plain page is served", extra={"folder": str(folder)})
        page = (folder if self.built else PLAIN).joinpath("index.html").read_text(encoding="utf-8")
        self.pages = {lang: in_language(page, lang) for lang in LANGUAGES}

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Whatever no route answers to."""
        if scope["type"] == "websocket":
            await WebSocketClose()(scope, receive, send)
            return
        response = await self.serve(Request(scope, receive))
        await response(scope, receive, send)

    async def serve(self, request: Request) -> Response:
        path = request.url.path.removeprefix("/")
        if request.method not in ("GET", "HEAD"):
            raise HTTPException(404)
        if asset := self.assets.get(path):
            return give(asset, request)
        if self.is_page(path):
            return await self.index(request)
        raise HTTPException(404)

    def is_page(self, path: str) -> bool:
        """Whether somebody may look for a page there. What is missing among files and endpoints is simply missing."""
        if path in ("", "index.html") or path.startswith("t/"):
            return True
        first, last = path.split("/")[0], PurePosixPath(path).name
        return self.built and first not in ("api", "assets", "page") and "." not in last

    async def index(self, request: Request) -> Response:
        """The page itself. It knows no rules: it shows what the server sends."""
        try:
            check_host(self.services, request.headers.get("host", ""))
        except YontoError as error:
            return refusal(error, language(request))
        visitor = await recognise(self.services, request)
        if found := self.services.sanctions.ban_of(visitor.person, address_of(request)):
            return closed_door(banned(found), language(request))
        response = Response(
            self.text(language(request)),
            media_type="text/html",
            headers={"cache-control": "no-cache", "vary": "Accept-Language"},
        )
        if visitor.fresh:
            set_cookie(self.services, response, visitor.fresh)
        return response

    def text(self, lang: str) -> str:
        """The page with the games as they are now."""
        before, *after = ROOM.split(self.pages[lang], maxsplit=1)
        return before + in_script(games_are(self.services, lang)) + after[0] if after else before


def in_language(page: str, lang: str) -> str:
    """Whatever is marked as being for readers of another language is left out."""
    others = "|".join(other for other in LANGUAGES if other != lang)
    page = re.sub(rf'\s*<link [^>]*hreflang="(?:{others})"[^>]*>', "", page)
    return page.replace('lang="en"', f'lang="{lang}"', 1)


def in_script(told: Any) -> str:
    """As JSON that cannot end the script element it stands in."""
    return msgspec.json.encode(told).decode().replace("<", "\\u003c")


def give(asset: Asset, request: Request) -> Response:
    """A file, packed if it lies there packed and the browser can unpack it."""
    headers = {"cache-control": FOREVER if asset.forever else "no-cache", "vary": "Accept-Encoding"}
    if found := unchanged(request, asset.tag, headers):
        return found
    data = asset.data
    for way, packed in asset.packed.items():
        if way in accepted(request):
            data, headers["content-encoding"] = packed, way
            break
    return Response(data, media_type=asset.media, headers=headers)


def accepted(request: Request) -> set[str]:
    """The encodings a browser takes; one with a weight of nought is one it does not."""
    found = set()
    for part in request.headers.get("accept-encoding", "").lower().split(","):
        name, _, weight = part.strip().partition(";")
        if weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000"):
            found.add(name.strip())
    return found
