"""A view of Qin as a picture for the terminal: colours, and letters and digits that say the same without them."""

from yonto.core.words import Words
from yonto.games.qin.notation import COLOUR_NAMES, COLOURS
from yonto.games.qin.saying import say_place
from yonto.games.qin.view import Cell, View

STYLES = {"red": "bold white on red", "yellow": "bold black on yellow", "blue": "bold white on blue"}
NAMES = dict(zip(COLOURS, COLOUR_NAMES, strict=True))  # of the letters that a view has for tiles
LAST = "›"


def draw(v: View, w: Words) -> str:
    """The board, the seats, the hand; four columns to a cell, so that a board of 19 fits into 80."""
    header = ("    " + "".join(f" {v.cells[i].name[0]}  " for i in range(v.width))).rstrip()
    lines = [header]
    for row in range(v.height):
        cells = v.cells[row * v.width : (row + 1) * v.width]
        name = f"{v.height - row:>3} "
        lines.append(name + "".join(draw_cell(v, cell, w) for cell in cells))
    return "\n".join([*lines, header, *legend(w), *draw_seats(v, w), *draw_hand(v, w)])


def draw_cell(v: View, cell: Cell, w: Words) -> str:
    """Four characters: a mark for the last tile, the colour's letter, the owner's number, + for a great province."""
    if cell.colour is not None:
        mark = LAST if cell.last else " "
        letter = w(f"letter.{cell.colour}")
        if cell.province is None:
            text = f"({letter})" if cell.ground == "start" else f"{letter}  "
        else:
            province = v.provinces[cell.province]
            text = f"{letter}{seat_mark(province.owner, w)}{'+' if province.great else ' '}"
        return f"[{STYLES[cell.colour]}]{mark}{text}[/]"
    if cell.village is not None:
        owner = v.villages[cell.village].owner
        style = "dim" if owner is None else "bold"
        return f"[{style} reverse] ⌂{seat_mark(owner, w) if owner is not None else ' '} [/]"
    if cell.ground == "water":
        return "[cyan] ~~ [/]"
    return "[dim] ·  [/]"


def seat_mark(seat: int | None, w: Words) -> str:
    return "?" if seat is None else str(w.mark(seat))


def legend(w: Words) -> list[str]:
    return [f"[dim]{w('draw.legend')}[/]", f"[dim]{w('draw.marks', last=LAST)}[/]", ""]


def draw_seats(v: View, w: Words) -> list[str]:
    lines = []
    for i, player in enumerate(v.players):
        arrow = "▶" if i == v.turn and not v.over else "★" if i in v.winners else " "
        provinces = sum(province.owner == i for province in v.provinces)
        villages = sum(village.owner == i for village in v.villages)
        bar = "▲" * player.built + "·" * player.left
        text = w("draw.seat", left=player.left, provinces=provinces, villages=villages, tiles=player.tiles)
        lines.append(f"{arrow} {w.mark(i)} {bar}  {text}")
    return lines


def draw_hand(v: View, w: Words) -> list[str]:
    lines = [w("draw.deck", n=v.deck)]
    if v.hand is not None:
        tiles = "  ".join("".join(paint(NAMES[letter], w) for letter in tile) for tile in v.hand)
        lines.append(w("draw.hand", tiles=tiles or "—"))
    if v.last is not None:
        lines.append(w("draw.last", move=say_place(v.last).quoted, last=LAST))
    return lines


def paint(colour: str, w: Words) -> str:
    """Half a tile: the letter of its colour, on that colour."""
    return f"[{STYLES[colour]}] {w(f'letter.{colour}')} [/]"
