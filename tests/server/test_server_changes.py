"""Changes: what a client makes of them is the table that the server would send whole, whoever looks and whatever
happened; a change tells no more than the two tables between which it lies."""

import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from parlour import Client, pair
from table_walk import ADA, BO, EVE, Kind, Walk, lay
from twins import HIDDEN, twins

from effort import EFFORT
from yonto.core.contract import CHANCE
from yonto.core.listing import Book, Listing, Move, Rows
from yonto.core.play import Play
from yonto.games import GAMES, load
from yonto.games.qin import view as qin
from yonto.server.changes import SAME, Follower, changed, difference, moves_difference, moves_edit, spliced
from yonto.server.live.watching import Watching
from yonto.server.tables.shapes import Agreed, Moving, SeenByOne, TableShown
from yonto.table.clock import ClockSettings

CASES = Path(__file__).parent.parent / "changes.json"
CLOCK = {"clock": ClockSettings("total", 900, 5)}
# By kind: who sits there, and what else was agreed. Where hands are hidden one screen has a curtain.
TABLES: dict[str, tuple[list[Kind], dict[str, Any]]] = {
    "two people": (["me", "open"], {}),
    "one screen": (["me", "screen"], {}),
    "a computer": (["me", "computer"], {}),
    "many": (["me", "open", "computer"], {}),
    "a match": (["me", "open"], {}),
    "a clock": (["me", "open"], CLOCK),
}


def table_of(game: str, kind: str) -> tuple[list[Kind], dict[str, Any]]:
    """As near to that kind as the game can be played."""
    kinds, more = TABLES[kind]
    found = load(game)
    if kind == "a match" and found.matches:
        more = {"match": found.matches[0].name, "target": found.matches[0].lowest}
    return kinds[: max(found.seats)], more


@pytest.mark.parametrize("people", TABLES)
@pytest.mark.parametrize("game", GAMES)
def test_a_client_that_follows_changes_has_the_table_that_would_be_sent_whole(game: str, people: str) -> None:
    """Random walks with everything that happens at a table, heard by all kinds of eyes, some of them late."""
    rng = random.Random(f"{game} {people}")
    kinds, more = table_of(game, people)
    walk = Walk(lay(game, kinds, rng, **more), rng)
    told = set()
    for number in range(60 * EFFORT):
        walk.step()
        if number % 4 == 3:
            walk.check()
        told |= {data[:16] for line in walk.lines for data in line.sent}
        if walk.live.table.over:
            walk = Walk(lay(game, kinds, rng, **more), rng)
    assert len(told) == 2, "some came whole and some as changes"


def follow_play(play: Play, person: str, lang: str) -> list[bytes]:
    """All that somebody is sent of a game that goes as this one went: player 0 is Ada's, player 1 is Bo's."""
    live = lay(play.game.name, ["me", "open"], random.Random(0), options=[play.options])
    Walk(live, random.Random(0)).do_sit()
    table, sent = live.table, []
    table.play.rewind(0)
    watching = Watching(live, changes=True)
    for number, step in enumerate([*play.steps, None]):
        if step is None or step.who != CHANCE or number == 0:
            table.seq, table.position, table.to_move = number, number, table.play.to_move
            news = watching.news(person, lang, 0) or b""
            sent.append(re.sub(rb'"replaceable":\d+', b"", news))  # a time by the clock on the wall
        if step is not None:
            table.play.take(step.action)
    return sent


@pytest.mark.parametrize("seat", [0, 1, None])
@pytest.mark.parametrize("game", HIDDEN)
def test_what_is_hidden_from_somebody_changes_no_byte_of_what_follows(game: str, seat: int | None) -> None:
    """Both games whole, as changes: the same moves and draws as far as this seat can tell, other hidden cards."""
    one, two = twins(game, seat)
    person = {0: ADA, 1: BO, None: EVE}[seat]
    sent = follow_play(one, person, "fr")
    assert sum(data.startswith(b'{"type":"change"') for data in sent) > 3
    assert sent == follow_play(two, person, "fr")
    others = [person for person in (ADA, BO) if seat is None or person != (ADA, BO)[seat]]
    assert any(follow_play(one, other, "fr") != follow_play(two, other, "fr") for other in others)


# The form of edits


class Leaf(msgspec.Struct, frozen=True):
    name: str
    n: int | None


class Tree(msgspec.Struct, frozen=True):
    leaves: tuple[Leaf, ...]
    plain: tuple[int, ...]
    named: dict[str, int]
    one: Leaf | None
    text: str


