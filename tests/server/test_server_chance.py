"""Honest chance: exact odds, a promise kept, and every way of cheating found out."""

import hashlib
import hmac
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from parlour import Client, finish, opened, pair

from yonto.cli import main
from yonto.core import draws, records
from yonto.core.contract import CHANCE
from yonto.core.errors import BadRecord
from yonto.games import GAMES, load
from yonto.server.ops.verify import BadProof, verify
from yonto.server.store import Place
from yonto.table import fair_chance


def test_every_outcome_has_exactly_the_odds_of_its_weight() -> None:
    """Over the whole space of numbers, which is walked here in a smaller copy of it."""
    counts = Counter(fair_chance.choose(b"seed", "table", seq, [7, 8, 9], [1, 2, 3]) for seq in range(6000))
    assert set(counts) == {7, 8, 9}
    for outcome, expected in ((7, 1000), (8, 2000), (9, 3000)):
        assert abs(counts[outcome] - expected) < 200, "more than six standard deviations away"


def test_numbers_that_would_tilt_the_odds_are_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a space of 8 numbers, 6 and 7 are unfair to three outcomes; only 0 to 5 may be used."""
    monkeypatch.setattr(draws, "SPACE", 8)
    monkeypatch.setattr(fair_chance, "digest", lambda seed, text: bytes([[7, 6, 4][int(text.split(b"/")[-1])]]))
    assert fair_chance.decided(b"", "what", [5, 6, 7], [1, 1, 1]) == 6, "the third try, 4, modulo 3"


@pytest.mark.parametrize("length", [0, 1, 8, 32, 64])
def test_a_draw_is_decided_by_the_hmac_that_anybody_can_work_out(length: int) -> None:
    seed = bytes(range(length))
    for text in (b"", b"yonto chance/table/3/0", bytes(200)):
        assert fair_chance.digest(seed, text) == hmac.digest(seed, text, "sha256")


def test_draws_depend_on_table_position_and_round_and_on_nothing_else() -> None:
    seed = bytes(32)
    first = fair_chance.round_seed(seed, 0)
    assert fair_chance.number(first, "t/1") == fair_chance.number(first, "t/1")
    others = {
        fair_chance.number(fair_chance.round_seed(seed, r), f"{t}/{s}") for r in (0, 1) for t in "tu" for s in (1, 2)
    }
    assert len(others) == 8


@pytest.fixture(scope="module")
def played(new_store: Callable[[str], Place]) -> tuple[Place, dict[str, str]]:
    """A finished game of everything by computers, and the store it lies in."""
    store = new_store("chance")
    texts = {}
    with opened(store) as house:
        ada = Client(house.url)
        with ada.live() as live:
            for game in GAMES:
                table = ada.create(game, [{"kind": "computer", "level": "random"}] * 2)
                live.watch(table)
                live.until(table, lambda shown: shown["result"] is not None)
                texts[game] = ada.api("GET", f"/api/tables/{table}/record")
    return store, texts


@pytest.mark.parametrize("game", GAMES)
def test_a_finished_record_is_verified(played: tuple[Place, dict[str, str]], game: str, tmp_path: Path) -> None:
    store, texts = played
    record = records.read(texts[game])
    proof = verify(record, load(game))
    assert proof.draws == sum(entry.who == CHANCE for entry in record.entries)
    assert proof.lot
    path = tmp_path / "game.yonto"
    path.write_text(texts[game], encoding="utf-8")
    result = CliRunner().invoke(main, ["verify", str(path), "--store", str(store)])
    assert result.exit_code == 0, result.output
    assert f"{proof.draws} draws" in result.output


@pytest.mark.parametrize("game", GAMES)
def test_a_changed_draw_is_found_out(played: tuple[Place, dict[str, str]], game: str) -> None:
    """Every draw in turn is exchanged for another that the rules allow; what the rules forbid is found even sooner."""
    record = records.read(played[1][game])
    room = load(game)
    play = records.replay(record, room)
    tried = 0
    for seq, step in enumerate(play.steps):
        if step.who != CHANCE or tried >= 12:
            continue
        outcomes, _ = room.chance(step.state)
        for other in [action for action in outcomes if action != step.action][:1]:
            entry = records.Entry(CHANCE, room.write(step.state, other))
            entries = (*record.entries[:seq], entry, *record.entries[seq + 1 :])
            forged = records.Record(
                record.game, record.rules, record.options, record.names, entries, record.result, notes=record.notes
            )
            with pytest.raises(BadRecord):
                verify(forged, room)
            tried += 1
    assert tried


@pytest.mark.parametrize(
    ("name", "value", "key"),
    [
        ("seed", "00" * 32, "verify.promise"),
        ("seed", "zz", "verify.header"),
        ("chance", f"sha256={hashlib.sha256(bytes(32)).hexdigest()}", "verify.promise"),
        ("table", "another", "verify.draw"),
        ("chance-from", "x", "verify.header"),
    ],
)
def test_a_changed_header_is_found_out(played: tuple[Place, dict[str, str]], name: str, value: str, key: str) -> None:
    record = records.read(played[1]["niya"])
    forged = records.Record(
        record.game, record.rules, record.options, record.names, record.entries, record.result,
        notes={**record.notes, name: value},
    )  # fmt: skip
    with pytest.raises(BadProof) as caught:
        verify(forged, load("niya"))
    assert caught.value.key == key
    assert caught.value.text("fr") != caught.value.text("en")


def test_a_changed_lot_is_found_out(played: tuple[Place, dict[str, str]]) -> None:
    record = records.read(played[1]["niya"])
    other = {"1/2": "2/2", "2/2": "1/2"}[record.notes["lot"]]
    forged = records.Record(
        record.game, record.rules, record.options, record.names, record.entries, record.result,
        notes={**record.notes, "lot": other},
    )  # fmt: skip
    with pytest.raises(BadProof, match="lot did not fall"):
        verify(forged, load("niya"))


def test_against_the_store_any_changed_line_is_found_out(played: tuple[Place, dict[str, str]], tmp_path: Path) -> None:
    store, texts = played
    path = tmp_path / "game.yonto"
    path.write_text(texts["niya"].replace("seat1: random", "seat1: Somebody"), encoding="utf-8")
    result = CliRunner().invoke(main, ["verify", str(path), "--store", str(store)])
    assert result.exit_code == 2
    assert "Line 5" in result.output
    assert CliRunner().invoke(main, ["verify", str(path)]).exit_code == 2, "nor does its signature hold"


def test_the_promise_is_shown_from_the_start_and_the_seed_only_at_the_end(url: str) -> None:
    table, one, two = pair(url)
    with one, two:
        promised = one.tables[table]["chance"]
        assert promised["seed"] is None
        record = Client(url).api("GET", f"/api/tables/{table}/record")
        assert f"chance: sha256={promised['sha256']}" in record
        assert "seed:" not in record
        with pytest.raises(BadProof, match="not in this record"):
            verify(records.read(record), load("niya"))
        finish(table, one, two)
        shown = one.tables[table]["chance"]
        assert shown["sha256"] == promised["sha256"]
        assert hashlib.sha256(bytes.fromhex(shown["seed"])).hexdigest() == promised["sha256"]


def test_each_round_of_a_match_has_a_seed_of_its_own(url: str) -> None:
    table, one, two = pair(url, match="three")
    with one, two:
        first = one.tables[table]["chance"]["sha256"]
        while one.tables[table]["status"] == "playing":
            for live, other in ((one, two), (two, one)):
                if live.tables[table]["legal"]:
                    seq = live.play(table)["seq"]
                    other.until(table, lambda now, seq=seq: now["seq"] >= seq)  # type: ignore[misc]
        assert one.tables[table]["chance"]["seed"] is not None, "this round is over"
        shown = one.act("start", table)
        assert shown["chance"]["seed"] is None
        assert shown["chance"]["sha256"] != first
