"""The games on paper: every piece of the rules, as often as they have it; backs meet fronts, sizes are true."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from html.parser import HTMLParser
from itertools import combinations, product
from math import dist

import pytest

from yonto.core.errors import BadOption, YontoError
from yonto.core.play import Play
from yonto.core.words import LANGUAGES
from yonto.games import HOUSE, load
from yonto.games.niya import notation as niya
from yonto.games.pagode import notation as pagode
from yonto.games.pagode import tiles
from yonto.games.qin import boards, grid
from yonto.games.tajuto import board, costs
from yonto.games.tajuto import notation as tajuto
from yonto.paper import niya_garden
from yonto.paper.found import printable
from yonto.paper.layout import BOTTOM_MARGIN, GUTTER, SIDE_MARGIN, TOP_MARGIN, Placed, Sheet
from yonto.paper.page import advice, contents, file_text, needs, takes, whole
from yonto.paper.pieces import BLEED
from yonto.paper.printed import Printed, prepare
from yonto.paper.qin import CELL, FRAME
from yonto.paper.settings import BACKS, MODES, PAPERS, CannotPrint, settings_for, speech
from yonto.paper.tajuto_art import notched

WAYS = list(product(HOUSE, PAPERS, BACKS))
CLOSE = 1e-6


def printed(game: str, paper: str = "a4", backs: str = "duplex", **more: str) -> Printed:
    return prepare(settings_for(game, {"paper": paper, "backs": backs, "lang": "en", **more}))


def sheets(of: Printed) -> list[Sheet]:
    return [side for side in of.sides if isinstance(side, Sheet)]


@dataclass(frozen=True)
class Drawn:
    """A side of a piece as it stands in the page."""

    page: int
    kind: str
    name: str
    side: str
    x: float
    y: float
    width: float
    height: float


class Reader(HTMLParser):
    """Finds the pieces, the pages, and the colours that paths are painted with."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.pages = 0
        self.pieces: list[Drawn] = []
        self.fills: set[str] = set()
        self.strokes: set[str] = set()
        self.uses: set[str] = set()
        self.ids: set[str] = set()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        classes = given.get("class", "").split()
        self.pages += tag == "section" and "page" in classes
        if tag == "g" and "piece" in classes:
            box = map(float, given["data-box"].split())
            facts = given["data-kind"], given["data-name"], given["data-side"]
            self.pieces.append(Drawn(self.pages, *facts, *box))
        if tag == "path":
            self.fills.add(given.get("fill", "none"))
            self.strokes.add(given.get("stroke", "none"))
        if tag == "use":
            self.uses.add(given["href"].removeprefix("#"))
        if "id" in given:
            self.ids.add(given["id"])

    def counted(self, kind: str) -> Counter[str]:
        return Counter(each.name for each in self.pieces if each.kind == kind and each.side == "front")


def read(game: str, **asked: str) -> Reader:
    return Reader(whole(printed(game, **asked)))


def test_every_game_of_the_house_can_be_printed() -> None:
    assert printable() == list(HOUSE)


# What the rules have


@pytest.mark.parametrize("backs", BACKS)
def test_niya_has_each_tile_once_in_two_sheets_and_eight_tokens_of_either_kind(backs: str) -> None:
    page = read("niya", backs=backs)
    assert page.counted("tile") == Counter(niya.TILE_NAMES)
    game = load("niya")
    half = game.census(game.start(2))["tokens"] // 2
    assert page.counted("token") == {"patterned": half, "plain": half} == {"patterned": 8, "plain": 8}
    assert len({each.page for each in page.pieces if each.kind == "tile" and each.side == "front"}) == 2


def test_qin_has_its_tiles_and_the_pagodas_of_every_number_of_players() -> None:
    page = read("qin")
    assert page.counted("tile") == {"".join("RYB"[c] for c in kind): grid.TILES_EACH for kind in grid.KINDS}
    assert page.counted("tile").total() == grid.TILES == 72
    pagodas = page.counted("pagoda")
    for seats, each in zip((2, 3, 4), grid.PAGODAS, strict=True):
        assert all(pagodas[str(seat + 1)] >= each for seat in range(seats))
    assert pagodas == {"1": 24, "2": 24, "3": 19, "4": 15}