leaf = st.builds(Leaf, st.sampled_from("abc"), st.none() | st.integers(0, 2))
tree = st.builds(
    Tree, st.lists(leaf, max_size=4).map(tuple), st.lists(st.integers(0, 3), max_size=6).map(tuple),
    st.dictionaries(st.sampled_from("abc"), st.integers(0, 2)), st.none() | leaf, st.sampled_from(["", "x"]),
)  # fmt: skip


def wire(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


@given(tree, tree)
def test_an_edit_makes_the_new_value_of_the_old_one(old: Tree, new: Tree) -> None:
    edit = difference(old, new)
    if edit is SAME:
        assert old == new
    else:
        assert changed(wire(old), wire(edit)) == wire(new)


@pytest.mark.parametrize("options", [{"board": "bird"}, {"board": "lion"}])
def test_a_board_that_knows_what_became_of_its_cells_says_what_comparing_them_would(options: dict[str, str]) -> None:
    """Qin's cells are compared by numbers; after any number of moves, and with a seat or a watcher."""
    game, rng, seen = load("qin"), random.Random("qin cells"), []
    play = Play(game, 2, options)
    while not play.over:
        play.draw_chance(lambda outcomes, weights: rng.choice(outcomes))
        seen.append(qin.view(play.state, rng.choice([0, 1, None])).cells)
        if not play.over:
            play.take(rng.choice(game.legal(play.state)))
    for old, new in zip(seen, rng.sample(seen, len(seen)), strict=True):
        edit, compared = difference(old, new), difference(tuple(old), tuple(new))
        assert (edit is SAME) == (compared is SAME)
        assert edit is SAME or wire(edit) == wire(compared)


def test_cells_of_two_boards_are_exchanged_whole_or_compared() -> None:
    game = load("qin")
    bird, lion = (qin.view(Play(game, 2, {"board": name}).state, None).cells for name in ("bird", "lion"))
    assert changed(wire(bird), wire(difference(bird, lion))) == wire(lion)


class Frozen(msgspec.Struct, frozen=True, tag="take"):
    tile: str


class Listed(msgspec.Struct, frozen=True, tag="list"):
    tiles: list[str]  # so it has no hash


@pytest.mark.parametrize("made", [Frozen, lambda tile: Listed([tile])])
def test_moves_that_are_written_alike_are_told_each_by_its_own_row(made: Callable[[str], msgspec.Struct]) -> None:
    """At two tables of Niya another tile lies at a1, and rows are kept for all tables."""
    for _ in range(2):
        for tile in ("PB", "CS"):
            move = made(tile)
            edit = moves_difference(Listing(), Listing([("a1", move)]), {"take", "list"})
            assert json.loads(msgspec.json.encode(edit)) == [0, 0, [["a1", *msgspec.to_builtins(move).values()]]]


@given(st.permutations(range(40)), st.sets(st.integers(0, 39)), st.sets(st.integers(0, 39)))
def test_compiled_code_splices_any_two_lists_of_one_order(order: list[int], had: set[int], has: set[int]) -> None:
    """However many stretches there are, and whichever rows were never told before."""
    old, new = ([number for number in order if number in some] for some in (had, has))
    rows = Rows(40, lambda number: json.dumps("x" * number).encode())
    edit = json.loads(b"[%b]" % rows.edit(np.array(old, np.int32), np.array(new, np.int32)))
    assert spliced(["x" * number for number in old], edit) == ["x" * number for number in new]
    assert sum(edit[1::3]) == len(had - has), "no more goes than differs"
    assert sum(map(len, edit[2::3])) == len(has - had)


def test_a_list_from_a_book_is_told_in_the_very_bytes_that_move_by_move_would_be() -> None:
    """A game of Qin, each seat's lists one after the other: the first one whole, then what differs."""
    rng, play = random.Random(7), Play(load("qin"), 2)
    last = [(Listing(), set[str](), set[str]()) for _ in range(2)]
    seen = 0
    while not play.over:
        if play.to_move == CHANCE:
            play.take(rng.choice(play.game.chance(play.state)[0]))
            continue
        seat, new = play.to_move, play.position.moves
        old, told, also = last[seat]
        assert moves_edit(old, new, told) == msgspec.json.encode(moves_difference(old, new, also))
        assert told == also
        assert all(play.position.listed_action(text) == play.game.read(play.state, text) for text, _ in new[::9])
        seen += new.book is not None and new.book is old.book
        last[seat] = new, told, also
        play.take(play.game.read(play.state, rng.choice(new)[0]))
    assert seen > 20


class Numbers(Book):
    """A move for each number, of which some are never legal."""

    def made(self, number: int) -> Move:
        return str(number), Frozen(str(number))


def test_a_move_that_is_in_the_book_but_not_in_the_list_is_not_listed() -> None:
    book = Numbers(9)
    listing = Listing(map(book.__getitem__, (2, 5)), np.array([2, 5], np.int32), book)
    assert [listing.action_of(text) for text in ("2", "5", "7", "x")] == [2, 5, None, None]
    assert book[7] == ("7", Frozen("7"))
    assert listing.action_of("7") is None


def test_a_change_that_does_not_follow_is_not_taken() -> None:
    follower = Follower()
    change = {"type": "change", "from": 3, "seq": 4, "now": 0, "set": {}, "log_from": 0, "log": []}
    assert not follower.take(change)
    follower.take({"type": "table", "seq": 2, "legal": []})
    assert not follower.take(change)


def test_the_cases_of_the_browser_hold_here_too() -> None:
    """tests/make_changes.py writes them, web/src/changes.test.ts reads them."""
    for case in json.loads(CASES.read_text(encoding="utf-8")):
        follower = Follower()
        for message in case["messages"]:
            assert follower.take(message)
        assert follower.table == case["table"], case["name"]


# On the line


def test_who_comes_is_shown_the_table_and_the_others_hear_little(url: str) -> None:
    """A watcher's coming is counted, a player's is told in some bytes; neither sends the table again."""
    table, one, two = pair(url, "qin")
    eves = [Client(url) for _ in range(3)]
    with eves[0].live() as first, eves[1].live() as second:
        first.watch(table)
        for live in (one, first):
            live.until(table, lambda shown: shown["watchers"] == 1)
        heard = len(one.raw), len(first.raw)
        second.watch(table)
        for live, before in zip((one, first), heard, strict=True):
            live.until(table, lambda shown: shown["watchers"] == 2)
            assert [json.loads(text)["type"] for text in live.raw[before:]] == ["change"]
            assert len(live.raw[-1]) < 250
        assert any(len(text) > 5000 for text in second.raw), "who comes is shown it whole"
    before = len(one.raw)
    two.__exit__()
    one.until(table, lambda shown: not shown["players"][1]["here"])
    assert all(len(text) < 300 for text in one.raw[before:])


def test_a_client_that_knows_whole_tables_only_goes_on_getting_them(url: str) -> None:
    ada = Client(url)
    table = ada.create("niya", ["me", "screen"], first=1)
    with ada.live(changes=False) as old, ada.live() as new:
        old.watch(table)
        new.watch(table)
        for _ in range(4):
            seq = old.play(table)["seq"]
            new.until(table, lambda shown, seq=seq: shown["seq"] >= seq)  # type: ignore[misc]
        assert {message["type"] for message in old.heard} == {"welcome", "ok", "table"}
        assert [message["type"] for message in new.heard].count("table") == 1
        mine, other = ({**live.tables[table], "now": 0} for live in (old, new))
        assert mine == other
        assert old.logs[table] == new.logs[table]


def test_after_a_stale_move_and_in_another_language_the_table_comes_whole(url: str) -> None:
    ada = Client(url)
    table = ada.create("niya", ["me", "screen"], first=1)
    with ada.live() as live:
        shown = live.watch(table)
        live.play(table)
        stale = live.send("play", table=table, seq=shown["seq"] - 1, move="a1")
        while live.heard[-1].get("id") != stale:
            live.next()
        assert live.next()["type"] == "table"
        live.ask("hello", lang="fr")
        assert live.next()["type"] == "table"
        live.ask("hello", lang="fr")
        assert live.ask("ping")["type"] == live.heard[-1]["type"] == "ok"
        assert live.heard[-2]["type"] == "ok", "the same language again changes nothing"


def test_a_whole_table_is_what_all_see_and_what_one_sees() -> None:
    parts = (
        *Agreed.__struct_fields__,
        *Moving.__struct_fields__,
        *SeenByOne.__struct_fields__,
        "legal",
        "now",
        "log_from",
        "log",
    )
    assert sorted(parts) == sorted(TableShown.__struct_fields__), "nothing twice, nothing left out"
