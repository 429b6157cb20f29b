"""Versions of the rules: the earlier ones stay loadable, and their records tell for ever what they told then."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from shutil import copytree
from types import SimpleNamespace
from typing import Any

import pytest

from told import RECORDS, golden, told
from yonto import games
from yonto.core import matches, records
from yonto.core.errors import BadRecord, UnknownRules
from yonto.games import HOUSE, load, load_for, versions

HERE = Path(__file__).parent
TOLD = {path: json.loads(path.read_text(encoding="utf-8")) for path in sorted(RECORDS.rglob("told-*.json"))}


@pytest.mark.parametrize(
    ("name", "stem", "wanted"), [(p.parent.name, stem, w) for p in TOLD for stem, w in TOLD[p].items()]
)
def test_a_record_of_an_earlier_version_tells_what_it_told_then(name: str, stem: str, wanted: dict[str, Any]) -> None:
    record = golden(name)[stem]
    found = json.loads(json.dumps(told(records.replay(record, load_for(record)))))
    assert found == wanted


@pytest.mark.parametrize("name", HOUSE)
def test_whoever_changes_the_rules_keeps_the_old_ones_and_what_they_told(name: str) -> None:
    known = versions(name)
    assert sorted(known) == list(range(1, load(name).version + 1))
    for version in known:
        assert version == load(name, version).version
        if version < load(name).version:
            kept = TOLD[RECORDS / name / f"told-{version}.json"]
            assert {stem for stem, record in golden(name).items() if record.rules == version} == set(kept)


def test_rules_that_are_not_here_are_named_with_those_that_are() -> None:
    with pytest.raises(UnknownRules, match="version 9 of the rules of qin; this Yonto knows: 1"):
        load("qin", 9)
    record = replace(next(iter(golden("qin").values())), rules=9)
    with pytest.raises(BadRecord, match=r"Line 3, column 8: .*version 9"):
        load_for(records.read(records.write(record)))


def test_a_match_follows_the_rules_of_its_first_round_and_a_round_by_others_is_blamed() -> None:
    text = next(RECORDS.rglob("*match*.yonto")).read_text(encoding="utf-8")
    record = matches.read(text)
    assert record.rules == load(record.game).version
    other = matches.read(text.replace(f"rules: {record.rules}", "rules: 9"))
    with pytest.raises(BadRecord, match="version 9") as found:
        load_for(other)
    assert (found.value.line, found.value.column) == other.rounds[0].at("rules")
    mixed = replace(record, rounds=(record.rounds[0], *(replace(each, rules=9) for each in record.rounds[1:])))
    with pytest.raises(BadRecord, match="version 9"):
        matches.replay(mixed, load_for(mixed))


@pytest.mark.parametrize("version", [1, 7])
def test_an_earlier_version_has_a_lower_number_of_its_own(version: int, monkeypatch: pytest.MonkeyPatch) -> None:
    niya = load("niya")
    module = SimpleNamespace(GAME=niya, EARLIER=(replace(niya, version=version),))
    monkeypatch.setattr(games, "import_module", lambda name: module)
    with pytest.raises(ValueError, match="a lower number of its own"):
        games.load_from("elsewhere", "niya")


# In a process of its own and not compiled: search is bound to the rules of both versions, each in its own package.
BOTH = """
from yonto.core.play import Play
from yonto.games import home_of, load, versions
from yonto.players import ask
from yonto.search.bind import names_of

assert sorted(versions("tictactoe")) == [1, 2]
for version, home in ((1, "tictactoe.v1"), (2, "tictactoe")):
    game = load("tictactoe", version)
    assert home_of(game) == home
    print(names_of(game))
    play = Play(game, 2)
    while not play.over:
        play.take(ask("discoverer", game, play.state, play.to_move, "both").action)
"""


def test_an_earlier_version_may_be_a_folder_with_rules_of_its_own(tmp_path: Path) -> None:
    folder = copytree(HERE / "games" / "tictactoe", tmp_path / "tictactoe")
    copytree(HERE / "games" / "tictactoe", folder / "v1")
    for path in folder.rglob("*.py"):
        home = "tictactoe.v1" if path.parent.name == "v1" else "tictactoe"
        path.write_text(path.read_text().replace("games.tictactoe", home))
    text = (folder / "game.py").read_text()
    earlier = "\nfrom tictactoe.v1.game import GAME as FIRST\n\nEARLIER = (FIRST,)\n"
    (folder / "game.py").write_text(text.replace("version=1", "version=2") + earlier)
    env = {**os.environ, "PYTHONPATH": f"{tmp_path}:{HERE.parent / 'src'}", "YONTO_GAMES": "tictactoe"}
    ran = subprocess.run(
        [sys.executable, "-c", BOTH], capture_output=True, text=True, check=False, env={**env, "NUMBA_DISABLE_JIT": "1"}
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.split() == ["tictactoe_v1", "tictactoe"]