@pytest.mark.parametrize("paper", PAPERS)
def test_the_parts_of_a_board_of_qin_make_the_whole_board(paper: str) -> None:
    parts = [p for batch in printed("qin", paper).box.batches for p in batch.pieces if p.kind == "board"]
    for name in boards.NAMES:
        rows = boards.rows_of(name)
        own = [part for part in parts if part.name.startswith(name)]
        flaps = len(own) - 1  # they lie beside each other
        assert {part.height for part in own} == {len(rows) * CELL + 2 * FRAME}
        assert sum(part.width for part in own) - 9 * flaps == len(rows[0]) * CELL + 2 * FRAME


def test_an_own_board_is_printed_instead_of_the_two_of_the_house() -> None:
    side = grid.SIDE
    rows = "/".join(["." * side] * 9 + ["." * 9 + "R" + "." * 9] + ["." * side] * 9)
    parts = read("qin", board=rows).counted("board")
    assert parts == {f"own-{letter}": 1 for letter in "ABCDEF"}, "three beside each other, two below"


def test_pagode_has_its_cards_tiles_sites_and_enough_columns() -> None:
    page = read("pagode")
    game = load("pagode")
    count = game.census(game.start(2))
    assert page.counted("card") == {pagode.LETTERS[i]: count[f"cards {name}"] for i, name in enumerate(tiles.COLOURS)}
    assert page.counted("card").total() == 55
    spires = tiles.standard()
    letters = pagode.LETTERS
    fronts = {letters[i] + letters[j] + letters[spires[i, j]]: 1 for i in range(5) for j in range(5)}
    assert page.counted("tile") == fronts
    assert len(fronts) == sum(count[f"tiles {name}"] for name in tiles.COLOURS) == 25
    assert page.counted("site") == Counter(pagode.SITES)
    assert page.counted("column") == dict.fromkeys(letters, 4 * len(pagode.SITES))
    assert page.counted("architect") == {"1": 1, "2": 1}
    assert page.counted("track") == {"points": 1}
    assert page.counted("marker") == {"1": 6, "2": 6, "1+100": 1, "2+100": 1}, "points, five abilities, the hundred"


def test_own_roof_sides_are_printed() -> None:
    own = read("pagode", tiles="/".join(["VYGBR"] * 5))
    assert all(
        own.counted("tile")[f"{under}{over}{top}"]
        for under in "RBGYV"
        for over, top in zip("RBGYV", "VYGBR", strict=True)
    )


def test_tajuto_has_every_floor_tile_offering_and_monk() -> None:
    page = read("tajuto")
    assert page.counted("floor") == Counter(map(tajuto.floor_name, range(board.OUTCOMES)))
    assert page.counted("floor").total() == 48
    listed = costs.standard()
    stacks = {kind: Counter[str]() for kind in ("wisdom", "transcendence", "action")}
    for stack in tajuto.STACKS:
        kind = "wisdom" if stack[0] == "W" else "action" if len(stack) == 1 else "transcendence"
        stacks[kind] += Counter(f"{stack}-{cost}" for cost in listed[stack])
    assert page.counted("wisdom") == stacks["wisdom"]
    assert page.counted("transcendence") == stacks["transcendence"]
    starting = Counter(f"{tile}-{seat}" for tile in "ABC" for seat in "1234")
    assert page.counted("action") == stacks["action"] + starting
    assert page.counted("objective") == Counter(tajuto.OBJECTIVES)
    assert page.counted("inauguration") == Counter(tajuto.COLOURS)
    assert page.counted("offering") == Counter(f"{colour}-{seat}" for colour in tajuto.COLOURS for seat in "1234")
    assert page.counted("monk") == Counter("1234")
    assert page.counted("board") == {"tajuto-A": 1, "tajuto-B": 1}


def test_own_costs_stand_on_the_tiles() -> None:
    line = costs.write({**costs.standard(), "W1": [1, 2, 33]})
    assert read("tajuto", costs=line).counted("wisdom")["W1-33"] == 1


# Where things lie


