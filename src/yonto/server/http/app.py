"""The ASGI application: endpoints, the websocket, the page, health and metrics, and the headers on everything."""

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
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from yonto.core.errors import YontoError
from yonto.server.errors import BadMessage, Declined, TooFast, Unknown
from yonto.server.http.errors import status_of
from yonto.server.http.openapi import openapi
from yonto.server.http.pages import Pages
from yonto.server.http.printing import print_file, print_page
from yonto.server.http.request_context import (
    LOCAL,
    PAYER,
    RequestContext,
    Visitor,
    address_of,
    check_headers,
    check_host,
    check_origin,
    keeper,
    language,
    read_body,
    read_query,
    recognise,
    refusal,
    set_cookie,
    unchanged,
)
from yonto.server.http.routes import ENDPOINTS, Endpoint, Page, Pieces
from yonto.server.live.connection import Connection
from yonto.server.live.socket import Socket
from yonto.server.live.websocket import EXTENSION, UNREADABLE
from yonto.server.ops.cost import REQUEST, Payer, household, metered
from yonto.server.ops.metrics import CONTENT_TYPE
from yonto.server.people.cookies import COOKIE, KNOWN
from yonto.server.services import Services

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
NEVER_KEPT = {"cache-control": "no-store"}
PACKED_FROM = 1024  # bytes: what is smaller is sent as it is
TRY_LATER = 1013  # websocket close codes
POLICY_VIOLATION = 1008


def make_app(services: Services) -> ASGIApp:
    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await services.open()
        yield
        await services.close()

    routes: list[BaseRoute] = [
        *(Route(endpoint.path, bound(answer, services, endpoint), methods=[endpoint.method]) for endpoint in ENDPOINTS),
        WebSocketRoute("/api/live", functools.partial(live, services)),
        Route("/print/files/{name}", bound(print_file, services)),
        Route("/print/{game}", bound(print_page, services)),
        Route("/health", bound(health, services)),
        Route("/ready", bound(ready, services)),
        Route("/seen", bound(seen, services)),
        Route("/metrics", bound(metrics, services)),
        Route("/openapi.json", bound(api_page, services)),
    ]
    app = Starlette(routes=routes, lifespan=lifespan, exception_handlers={HTTPException: http_error, Exception: bug})
    app.router.default = Pages(services).answer
    return SecurityHeaders(GZipMiddleware(app, PACKED_FROM, compresslevel=5), services)


def bound(handler: Any, *parts: Any) -> Any:
    """The handler with its parts; a function, as starlette asks."""

    async def handle(request: Request) -> Response:
        response: Response = await handler(*parts, request)
        return response

    return handle


class SecurityHeaders:
    """Security headers on every answer, and a count of them; nothing malformed comes further than this, and nobody
    whose address owes too much. Whatever is asked for, the time that it takes is paid for."""

    def __init__(self, app: ASGIApp, services: Services) -> None:
        self.app = app
        self.services = services

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *HEADERS]
                self.services.metrics.count("yonto_requests_total", "status", str(message["status"]))
            await send(message)

        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        http = scope["type"] == "http"
        home = self.services.households.of(household(address_of(HTTPConnection(scope))))
        payer = scope[PAYER] = Payer(home, home=home)
        payer.charge(REQUEST)
        try:
            await payer.admitted()
            check_headers(scope["headers"])
        except (BadMessage, TooFast) as error:
            if isinstance(error, TooFast):
                self.services.metrics.count("yonto_outspent_total", "how", "refused")
            await self.refuse(error, scope, receive, with_headers if http else send)
            return
        await metered(self.app(scope, receive, with_headers if http else send), payer)

    async def refuse(self, error: Declined, scope: Scope, receive: Receive, send: Send) -> None:
        self.services.metrics.count("yonto_refusals_total", "error", type(error).__name__)
        if scope["type"] == "http":
            await refusal(error, language(HTTPConnection(scope)))(scope, receive, send)
        else:
            code = UNREADABLE if isinstance(error, BadMessage) else TRY_LATER
            await send({"type": "websocket.close", "code": code})


async def answer(services: Services, endpoint: Endpoint, request: Request) -> Response:
    """One endpoint: limits, who comes, what was sent, what is given back."""
    context = RequestContext(
        services, "", language(request), address_of(request), dict(request.path_params), payer=request.scope[PAYER]
    )
    try:
        check_host(services, request.headers.get("host", ""))
        if endpoint.method != "GET":
            check_origin(services, request)
        context.person, _, context.session, context.cookie = await recognise(services, request)
        context.known = request.cookies.get(KNOWN, "")
        await context.paid_by(context.person)
        if endpoint.keeper:
            context.by = await keeper(services, request, context.person, context.address)
        elif not endpoint.banned_too:
            services.sanctions.check(context.person, context.address)
        context.query = read_query(request, endpoint.query) if endpoint.query else None
        body: Any = await read_body(request, endpoint.takes, services.config.body_seconds) if endpoint.takes else None
        given = await endpoint.handler(context, body)
        response = given_back(endpoint, given, request)
    except YontoError as error:
        services.metrics.count("yonto_refusals_total", "error", type(error).__name__)
        response = refusal(error, context.lang)
    if context.vouched:
        set_cookie(services, response, context.vouched, KNOWN)
    if context.cookie == "":
        response.delete_cookie(COOKIE, path="/")
    elif context.cookie:
        set_cookie(services, response, context.cookie)
    response.headers.setdefault("cache-control", "no-store")
    return response


