"""Fair between strangers: who may play for the absent, who may call off, who may look on, who may be helped; and chance
of which the server knows as little beforehand as the players."""

import json
import secrets
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from parlour import Client, Live, Refused, Services, finish, opened, pair

from yonto.cli import main
from yonto.core import matches, records
from yonto.core.contract import CHANCE
from yonto.core.errors import YontoError
from yonto.games import load
from yonto.server.errors import BadMessage
from yonto.server.ops.check import check_store
from yonto.server.ops.verify import BadProof, check_signature, verify
from yonto.server.store import Place
from yonto.server.tables.absences import Absences
from yonto.server.tables.tickets import VALID, Tickets
from yonto.table import change, decide, fair_chance
from yonto.table.clock import ClockSettings
from yonto.table.commands import Move, Pause, StandIn
from yonto.table.decide import Actor
from yonto.table.settings import CreateTable, SeatSettings, make_settings
from yonto.table.table import Sitter, Table

SECOND = 1000
CLOCKS = {
    "none": ClockSettings(),
    "total": ClockSettings("total", 600),
    "move": ClockSettings("move", 600),
    "days": ClockSettings("days", days=2),
}


# A computer for the absent


def begun(clock: str, people: int = 2) -> Table:
    """Niya between two, the first to move."""
    seats = [SeatSettings("me"), SeatSettings("open") if people > 1 else SeatSettings("computer", "random")]
    wanted = CreateTable("niya", seats, first=1, clock=CLOCKS[clock], pause=True, stand_in="discoverer")
    game = load("niya")
    sitters = [Sitter("ada", "Ada"), Sitter("bruno" if people > 1 else None, "Bruno")]
    table = Table("t", "c", "ada", 0, make_settings(wanted, game), bytes(32), game, sitters)
    return change.change(table, decide.began(table, 0)).table


def stand_in(table: Table, who: str, player: int, now: int, away: int | None = None, level: str = "") -> str:
    """The level of who then plays, or the key of why not; `away`: since when, with the usual grace."""
    actor = Actor(who, None, lambda _: None if away is None else away + 60 * SECOND)
    try:
        decision = decide.decide(table, actor, StandIn(table="t", player=player, level=level), now)
    except YontoError as error:
        return error.key
    return str(change.change(table, decision).table.level(player))


@pytest.mark.parametrize("clock", ["none", "total", "move"])
def test_a_computer_plays_for_the_absent_only_after_a_minute_and_at_the_agreed_level(clock: str) -> None:
    table = begun(clock)
    assert stand_in(table, "ada", 1, 100 * SECOND) == "fault.still_there"
    assert stand_in(table, "ada", 1, 100 * SECOND, away=50 * SECOND) == "fault.grace"
    assert stand_in(table, "ada", 1, 110 * SECOND, away=50 * SECOND) == "discoverer"
    assert stand_in(table, "ada", 1, 110 * SECOND, away=50 * SECOND, level="master") == "fault.stand_in_level"


@pytest.mark.parametrize("clock", ["total", "move", "days"])
def test_never_against_a_running_clock(clock: str) -> None:
    table = begun(clock)
    assert stand_in(table, "bruno", 0, 10**6, away=0) == "fault.clock_decides", "it is Ada's move"
    assert stand_in(table, "ada", 0, 10**6) == "fault.clock_decides", "nor does she save herself from it"
    assert stand_in(table, "bruno", 1, 10**6) == "fault.own_stand_in"
    paused = change.change(table, decide.decide(table, Actor("ada", None, lambda _: None), Pause(table="t"), 5)).table
    expected = "fault.days_decide" if clock == "days" else "discoverer"
    assert stand_in(paused, "bruno", 0, 10**6, away=0) == expected


def test_at_a_table_of_days_only_the_clock_decides() -> None:
    assert stand_in(begun("days"), "ada", 1, 10**9, away=0) == "fault.days_decide"


def test_who_plays_with_computers_alone_does_as_he_likes() -> None:
    assert stand_in(begun("total", people=1), "ada", 0, 5, level="random") == "random"
    assert stand_in(begun("none"), "ada", 0, 5) == "discoverer", "without a clock also among people"


