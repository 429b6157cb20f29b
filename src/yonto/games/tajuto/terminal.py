"""Tajuto in the terminal: the garden of pagodas, the village, the bag, the track and what lies before each seat."""

from collections.abc import Sequence

from rich.text import Text

from yonto.core.words import Words
from yonto.games.tajuto.notation import COLOURS, Drawn, action_move, parse_action
from yonto.games.tajuto.saying import say_move
from yonto.games.tajuto.view import Feel, Monk, Pagoda, Sheet, Stack, View

# Colour is never the only sign: every floor carries its letter and its size.
INK = ("white on red3", "black on dark_orange", "black on yellow1", "white on green4",
       "white on blue3", "white on purple4", "black on pink1", "white on grey15")  # fmt: skip
WIDTH = 9  # of a pagoda's column: eight of them and a margin stay within 80
BARS = (8, 7, 6, 5, 4, 4)  # how wide floors of sizes 1 to 6 are drawn
TRACK = 60  # points that the track shows; who has more stands at its end


def last_words(text: str, v: View, w: Words) -> str:
    """The last move, or the floor that was drawn, in words."""
    move = Drawn(text) if text[:-1] in COLOURS else action_move(parse_action(text))
    line = say_move(move, [p.height - 1 for p in v.pagodas])
    return w(line.key, **line.params)


def painted(colour: str, text: str) -> str:
    return f"[{INK[COLOURS.index(colour)]}]{text}[/]"


def letter(colour: str, w: Words) -> str:
    return w(f"letter.{colour}")


def beside(text: str, width: int) -> str:
    """Markup filled up to a width on the screen."""
    return text + " " * (width - len(Text.from_markup(text).plain))


def floor_mark(floor: str, w: Words) -> str:
    """A floor as letter and size: R5."""
    return painted(floor[:-1], f" {letter(floor[:-1], w)}{floor[-1]} ")


def letters(colours: Sequence[str], w: Words) -> str:
    return " ".join(painted(colour, letter(colour, w)) for colour in colours) or "–"


def draw(v: View, w: Words) -> str:
    parts = [garden(v, w), village(v, w), objectives(v, w), bag(v, w), track(v, w)]
    parts += [monk(v, m, w) for m in v.monks]
    parts += [sheet(m.seat, m.sheet, w) for m in v.monks if m.sheet and (v.over or v.open_scores or m.seat == v.viewer)]
    if v.last is not None and v.last_seat is not None:
        parts.append(w("draw.last", seat=w.mark(v.last_seat), move=last_words(v.last, v, w)))
    if v.over:
        parts.append(w("draw.winners", seats=[w.mark(seat) for seat in v.winners]))
    return "\n".join(parts)


