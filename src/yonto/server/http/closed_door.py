"""The page of whoever may not come in any more: why, for how long, in both languages, and the way to one's own data."""

from html import escape

from starlette.responses import Response

from yonto.core.errors import YontoError
from yonto.core.words import LANGUAGES, words

PAGE = """<!doctype html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Yonto</title>
</head>
<body>
<main>
<h1>Yonto</h1>
{parts}
</main>
</body>
</html>
"""
PART = """<section lang="{lang}">
<p>{text}</p>
<p><a href="/api/me/data" download="yonto.json">{data}</a></p>
</section>"""


def closed_door(error: YontoError, lang: str) -> Response:
    """The reader's language first."""
    order = sorted(LANGUAGES, key=lambda each: each != lang)
    parts = (
        PART.format(lang=each, text=escape(error.text(each)), data=escape(words(each, "server")("admin.my_data")))
        for each in order
    )
    page = PAGE.format(lang=lang, parts="\n".join(parts))
    return Response(page, 403, media_type="text/html", headers={"cache-control": "no-store"})
