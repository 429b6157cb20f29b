"""One HTTP request: who comes, from where, in which language, with what. Writes come only from our own pages."""

import asyncio
import re
import time
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar
from urllib.parse import urlsplit

import msgspec
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response

from yonto.core.errors import YontoError
from yonto.core.words import LANGUAGES
from yonto.server.admin.administration import THE_HOST, By
from yonto.server.errors import BadMessage, NotAllowed, TooBig, TooSlow, error_data
from yonto.server.http.errors import status_of
from yonto.server.ops.cost import Payer, household
from yonto.server.people import cookies, door
from yonto.server.services import Services
from yonto.server.unreadable import unreadable

T = TypeVar("T")
LONGEST_BODY = 262_144
# As it stands in RFC 3986, without what nobody has as a host; a port is at most 65535.
PORT = rb"[0-5]?[0-9]{1,4}|6(?:[0-4][0-9]{3}|5(?:[0-4][0-9]{2}|5(?:[0-2][0-9]|3[0-5])))"
HOST = re.compile(rb"(\[[0-9A-Fa-f:.]{2,45}\]|[A-Za-z0-9._-]{1,253})(:(?:" + PORT + rb"))?")
ORIGIN = re.compile(rb"null|[a-z][a-z0-9+.-]{0,30}://" + HOST.pattern)
PAYER = "yonto.payer"  # where the scope of a request says who pays for it
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
    session: str = ""  # of the visitor's cookie
    known: str = ""  # which account's browser this says it is
    cookie: str | None = None  # to be set with the answer
    vouched: str | None = None  # so is this: from now on it is that account's browser
    by: By | None = None  # whoever keeps order, if that is who comes
    payer: Payer = field(default_factory=Payer)

    @property
    def home(self) -> str:
        """What everything is counted by: the address, of IPv6 its /64."""
        return household(self.address)

    async def paid_by(self, person: str) -> None:
        """From now on this person pays too, not the address alone."""
        self.payer.purses.append(self.services.people.of(person))
        await self.payer.admitted()


def refusal(error: YontoError, lang: str) -> Response:
    """An error as an answer."""
    response = Response(msgspec.json.encode(error_data(error, lang)), status_of(error), media_type="application/json")
    if status_of(error) in (408, 413):
        response.headers["connection"] = "close"  # what else would come is not wanted
    if status_of(error) == 429:
        response.headers["retry-after"] = str(error.params.get("n", 2))
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


class Visitor(NamedTuple):
    """Who comes: a person, by a cookie of this session; and a fresh cookie where one is due."""

    person: str
    epoch: int
    session: str
    fresh: str | None


async def recognise(services: Services, connection: HTTPConnection) -> Visitor:
    now = int(time.time())
    cookie = connection.cookies.get(cookies.COOKIE, "")
    found = services.signer.check(cookie, now) if cookie else None
    if found is not None and await services.store.sessions.valid(found.person, found.epoch, found.session):
        stale = services.signer.stale(cookie, found, now)
        fresh = services.signer.issue(found.person, found.epoch, now, found.session) if stale else None
        return Visitor(found.person, found.epoch, found.session, fresh)
    person, session = cookies.new_person(), cookies.new_session()
    return Visitor(person, 0, session, services.signer.issue(person, 0, now, session))


async def keeper(services: Services, connection: HTTPConnection, person: str, address: str) -> By:
    """Whoever keeps order: the host, who can read the store, or somebody with the role. NotAllowed for anybody else."""
    if header := connection.headers.get("authorization"):
        if not door.opens(services.door, header):
            raise NotAllowed("fault.not_admin")
        return THE_HOST
    services.sanctions.check(person, address)
    return await services.administration.allowed(person, address)


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


async def read_body(request: Request, kind: type[T], seconds: float) -> T:
    """The typed body, if it comes whole within its time, or a clear error."""
    if request.headers.get("content-type", "").split(";")[0].strip().lower() != "application/json":
        raise BadMessage("fault.json")
    data = bytearray()
    try:
        async with asyncio.timeout(seconds):
            async for chunk in request.stream():
                data += chunk
                if len(data) > LONGEST_BODY:
                    raise TooBig("fault.message_size", most=LONGEST_BODY)
    except TimeoutError:
        raise TooSlow("fault.slow", n=round(seconds)) from None
    except ClientDisconnect:
        raise unreadable("cut off") from None
    try:
        return msgspec.json.decode(bytes(data), type=kind)
    except (msgspec.DecodeError, RecursionError) as error:
        raise unreadable(error) from None


def read_query(request: Request, kind: type[T]) -> T:
    pairs = {name: value for name, value in request.query_params.multi_items() if name != "lang"}
    try:
        return msgspec.convert(pairs, kind, strict=False)
    except msgspec.ValidationError as error:
        raise unreadable(error) from None


def set_cookie(services: Services, response: Response, cookie: str, name: str = cookies.COOKIE) -> None:
    response.set_cookie(
        name,
        cookie,
        max_age=cookies.EXPIRE,
        httponly=True,
        samesite="lax",
        secure=services.config.secure,
        path="/",
    )