@pytest.mark.parametrize(("game", "paper", "backs"), WAYS)
def test_everything_lies_within_the_margins_and_nothing_in_the_bleed_of_another(
    game: str, paper: str, backs: str
) -> None:
    size = PAPERS[paper]
    for sheet in sheets(printed(game, paper, backs)):
        for each in sheet.placed:
            assert each.x >= SIDE_MARGIN - CLOSE
            assert each.x + each.piece.width <= size.width - SIDE_MARGIN + CLOSE
            assert each.y >= TOP_MARGIN - CLOSE
            assert each.y + each.piece.height <= size.height - BOTTOM_MARGIN + CLOSE
        for a, b in combinations(sheet.placed, 2):
            if (
                a.folded
                and b.folded
                and (a.x, a.piece.name) == (b.x, b.piece.name)
                and {a.side, b.side} == {"front", "back"}
            ):
                continue  # perhaps the two halves of one piece: the next test looks at those
            assert apart(a, b), (a, b)


def apart(a: Placed, b: Placed) -> bool:
    beside = max(b.x - a.x - a.piece.width, a.x - b.x - b.piece.width)
    below = max(b.y - a.y - a.piece.height, a.y - b.y - b.piece.height)
    return max(beside, below) >= GUTTER - CLOSE


@pytest.mark.parametrize("game", HOUSE)
@pytest.mark.parametrize("paper", PAPERS)
def test_on_both_sides_every_back_lies_behind_its_front(game: str, paper: str) -> None:
    """The sheet is turned over its long edge: left and right change places."""
    of = printed(game, paper, "duplex")
    width = PAPERS[paper].width
    assert len(of.sides) % 2 == 0
    for front, back in zip(of.sides[::2], of.sides[1::2], strict=True):
        if not isinstance(front, Sheet):
            continue
        assert isinstance(back, Sheet)
        assert (front.side, back.side) == ("front", "back")
        seen = {(p.piece.kind, p.piece.name, round(width - p.x - p.piece.width, 6), round(p.y, 6)) for p in back.placed}
        meant = {(p.piece.kind, p.piece.name, round(p.x, 6), round(p.y, 6)) for p in front.placed if p.piece.back}
        assert seen == meant


@pytest.mark.parametrize("game", HOUSE)
@pytest.mark.parametrize("paper", PAPERS)
def test_to_fold_every_back_stands_on_its_head_right_below_its_front(game: str, paper: str) -> None:
    for sheet in sheets(printed(game, paper, "fold")):
        assert sheet.side == "front", "one side of the paper is printed"
        fronts = [each for each in sheet.placed if each.side == "front" and each.piece.back]
        backs = {(round(each.x, 6), round(each.y, 6)): each for each in sheet.placed if each.side == "back"}
        assert len(fronts) == len(backs)
        for front in fronts:
            back = backs[round(front.x, 6), round(front.y + front.piece.height, 6)]
            assert back.piece is front.piece
            assert front.folded
            assert back.folded
    turned = re.findall(
        r'data-side="back" data-box="([^"]*)" transform="rotate\(180 ([\d.]+) ([\d.]+)\)"',
        whole(printed(game, paper, "fold")),
    )
    assert turned
    for box, x, y in turned:
        left, top, wide, high = map(float, box.split())
        assert dist((float(x), float(y)), (left + wide / 2, top + high / 2)) < 0.02, "around its own middle"


def corners(outline: str) -> set[tuple[float, float]]:
    return {(float(x), float(y)) for x, y in re.findall(r"[ML](-?[\d.]+) (-?[\d.]+)", outline)}


@pytest.mark.parametrize("size", range(1, 7))
def test_a_floor_has_as_many_notches_as_its_number_and_looks_the_same_in_a_mirror(size: int) -> None:
    width = 30.0
    outline = notched(width, size)
    inside = {(x, y) for x, y in corners(outline) if 0 < x < width and 0 < y < width}
    assert len(inside) == size, "one point of each notch lies inside of the square"
    assert {(round(width - x, 2), y) for x, y in corners(outline)} == corners(outline)


@pytest.mark.parametrize("game", HOUSE)
def test_whatever_has_a_back_has_an_outline_that_is_its_own_mirror_image(game: str) -> None:
    pieces = {p.kind + p.name: p for batch in printed(game).box.batches for p in batch.pieces if p.back and p.outline}
    for piece in pieces.values():
        if "A" in piece.outline:  # a disc: its two points lie left and right
            assert corners(piece.outline) <= {(0.0, piece.height / 2)}
        else:
            assert {(round(piece.width - x, 2), y) for x, y in corners(piece.outline)} == corners(piece.outline)