def given_back(endpoint: Endpoint, given: Any, request: Request) -> Response:
    """What an endpoint gives as an answer; where it may be kept, only if it is not what the visitor has already."""
    headers = {"cache-control": "private, no-cache", "vary": "Accept-Language"}
    match given:
        case Page():
            return Response(given.text, media_type=given.media)
        case Pieces():
            kept = unchanged(request, given.tag, headers)
            return kept or StreamingResponse(given.pieces, media_type="application/json", headers=headers)
    body = encode(given)
    if not endpoint.kept:
        return Response(body, endpoint.status, media_type="application/json")
    kept = unchanged(request, hashlib.sha256(body).hexdigest()[:32], headers)
    return kept or Response(body, endpoint.status, media_type="application/json", headers=headers)


async def http_error(request: Request, error: Exception) -> Response:
    """Starlette's own errors in our form."""
    assert isinstance(error, HTTPException)
    fault = Unknown("fault.no_page") if error.status_code == 404 else BadMessage("fault.method")
    response = refusal(fault, language(request))
    response.status_code = error.status_code
    response.headers.update(error.headers or {})
    return response


async def bug(request: Request, error: Exception) -> Response:
    log.error("a request failed", exc_info=error, extra={"path": request.scope["path"]})
    response = refusal(BadMessage("fault.bug"), language(request))
    response.status_code = 500
    return response


async def live(services: Services, socket: WebSocket) -> None:
    """The websocket's endpoint: refused before it opens, or open until somebody hangs up."""
    address = address_of(socket)
    home = household(address)
    try:
        visitor = await admitted(services, socket, address, home)
    except YontoError as error:
        services.metrics.count("yonto_refusals_total", "error", type(error).__name__)
        await socket.close(POLICY_VIOLATION if status_of(error) == 403 else TRY_LATER)
        return
    services.addresses[home] = services.addresses.get(home, 0) + 1
    try:
        await socket.accept(headers=cookie_headers(services, visitor.fresh))
        open_socket: Socket = socket.scope["extensions"][EXTENSION]
        connection = Connection(
            open_socket, visitor.person, language(socket), services.registry, services.chats, services.connections,
            services.payer(home, visitor.person), visitor.session, address,
        )  # fmt: skip
        services.overview.see(visitor.person, address)
        services.connections.all.add(connection)  # whoever signs out from here on closes it
        if not await services.store.sessions.valid(visitor.person, visitor.epoch, visitor.session):
            services.connections.hang_up(visitor.person, visitor.session)
        await connection.run()
    finally:
        services.addresses[home] -= 1
        if not services.addresses[home]:
            del services.addresses[home]


async def admitted(services: Services, socket: WebSocket, address: str, home: str) -> Visitor:
    """Who wants to connect, if that may be."""
    check_origin(services, socket)
    if services.addresses.get(home, 0) >= services.config.connections_per_address:
        raise Declined("fault.too_many_connections")
    if len(services.connections.all) >= services.most_lines or services.registry.closing:
        raise Declined("fault.busy")
    visitor = await recognise(services, socket)
    services.sanctions.check(visitor.person, address)
    return visitor


def cookie_headers(services: Services, cookie: str | None) -> list[tuple[bytes, bytes]]:
    if not cookie:
        return []
    response = Response()
    set_cookie(services, response, cookie)
    return [(name, value) for name, value in response.raw_headers if name == b"set-cookie"]


async def health(services: Services, request: Request) -> Response:
    """The server lives: it answers, and says which games are compiled."""
    awake = {name: name in services.warmup.awake for name in services.warmup.tasks}
    return Response(encode({"ok": True, "awake": awake}), media_type="application/json", headers=NEVER_KEPT)


async def ready(services: Services, request: Request) -> Response:
    """200 while the house can do its work: a move can be kept, the disk has room, computers answer. Else 503, with
    what is wrong in words."""
    found = await services.readiness.look()
    lang = language(request)
    wrong = {name: error.text(lang) for name, error in found.items() if error is not None}
    body = {"ready": not wrong, **{name: error is None for name, error in found.items()}, "wrong": wrong}
    return Response(encode(body), 503 if wrong else 200, media_type="application/json", headers=NEVER_KEPT)


async def seen(services: Services, request: Request) -> Response:
    """How a visitor looks from here, for `yonto doctor`: whether what stands in between passes on what it should."""
    body = {"address": address_of(request), "scheme": request.scope["scheme"], "host": request.headers.get("host", "")}
    return Response(encode(body), media_type="application/json", headers=NEVER_KEPT)


async def metrics(services: Services, request: Request) -> Response:
    local = address_of(request) in LOCAL
    if services.config.metrics == "off" or (services.config.metrics == "local" and not local):
        return refusal(Unknown("fault.no_page"), language(request))
    return Response(services.metrics.text(services.gauges()), media_type=CONTENT_TYPE)


async def api_page(services: Services, request: Request) -> Response:
    return Response(encode(openapi()), media_type="application/json")