def test_who_is_away_is_known_by_his_last_line() -> None:
    table = begun("none")
    absences = Absences(60 * SECOND, 1000)
    assert absences.replaceable(table, 0) == 61_000, "since the table is in memory"
    absences.come("ada")
    assert absences.replaceable(table, 0) is None
    absences.go("ada", 3000)
    assert absences.replaceable(table, 0) == 63_000
    table.away[0] = 2500  # he said so himself, and has looked in since
    absences.come("ada")
    assert absences.replaceable(table, 0) == 62_500


@pytest.fixture(scope="module")
def slow(new_store: Callable[[str], Place]) -> Iterator[Services]:
    """A house in which nobody has been away for long enough."""
    with opened(new_store("slow"), stand_in_grace=3600.0) as running:
        yield running


def test_the_page_is_told_how_long_it_is_still_to_wait(slow: Services) -> None:
    table, one, two = pair(slow.url)
    with one:
        with two:
            assert [player["replaceable"] for player in one.tables[table]["players"]] == [None, None]
        shown = one.until(table, lambda now: not now["players"][1]["here"])
        assert 0 < shown["players"][1]["replaceable"] - shown["now"] <= 3600 * SECOND
        with pytest.raises(Refused, match=r"in 3[56]\d\d seconds") as caught:
            one.ask("stand_in", table=table, player=1)
        assert caught.value.key == "fault.grace"


def coming(url: str, live: Live, client: Client, table: str) -> dict[str, Any]:
    with client.live() as again:
        again.watch(table)
        return live.until(table, lambda now: now["players"][1]["here"] and now["players"][1]["level"] is None)


def test_who_comes_has_his_seat_again_and_who_asked_for_the_computer_himself_takes_it_back_himself(url: str) -> None:
    ada, bruno = Client(url), Client(url)
    table = ada.create("niya", ["me", "open"], first=1, stand_in="random")
    with ada.live() as one:
        one.watch(table)
        with bruno.live() as two:
            two.watch(table)
            two.act("sit", table, name="Bruno")
        one.until(table, lambda now: now["status"] == "playing" and not now["players"][1]["here"])
        assert one.act("stand_in", table, player=1)["players"][1]["level"] == "random"
        assert coming(url, one, bruno, table)["status"] == "playing"
        with bruno.live() as two:
            two.watch(table)
            two.act("stand_in", table)
        with bruno.live() as two:
            two.watch(table)
            assert two.ask("ping")
            assert two.tables[table]["players"][1]["level"] == "random"
            assert two.act("come_back", table)["players"][1]["level"] is None


# Calling off


def test_among_people_nobody_calls_off_alone(url: str) -> None:
    table, one, two = pair(url, stand_in="random")
    with one:
        with two:
            assert one.tables[table]["strangers"]
            assert one.act("offer", table, what="abort")["status"] == "playing", "before the first move, too"
            two.until(table, lambda now: bool(now["offers"]))
            two.act("answer", table, what="abort", yes=False)
        one.until(table, lambda now: not now["players"][1]["here"] and not now["offers"])
        one.act("stand_in", table, player=1)
        assert one.act("offer", table, what="abort")["status"] == "playing", "nor once a computer plays for the other"
        assert one.act("resign", table)["result"]["loser"] == 0


# Looking on


def test_a_table_for_its_players_only_closes_for_who_came_before_and_stays_closed(url: str) -> None:
    ada, bruno, carl = Client(url), Client(url), Client(url)
    table = ada.create("niya", ["me", "open"], first=1, watchers=False)
    with ada.live() as one, bruno.live() as two, carl.live() as three:
        for live in (one, two, three):
            live.watch(table)
        two.act("sit", table, name="Bruno")
        while three.heard[-1]["type"] != "resync":
            three.next()
        seen = len(three.heard)
        one.until(table, lambda now: now["status"] == "playing")
        one.play(table)
        with pytest.raises(Refused, match="players only"):
            three.ask("watch", table=table)
        three.ask("ping")
        assert not [message for message in three.heard[seen:] if message["type"] == "table"]
        bruno.api("DELETE", "/api/me", {})
        one.until(table, lambda now: now["result"] is not None)
        with pytest.raises(Refused, match="players only"):
            three.ask("watch", table=table)
        with pytest.raises(Refused, match="players only"):
            carl.api("GET", f"/api/tables/{table}/record")


