"""The page for the browser: what to know beforehand and the choices, which are not printed, and every side in its size.

On the server its styles and its script are files of their own, as the house's policy allows none within a page; printed
from a file, they stand within it.
"""

from collections.abc import Iterable
from functools import cache
from html import escape
from importlib.resources import files
from urllib.parse import urlencode

from yonto.core.words import Words
from yonto.paper.found import positions_of
from yonto.paper.layout import Sheet
from yonto.paper.pen import Pen
from yonto.paper.pieces import Leaf
from yonto.paper.printed import Printed
from yonto.paper.settings import CHOICES, PAPERS, Paper, PrintSettings, speech
from yonto.paper.sheets import definitions, family, picture

FOLDER = "/print/files/"
FILES = {"style.css": "text/css", "button.js": "text/javascript", **{f"{name}.css": "text/css" for name in PAPERS}}


@cache
def file_text(name: str) -> str:
    """A file that belongs to the page; those of the papers are written here, as their measures are known here."""
    stem = name.removesuffix(".css")
    return paper_style(PAPERS[stem]) if stem in PAPERS else files("yonto.paper").joinpath(name).read_text("utf-8")


def paper_style(paper: Paper) -> str:
    wide, high = f"{paper.width:g}mm", f"{paper.height:g}mm"
    return (
        f"@page {{ size: {wide} {high}; margin: 0; }}\n"
        f".page {{ max-width: {wide}; }}\n"
        f"@media print {{ .page {{ width: {wide}; height: {high}; }} svg.side {{ width: {wide}; height: {high}; }} }}\n"
    )


def whole(printed: Printed, alone: bool = False) -> str:
    """The page as HTML; `alone` as a file that needs no server and has nothing but what is printed."""
    settings = printed.settings
    w = speech(settings.lang, settings.game)
    pieces = [piece for batch in printed.box.batches for piece in batch.pieces]
    body = "" if alone else f"{toolbar(settings, w)}<main>{beforehand(printed, w)}"
    body += definitions(pieces, Pen(settings.mode)) + "".join(sides(printed, w)) + ("" if alone else "</main>")
    title = escape(w("page.title", game=w("name")))
    return (
        f'<!doctype html>\n<html lang="{settings.lang}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><title>{title}</title>'
        f"{head(settings, alone)}</head><body>{body}</body></html>\n"
    )


def head(settings: PrintSettings, alone: bool) -> str:
    styles = ("style.css", f"{settings.paper.name}.css")
    if alone:
        return f"<style>{''.join(map(file_text, styles))}</style>"
    links = "".join(f'<link rel="stylesheet" href="{FOLDER}{name}">' for name in styles)
    return f'{links}<script src="{FOLDER}button.js" defer></script>'


def address(settings: PrintSettings, **other: str) -> str:
    """The address of a page to print, with some of it changed."""
    asked = {
        "lang": settings.lang, "paper": settings.paper.name, "mode": settings.mode, "backs": settings.backs,
        **settings.options, **position(settings), **other,
    }  # fmt: skip
    return escape(f"/print/{settings.game}?{urlencode(asked)}")


def position(settings: PrintSettings) -> dict[str, str]:
    found = positions_of(settings.game)
    return {found.setting: settings.position} if found and settings.position else {}


def toolbar(settings: PrintSettings, w: Words) -> str:
    """The choices as links, so that they work without any script; the one in force is marked for eyes and ears."""
    groups = "".join(choice(settings, name, known, w) for name, known in CHOICES.items())
    return (
        '<header class="bar"><p class="home">'
        f'<a href="/">Yonto 四塔</a> <a href="/rules/{settings.game}">{escape(w("page.rules"))}</a></p>'
        f'<nav aria-label="{escape(w("page.choices"))}">{groups}</nav>'
        f'<button type="button" id="print" hidden>{escape(w("page.print"))}</button></header>'
    )


def choice(settings: PrintSettings, name: str, known: Iterable[str], w: Words) -> str:
    now = {"paper": settings.paper.name, "mode": settings.mode, "backs": settings.backs, "lang": settings.lang}[name]
    links = ""
    for value in known:
        chosen = ' aria-current="true"' if value == now else ""
        spoken = f' lang="{value}" hreflang="{value}"' if name == "lang" else ""
        text = escape(w(f"{name}.{value}"))
        links += f'<a href="{address(settings, **{name: value})}"{chosen}{spoken}>{text}</a>'
    title = escape(w(f"page.{name}"))
    return f'<div role="group" aria-label="{title}"><span aria-hidden="true">{title}</span>{links}</div>'