def test_floors_grow_smaller_from_the_first_to_the_sixth() -> None:
    widths = {p.name: p.width for batch in printed("tajuto").box.batches for p in batch.pieces if p.kind == "floor"}
    reds = [widths[f"red{size}"] for size in range(1, 7)]
    assert reds == sorted(reds, reverse=True)
    assert len(set(reds)) == 6


# The page


@pytest.mark.parametrize(("game", "paper", "backs"), WAYS)
def test_the_page_draws_exactly_what_was_laid_out(game: str, paper: str, backs: str) -> None:
    of = printed(game, paper, backs)
    page = Reader(whole(of))
    assert page.pages == len(of.sides)
    laid = Counter(
        (i + 1, p.piece.kind, p.piece.name, p.side, round(p.x, 3), round(p.y, 3))
        for i, side in enumerate(of.sides)
        if isinstance(side, Sheet)
        for p in side.placed
    )
    assert Counter((p.page, p.kind, p.name, p.side, p.x, p.y) for p in page.pieces) == laid
    assert page.uses <= page.ids, "every drawing is there"


def light(colour: str) -> float:
    return sum(share * int(colour[i : i + 2], 16) / 255 for share, i in ((0.3, 1), (0.59, 3), (0.11, 5)))


@pytest.mark.parametrize("game", HOUSE)
def test_little_ink_means_that_nothing_is_filled_with_more_than_a_tint(game: str) -> None:
    painted = {f for f in read(game, mode="colour").fills if f.startswith("#") and len(f) == 7 and light(f) < 0.55}
    assert painted, "in colour there is paint"
    dark = {f for f in read(game, mode="ink").fills if f.startswith("#") and len(f) == 7 and light(f) < 0.8}
    assert dark == set()


@pytest.mark.parametrize("game", HOUSE)
def test_to_colour_in_there_are_only_black_lines_on_white(game: str) -> None:
    page = read(game, mode="outline")
    assert page.fills <= {"none", "#fff", "#ffffff"}
    lines = page.strokes - {"none", "#fff", "#ffffff", "#b9b1a2"}  # the last is where glue goes
    assert lines == {"#26221d"}


@pytest.mark.parametrize("game", HOUSE)
@pytest.mark.parametrize("mode", MODES)
def test_in_every_mode_two_pieces_that_differ_are_drawn_differently(game: str, mode: str) -> None:
    """So nothing is told by its colour alone: outlines have none."""
    html = whole(printed(game, mode=mode))
    arts = dict(re.findall(r'<g id="(front-[^"]+)">(.*?)</g>(?=<g id=|</defs>)', html))
    assert len(arts) > 5
    alike = [names for names in same(arts).values() if len(names) > 1]
    assert alike == []


