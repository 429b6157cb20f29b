"""Studies: trees of what was tried, as text that an ordinary record stands in, and what a search thinks of them."""

import gc
import weakref
from pathlib import Path

import pytest

from yonto.core import matches, records
from yonto.core.contract import CHANCE
from yonto.core.errors import BadOption, BadRecord, Refused
from yonto.core.rng import below, seeded
from yonto.games import load
from yonto.games.pagode.puzzles.criteria import does
from yonto.review.choices import follow
from yonto.review.telling import read_all
from yonto.server.tables.presenter import speech
from yonto.study import Study, opened, read, telling, typed_in, write
from yonto.study.kept import Kept
from yonto.study.opening import LONGEST
from yonto.study.thinking import BEST, Ask, think
from yonto.study.tree import DEEPEST, Node

RECORDS = Path(__file__).parent / "records"
ONE_OF_EACH = [sorted((RECORDS / game).glob("*.yonto"))[0] for game in ("niya", "qin", "pagode", "tajuto")]
GARDEN = "PB CR IO MS  MR CS PO IB\nCO IR MB PS, IS PR CB MO"
SMALL = """yonto: 1
game: niya
rules: {rules}
options: full_board=blockade
seat1: Ada
seat2: Bruno
result: *

{laid}
1 a4
2 c3
  - 2 d3
    1 c4
      - 1 b2
        2 b4
    2 a2
  - 2 c2
1 c4
"""
LAID = "\n".join(f"* {tile}" for tile in GARDEN.replace(",", " ").split())


def small() -> str:
    return SMALL.format(rules=load("niya").version, laid=LAID)


def text_of(name: Path) -> str:
    return name.read_text(encoding="utf-8")


def scattered(study: Study, count: int) -> Study:
    """With variations at places all over it, in one another too."""
    rng = seeded("scattered")
    for _ in range(count):
        node = study.nodes()[int(below(rng, study.size + 1))]
        for _ in range(3):
            ways = study.game.legal(node.state) or study.game.chance(node.state)[0]
            if ways and node.depth() < DEEPEST:
                node = study.take(node, ways[int(below(rng, len(ways)))])
    return study


@pytest.mark.parametrize("name", ONE_OF_EACH, ids=lambda name: name.parent.name)
def test_a_tree_is_written_and_read_and_its_main_line_is_the_record(name: Path) -> None:
    whole = opened(text_of(name))
    study = scattered(whole.copy(), 40)
    text = write(study)
    again = opened(text)
    assert write(again) == text
    assert [(n.who, n.text, n.depth()) for n in again.nodes()] == [(n.who, n.text, n.depth()) for n in study.nodes()]
    assert study.size > whole.size
    plain = records.read(text)
    assert plain.entries == records.read(text_of(name)).entries, "a reader of records passes the variations over"
    played = records.replay(plain, whole.game)
    assert (played.over, played.seq) == (True, whole.size)
    assert write(whole) == write(opened(write(whole))), "nothing was done to the first"
    assert len(telling.told(study, speech("fr", study.game.name)).splitlines()) > 5


def test_a_small_tree_by_hand() -> None:
    study = opened(small())
    moves = [(node.text, node.depth()) for node in study.nodes()[17:]]
    assert moves == [
        ("a4", 0), ("c3", 0), ("d3", 1), ("c4", 1), ("b2", 2), ("b4", 2), ("a2", 1), ("c2", 1), ("c4", 0),
    ]  # fmt: skip
    assert write(study) == small()
    deep = study.at(22)
    assert [node.text for node in deep.line()[16:]] == ["a4", "d3", "b2", "b4"]
    assert study.play(deep).seq == 20
    assert "– Bruno: take " in telling.told(study, speech("en", "niya"))


def test_what_was_tried_becomes_the_main_line_and_is_removed() -> None:
    study = opened(small()).copy()
    node = study.promote(study.at(22))
    assert [each.text for each in study.at(study.number(node)).line()[17:]] == ["d3", "b2", "b4"]
    assert node.depth() == 1, "one variation at a time"
    study.promote(node)
    assert node.depth() == 0
    assert records.read(write(study)).entries[-1].text == "b4"
    before = study.remove(study.at(study.number(node)))
    assert (before.text, study.size) == ("b2", 24)
    again = study.act(before, "B4")
    assert study.act(before, "b4") is again, "the same move is not there twice"
    with pytest.raises(BadOption, match="no such position"):
        study.remove(study.root)
    with pytest.raises(BadOption, match="no such position"):
        study.at(99)