def beforehand(printed: Printed, w: Words) -> str:
    """What will come out of the printer, and what has to be at hand."""
    steps = "".join(f"<li>{escape(said)}</li>" for said in advice(printed, w))
    needed = escape(needs(printed, w))
    counts = "".join(f"<li>{escape(said)}</li>" for said in contents(printed, w))
    holds = f'<h2>{escape(w("page.contents"))}</h2><ul class="contents">{counts}</ul>' if counts else ""
    return (
        f'<section class="before"><h1>{escape(w("page.title", game=w("name")))}</h1>'
        f'<p class="sheets"><strong>{escape(takes(printed, w))}</strong> {needed}</p>'
        f"{holds}<h2>{escape(w('page.how'))}</h2><ol>{steps}</ol></section>"
    )


def takes(printed: Printed, w: Words) -> str:
    """How many sheets of paper."""
    settings = printed.settings
    sides = "fold" if len(printed.sides) == 1 else settings.backs
    return w("page.sheets", n=printed.sheets, paper=f"@paper.{settings.paper.name}", backs=f"@takes.{sides}")


def needs(printed: Printed, w: Words) -> str:
    return w("page.needs", things=[f"@need.{each}" for each in printed.needs])


def contents(printed: Printed, w: Words) -> list[str]:
    return [w(f"paper.kind.{kind}", n=n) for kind, n in printed.counted().items()]


def advice(printed: Printed, w: Words) -> list[str]:
    """What to do with the sheets, in order."""
    keys = ["scale"]
    if printed.box.batches:
        keys += [printed.settings.backs, "thick", "cut"]
        if any(piece.folds for batch in printed.box.batches for piece in batch.pieces):
            keys.append("stand")
        if any(piece.kind.startswith("board") for batch in printed.box.batches for piece in batch.pieces):
            keys.append("board")
    if printed.settings.mode == "outline":
        keys.append("colour")
    said = [w(f"how.{key}") for key in keys]
    extra = [key for key in w.catalogue if key.startswith("paper.how.")] if printed.box.batches else []
    return said + [w(key) for key in extra]


def sides(printed: Printed, w: Words) -> Iterable[str]:
    """Every side of paper, in the order of printing."""
    count = len(printed.sides)
    for i, side in enumerate(printed.sides):
        where = w("sheet.place", n=i + 1, count=count)
        if isinstance(side, Leaf):
            yield text_page(side, where)
        elif side is None:
            yield empty_page(w("sheet.empty"), where)
        else:
            yield sheet_page(printed.settings, side, where, w)


def sheet_page(settings: PrintSettings, side: Sheet, where: str, w: Words) -> str:
    if not side.placed:
        return empty_page(w("sheet.empty"), where)
    face = w(f"sheet.{side.side}") if settings.backs == "duplex" else ""
    heading = " · ".join(filter(None, (w("name"), side.title, face, where)))
    return f'<section class="page">{picture(side, settings.paper, heading, heading, w)}</section>'


def empty_page(said: str, where: str) -> str:
    return f'<section class="page empty"><p>{escape(said)}</p><p class="where">{escape(where)}</p></section>'


def text_page(leaf: Leaf, where: str) -> str:
    parts = ""
    for heading, sentences in leaf.parts:
        said = "".join(f"<p>{emphasised(sentence)}</p>" for sentence in sentences)
        parts += f"<section><h3>{escape(heading)}</h3>{said}</section>"
    picture_ = leaf.picture.replace("<svg ", f'<svg font-family="{family()}" ', 1)
    return (
        f'<section class="page leaf {type_size(leaf)}"><h2>{escape(leaf.title)}</h2>'
        f'{picture_}<div class="columns">{parts}</div>'
        f'<p class="where">{escape(where)}</p></section>'
    )


def type_size(leaf: Leaf) -> str:
    """A short text is set larger, so that it can be read across a table."""
    length = sum(len(said) for _, sentences in leaf.parts for said in sentences) + (700 if leaf.picture else 0)
    return "large" if length < 1700 else "middle" if length < 2900 else "small"


def emphasised(sentence: str) -> str:
    """What stands before a long dash is what the sentence is about. An empty one is a line to write on."""
    if not sentence:
        return '<span class="line"></span>'
    about, dash, rest = sentence.partition(" — ")
    return f"<b>{escape(about)}</b>{dash}{escape(rest)}" if dash else escape(sentence)
