"""Clocks: what they count, how they pass on, and that they survive whatever happens to the server."""

import json
import signal
import time
from pathlib import Path

import pytest
from inside import Inside
from parlour import Client, Services, opened, pair
from real_house import RealHouse

from yonto.server.ops.house_time import HouseTime
from yonto.server.tables import heartbeat, live_table, registry
from yonto.table import clock
from yonto.table.clock import Clocks, ClockSettings
from yonto.table.errors import BadMessage

TOTAL = ClockSettings("total", seconds=60, increment=5)
MOVE = ClockSettings("move", seconds=30)


def test_a_total_clock_loses_the_time_of_the_turn_and_gains_the_increment() -> None:
    hands = clock.passed(TOTAL, clock.wound(TOTAL, 2), 0, 1_000)
    hands = clock.passed(TOTAL, hands, 1, 11_000)
    assert hands == Clocks((55_000, 60_000), 1, 11_000)
    assert hands.remaining(1, 13_000) == 58_000
    assert hands.deadline == 71_000


def test_several_actions_of_one_turn_are_one_stretch_of_time() -> None:
    hands = clock.passed(TOTAL, clock.wound(TOTAL, 2), 0, 1_000)
    assert clock.passed(TOTAL, hands, 0, 5_000) == hands


def test_a_clock_for_each_move_is_full_again_at_the_next_turn() -> None:
    hands = clock.passed(MOVE, clock.wound(MOVE, 2), 0, 0)
    hands = clock.passed(MOVE, hands, 1, 20_000)
    assert hands.remaining(0, 99_999) == 30_000


def test_nobodys_clock_runs_while_a_computer_thinks() -> None:
    hands = clock.passed(TOTAL, clock.wound(TOTAL, 2), 0, 0)
    hands = clock.passed(TOTAL, hands, None, 10_000)
    assert hands.deadline is None
    assert hands.left == (55_000, 60_000)


def test_a_pause_keeps_what_is_left_and_absence_does_not_count() -> None:
    hands = clock.passed(MOVE, clock.wound(MOVE, 2), 0, 0)
    paused = clock.stopped(hands, 12_000)
    assert (paused.running, paused.left) == (None, (18_000, 30_000))
    assert clock.passed(MOVE, paused, 0, 50_000).deadline == 68_000
    assert clock.shifted(hands, 3_600_000).remaining(0, 3_610_000) == 20_000


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        (ClockSettings(), ClockSettings()),
        (ClockSettings("none", 600, 10, 3), ClockSettings()),
        (ClockSettings("move", 30, 10, 3), ClockSettings("move", 30)),
        (ClockSettings("total", 600, 10, 3), ClockSettings("total", 600, 10)),
        (ClockSettings("days", 600, 10, 3), ClockSettings("days", days=3)),
    ],
)
def test_what_a_clock_has_no_use_for_is_left_out(given: ClockSettings, kept: ClockSettings) -> None:
    """A page may send all its fields, whichever kind of clock was chosen."""
    assert given.checked() == kept


@pytest.mark.parametrize(
    ("given", "field"),
    [
        (ClockSettings("move", seconds=0), "clock.seconds"),
        (ClockSettings("total", seconds=600, increment=9999), "clock.increment"),
        (ClockSettings("days", days=31), "clock.days"),
        (ClockSettings("total", seconds=-5), "clock.seconds"),
    ],
)
def test_a_clock_that_makes_no_sense_is_refused_by_its_field(given: ClockSettings, field: str) -> None:
    with pytest.raises(BadMessage) as caught:
        given.checked()
    assert caught.value.params["field"] == field


def test_whoever_runs_out_of_time_loses_though_nobody_does_anything(url: str) -> None:
    table, one, two = pair(url, clock={"kind": "move", "seconds": 1})
    with one, two:
        result = two.until(table, lambda shown: shown["result"] is not None)["result"]
        assert (result["how"], result["loser"], result["winners"]) == ("timeout", 0, [1])


def test_the_clock_of_the_player_to_move_runs_and_passes_on_with_the_move(url: str) -> None:
    table, one, two = pair(url, clock={"kind": "total", "seconds": 600, "increment": 10})
    with one, two:
        assert one.tables[table]["clock_runs"] == 0
        shown = one.play(table)
        assert shown["clock_runs"] == 1
        assert 600_000 < shown["players"][0]["left"] <= 610_000


def test_a_takeback_gives_back_no_more_time_than_there_was_when_the_move_was_made(url: str) -> None:
    table, one, two = pair(url, clock={"kind": "total", "seconds": 600, "increment": 100})
    with one, two:
        time.sleep(0.3)
        assert one.play(table)["players"][0]["left"] > 600_000
        one.act("offer", table, what="takeback")
        two.until(table, lambda shown: bool(shown["offers"]))
        shown = two.act("answer", table, what="takeback", yes=True)
        assert shown["clock_runs"] == 0
        assert shown["players"][0]["left"] <= 599_700, "what was thought about the move stays spent"
        assert shown["players"][1]["left"] == 600_000


def long_ago(store: Path, ms: int) -> None:
    """Move everything in a store into the past, as if the server had then been struck dead."""
    db = Inside(store)
    for table, seq, event in db.execute("SELECT number, seq, event FROM events").fetchall():
        data = json.loads(event)
        data["at"] -= ms
        db.execute("UPDATE events SET event=? WHERE number=? AND seq=?", (json.dumps(data).encode(), table, seq))
    db.execute("UPDATE tables SET made=made-?", (ms,))
    db.execute("UPDATE standings SET updated=updated-?1, deadline=deadline-?1", (ms,))
    (alive,) = db.execute("SELECT value FROM meta WHERE name='alive'").fetchone()
    db.execute("UPDATE meta SET value=? WHERE name='alive'", (str(int(alive) - ms).encode(),))
    db.close()