def test_rules_and_odds_hold_in_a_study() -> None:
    study = opened(small()).copy()
    with pytest.raises(Refused):
        study.act(study.end(), "a4")
    laid = study.at(3)
    with pytest.raises(BadOption, match="cannot be drawn"):
        study.act(laid, "PB")
    first = study.draw(study.root, seeded(1))
    assert study.game.to_move(first.state) == 0
    assert len(first.line()) == 16


@pytest.mark.parametrize(
    ("old", "new", "line", "column"),
    [
        ("  - 2 d3", "  - 1 d3", 27, 5),
        ("  - 2 d3", "   - 2 d3", 27, 1),
        ("        2 b4", "        2 zz", 30, 11),
        ("    1 c4", "        1 c4", 28, 1),
        ("1 a4\n", "1 a4\n  - 1 b3\n", 26, 7),
        ("    2 a2", "    2 a4", 31, 7),
    ],
)
def test_a_wrong_line_is_named_with_its_place(old: str, new: str, line: int, column: int) -> None:
    with pytest.raises(BadRecord) as caught:
        opened(small().replace(old, new))
    assert (caught.value.line, caught.value.column) == (line, column)


def test_a_variation_before_anything_was_played_is_refused() -> None:
    text = small().replace("\n* PB\n", "\n  - * PB\n", 1)
    for reader in (opened, records.read):
        with pytest.raises(BadRecord):
            reader(text)


def test_a_position_is_typed_as_people_write_it() -> None:
    study = typed_in(load("niya"), 2, {}, f"{GARDEN}\n1 a4; prends c3\nc4", seeded(1), "fr")
    assert write(study).endswith("* MO\n1 a4\n2 c3\n1 c4\n")
    by_lot = typed_in(load("niya"), 2, {"full_board": "draw"}, "PB\n*", seeded(1))
    assert (by_lot.main()[0].text, by_lot.size, by_lot.options["full_board"]) == ("PB", 16, "draw")
    with pytest.raises(BadRecord) as caught:
        typed_in(load("niya"), 2, {}, f"{GARDEN}\na4\nb9", seeded(1))
    assert caught.value.line == 4
    with pytest.raises(BadOption):
        typed_in(load("niya"), 3, {}, "", seeded(1))


def test_what_is_too_long_is_refused_and_not_cut_short() -> None:
    long = f"{GARDEN}\n" + "\n" * LONGEST
    for read_it in (opened, lambda text: typed_in(load("niya"), 2, {}, text, seeded(1))):
        with pytest.raises(BadRecord) as caught:
            read_it(long)
        assert f"at most {LONGEST} can be studied" in caught.value.text("en")
        assert "trop long" in caught.value.text("fr")


def test_a_study_has_an_end() -> None:
    study = opened(small()).copy()
    node: Node = study.end()
    study.size = 10_000
    with pytest.raises(BadOption, match="full"):
        study.act(node, study.game.write(node.state, study.game.legal(node.state)[0]))


def test_a_match_gives_one_of_its_rounds() -> None:
    record = records.read(text_of(ONE_OF_EACH[0]))
    match = next(iter(load("niya").matches))
    head = f"yonto-match: 1\ngame: niya\nform: {match.name} {match.target}\nfirst: 1\n"
    names = f"options: full_board=blockade\nplayer1: {record.names[0]}\nplayer2: {record.names[1]}\nresult: *\n\n"
    text = f"{head}{names}--- round 1\n{text_of(ONE_OF_EACH[0])}"
    matches.read(text)
    assert opened(text, 1).size == len(record.entries)
    with pytest.raises(BadOption):
        opened(text, 2)


def test_niya_is_told_in_facts() -> None:
    study = opened(small())
    found = think(Ask(records.write(records.of_play(study.play(study.end()), study.names)), 1, 1.0))
    assert (found.exact, found.done, len(found.turns)) == (True, True, min(BEST, 3))
    exact = study.game.exact
    assert exact is not None
    best = max(exact(study.end().state), key=lambda move: move.worth)
    assert found.turns[0].fact is not None
    assert (found.turns[0].fact.result, found.turns[0].fact.plies) == (best.result, best.plies)


