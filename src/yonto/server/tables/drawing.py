"""A view drawn in characters, as the terminal shows it, for clients that draw no board of their own.

A game's `draw` writes rich's markup; what is sent says how each piece looks, so that nobody else need read markup.
"""

import io
from collections.abc import Sequence
from typing import Any

from rich.color import Color
from rich.console import Console
from rich.style import Style
from rich.terminal_theme import SVG_EXPORT_THEME
from rich.text import Text

from yonto.core.contract import Game, Seat, State
from yonto.core.words import Words
from yonto.server.protocol import Run

LOOKS = ("bold", "dim", "italic", "underline", "reverse", "strike")
CONSOLE = Console(file=io.StringIO(), color_system="truecolor")  # only asked what a style's name means


def draw(game: Game, state: State, seat: Seat | None, w: Words) -> Text:
    """The position as this seat or a watcher sees it."""
    return Text.from_markup(game.draw(game.view(state, seat), w))


def runs(picture: Text) -> tuple[Run, ...]:
    """The picture piece by piece; put together, their texts are the whole of it."""
    pieces = [piece for piece in picture.render(CONSOLE) if piece.text]
    return tuple(run(piece.text, piece.style or Style.null()) for piece in merged(pieces))


def merged(pieces: Sequence[Any]) -> list[Any]:
    """Neighbours of one style as one piece."""
    found: list[Any] = []
    for piece in pieces:
        if found and found[-1].style == piece.style:
            found[-1] = found[-1]._replace(text=found[-1].text + piece.text)
        else:
            found.append(piece)
    return found


def run(text: str, style: Style) -> Run:
    look = " ".join(name for name in LOOKS if getattr(style, name))
    return Run(text, look, hexadecimal(style.color), hexadecimal(style.bgcolor, ground=True))


def hexadecimal(colour: Color | None, *, ground: bool = False) -> str:
    if colour is None or colour.is_default:
        return ""
    return colour.get_truecolor(SVG_EXPORT_THEME, foreground=not ground).hex
