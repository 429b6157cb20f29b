"""The ASGI application: doors, the live line, the page, health and metrics, and the headers on everything."""

import contextlib
import functools
import hashlib
import logging
from collections.abc import AsyncIterator
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from yonto.core.errors import YontoError
from yonto.server.doors import DOORS, Door, Page, Pieces
from yonto.server.faults import BadMessage, Fault, Unknown, status_of
from yonto.server.front import Front
from yonto.server.guests import COOKIE
from yonto.server.house import House
from yonto.server.live import Line
from yonto.server.openapi import openapi
from yonto.server.visits import (
    LOCAL,
    Visit,
    address_of,
    check_host,
    check_origin,
    language,
    read_body,
    read_query,
    recognise,
    refusal,
    set_cookie,
    unchanged,
)
from yonto.server.wire import PATH, Wire

log = logging.getLogger("yonto.app")
encode = msgspec.json.Encoder().encode

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]
PACKED_FROM = 1024  # bytes: what is smaller is sent as it is
TRY_LATER = 1013  # websocket close codes
POLICY_VIOLATION = 1008


def make_app(house: House) -> ASGIApp:
    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await house.open()
        yield
        await house.close()

    routes: list[BaseRoute] = [
        *(Route(door.path, bound(answer, house, door), methods=[door.method]) for door in DOORS),
        WebSocketRoute("/api/live", functools.partial(live, house)),
        Route("/health", bound(health, house)),
        Route("/metrics", bound(metrics, house)),
        Route("/openapi.json", bound(api_page, house)),
    ]
    app = Starlette(routes=routes, lifespan=lifespan, exception_handlers={HTTPException: http_error, Exception: bug})
    app.router.default = Front(house).answer
    return Headers(GZipMiddleware(app, PACKED_FROM, compresslevel=5), house)


def bound(handler: Any, *parts: Any) -> Any:
    """The handler with its parts; a function, as starlette asks."""

    async def handle(request: Request) -> Response:
        response: Response = await handler(*parts, request)
        return response

    return handle


class Headers:
    """Security headers on every answer, and a count of them."""

    def __init__(self, app: ASGIApp, house: House) -> None:
        self.app = app
        self.house = house

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *HEADERS]
                self.house.metrics.count("yonto_requests_total", "status", str(message["status"]))
            await send(message)

        await self.app(scope, receive, with_headers if scope["type"] == "http" else send)


async def answer(house: House, door: Door, request: Request) -> Response:
    """One door: limits, who comes, what was sent, what is given back."""
    visit = Visit(house, "", language(request), address_of(request), dict(request.path_params))
    try:
        house.requests.take(visit.address)
        check_host(house, request.headers.get("host", ""))
        if door.method != "GET":
            check_origin(house, request)
        visit.person, visit.cookie = await recognise(house, request)
        visit.query = read_query(request, door.query) if door.query else None
        body: Any = await read_body(request, door.takes) if door.takes else None
        given = await door.handler(visit, body)
        response = given_back(door, given, request)
    except YontoError as error:
        house.metrics.count("yonto_refusals_total", "error", type(error).__name__)
        response = refusal(error, visit.lang)
    if visit.cookie == "":
        response.delete_cookie(COOKIE, path="/")
    elif visit.cookie:
        set_cookie(house, response, visit.cookie)
    response.headers.setdefault("cache-control", "no-store")
    return response


def given_back(door: Door, given: Any, request: Request) -> Response:
    """What a door gives as an answer; where it may be kept, only if it is not what the visitor has already."""
    headers = {"cache-control": "private, no-cache", "vary": "Accept-Language"}
    match given:
        case Page():
            return Response(given.text, media_type=given.media)
        case Pieces():
            kept = unchanged(request, given.tag, headers)
            return kept or StreamingResponse(given.pieces, media_type="application/json", headers=headers)
    body = encode(given)
    if not door.kept:
        return Response(body, door.status, media_type="application/json")
    kept = unchanged(request, hashlib.sha256(body).hexdigest()[:32], headers)
    return kept or Response(body, door.status, media_type="application/json", headers=headers)


async def http_error(request: Request, error: Exception) -> Response:
    """Starlette's own errors in our form."""
    assert isinstance(error, HTTPException)
    fault = Unknown("fault.no_page") if error.status_code == 404 else BadMessage("fault.method")
    response = refusal(fault, language(request))
    response.status_code = error.status_code
    response.headers.update(error.headers or {})
    return response


async def bug(request: Request, error: Exception) -> Response:
    log.error("a request failed", exc_info=error, extra={"path": request.url.path})
    response = refusal(BadMessage("fault.bug"), language(request))
    response.status_code = 500
    return response


async def live(house: House, socket: WebSocket) -> None:
    """The websocket's door: refused before it opens, or open until somebody hangs up."""
    address = address_of(socket)
    try:
        check_origin(house, socket)
        house.requests.take(address)
        if house.addresses.get(address, 0) >= house.config.connections_per_address:
            raise Fault("fault.too_many_connections")
        if len(house.lines.all) >= house.config.connections or house.hall.closing:
            raise Fault("fault.busy")
        person, cookie = await recognise(house, socket)
    except YontoError as error:
        house.metrics.count("yonto_refusals_total", "error", type(error).__name__)
        await socket.close(POLICY_VIOLATION if status_of(error) == 403 else TRY_LATER)
        return
    house.addresses[address] = house.addresses.get(address, 0) + 1
    try:
        await socket.accept(headers=cookie_headers(house, cookie))
        wire: Wire = socket.scope["extensions"][PATH]
        await Line(wire, person, language(socket), house.hall, house.chats, house.lines).run(socket)
    finally:
        house.addresses[address] -= 1
        if not house.addresses[address]:
            del house.addresses[address]


def cookie_headers(house: House, cookie: str | None) -> list[tuple[bytes, bytes]]:
    if not cookie:
        return []
    response = Response()
    set_cookie(house, response, cookie)
    return [(name, value) for name, value in response.raw_headers if name == b"set-cookie"]


async def health(house: House, request: Request) -> Response:
    """200 while the store takes writes."""
    try:
        await house.healthy()
    except YontoError as error:
        return refusal(error, language(request))
    awake = {name: name in house.waking.awake for name in house.waking.tasks}
    return Response(encode({"ok": True, "awake": awake}), media_type="application/json")


async def metrics(house: House, request: Request) -> Response:
    local = address_of(request) in LOCAL
    if house.config.metrics == "off" or (house.config.metrics == "local" and not local):
        return refusal(Unknown("fault.no_page"), language(request))
    return Response(house.metrics.text(house.gauges()), media_type="text/plain; version=0.0.4")


async def api_page(house: House, request: Request) -> Response:
    return Response(encode(openapi()), media_type="application/json")
