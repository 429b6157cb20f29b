"""Pages to print: /print/GAME with its choices in the address, and the files that such a page needs.

They come ready from `yonto.paper`. Not part of the API and not of the client: a page that somebody prints works without
any script. What is wrong with an address is said on a page too.
"""

import functools
from html import escape

from starlette.requests import Request
from starlette.responses import Response

from yonto.core.errors import YontoError
from yonto.paper import page
from yonto.paper.found import printable
from yonto.paper.settings import settings_for, speech
from yonto.puzzles.sheet import prepared
from yonto.server.http.errors import status_of
from yonto.server.http.request_context import PAYER, check_host, language
from yonto.server.services import Services

KEPT = 24  # pages: every game in the ways that most people want it
HEADERS = {"cache-control": "no-cache", "vary": "Accept-Language"}


async def print_page(services: Services, request: Request) -> Response:
    """The page of a game."""
    lang = language(request)
    try:
        check_host(services, request.headers.get("host", ""))
        given = {"lang": lang, **dict(request.query_params)}
        text = await request.scope[PAYER].aside(page_of, request.path_params["game"], tuple(sorted(given.items())))
    except YontoError as error:
        services.metrics.count("yonto_refusals_total", "error", type(error).__name__)
        return Response(refused(error, lang), status_of(error), HEADERS, "text/html")
    return Response(text, media_type="text/html", headers=HEADERS)


def page_of(game: str, given: tuple[tuple[str, str], ...]) -> str:
    wanted = settings_for(game, dict(given))
    return drawn(game, given) if not wanted.position and not wanted.options else drawn.__wrapped__(game, given)


@functools.lru_cache(KEPT)
def drawn(game: str, given: tuple[tuple[str, str], ...]) -> str:
    return page.whole(prepared(settings_for(game, dict(given))))


def refused(error: YontoError, lang: str) -> str:
    """What is wrong, and the games that can be printed."""
    w = speech(lang)
    links = "".join(
        f'<li><a href="/print/{game}">{escape(speech(lang, game)("name"))}</a></li>' for game in printable()
    )
    title = escape(w("page.refused"))
    style = f'<link rel="stylesheet" href="{page.FOLDER}style.css">'
    return (
        f'<!doctype html>\n<html lang="{lang}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><title>{title}</title>{style}</head>'
        f'<body><main><section class="before"><h1>{title}</h1>'
        f'<p role="alert">{escape(error.text(lang))}</p><ul>{links}</ul></section></main></body></html>\n'
    )


async def print_file(services: Services, request: Request) -> Response:
    """A style sheet or the script of those pages."""
    name = request.path_params["name"]
    if name not in page.FILES:
        return Response(status_code=404)
    return Response(page.file_text(name), media_type=page.FILES[name], headers={"cache-control": "no-cache"})
