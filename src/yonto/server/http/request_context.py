"""One HTTP request: who comes, from where, in which language, with what. Writes come only from our own pages."""

import re
import time
from dataclasses import dataclass, field
from typing import Any, TypeVar
from urllib.parse import urlsplit

import msgspec
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from yonto.core.errors import YontoError
from yonto.core.words import LANGUAGES
from yonto.server.errors import BadMessage, NotAllowed, TooBig, error_data
from yonto.server.http.errors import status_of
from yonto.server.people import cookies
from yonto.server.services import Services

T = TypeVar("T")
LONGEST_BODY = 262_144
HOST = re.compile(rb"(\[[0-9A-Fa-f:.]{2,45}\]|[A-Za-z0-9._-]{1,253})(:[0-9]{1,5})?")
ORIGIN = re.compile(rb"null|[a-z][a-z0-9+.-]{0,30}://" + HOST.pattern)
LOCAL = ("localhost", "127.0.0.1", "::1")


@dataclass
class RequestContext:
    """A visitor and what he brought."""

    services: Services
    person: str
    lang: str
    address: str
    path: dict[str, str] = field(default_factory=dict)
    query: Any = None
    cookie: str | None = None  # to be set with the answer


def refusal(error: YontoError, lang: str) -> Response:
    """An error as an answer."""
    response = Response(msgspec.json.encode(error_data(error, lang)), status_of(error), media_type="application/json")
    if status_of(error) == 429:
        response.headers["retry-after"] = "2"
    return response


def unchanged(request: Request, tag: str, headers: dict[str, str]) -> Response | None:
    """Put the tag among the headers; 304 if the visitor has exactly this already."""
    headers["etag"] = f'W/"{tag}"'
    known = [each.strip().removeprefix("W/") for each in request.headers.get("if-none-match", "").split(",")]
    return Response(status_code=304, headers=headers) if f'"{tag}"' in known else None


def language(connection: HTTPConnection) -> str:
    """What the address asks for, else the first of the browser's choices that we speak."""
    wanted = connection.query_params.get("lang") or connection.headers.get("accept-language", "")
    choices = (choice.strip()[:2].lower() for choice in wanted.split(","))
    return next((choice for choice in choices if choice in LANGUAGES), "en")


def address_of(connection: HTTPConnection) -> str:
    """The visitor's address; uvicorn has already read the headers of proxies that are believed."""
    return connection.client.host if connection.client else "unknown"


async def recognise(services: Services, connection: HTTPConnection) -> tuple[str, str | None]:
    """The person, and a fresh cookie where one is due."""
    now = int(time.time())
    cookie = connection.cookies.get(cookies.COOKIE, "")
    found = services.signer.check(cookie, now) if cookie else None
    if found is not None and found.epoch == await services.store.epoch(found.person):
        fresh = (
            services.signer.issue(found.person, found.epoch, now) if services.signer.stale(cookie, found, now) else None
        )
        return found.person, fresh
    person = cookies.new_person()
    return person, services.signer.issue(person, 0, now)


def check_headers(headers: list[tuple[bytes, bytes]]) -> None:
    """One Host, and at most one Origin, that are what they should be: what comes after may take them apart."""
    hosts = [value for name, value in headers if name == b"host"]
    origins = [value for name, value in headers if name == b"origin"]
    if len(hosts) != 1 or not HOST.fullmatch(hosts[0]):
        raise BadMessage("fault.host")
    if len(origins) > 1 or any(not ORIGIN.fullmatch(origin) for origin in origins):
        raise BadMessage("fault.bad_origin")


def check_origin(services: Services, connection: HTTPConnection) -> None:
    """A browser says which page speaks: it must be ours. Other programs say nothing and have no one's cookie."""
    host = connection.headers.get("host", "")
    check_host(services, host)
    origin = connection.headers.get("origin")
    if origin in services.config.origins:
        return
    foreign = connection.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none")
    if foreign or (origin is not None and urlsplit(origin).netloc != host):
        raise NotAllowed("fault.origin")


def check_host(services: Services, host: str) -> None:
    """A server for this machine alone answers to this machine's names only: no foreign name may lead here."""
    name = urlsplit(f"//{host}").hostname or ""
    ours = {urlsplit(origin).hostname for origin in services.config.origins} | {*LOCAL, services.config.host}
    if (services.config.origins or services.config.host in LOCAL) and name not in ours:
        raise NotAllowed("fault.origin")


async def read_body(request: Request, kind: type[T]) -> T:
    """The typed body, or a clear error."""
    if request.headers.get("content-type", "").split(";")[0].strip().lower() != "application/json":
        raise BadMessage("fault.json")
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > LONGEST_BODY:
            raise TooBig("fault.message_size", most=LONGEST_BODY)
    try:
        return msgspec.json.decode(bytes(data), type=kind)
    except (msgspec.DecodeError, RecursionError) as error:
        raise unreadable(error) from None


def unreadable(error: Exception) -> BadMessage:
    """What is no message, with the field that is at fault."""
    reason, _, path = str(error).partition(" - at `$")
    field = re.sub(r"\[(\d+)\]", r".\1", path.removesuffix("`")).removeprefix(".")
    return BadMessage("fault.field" if field else "fault.message", reason=reason, field=field)


def read_query(request: Request, kind: type[T]) -> T:
    pairs = {name: value for name, value in request.query_params.multi_items() if name != "lang"}
    try:
        return msgspec.convert(pairs, kind, strict=False)
    except msgspec.ValidationError as error:
        raise unreadable(error) from None


def set_cookie(services: Services, response: Response, cookie: str) -> None:
    response.set_cookie(
        cookies.COOKIE,
        cookie,
        max_age=cookies.EXPIRE,
        httponly=True,
        samesite="lax",
        secure=services.config.secure,
        path="/",
    )
