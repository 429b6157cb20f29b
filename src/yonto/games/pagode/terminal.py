"""The table of Pagode for the terminal: six towers side by side, the tiles left, both seats, the turn.

A column is its letter, as the language has it, a free slot the letter in lower case: colour is never the only sign.
"""

from yonto.core.words import Words
from yonto.games.pagode.notation import LETTERS
from yonto.games.pagode.tiles import COLOURS
from yonto.games.pagode.view import ABILITIES, Pagoda, Player, View

STYLES = {"R": "red", "B": "bright_blue", "G": "green", "Y": "yellow", "V": "magenta"}
WIDTH = 12  # of one tower: six of them and the gaps fit 80 columns


def sign(letter: str, w: Words) -> str:
    """The letter that a language has for the colour which a view gives by its letter in records."""
    return w("letter." + COLOURS[LETTERS.index(letter)])


def paint(text: str, letter: str, more: str = "bold") -> str:
    return f"[{more} {STYLES[letter]}]{text}[/]"


def centred(markup: str, length: int) -> str:
    """Markup whose visible text has this length, in the middle of a tower's width."""
    left = (WIDTH - length) // 2
    return " " * left + markup + " " * (WIDTH - length - left)


def tower(p: Pagoda, height: int, last: bool, w: Words) -> list[str]:
    """The rows of one site from the top: spire, roof, then a floor and the tile under it, down to the ground."""
    top = p.floors[-1].colour if p.floors else "R"
    rows = [centred("", 0), centred("", 0)]
    if p.spire is not None:
        shown, letter = "▲ {0}{0} ▲" if p.crowned else "▵ {0}{0} ▵", sign(p.spire, w)
        rows = [
            centred(paint(shown.format(letter if p.crowned else letter.lower()), p.spire), 6),
            centred(paint(f"◢███{sign(top, w)}███◣", top), 9),
        ]
    for i in reversed(range(height)):
        if i >= len(p.floors):
            rows += [centred("", 0)] * 2
            continue
        floor = p.floors[i]
        letter = sign(floor.colour, w)
        full, free = " ".join(letter * floor.columns), " ".join(letter.lower() * (4 - floor.columns))
        joint = " " if full and free else ""
        columns = (paint(full, floor.colour) if full else "") + joint
        rows.append(centred(columns + (paint(free, floor.colour, "dim") if free else ""), 7))
        under = p.floors[i - 1].colour if i else None
        rows.append(centred(paint(f"▀▀▀▀{sign(under, w)}▀▀▀▀", under), 9) if under else centred("─" * 11, 11))
    if not p.floors:
        rows[-1] = centred("─" * 11, 11)
    name = f"{p.site} ◀" if last else f"{p.site}  "
    rows.append(centred(f"[bold]{name}[/]", 3))
    state = "draw.crowned" if p.crowned else "draw.closed" if p.closed else None
    text = w(state)[:WIDTH] if state else ""
    return [*rows, centred(text, len(text))]


def towers(v: View, w: Words) -> list[str]:
    drawn = [tower(p, v.floors, v.last == p.site, w) for p in v.sites]
    return [" ".join(rows).rstrip() for rows in zip(*drawn, strict=True)]


def legend(w: Words) -> str:
    return " · ".join(f"{w(f'letter.{colour}')} {w.render(f'@colour.{colour}', 'm')}" for colour in COLOURS)


def supply(v: View, w: Words) -> list[str]:
    """Background × slot: the letter in the matrix is the spire of a tile that is left."""
    lines = [
        f"[dim]{legend(w)}[/]",
        w("draw.supply"),
        "      " + " ".join(paint(sign(letter, w).lower(), letter) for letter in LETTERS),
    ]
    for letter, row in zip(LETTERS, v.supply, strict=True):
        cells = " ".join(paint(sign(spire, w), letter) if spire else "[dim]·[/]" for spire in row)
        lines.append("    " + paint(sign(letter, w), letter, "bold reverse") + " " + cells)
    return lines


def cards(text: str, w: Words) -> str:
    return " ".join(paint(sign(letter, w), letter) for letter in text) or "–"


def seat_line(v: View, i: int, p: Player, w: Words) -> list[str]:
    mark = "▶" if v.to_move == i else " "
    if p.hand is not None:
        hand = cards(p.hand, w)
    else:
        hand = w("draw.hidden", n=p.hand_size)
    lines = [
        w("draw.seat", mark=mark, seat=w.mark(i), n=p.points),
        w("draw.cards", reserve=cards(p.reserve, w), hand=hand),
    ]
    if p.known:
        key = "draw.known.own" if p.hand is not None else "draw.known"
        lines.append(w(key, cards=cards(p.known, w)))
    if not v.beginner:
        names = [
            paint(w("ability." + name), LETTERS[a], "bold" if p.abilities[a] else "dim") + " " + "●" * p.abilities[a]
            + "○" * (2 - p.abilities[a])
            for a, name in enumerate(ABILITIES)
        ]  # fmt: skip
        lines.append("    " + "  ".join(names))
    return lines


def turn_lines(v: View, w: Words) -> list[str]:
    t = v.turn
    lines = [w("draw.pile", deck=v.deck, complete=v.complete)]
    if v.over or t.stage == "deal":
        return lines
    lines.append(w("draw.turn", number=t.number, built=t.built, limit=t.limit, points=t.points))
    if t.played:
        lines.append(w("draw.played", cards=cards(t.played, w)))
    key = "draw.stage." + t.stage + (".beginner" if v.beginner and t.stage == "spire" else "")
    if key in w:
        colour = "@colour." + COLOURS[LETTERS.index(t.colour)] if t.colour else ""
        lines.append(w(key, site=t.site or "", colour=colour, n=t.drops))
    return lines


def draw(v: View, w: Words) -> str:
    seats = [line for i, p in enumerate(v.players) for line in seat_line(v, i, p, w)]
    return "\n".join([*towers(v, w), "", *supply(v, w), "", *seats, "", *turn_lines(v, w)])
