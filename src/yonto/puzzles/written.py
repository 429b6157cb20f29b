"""A puzzle of any game on paper: its position in characters as the terminal draws it, which needs no colours."""

from collections.abc import Iterator, Sequence
from textwrap import wrap

from rich.text import Text

from yonto.core.contract import Game
from yonto.core.words import Words
from yonto.paper.pen import BLACK, SANS, Pen, number
from yonto.puzzles.form import Puzzle, position
from yonto.puzzles.said import asked, title
from yonto.teaching.judge import better
from yonto.teaching.turns import REST

WIDE, HIGH = 180.0, 232.0  # mm of a page
LETTER = 3.0  # mm, at most
ACROSS, DOWN = 0.602, 1.22  # of a letter: its place in a line, and a line
CAPTION, SENTENCE, APART = 5.0, 3.8, 6.0  # mm for the title, for a line of what is asked, and between two puzzles
MONO = "'DejaVu Sans Mono', 'Liberation Mono', Menlo, Consolas, monospace"
LETTERS = 110  # in a line of what is asked


def drawing(game: Game, puzzle: Puzzle, w: Words) -> list[str]:
    """The position as its seat to move sees it, line by line."""
    play = position(game.name, puzzle.id)
    text = Text.from_markup(game.draw(game.view(play.state, play.to_move), w)).plain
    return [line.rstrip() for line in text.strip("\n").split("\n")]


def size_of(lines: Sequence[str]) -> float:
    """The height of a letter at which the longest line fits."""
    return min(LETTER, WIDE / (ACROSS * max(map(len, lines))))


def height_of(game: Game, puzzle: Puzzle, w: Words) -> float:
    lines = drawing(game, puzzle, w)
    return CAPTION + SENTENCE * len(question(game, puzzle, w)) + DOWN * size_of(lines) * len(lines) + APART


def question(game: Game, puzzle: Puzzle, w: Words) -> list[str]:
    return wrap(asked(puzzle, game, w), LETTERS)


def pages(game: Game, wanted: Sequence[Puzzle], w: Words) -> list[list[Puzzle]]:
    """As many on a page as fit there whole."""
    found: list[list[Puzzle]] = []
    room = 0.0
    for each in wanted:
        high = height_of(game, each, w)
        if high > room:
            found.append([])
            room = HIGH
        found[-1].append(each)
        room -= high
    return found


def picture(game: Game, page: Sequence[Puzzle], before: int, pen: Pen, w: Words) -> str:
    """The puzzles of a page, numbered on from those before them."""
    out, y = "", 0.0
    for i, puzzle in enumerate(page, before + 1):
        out += f'<g data-puzzle="{puzzle.id}">' + "".join(drawn(game, puzzle, i, y, pen, w)) + "</g>"
        y += height_of(game, puzzle, w)
    return (
        f'<svg class="figure" viewBox="0 0 {number(WIDE)} {number(y)}" width="{number(WIDE)}mm" '
        f'height="{number(y)}mm" aria-hidden="true">{out}</svg>'
    )


def drawn(game: Game, puzzle: Puzzle, place: int, y: float, pen: Pen, w: Words) -> Iterator[str]:
    player = position(game.name, puzzle.id).to_move + 1
    caption = w("puzzles.caption", number=place, title=title(puzzle, w), player=player)
    y += CAPTION
    yield pen.text(0, y - 1.2, caption, 4, BLACK, "start", 600)
    for line in question(game, puzzle, w):
        y += SENTENCE
        yield pen.text(0, y - 0.8, line, 3, BLACK, "start", 400, SANS)
    lines = drawing(game, puzzle, w)
    size = size_of(lines)
    for row, line in enumerate(lines, 1):
        yield pen.text(0, y + DOWN * size * row, line, size, BLACK, "start", 400, MONO).replace(
            "<text ", '<text xml:space="preserve" ', 1
        )


def solution(game: Game, puzzle: Puzzle, w: Words) -> str:
    """The best turn in words."""
    best = better(game, position(game.name, puzzle.id), tuple(text for text in puzzle.best if text != REST))
    return w.sequence(w(each.said.key, **each.said.params) for each in best) + "."