def cell(p: Pagoda, level: int, touched: bool, w: Words) -> str:
    """One storey of a pagoda's column, WIDTH characters wide."""
    if level <= p.height:
        width = BARS[level - 1]
        ends = ("»", "«") if touched and level == p.height else (" ", " ")
        body = ends[0] + f"{letter(p.colour, w)}{level}".center(width - 2) + ends[1]
        space = WIDTH - width
        return " " * (space // 2) + painted(p.colour, body) + " " * (space - space // 2)
    if level == p.height + 1 and p.offering is not None:
        return f"\\[{w.mark(p.offering)}]".center(WIDTH + 1)
    return ("·" if level == p.height + 1 else " ").center(WIDTH)


def garden(v: View, w: Words) -> str:
    """The eight pagodas, the top floor of the last one worked on between » and «; a seat's offering as [seat]."""
    words = (v.last or "").split()
    touched = words[-1] if words and (words[0] == "build" or "offer" in words) else None
    lines = [f"[bold]{w('draw.garden')}[/]"]
    lines += [
        f" {level} " + "".join(cell(p, level, p.colour == touched, w) for p in v.pagodas) for level in range(6, 0, -1)
    ]
    names = (f"{w(f'colour.{p.colour}')} {letter(p.colour, w)}" for p in v.pagodas)
    lines.append("   " + "".join(name.center(WIDTH) for name in names))
    lines.append("   " + "".join(bet(p, w).center(WIDTH) for p in v.pagodas))
    return "\n".join(lines)


def bet(p: Pagoda, w: Words) -> str:
    """The Inauguration tile of a pagoda: its price, who took it, or that it is gone."""
    if p.price is not None:
        return w("draw.bet.site", n=p.price)
    if p.bettor is not None:
        return w("draw.bet.seat", seat=w.mark(p.bettor))
    return w("draw.bet.taken" if p.inauguration == "taken" else "draw.bet.turned")


def stack(s: Stack, w: Words, last: bool) -> str:
    """A stack: what is on top, its price for the buyer, how many are left."""
    name = f"{'>' if last else ' '}{w(f'draw.item.{s.item}')} "
    if s.price is None:
        return f"[dim]{name}{'–':<10}[/]"
    cut = "" if s.price == s.cost else "*"
    return f"[bold]{name}[/]{w('draw.stack', n=s.price) + cut + f'×{s.left}':<10}"


def village(v: View, w: Words) -> str:
    """The ten stacks in the booklet's two lines; * where a Market lowers the price."""
    words = (v.last or "").split()
    bought = words[-1] if "acquire" in words else None
    cells = [stack(s, w, s.item == bought) for s in v.stacks]
    title = f"[bold]{w('draw.village', seat=w.mark(v.buyer))}[/]"
    return "\n".join([title, " " + "".join(cells[:5]).rstrip(), " " + "".join(cells[5:]).rstrip()])


def objectives(v: View, w: Words) -> str:
    """Which objectives are open, and whose the others are as far as the viewer is shown."""
    shown = []
    for o in v.objectives:
        owner = "" if not o.claimed else "✓" if o.by is None else f"✓{w.mark(o.by)}"
        name = w(f"draw.objective.{o.name}")
        shown.append(f"[dim]{name} {owner}[/]" if o.claimed else name)
    return "\n  ".join([f"[bold]{w('draw.objectives')}[/]", " · ".join(shown[:4]), " · ".join(shown[4:])])


def promise(f: Feel, v: View, w: Words) -> str:
    """T7: what a size promises; in `human` also the odds of the sizes that may come instead."""
    if f.size and not f.left:
        return "  " + w("draw.feel.none", size=f.size)
    text = w("draw.feel" if f.size else "draw.feel.blind", size=f.size, n=f.left, fit=f.fit)
    if v.touch == "human":
        odds = " ".join(f"{size}:{odds}" for size, odds in enumerate(f.odds_size, 1) if odds)
        fits = f"{f.odds_fit[0]}/{f.odds_fit[1]}"
        text += " " + w("draw.slips", fits=fits, odds=odds, whole=sum(f.odds_size))
    return f"  {text}" if f.allowed else f"  [dim]{text}[/]"


def bag(v: View, w: Words) -> str:
    lines = [f"[bold]{w('draw.bag', n=len(v.bag))}[/]"]
    texts = [promise(f, v, w) for f in v.feels]
    if v.touch == "sure":
        lines += [beside(texts[i], 40) + texts[i + 1] for i in (0, 2, 4)]
    else:
        lines += texts
    if v.lowest_only is not None:
        lines.append("  " + w("draw.forced", size=v.lowest_only))
    if v.drawing is not None:
        lines.append("  " + (w("draw.drawing", size=v.drawing) if v.drawing else w("draw.drawing.blind")))
    return "\n".join(lines)


def track(v: View, w: Words) -> str:
    """The meditation track: a line a seat, the thirtieth step marked by a bar."""
    lines = [f"[bold]{w('draw.track')}[/]"]
    for m in v.monks:
        steps = ["|" if step == 30 else ":" if step % 10 == 0 else "·" for step in range(TRACK + 1)]
        steps[min(m.mp, TRACK)] = f"[bold reverse]{w.mark(m.seat)}[/]"
        lines.append("  " + "".join(steps) + f" {w('draw.stack', n=m.mp)}")
    return "\n".join(lines)


def monk(v: View, m: Monk, w: Words) -> str:
    """What lies before a seat; used action tiles in brackets."""
    tiles = []
    for tile in m.tiles:
        tiles += [f"[bold]{tile.name}[/]"] * tile.ready + [f"[dim]\\[{tile.name}][/]"] * (tile.copies - tile.ready)
    mark = "►" if m.seat == v.turn else " "
    first = [f"{mark}[bold]{w('draw.seat', seat=w.mark(m.seat))}[/]", w("draw.tiles") + " " + " ".join(tiles)]
    second = [
        w("draw.floors") + " " + ("".join(floor_mark(floor, w) for floor in m.floors) or "–"),
        w("draw.offerings") + " " + letters(m.offerings, w),
    ]
    third = [
        w("draw.markets", n=m.markets),
        w("draw.bets") + " " + letters(m.bets, w),
        w("draw.face_down", n=m.face_down),
        w("draw.total", n=m.sheet.total) if m.sheet else w("draw.total.hidden"),
    ]
    return "\n     ".join("  ".join(parts) for parts in (first, second, third))


def sheet(seat: int, s: Sheet, w: Words) -> str:
    """A seat's spirituality, line by line."""
    wisdom = [f"{n} × {w(f'draw.item.W{value}')}" for value, n in enumerate(s.wisdom_tiles, 1) if n]
    names = [w(f"draw.objective.{name}") for name in s.objective_names]
    rows = [
        ("draw.sheet.wisdom", ", ".join(wisdom), s.wisdom),
        ("draw.sheet.inauguration", letters(s.inaugurated, w) if s.inaugurated else "", s.inauguration),
        ("draw.sheet.sanctuary", f"{s.sanctuaries} × {sum(s.wisdom_tiles) + len(s.inaugurated)}", s.sanctuary),
        ("draw.sheet.objectives", ", ".join(names[:4]), s.objectives),
    ]
    lines = [f"[bold]{w('draw.sheet', seat=w.mark(seat))}[/]"]
    lines += [f"  {w(key):<16}{points:>4}  {detail}".rstrip() for key, detail, points in rows]
    if names[4:]:
        lines.append(" " * 24 + ", ".join(names[4:]))
    return "\n".join([*lines, f"  [bold]{w('draw.sheet.total'):<16}{s.total:>4}[/]"])