# Being helped


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_running_game_is_not_forked_where_the_table_forbids_hints(url: str, lang: str) -> None:
    table, one, two = pair(url)
    with one, two:
        helper = Client(url, lang)
        wish = {"seats": [{"kind": "me"}, {"kind": "computer", "level": "random"}], "action": 0}
        text = helper.api("GET", f"/api/tables/{table}/record")
        for path, body in ((f"/api/tables/{table}/fork", wish), ("/api/records", {"record": text})):
            with pytest.raises(Refused) as caught:
                helper.api("POST", path, body)
            assert caught.value.key == "fault.fork_running"
        one.act("resign", table)
        assert helper.api("POST", f"/api/tables/{table}/fork", wish)


def test_what_came_in_writing_is_never_signed(url: str) -> None:
    ada = Client(url)
    table = ada.create("niya", [{"kind": "computer", "level": "random"}] * 2, first=1)
    with ada.live() as live:
        live.watch(table)
        live.until(table, lambda shown: shown["result"] is not None)
        text = str(ada.api("GET", f"/api/tables/{table}/record"))
        assert check_signature(records.read(text)) is not None
        forged = text.replace("seat1: random", "seat1: Somebody Famous")
        half = records.write(
            replace(records.read(text), entries=records.read(text).entries[:20], result=None, notes={})
        )
        for record in (forged, half):
            copy = ada.api("POST", "/api/records", {"record": record})["table"]
            live.watch(copy)
            finish(copy, live)
            ours = records.read(ada.api("GET", f"/api/tables/{copy}/record"))
            assert check_signature(ours) is None
            assert int(ours.notes["chance-from"]) > 0
            assert verify(ours, load("niya")).before > 0
        fork = ada.api("POST", f"/api/tables/{table}/fork", {"seats": [{"kind": "screen"}] * 2, "action": 3})["table"]
        live.watch(fork)
        finish(fork, live)
        assert "signed:" not in ada.api("GET", f"/api/tables/{fork}/record")


# Shares of the chance


def share() -> str:
    return secrets.token_hex(32)


def with_shares(url: str, game: str = "niya", **more: Any) -> tuple[str, Live, Live, list[str]]:
    """Two people at a table that has begun, each with a share; the first of the lives belongs to player 0."""
    given = [share(), share()]
    ada, bruno = Client(url), Client(url)
    table = ada.create(game, ["me", "open"], **more)
    one, two = ada.live(), bruno.live()
    promise = one.watch(table)["promised"]
    assert promise["shares"] == ["", ""]
    one.ask("mix", table=table, chance={"sha256": promise["sha256"], "share": given[0]})
    two.watch(table)
    two.ask("sit", table=table, name="Bruno", chance={"sha256": promise["sha256"], "share": given[1]})
    for live in (one, two):
        live.until(table, lambda shown: shown["status"] == "playing")
        assert live.tables[table]["chance"]["sha256"] == promise["sha256"], "what was promised is what binds"
        assert live.tables[table]["chance"]["shares"] == given
        assert live.tables[table]["promised"] is None
    return table, one, two, given


def test_the_seed_is_the_servers_secret_and_what_the_players_sent_after_the_promise(url: str, tmp_path: Path) -> None:
    table, one, two, given = with_shares(url)
    with one, two:
        one.act("resign", table)
        text = Client(url).api("GET", f"/api/tables/{table}/record")
    record, game = records.read(text), load("niya")
    assert record.notes["shares"] == f"1={given[0]} 2={given[1]}"
    proof = verify(record, game)
    assert (proof.shares, proof.lot, proof.draws) == (2, True, 16)
    secret = bytes.fromhex(record.notes["seed"])
    seed = fair_chance.mixed(secret, table, 0, dict(enumerate(given)))
    play = records.replay(record, game)
    drawn = [step.action for step in play.steps if step.who == CHANCE]
    for other in (secret, fair_chance.mixed(secret, table, 0, {0: given[0]}), seed):
        again = [
            fair_chance.choose(other, table, n, *game.chance(step.state))
            for n, step in enumerate(play.steps)
            if step.who == CHANCE
        ]
        assert (again == drawn) == (other == seed), "every share counts"
    path = tmp_path / "game.yonto"
    path.write_text(text, encoding="utf-8")
    said = CliRunner().invoke(main, ["verify", str(path), "--lang", "en"])
    assert (said.exit_code, "2 players added" in said.output) == (0, True)
    assert json.loads(CliRunner().invoke(main, ["verify", str(path), "--json"]).output)["shares"] == [2]


