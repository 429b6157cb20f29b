"""Records: written, read, replayed and checked; whatever is malformed is named with its line and column."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from test_contract import Case, cases, every_case, played, random_play
from yonto.core import matches, records
from yonto.core.contract import CHANCE, Outcome
from yonto.core.errors import BadRecord
from yonto.core.records import Entry, Record
from yonto.core.words import LANGUAGES
from yonto.games import HOUSE, load, load_for

GOLDEN = sorted((Path(__file__).parent / "records").rglob("*.yonto"))
NAMES = ("Ada", "Bruno", "Chloé", "Đức")


def record_of(case: Case, seed: int = 0) -> Record:
    return records.of_play(played(case, seed), NAMES[: case.seats], {"date": "2026-11-15"})


def niya_text() -> str:
    return records.write(record_of(cases()[0]))


@every_case
def test_a_game_written_read_and_replayed_ends_in_the_same_bytes(case: Case) -> None:
    record = record_of(case)
    again = records.read(records.write(record))
    assert again == record
    play = records.replay(again, load(case.game))
    assert play.state.tobytes() == played(case, 0).state.tobytes()
    assert play.outcome == record.result


@every_case
def test_an_unfinished_game_can_be_saved_and_taken_up_again(case: Case) -> None:
    play = random_play(case, 1)
    play.rewind(play.seq // 2)
    record = records.of_play(play, NAMES[: case.seats])
    assert record.result is None
    again = records.replay(records.read(records.write(record)), load(case.game))
    assert again.state.tobytes() == play.state.tobytes()


@every_case
def test_a_seats_own_copy_leaves_out_what_it_could_not_see(case: Case) -> None:
    game = load(case.game)
    record = record_of(case)
    for seat in [None, *range(case.seats)]:
        copy = records.for_seat(record, game, seat)
        steps = played(case, 0).steps
        for entry, step in zip(copy.entries, steps, strict=True):
            may = step.who != CHANCE or game.sees(step.state, step.action, seat)
            assert entry.text == (game.write(step.state, step.action) if may else "?")
        assert records.read(records.write(copy)) == copy
        if any(entry.text == "?" for entry in copy.entries):
            with pytest.raises(BadRecord, match="hidden in this copy"):
                records.replay(copy, game)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_golden_records_replay_to_their_exact_result(path: Path) -> None:
    text = records.decode(path.read_bytes())
    if text.startswith("yonto-match:"):
        match = matches.read(text)
        assert matches.replay(match, load_for(match))[0].winners()
        assert matches.write(match) == text
    else:
        record = records.read(text)
        assert records.replay(record, load_for(record)).over
        assert records.write(record) == text


@pytest.mark.parametrize("name", HOUSE)
def test_every_game_has_golden_records_for_every_option_and_seat_count(name: str) -> None:
    texts = [records.read(path.read_text()) for path in GOLDEN if path.parent.name == name and "match" not in path.stem]
    kept = {(len(r.names), tuple(sorted(r.options.items()))) for r in texts}
    game = load(name)
    for seats in game.seats:
        for options in game.variants():
            assert (seats, tuple(sorted(options.items()))) in kept


BROKEN = [
    ("", 1, 1, "empty"),
    ("hello", 1, 1, "begins with"),
    (("yonto: 1", "yonto: 2"), 1, 8, "form 2"),
    (("game: niya", "game niya"), 2, 1, "name: value"),
    (("game: niya", "game: chess"), 2, 7, "record of “chess”, not of niya"),
    (("rules: 1", "rules: one"), 3, 8, "whole number"),
    (("rules: 1", "rules: 7"), 3, 8, "version 7"),
    (("options: full_board=blockade", "options: full_board=no"), 4, 10, "not a value"),
    (("options: full_board=blockade", "options: full_board=draw x"), 4, 26, "name=value"),
    (("options: full_board=blockade", "options: speed=9"), 4, 10, "has no option"),
    (("seat2: Bruno", "seat3: Bruno"), 6, 1, "numbered from 1"),
    (("seat2: Bruno\n", ""), 6, 26, "2 numbers here; there should be 1"),
    (("seat2: Bruno\n", "seat2: Bruno\nseat3: Cleo\n"), 7, 1, "seat 3 is one too many"),
    (("winners=1 scores=", "winners=3 scores="), 7, 17, "3 cannot have won"),
    (("winners=1 scores=", "winners=0 scores="), 7, 17, "0 cannot have won: there are seats 1 to 2"),
    (("winners=1 scores=", "winners=12 scores="), 7, 17, "12 cannot have won"),
    (("winners=1 scores=", "winners=01 scores="), 7, 9, "a result is"),
    (("winners=1 scores=", "winners=2,1 scores="), 7, 19, "1 does not"),
    (("winners=1 scores=1,", "winners=1 scores=1,0,"), 7, 26, "3 numbers here; there should be 2"),
    (("seat1: Ada", "seat1: A\u200bda"), 5, 8, "1 to 60"),
    (("seat1: Ada", "seat1:"), 5, 8, "1 to 60"),
    (("seat1: Ada", "seat1:  Ada"), 5, 8, "1 to 60"),
    (("game: niya", "game: ni\u200bya"), 2, 9, "cannot be seen"),
    (("options: full_board=blockade", "options: full_board=draw speed=9"), 4, 26, "has no option"),
    (("\n1 ", "\n4 "), 26, 1, "no seat 4: the record has 2"),
    (("seat1: Ada", "seat1: " + "A" * 61), 5, 8, "1 to 60"),
    (("seat1: Ada\n", "seat1: Ada\nseat1: Eve\n"), 6, 1, "the header “seat1” stands here a second time"),
    (("blockade\n", "blockade full_board=draw\n"), 4, 30, "the option “full_board” stands here a second time"),
    (("\nresult: ", "\nresults: "), 9, 1, "“result” is missing"),
    (("winners=", "winner="), 7, 9, "a result is"),
]


@pytest.mark.parametrize(("change", "line", "column", "reason"), BROKEN)
def test_a_malformed_record_is_refused_with_its_place(
    change: str | tuple[str, str], line: int, column: int, reason: str
) -> None:
    good = niya_text()
    text = change if isinstance(change, str) else good.replace(*change, 1)
    assert text != good
    with pytest.raises(BadRecord, match=reason) as caught:
        records.replay(records.read(text), load("niya"))
    assert (caught.value.line, caught.value.column) == (line, column)
    for lang in LANGUAGES:
        assert str(line) in caught.value.text(lang)


def test_a_wrong_move_is_refused_with_its_line_and_the_rule() -> None:
    lines = niya_text().split("\n")
    first_move = next(i for i, line in enumerate(lines) if line.startswith("1 "))
    lines[first_move] = "1 b2"
    with pytest.raises(BadRecord, match="border") as caught:
        records.replay(records.read("\n".join(lines)), load("niya"))
    assert (caught.value.line, caught.value.column) == (first_move + 1, 3)
    assert caught.value.data()["rule"] == "N4"


def test_a_move_by_the_wrong_seat_a_doubled_tile_and_a_cut_record_are_found_out() -> None:
    text = niya_text()
    lines = text.split("\n")
    first_move = next(i for i, line in enumerate(lines) if line.startswith("1 "))
    swapped = [*lines[:first_move], "2" + lines[first_move][1:], *lines[first_move + 1 :]]
    with pytest.raises(BadRecord, match="seat 2 acts here, but seat 1 is due"):
        records.replay(records.read("\n".join(swapped)), load("niya"))
    doubled = [*lines[: first_move - 1], lines[first_move - 2], *lines[first_move:]]
    with pytest.raises(BadRecord, match="cannot be drawn here"):
        records.replay(records.read("\n".join(doubled)), load("niya"))
    with pytest.raises(BadRecord, match="not over"):
        records.replay(records.read("\n".join(lines[:-2])), load("niya"))
    with pytest.raises(BadRecord, match="goes on"):
        records.replay(records.read(text + "1 a1\n"), load("niya"))


def test_a_tampered_result_is_found_out() -> None:
    text = niya_text()
    old = next(line for line in text.split("\n") if line.startswith("result: "))
    winner = 2 if "winners=1" in old else 1
    new = f"result: winners={winner} {old.split(' ', 2)[2]}"
    with pytest.raises(BadRecord, match="lead to"):
        records.replay(records.read(text.replace(old, new)), load("niya"))


def test_windows_line_ends_a_byte_order_mark_and_empty_lines_at_the_end_do_no_harm() -> None:
    text = niya_text()
    assert records.read("\ufeff" + text.replace("\n", "\r\n") + "\n\n") == records.read(text)


def test_bytes_that_are_not_text_are_named_with_their_place() -> None:
    with pytest.raises(BadRecord) as caught:
        records.decode(b"yonto: 1\ngame: ni\xffya\n")
    assert (caught.value.line, caught.value.column) == (2, 9)


names = st.text(
    st.characters(exclude_categories=["Cs"]).filter(str.isprintable), min_size=1, max_size=60
).map(str.strip).filter(bool)  # fmt: skip
moves = st.text(st.characters(exclude_categories=["Cs"]).filter(str.isprintable), min_size=1, max_size=30)
moves = moves.map(str.strip).filter(bool)


@st.composite
def any_record(draw: st.DrawFn) -> Record:
    seats = draw(st.integers(1, 4))
    who = st.integers(-1, seats - 1)
    entries = draw(st.lists(st.builds(Entry, who, moves), max_size=20))
    winners = draw(st.sets(st.integers(0, seats - 1), min_size=1))
    scores = draw(st.lists(st.integers(-9999, 9999), min_size=seats, max_size=seats))
    outcome = Outcome(tuple(sorted(winners)), tuple(scores), draw(st.sampled_from(["N9", "Q20", "T21"])))
    option = st.from_regex(r"[a-z][a-z0-9_]{0,8}", fullmatch=True)
    value = st.from_regex(r"[!-~]{1,20}", fullmatch=True)
    return Record(
        game=draw(st.sampled_from(["niya", "go"])),
        rules=draw(st.integers(1, 999)),
        options=draw(st.dictionaries(option, value, max_size=3)),
        names=tuple(draw(st.lists(names, min_size=seats, max_size=seats))),
        entries=tuple(entries),
        result=draw(st.sampled_from([None, outcome])),
        seen_by=draw(st.sampled_from([None, "1", "watcher"])),
        notes=draw(st.dictionaries(st.sampled_from(["date", "place", "event"]), names, max_size=2)),
    )


@given(any_record())
def test_reading_is_the_inverse_of_writing(record: Record) -> None:
    assert records.read(records.write(record)) == record


@given(st.text())
def test_any_text_is_read_or_refused_cleanly(text: str) -> None:
    for candidate in (text, "yonto: 1\n" + text):
        try:
            record = records.read(candidate)
        except BadRecord as error:
            assert error.line >= 1
            assert error.column >= 1
            assert error.text("fr")
        else:
            assert records.read(records.write(record)) == record


@given(st.data())
def test_a_damaged_record_is_replayed_or_refused_cleanly(data: st.DataObject) -> None:
    text = niya_text()
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 20)))
    patch = data.draw(st.one_of(st.text(max_size=8), st.sampled_from(["\n", "1 a1\n", "* PB\n", "?", ": ", "="])))
    damaged = text[:start] + patch + text[end:]
    try:
        records.replay(records.read(damaged), load("niya"))
    except BadRecord as error:
        assert 1 <= error.line <= damaged.count("\n") + 2
        assert error.text("en")


@given(st.binary())
def test_any_bytes_are_decoded_or_refused_cleanly(data: bytes) -> None:
    try:
        records.decode(data)
    except BadRecord as error:
        assert error.line >= 1