def same(arts: dict[str, str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, art in arts.items():
        found.setdefault(art, []).append(name)
    return found


@pytest.mark.parametrize("game", HOUSE)
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("backs", BACKS)
def test_the_number_of_sheets_and_what_else_is_needed_are_said_beforehand(game: str, lang: str, backs: str) -> None:
    of = printed(game, backs=backs, lang=lang)
    w = speech(lang, game)
    html = whole(of)
    before = html[: html.index('class="page')]
    assert of.sheets == (len(of.sides) // 2 if backs == "duplex" else len(of.sides))
    assert takes(of, w).startswith(f"{of.sheets} ")
    for said in (takes(of, w), *contents(of, w), *advice(of, w), needs(of, w)):
        assert escape(said) in before
    assert ("bag" in of.needs) == (game == "tajuto")
    assert ("glue" in of.needs) == (backs == "fold" or game in ("qin", "tajuto"))


@pytest.mark.parametrize("game", HOUSE)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_rules_and_a_player_aid_come_first(game: str, lang: str) -> None:
    of = printed(game, lang=lang)
    first = [leaf.title for leaf in of.box.leaves]
    w = speech(lang, game)
    assert first == [w("leaf.rules", game=w("name")), w("leaf.aid", game=w("name"))]
    assert list(of.sides[:2]) == list(of.box.leaves)


def test_the_styles_of_a_paper_have_its_true_size() -> None:
    assert "size: 210mm 297mm" in file_text("a4.css")
    assert "size: 215.9mm 279.4mm" in file_text("letter.css")
    assert "svg.side { width: 210mm; height: 297mm; }" in file_text("a4.css")


def test_a_page_for_the_server_has_no_style_or_script_in_it() -> None:
    """The house's policy would not let them in."""
    for game in HOUSE:
        html = whole(printed(game))
        assert "<style" not in html
        assert " style=" not in html
        assert "<script>" not in html


def test_a_page_for_a_file_asks_for_nothing_else() -> None:
    html = whole(printed("niya"), alone=True)
    assert "<link" not in html
    assert "<script" not in html
    assert "@page" in html


# What cannot be


@pytest.mark.parametrize(
    ("game", "asked", "said"),
    [
        ("niya", {"paper": "a3"}, "“a3” is no paper we know. There are: a4, letter."),
        ("niya", {"mode": "grey"}, "“grey” is no way of inking we know"),
        ("niya", {"backs": "none"}, "“none” is no way of making backs"),
        ("niya", {"lang": "de"}, "“de” is no language of the house"),
        ("chess", {}, "“chess” is no game that can be printed. There are: niya, qin, pagode, tajuto."),
        ("pdf", {}, "“pdf” is no game that can be printed"),
        ("niya", {"boards": "x"}, "boards"),
        ("qin", {"garden": "PB"}, "garden"),
        ("qin", {"board": "...../....."}, "5 to 19 rows"),
        ("tajuto", {"costs": "W1:1"}, "W2"),
    ],
)
def test_what_cannot_be_printed_is_refused_with_a_sentence(game: str, asked: dict[str, str], said: str) -> None:
    with pytest.raises((CannotPrint, BadOption)) as refused:
        prepare(settings_for(game, asked))
    assert said in refused.value.text("en")
    assert refused.value.text("fr") != refused.value.text("en")


# A garden


def garden(moves: int, seed: int = 5) -> Play:
    play = Play(load("niya"), 2)
    play.draw_chance(lambda outcomes, weights: outcomes[seed % len(outcomes)])
    for _ in range(moves):
        play.act(play.to_move, play.game.legal(play.state)[0])
    return play


@pytest.mark.parametrize("moves", range(6))
def test_any_position_of_niya_can_be_printed_as_it_lies(moves: int) -> None:
    view = garden(moves).game.view(garden(moves).state, None)
    text = niya_garden.write(view)  # type: ignore[arg-type]
    html = whole(printed("niya", garden=text))
    cells = dict(re.findall(r'data-cell="(\w+)" data-name="(\w+)"', html))
    lying = {f"c{i}": cell.tile for i, cell in enumerate(view.cells) if cell.tile}  # type: ignore[attr-defined]
    pile = {"pile": view.last} if view.last else {}  # type: ignore[attr-defined]
    assert cells == {**lying, **pile}
    assert f"Player {1 + moves % 2} is to move" in html
    assert Reader(html).pages == 1


def gardens() -> Iterator[tuple[str, str]]:
    tiles_ = list(niya.TILE_NAMES)
    yield ".".join(tiles_[:15]), "A garden has 16 cells; this text has 15."
    yield ".".join([*tiles_[:15], "XX"]), "“XX” is neither a tile"
    yield ".".join([*tiles_[:15], tiles_[0]]), "stands twice"
    yield ".".join(["2", *tiles_[1:]]) + "-PB", "0 of the first player, 1 of the second"
    yield ".".join(["1", *tiles_[1:]]), "a tile lies on the pile"
    yield ".".join(tiles_) + "-PB", "stands twice"
    yield "<script>", "“<script>” is neither"
    yield "1.2.1.2", "4."


@pytest.mark.parametrize(("text", "said"), list(gardens()))
def test_a_garden_that_cannot_be_is_refused(text: str, said: str) -> None:
    with pytest.raises(YontoError) as refused:
        prepare(settings_for("niya", {"garden": text}))
    assert said in refused.value.text("en")


def test_the_bleed_is_two_to_three_millimetres() -> None:
    assert 2 <= BLEED <= 3