def test_a_share_that_was_changed_left_out_or_moved_is_found_out(url: str) -> None:
    table, one, two, given = with_shares(url)
    with one, two:
        one.act("resign", table)
        record = records.read(Client(url).api("GET", f"/api/tables/{table}/record"))
    one_, two_ = (f"{player}={each}" for player, each in enumerate(given, 1))
    for value, key in (
        (f"1={share()} {two_}", "verify.draw"),
        (two_, "verify.draw"),
        (f"1={given[1]} 2={given[0]}", "verify.draw"),
        (f"{one_} {two_} 3={share()}", "verify.header"),
        (f"{two_} {one_}", "verify.header"),
        ("1=xyz", "verify.header"),
        (None, "verify.draw"),
    ):
        notes = {name: each for name, each in record.notes.items() if name not in ("shares", "signed", "lot")}
        forged = replace(record, notes=notes if value is None else {**notes, "shares": value})
        with pytest.raises(BadProof) as caught:
            verify(forged, load("niya"))
        assert caught.value.key == key, value


def test_a_client_that_sends_nothing_blocks_nobody_and_late_or_second_shares_change_nothing(url: str) -> None:
    ada, bruno = Client(url), Client(url)
    table = ada.create("niya", ["me", "open"], first=1)
    with ada.live() as one, bruno.live() as two:
        promise = one.watch(table)["promised"]["sha256"]
        two.watch(table)
        with pytest.raises(Refused, match="do not sit"):
            two.ask("mix", table=table, chance={"sha256": promise, "share": share()})
        first = share()
        one.ask("mix", table=table, chance={"sha256": promise, "share": first})
        one.ask("mix", table=table, chance={"sha256": promise, "share": share()})
        with pytest.raises(Refused, match="too late"):
            one.ask("mix", table=table, chance={"sha256": "0" * 64, "share": share()})
        two.ask("sit", table=table, name="Bruno")
        shown = one.until(table, lambda now: now["status"] == "playing")
        assert shown["chance"]["shares"] == [first, ""]
        with pytest.raises(Refused, match="too late"):
            two.ask("mix", table=table, chance={"sha256": promise, "share": share()})


def test_whoever_leaves_before_the_game_takes_his_share_along(url: str) -> None:
    ada, bruno = Client(url), Client(url)
    table = ada.create("qin", ["me", "open", "open"])
    with ada.live() as one, bruno.live() as two:
        promise = one.watch(table)["promised"]["sha256"]
        two.watch(table)
        two.ask("sit", table=table, name="Bruno", chance={"sha256": promise, "share": share()})
        assert one.until(table, lambda now: now["promised"]["shares"][1])
        two.ask("leave", table=table)
        assert one.until(table, lambda now: now["promised"]["shares"] == ["", "", ""])


def test_every_round_of_a_match_and_its_rematch_has_a_promise_and_shares_of_its_own(store: Path) -> None:
    with opened(store) as house:
        table, one, two, _ = with_shares(house.url, "niya", match="three", first=1)
        with one, two:
            while one.tables[table]["status"] == "playing":
                for live, other in ((one, two), (two, one)):
                    if live.tables[table]["legal"]:
                        seq = live.play(table)["seq"]
                        other.until(table, lambda now, seq=seq: now["seq"] >= seq)  # type: ignore[misc]
            promise, mine = one.tables[table]["promised"]["sha256"], share()
            two.ask("mix", table=table, chance={"sha256": promise, "share": mine})
            shown = one.act("start", table)
            assert shown["chance"]["sha256"] == promise
            assert shown["chance"]["shares"] == ["", mine]
            one.act("resign", table)
            shown = two.until(table, lambda now: now["status"] == "over")
            promise, next_share = shown["promised"]["sha256"], share()
            one.ask("mix", table=table, chance={"sha256": promise, "share": next_share})
            one.ask("offer", table=table, what="rematch")
            two.ask("answer", table=table, what="rematch", yes=True)
            rematch = one.until(table, lambda now: bool(now["next_table"]))["next_table"]
            shown = one.watch(rematch)
            assert shown["chance"]["sha256"] == promise
            assert shown["chance"]["shares"] == [next_share, ""]
            text = Client(house.url).api("GET", f"/api/tables/{table}/record")
    rounds = matches.read(text).rounds
    assert [verify(each, load("niya")).shares for each in rounds] == [2, 1]
    assert [finding.wrong for finding in check_store(store)] == [None, None]


