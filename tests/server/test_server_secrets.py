"""No hidden byte leaves: all that is hidden from somebody is exchanged, and what he is sent stays the same bytes."""

import json
import re
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from parlour import Client, Live, Refused, opened
from twins import HIDDEN, twins

from yonto.core import records
from yonto.core.play import Play
from yonto.games import load
from yonto.server import services
from yonto.server.store import Place
from yonto.server.tables import laying
from yonto.server.tables.bots import job
from yonto.server.tables.tickets import Ticket, Tickets
from yonto.table import fair_chance


def plain(text: str) -> str:
    """Without what differs between any two moments: the time, and who the connection is."""
    return re.sub(r'"(now|at|made)": ?\d+|"person": ?"[^"]*"', "", text)


def scene(store: Place, play: Play, seat: int | None) -> list[str]:
    """Everything that somebody at `seat`, or a watcher, can get out of a table that starts from this game."""
    got: list[str] = []
    with opened(store, bot_seconds=300.0) as house:
        record = records.write(records.of_play(play, ("Ada", "Bo")))
        ada, bo, eve = Client(house.url), Client(house.url), Client(house.url)
        kinds = ["me" if seat in (i, None) and (seat is not None or i == 0) else "open" for i in range(2)]
        wish: dict[str, Any] = {"record": record, "seats": [{"kind": kind} for kind in kinds], "name": "Ada"}
        table = ada.api("POST", "/api/records", wish)["table"]
        with bo.live() as other:
            other.ask("sit", table=table, name="Bo")
        looker = eve if seat is None else ada
        with looker.live() as live:
            shown = live.watch(table)
            got += look(live, table, shown, play)
            if seat is not None and house.server is not None:
                # All that a computer is ever told: its whole question, the state it is to believe in included.
                got.append(
                    repr(job(house.server.services.registry.live[table].table, seat, "master", "hint", bytes(32)))
                )
        for what in ("record", "replay?seat=1", "story?seat=1"):
            got.append(looker.http("GET", f"/api/tables/{table}/{what}")[2].decode())
        got.append(looker.http("GET", "/api/me/data")[2].decode())
        wish = {"seats": [{"kind": "me"}, {"kind": "screen"}], "action": 1}
        got.append(looker.http("POST", f"/api/tables/{table}/fork", wish)[2].decode())
    return [plain(text) for text in got]


def look(live: Live, table: str, shown: dict[str, Any], play: Play) -> list[str]:
    """The live line: the table, every refusal, previews, a hint."""
    got = [json.dumps(shown, sort_keys=True)]
    questions: list[tuple[str, dict[str, Any]]] = [("hint", {}), ("words", {})]
    texts = [move["text"] for move in shown["legal"]][:5]
    texts += [play.game.write(play.state, action) for action in range(0, play.game.rules.ACTIONS, 7)][:60]
    questions += [("preview", {"move": text}) for text in [*texts, "zzz"]]
    legal = {move["text"] for move in shown["legal"]}
    questions += [("play", {"move": text, "seq": shown["seq"]}) for text in [*texts, "zzz"] if text not in legal]
    questions += [("undo", {"seq": shown["seq"]}), ("curtain", {"player": 1})]
    for type_, more in questions:
        try:
            answer = live.ask(type_, table=table, id="q", **more)
            answer.pop("details", None)  # how often a search looked depends on the time it had; its question is below
            got.append(json.dumps(answer))
        except Refused as refused:
            got.append(json.dumps(refused.data))
    return got