def test_clocks_stand_still_while_the_server_is_away(store: Path) -> None:
    with opened(store) as first:
        table, one, two = pair(first.url, clock={"kind": "total", "seconds": 600})
        with one, two:
            pass
    long_ago(store, 3_600_000)
    with opened(store) as second, Client(second.url).live() as watcher:
        shown = watcher.watch(table)
        assert shown["status"] == "playing"
        assert shown["clock_runs"] == 0
        assert 0 < shown["players"][0]["left"] <= 600_000


def test_a_clock_that_ran_out_at_a_table_nobody_watches_strikes_by_itself(store: Path) -> None:
    with opened(store) as first:
        table, one, two = pair(first.url, clock={"kind": "move", "seconds": 2})
        with one, two:
            pass
    with opened(store) as second, Client(second.url).live() as watcher:
        watcher.watch(table)
        assert watcher.until(table, lambda shown: shown["result"] is not None)["result"]["how"] == "timeout"


def test_days_for_a_move_are_kept(house: Services) -> None:
    table, one, two = pair(house.url, clock={"kind": "days", "days": 3})
    with one, two:
        left = one.tables[table]["players"][0]["left"]
        assert 3 * 86_400_000 - 60_000 < left <= 3 * 86_400_000


# Sleep, and clocks on walls


class Hands:
    """A wall clock and a steady one that a test turns."""

    def __init__(self) -> None:
        self.wall = 1_000_000_000_000_000
        self.steady = 5_000_000_000

    def go(self, ms: int, wall: int | None = None) -> None:
        self.steady += ms * 1_000_000
        self.wall += (ms if wall is None else wall) * 1_000_000

    def house(self) -> HouseTime:
        return HouseTime(lambda: self.wall, lambda: self.steady)


def test_the_houses_time_is_steady_whatever_the_wall_says() -> None:
    hands = Hands()
    house = hands.house()
    house.begin()
    start = house.now()
    hands.go(500, wall=3_600_000)
    assert house.now() == start + 500
    hands.go(500, wall=-7_200_000)
    assert house.now() == start + 1000
    assert house.follow_wall(), "where it may: nobody's clock runs"
    assert house.now() == hands.wall // 1_000_000


def test_the_houses_time_stands_still_while_it_sleeps() -> None:
    hands = Hands()
    house = hands.house()
    house.begin()
    start = house.now()
    hands.go(60_000)
    assert house.now() == start + 250
    assert house.naps == 1
    house.end()
    hands.go(60_000)
    assert house.now() == start + 60_250, "where no server looks, nobody can tell"


def test_a_server_that_was_stopped_takes_nothing_from_a_player_for_it(store: Path) -> None:
    """SIGSTOP for longer than the clock has, as a suspended laptop would."""
    with RealHouse(store) as house:
        table, one, two = pair(house.url, clock={"kind": "move", "seconds": 3})
        with one, two:
            house.process.send_signal(signal.SIGSTOP)
            time.sleep(3.5)
            house.process.send_signal(signal.SIGCONT)
            shown = one.watch(table)
            assert (shown["result"], shown["status"]) == (None, "playing")
            assert shown["players"][0]["left"] > 0
            shown = one.play(table)
            assert shown["clock_runs"] == 1
            assert two.until(table, lambda now: now["result"] is not None)["result"]["loser"] == 1, (
                "the alarm still rings"
            )
        house.end(signal.SIGTERM)


def test_a_wall_clock_that_is_set_takes_nothing_and_gives_nothing(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heartbeat, "HEARTBEAT", 0.1)
    mine = HouseTime()  # other servers of this process have theirs
    for room in (heartbeat, registry):
        monkeypatch.setattr(room, "HOUSE", mine)
    monkeypatch.setattr(live_table, "HOUSE", mine)
    with opened(store) as house:
        table, one, two = pair(house.url, clock={"kind": "total", "seconds": 600})
        with one, two:
            for hour in (3600, -3600):
                monkeypatch.setattr(mine, "wall", lambda hour=hour: time.time_ns() + hour * 1_000_000_000)
                time.sleep(0.4)
                shown = one.watch(table)
                assert shown["result"] is None
                assert 590_000 < shown["players"][0]["left"] <= 600_000
            one.ask("resign", table=table)
            end = time.monotonic() + 30
            while abs(one.watch(table)["now"] - mine.wall() // 1_000_000) > 2000:
                assert time.monotonic() < end, "when no clock runs the house follows the wall"
                time.sleep(0.1)


def test_a_wall_clock_that_was_set_back_while_the_server_was_away_gives_nothing(store: Path) -> None:
    with opened(store) as first:
        table, one, two = pair(first.url, clock={"kind": "total", "seconds": 600})
        with one, two:
            pass
    long_ago(store, -3_600_000)
    with opened(store) as second, Client(second.url).live() as watcher:
        assert 590_000 < watcher.watch(table)["players"][0]["left"] <= 600_000
        db = Inside(store)
        (deadline,) = db.execute("SELECT deadline FROM standings").fetchone()
        db.close()
        assert deadline - time.time() * 1000 <= 600_000