def test_taking_back_draws_the_same_again_with_shares_too(url: str) -> None:
    ada = Client(url)
    ticket = ada.api("GET", "/api/chance")
    mine = {"ticket": ticket["ticket"], "share": share()}
    table = ada.create("qin", ["me", {"kind": "computer", "level": "random"}], first=1, chance=mine)
    with ada.live() as live:
        live.watch(table)
        move = live.tables[table]["legal"][0]["text"]
        live.play(table, move)
        after = live.until(table, lambda now: bool(now["legal"]))["view"]
        live.act("undo", table, seq=live.tables[table]["seq"])
        live.play(table, move)
        assert live.until(table, lambda now: bool(now["legal"]))["view"] == after
        live.act("offer", table, what="abort")
        assert verify(records.read(ada.api("GET", f"/api/tables/{table}/record")), load("qin")).shares == 1


def test_who_makes_a_table_that_begins_at_once_has_a_share_by_a_ticket_that_serves_once(url: str) -> None:
    ada = Client(url)
    ticket, mine = ada.api("GET", "/api/chance"), share()
    chance = {"ticket": ticket["ticket"], "share": mine}
    seats = ["me", {"kind": "computer", "level": "random"}]
    table = ada.create("pagode", seats, chance=chance)
    assert table == ticket["table"]
    with ada.live() as live:
        shown = live.watch(table)
        assert (shown["status"], shown["chance"]["sha256"]) == ("playing", ticket["sha256"])
        assert shown["chance"]["shares"] == [mine, ""]
        live.act("resign", table)
        assert verify(records.read(ada.api("GET", f"/api/tables/{table}/record")), load("pagode")).shares == 1
    with pytest.raises(Refused, match="already made with this ticket"):
        ada.create("pagode", seats, chance={**chance, "share": share()})
    for wrong in ("x", "123-abc", f"{10**10}-00"):
        with pytest.raises(Refused, match="none of ours, or too old"):
            ada.create("pagode", seats, chance={"ticket": wrong, "share": share()})


def test_a_ticket_lasts_an_hour_and_another_text_is_another_table() -> None:
    tickets = Tickets(bytes(32))
    made = tickets.new(1000)
    assert tickets.check(made.text, 1000 + VALID - 1) == made
    with pytest.raises(BadMessage):
        tickets.check(made.text, 1000 + VALID)
    later = tickets.check(made.text.replace("1000-", "1001-"), 1001)
    assert later.table != made.table
    assert later.sha256 != made.sha256
    assert Tickets(b"other").of(made.text).seed != made.seed


def test_old_records_have_no_shares_and_verify_as_before() -> None:
    """Where nobody sent anything the secret alone is the seed, as it always was."""
    assert fair_chance.mixed(b"secret", "t", 3, {}) == b"secret"
    one = fair_chance.mixed(b"secret", "t", 3, {0: "00", 1: "11"})
    assert one == fair_chance.mixed(b"secret", "t", 3, {1: "11", 0: "00"})
    others = [
        ("u", 3, {0: "00", 1: "11"}),
        ("t", 2, {0: "00", 1: "11"}),
        ("t", 3, {0: "11", 1: "00"}),
        ("t", 3, {0: "00"}),
    ]
    assert one not in [fair_chance.mixed(b"secret", *each) for each in others]


def test_a_move_is_refused_while_a_computer_stands_in() -> None:
    table = begun("none")
    actor = Actor("ada", None, lambda _: None)
    table = change.change(table, decide.decide(table, actor, StandIn(table="t"), 5)).table
    with pytest.raises(YontoError, match="in your place"):
        decide.decide(table, actor, Move(table="t", seq=table.seq, move="a1"), 6)