@pytest.mark.parametrize("seat", [0, 1, None])
@pytest.mark.parametrize("game", HIDDEN)
def test_what_is_hidden_from_somebody_changes_nothing_he_is_sent(
    game: str, seat: int | None, new_store: Callable[[str], Place], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Views, logs, legal moves, refusals, previews, hints and exports, on the real socket. Tables and seeds are given
    the same names in both houses, so that nothing else differs."""
    monkeypatch.setattr(fair_chance, "new_seed", lambda: bytes(32))
    monkeypatch.setattr(services, "token_bytes", bytes)
    levels = tmp_path / "levels.toml"  # a hint that ends by counting, never by the clock
    levels.write_text(f"[{game}]\nmaster = {{ simulations = 40, seconds = 600.0 }}\n", encoding="utf-8")
    monkeypatch.setenv("YONTO_LEVELS", str(levels))
    monkeypatch.setattr(laying, "new_code", lambda: secrets.token_hex(4))
    names = iter(["table", "fork"] * 2)
    monkeypatch.setattr(Tickets, "new", lambda *_: Ticket("", next(names), bytes(32)))
    one, two = twins(game, seat)
    first = scene(new_store("one"), one, seat)
    names = iter(["table", "fork"] * 2)
    second = scene(new_store("two"), two, seat)
    codes = re.compile(r'"code": ?"[^"]*"|"replaceable": ?[0-9]+')  # names and moments of the house, nothing hidden
    assert len(first) > 10
    for mine, theirs in zip(first, second, strict=True):
        assert codes.sub("", mine) == codes.sub("", theirs)


@pytest.mark.parametrize("game", HIDDEN)
def test_the_twins_really_differ_for_somebody_who_may_see_it(game: str) -> None:
    """The test above could not fail if nothing had been exchanged."""
    one, two = twins(game, 0)
    views = [repr(load(game).view(play.state, 1)) for play in (one, two)]
    assert views[0] != views[1]


@pytest.mark.parametrize("game", HIDDEN)
def test_on_one_screen_a_hand_is_shown_only_after_the_curtain_is_opened(url: str, game: str) -> None:
    ada = Client(url)
    table = ada.create(game, ["me", {"kind": "screen", "name": "Bo"}], first=1)
    with ada.live() as live, Client(url).live() as eve:
        shown = live.watch(table)
        assert shown["curtain"]
        assert shown["facing"] is None
        assert shown["legal"] == []
        assert shown["view"] == eve.watch(table)["view"], "behind the curtain everybody is a watcher"
        for type_, more in (("play", {"seq": shown["seq"], "move": "x"}), ("undo", {"seq": shown["seq"]})):
            with pytest.raises(Refused, match="curtain"):
                live.ask(type_, table=table, **more)
        with pytest.raises(Refused, match="player to move"):
            live.ask("curtain", table=table, player=1)
        live.ask("curtain", table=table, player=0)
        opened_ = live.until(table, lambda now: now["facing"] == 0)
        assert opened_["view"] != shown["view"]
        assert opened_["legal"]
        while live.tables[table]["to_move"] == 0:
            live.play(table)
        fallen = live.until(table, lambda now: now["to_move"] == 1)
        assert fallen["curtain"], "the curtain falls with the turn"
        assert fallen["view"] == eve.until(table, lambda now: now["to_move"] == 1)["view"]
        assert "seen-by: watcher" in ada.api("GET", f"/api/tables/{table}/record")


@pytest.mark.parametrize("game", HIDDEN)
def test_when_the_game_is_over_every_seat_can_be_looked_through(url: str, game: str) -> None:
    """In one of a few deals: two may be dealt the same."""
    ada = Client(url)
    for _ in range(5):
        table = ada.create(game, ["me", {"kind": "screen", "name": "Bo"}], first=1)
        with ada.live() as live:
            live.watch(table)
            live.act("resign", table)
            ends = [ada.api("GET", f"/api/tables/{table}/replay?action=9999&seat={seat}") for seat in (0, 1, 2)]
            text = ada.api("GET", f"/api/tables/{table}/record")
            assert "seen-by" not in text
            records.replay(records.read(text), load(game))
        if ends[1]["view"] != ends[2]["view"]:
            return
    pytest.fail("both seats saw the same in five deals")
