"""Rules live on: the version of every game is bumped in a copy, and nothing that began before it is hurt."""

import json
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from inside import Inside
from parlour import Client, Live, Refused, Services, opened
from rows import rows

from yonto import games
from yonto.cli import main
from yonto.core import records
from yonto.games import HOUSE, load
from yonto.server.store import Place

# The next version of a game, different in every move: it is written backwards.
NEXT = """
from dataclasses import replace
from yonto.games.{name} import game as today

OLD = today.GAME
GAME = replace(
    OLD, version=OLD.version + 1, phrases=None, moves=None,
    read=lambda state, text: OLD.read(state, text[::-1]), write=lambda state, action: OLD.write(state, action)[::-1],
)
EARLIER = (OLD, *getattr(today, "EARLIER", ()))
"""
# For the processes that are started from here: the computers think there.
FOR_ALL = "from yonto.games import HOUSE\nHOUSE |= {name: f'bumped.{name}' for name in HOUSE}\n"


@pytest.fixture(scope="module")
def copies(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of every game once more, with the next version of its rules."""
    root = tmp_path_factory.mktemp("copies")
    for name, package in HOUSE.items():
        folder = root / "bumped" / name
        folder.mkdir(parents=True)
        for path in Path(games.__file__).parent.joinpath(package.rpartition(".")[2]).iterdir():
            if path.name not in ("game.py", "__pycache__"):
                folder.joinpath(path.name).symlink_to(path)
        folder.joinpath("game.py").write_text(NEXT.format(name=name))
    root.joinpath("bumped", "__init__.py").touch()
    root.joinpath("sitecustomize.py").write_text(FOR_ALL)
    return root


@contextmanager
def next_year(copies: Path) -> Iterator[None]:
    """Every game has the next version of its rules."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(copies))
        for name in HOUSE:
            patch.setitem(HOUSE, name, f"bumped.{name}")
        yield


def yonto(*words: object, code: int = 0) -> str:
    result = CliRunner().invoke(main, [*map(str, words), "--lang", "en"], catch_exceptions=False)
    assert result.exit_code == code, result.output
    return result.output


def seats(game: str) -> list[Any]:
    """Me and computers that play at random: they need no search."""
    return ["me", *[{"kind": "computer", "level": "random"}] * (load(game).seats[0] - 1)]


def my_turn(live: Live, table: str) -> dict[str, Any]:
    return live.until(table, lambda shown: bool(shown["legal"]))


def begin(ada: Client, live: Live, game: str, moves: int, alone: bool = False) -> str:
    """So few moves that no game can be over, whatever the computers do."""
    table = ada.create(game, ["me", {"kind": "screen", "name": "Eve"}] if alone else seats(game), first=1)
    live.watch(table)
    for _ in range(moves):
        my_turn(live, table)
        live.play(table)
    my_turn(live, table)
    return table


def end(live: Live, table: str) -> None:
    live.act("resign", table)
    live.until(table, lambda shown: shown["result"] is not None)


def kept(ada: Client, table: str) -> list[Any]:
    """All that can be had of a finished table: its record, its story, its last position."""
    return [ada.api("GET", f"/api/tables/{table}/{what}") for what in ("record", "story?round=1", "glance")]


def listed(ada: Client) -> set[str]:
    return {line["table"] for line in ada.api("GET", "/api/me/tables")}


def again(url: str, before: Client) -> Client:
    """The same person at a server that was started anew."""
    client = Client(url)
    client.cookie = before.cookie
    return client


class Walk:
    """What a person saw of a game: before the rules changed, after it, and what was verified then."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.version = load(game).version
        self.said = ""

    def before(self, ada: Client, live: Live, stranger: Live) -> None:
        self.over, self.running = begin(ada, live, self.game, 2), begin(ada, live, self.game, 1)
        end(live, self.over)
        self.kept = kept(ada, self.over)
        self.shown = stranger.watch(self.running)

    def after(self, ada: Client, live: Live, stranger: Live) -> None:
        self.kept_after = kept(ada, self.over)
        self.shown_after = stranger.watch(self.running)
        live.watch(self.running)
        my_turn(live, self.running)
        live.play(self.running)
        my_turn(live, self.running)  # after the computers, which are told by which rules they play
        end(live, self.running)
        self.new = begin(ada, live, self.game, 1)
        end(live, self.new)
        self.texts = {table: kept(ada, table)[0] for table in self.tables}

    @property
    def tables(self) -> set[str]:
        return {self.over, self.running, self.new}

    def verify(self, store: Place, folder: Path) -> None:
        for table, text in self.texts.items():
            path = folder / f"{table}.yonto"
            path.write_text(text, encoding="utf-8")
            self.said += yonto("verify", path, "--store", store)


class House:
    """A house that is closed, gets the next version of all rules, and opens again."""

    def __init__(self, store: Place, copies: Path, folder: Path) -> None:
        self.store = store
        self.walks = {game: Walk(game) for game in HOUSE}
        with opened(store, workers=1) as house, Client(house.url).live() as stranger:
            ada = Client(house.url)
            with ada.live() as live:
                for walk in self.walks.values():
                    walk.before(ada, live, stranger)
        with next_year(copies):
            with opened(store, nursery=False, workers=1) as house, Client(house.url).live() as stranger:
                ada = again(house.url, ada)
                self.listed = listed(ada)
                with ada.live() as live:
                    for walk in self.walks.values():
                        walk.after(ada, live, stranger)
                self.data = ada.api("GET", "/api/me/data")
                for walk in self.walks.values():
                    walk.verify(store, folder)
                ada.api("DELETE", "/api/me", {})
                nobody = Client(house.url)
                self.left = {walk.over: kept(nobody, walk.over)[0] for walk in self.walks.values()}
            self.checked = yonto("check-store", "--store", store)


@pytest.fixture(scope="module")
def lived(new_store: Callable[[str], Place], copies: Path, tmp_path_factory: pytest.TempPathFactory) -> House:
    return House(new_store("lived"), copies, tmp_path_factory.mktemp("records"))


@pytest.fixture(params=HOUSE)
def walk(request: pytest.FixtureRequest, lived: House) -> Walk:
    return lived.walks[request.param]


def test_games_of_before_are_listed_and_finished_ones_replayed_as_told(walk: Walk, lived: House) -> None:
    assert {walk.over, walk.running} <= lived.listed
    assert walk.kept_after == walk.kept, "the record, every position with its sentences, and the last view"


def test_a_running_game_goes_on_under_the_rules_it_began_with_and_a_new_one_has_new_rules(walk: Walk) -> None:
    for what in ("view", "drawing", "log"):
        assert walk.shown_after[what] == walk.shown[what]
    assert (walk.shown["terms"]["older_rules"], walk.shown_after["terms"]["older_rules"]) == (False, True), "it says so"
    rules = {table: records.read(text).rules for table, text in walk.texts.items()}
    assert rules == {walk.over: walk.version, walk.running: walk.version, walk.new: walk.version + 1}
    assert sum(entry.who == 0 for entry in records.read(walk.texts[walk.running]).entries) == 2, "one before, one after"


def test_records_verify_with_the_rules_of_their_time(walk: Walk, lived: House) -> None:
    assert walk.said.count("in the store, line by line") == 3
    assert f"{3 * len(HOUSE)} " in lived.checked


def test_games_of_before_are_exported_and_a_person_is_erased_from_them(walk: Walk, lived: House) -> None:
    assert {table: lived.data["records"][table] for table in walk.tables} == walk.texts
    assert lived.data["records"][walk.over] == walk.kept[0]
    assert "Ada" in walk.kept[0]
    assert "Ada" not in lived.left[walk.over]
    assert records.read(lived.left[walk.over]).entries == records.read(walk.kept[0]).entries
    assert ("Ada",) not in rows(lived.store, "SELECT name FROM sitters")


def test_rules_that_are_not_known_yet_are_named_in_a_sentence_and_nothing_is_lost(
    store: Path, tmp_path: Path, copies: Path
) -> None:
    saved = tmp_path / "new.yonto"
    with next_year(copies), opened(store) as house:
        ada = Client(house.url)
        with ada.live() as live:
            over, running = begin(ada, live, "niya", 1, alone=True), begin(ada, live, "niya", 1, alone=True)
            end(live, over)
            before = kept(ada, over)
            saved.write_text(before[0], encoding="utf-8")
    version = load("niya").version
    sentence = f"version {version + 1} of the rules of niya; this Yonto knows: {version}."
    with opened(store) as house:
        ada = again(house.url, ada)
        assert listed(ada) == {over, running}
        for table in (over, running):
            with pytest.raises(Refused, match=sentence), ada.live() as live:
                live.watch(table)
        assert sentence in ada.api("GET", "/api/me/data")["records"][over]
        with pytest.raises(Refused, match=sentence) as refused:
            ada.api("POST", "/api/records", {"record": before[0]})
        assert (refused.value.data["line"], refused.value.data["column"]) == (3, 8)
        with ada.live() as live:
            end(live, begin(ada, live, "niya", 1, alone=True))  # everything else goes on
        other = Client(house.url)
        other.api("DELETE", "/api/me", {})
    for said in (
        yonto("verify", saved, code=2),
        yonto("replay", saved, code=2),
        yonto("check-store", "--store", store, code=1),
    ):
        assert sentence in " ".join(said.split())
    with next_year(copies), opened(store) as house:
        ada = again(house.url, ada)
        assert kept(ada, over) == before
        with ada.live() as live:
            live.watch(running)
            my_turn(live, running)
            live.play(running)


def test_whoever_asks_to_be_forgotten_is_forgotten_at_tables_of_a_newer_yonto_too(store: Path, copies: Path) -> None:
    with next_year(copies), opened(store) as house:
        ada = Client(house.url)
        with ada.live() as live:
            begin(ada, live, "niya", 1, alone=True)
    with opened(store) as house:
        again(house.url, ada).api("DELETE", "/api/me", {})
    with closing(Inside(store)) as db:
        assert db.execute("SELECT name FROM sitters WHERE player=0").fetchall() == [("—",)]


OLD = Path(__file__).parents[1] / "stores"


def signed_in(house: Services, person: str) -> Client:
    client = Client(house.url)
    assert house.server is not None
    client.cookie = house.server.services.signer.issue(person, 0, int(time.time()))
    return client


@pytest.mark.sqlite
def test_a_store_of_before_pagodes_second_version_goes_on_as_if_nothing_had_happened(store: Path) -> None:
    """It was written by the last Yonto that knew the first version alone: a game that is over, and one in which the Fan
    may be announced."""
    sqlite3.connect(store).executescript(OLD.joinpath("pagode-1.sql").read_text(encoding="utf-8"))
    was = json.loads(OLD.joinpath("pagode-1.json").read_text(encoding="utf-8"))
    over, running = was["over"], was["running"]
    with opened(store) as house:
        ada = signed_in(house, over["person"])
        assert ada.api("GET", f"/api/tables/{over['table']}/record") == over["record"]
        assert ada.api("GET", f"/api/tables/{over['table']}/glance")["view"] == over["view"]
        ada = signed_in(house, running["person"])
        with ada.live() as live:
            shown = live.watch(running["table"])
            assert [move["text"] for move in shown["legal"]] == running["legal"]
            assert shown["view"] == running["view"]
            assert live.play(running["table"], "fan")["to_move"] == 1
        assert records.read(ada.api("GET", f"/api/tables/{running['table']}/record")).rules == 1
    assert "2 " in yonto("check-store", "--store", store)