def test_thinking_goes_on_where_it_was_and_says_the_same_anywhere() -> None:
    """Tajuto: the same number of simulations, in parts or at once, in this process or another, gives the same."""
    study = opened(text_of(ONE_OF_EACH[3]))
    node = study.main()[-20]
    while study.game.to_move(node.state) < 0:
        assert node.parent is not None
        node = node.parent
    record = records.write(records.of_play(study.play(node), study.names))
    part = think(Ask(record, 64, 60.0))
    whole = think(Ask(record, 256, 60.0))
    think(Ask(record, 64, 60.0, open=True))  # another question is remembered instead
    assert think(Ask(record, 256, 60.0)) == whole
    assert (part.simulations, whole.simulations) == (64, 256)
    assert abs(sum(whole.chances) - 1) < 1e-9
    assert 1 <= len(whole.turns) <= BEST
    for turn in whole.turns:
        at, state = study.game.to_move(node.state), node.state
        for text in turn.moves:
            assert study.game.to_move(state) == at, "a turn ends where another has a say"
            state = study.game.after(state, study.game.read(state, text))


def test_best_turns_do_different_things() -> None:
    """Pagode: neither the same acts in another order nor, where there is anything else, the same with other cards."""
    study = opened(text_of(RECORDS / "pagode" / "2-on-on-standard-seen.yonto"))
    game = study.game
    begun = [node for node in study.main() if node.who == CHANCE and game.to_move(node.state) >= 0]
    assert len(begun) > 30
    for node in begun[2:20:4]:
        seat = game.to_move(node.state)
        found = think(Ask(records.write(records.of_play(study.play(node), study.names)), 300, 60.0, open=True))
        assert len(found.turns) == BEST
        assert len({tuple(sorted(turn.moves)) for turn in found.turns}) == BEST
        ends = [follow(game, node.state, read_all(game, node.state, turn.moves)) for turn in found.turns]
        assert len({does(node.state, end) for end in ends}) == BEST
        assert all(turn.whole and game.to_move(end) != seat for turn, end in zip(found.turns, ends, strict=True))


def test_nothing_is_said_of_a_garden_that_is_not_laid() -> None:
    study = typed_in(load("niya"), 2, {}, "PB", seeded(1))
    found = think(Ask(write(study), 1, 1.0))
    assert (found.turns, found.done, found.chances) == ((), True, (0.5, 0.5))


def test_over_is_over() -> None:
    study = opened(text_of(ONE_OF_EACH[0]))
    found = think(Ask(records.write(records.of_play(study.play(study.end()), study.names)), 1, 1.0))
    assert (found.turns, found.done, sum(found.chances)) == ((), True, 1.0)
    assert study.end().who != CHANCE
    with pytest.raises(BadOption, match="over"):
        study.copy().act(study.end(), "a1")


def test_what_was_read_is_remembered_but_no_more_positions_than_so_many() -> None:
    text = small()
    size = opened(text).size
    kept = Kept(most=100, most_nodes=3 * size)
    studies = [kept.read(text + "\n" * n) for n in range(10)]
    assert [study for study in studies if study in kept.found.values()] == studies[-3:]
    assert kept.nodes == 3 * size
    assert kept.read(text + "\n" * 9) is studies[9]
    assert kept.read(text) is not studies[0]
    few = Kept(most=2, most_nodes=1000 * size)
    for n in range(10):
        few.read(text + "\n" * n)
    assert len(few.found) == 2


def test_a_tree_that_is_done_with_is_gone_at_once() -> None:
    """Not when the collector looks for circles: a server has it do so seldom, and somebody could fill its memory."""
    gc.disable()
    try:
        study = opened(small())
        root, node = weakref.ref(study.root), study.end()
        assert node.line()
        del study
        assert root() is None
        with pytest.raises(ReferenceError, match="is gone"):
            node.line()
    finally:
        gc.enable()


def test_read_is_for_one_game() -> None:
    with pytest.raises(BadRecord):
        read(small(), load("qin"))
