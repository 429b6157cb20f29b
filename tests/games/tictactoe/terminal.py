"""The board as a picture for the terminal."""

from yonto.core.words import Words

from .view import View

MARKS = ("[bold red]X[/]", "[bold cyan]O[/]")


def draw(v: View, w: Words) -> str:
    lines = []
    for row in range(3):
        cells = v.cells[3 * row : 3 * row + 3]
        lines.append(f"{3 - row} " + " ".join("·" if seat is None else MARKS[seat] for seat in cells))
    return "\n".join([*lines, "  a b c", w(f"draw.{v.row}")])
