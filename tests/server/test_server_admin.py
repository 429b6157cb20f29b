"""`yonto admin`: the same in an open house, through its door, and in a closed one, on the store itself."""

import json
import re
import signal
from pathlib import Path
from typing import Any

import pytest
from parlour import Client, Refused, pair
from real_house import RealHouse
from test_server_file import run
from test_server_order import PASSWORD, client_of, person_of

from yonto.server.ops.check import check_store
from yonto.server.store import Place


@pytest.fixture(autouse=True)
def own_notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def admin(*words: object) -> str:
    code, said = run("admin", *words)
    assert code == 0, said
    return said


def told(*words: object) -> Any:
    return json.loads(admin(*words, "--json"))


def test_the_same_order_is_kept_in_an_open_and_in_a_closed_house(store: Place, tmp_path: Path) -> None:
    with RealHouse(store, XDG_RUNTIME_DIR=str(tmp_path)) as house:
        vera = Client(house.url)
        vera.api("POST", "/api/account", {"name": "Vera", "password": PASSWORD})
        assert admin("grant", "vera") == "“vera” keeps order in the house from now on.\n", "it finds the house"
        assert vera.api("GET", "/api/me")["role"] == "admin"
        table, ada, bruno = pair(house.url, chat=True)
        bruno.ask("chat", table=table, text="an insult")
        reporter = client_of(house.url, ada)
        reporter.api("POST", "/api/reports", {"table": table, "line": 1, "reason": "insult"})
        assert "> Bruno: an insult" in admin("reports")
        assert "no longer write" in admin("mute", "bruno", "--hours", "2", "--reason", "rude")
        with pytest.raises(Refused, match=r"another 2 hours\. Reason: rude"):
            bruno.ask("chat", table=table, text="again")
        assert "The house is open" in admin("house")
        assert told("people", "--here")[0]["here"] is True
        code, said = run("admin", "ban", "nobody at all")
        assert (code, said) == (2, "Error: Nobody here is called “nobody at all”.\n")
        assert run("admin", "ban", "vera") == (
            2,
            "Error: This person keeps order in the house; the host must take that role away first.\n",
        )
        assert house.end(signal.SIGTERM) in (0, -signal.SIGTERM)
        person = person_of(bruno)
    log = [entry for line in house.errors if (entry := json.loads(line))["where"] == "yonto.audit"]
    assert [(entry["by"], entry["act"]) for entry in log] == [("host", "grant"), ("host", "mute")]
    closed_house(store, table, person)


def closed_house(store: Place, table: str, person: str) -> None:
    place = ("--store", store)
    assert "The house is closed" in admin("house", *place)
    assert [each["kind"] for each in told("sanctions", *place)] == ["mute"]
    assert "closed; what was played remains" in admin("close-table", table, *place)
    assert admin("close-table", table, *place) == "It was so already.\n"
    assert told("remove-line", table, 1, *place)["changed"]
    assert "(removed)" in admin("chat", table, *place)
    assert told("remove-name", "Bruno", "--block", *place)["changed"]
    assert told("tables", table, *place)[0]["sitters"][1]["name"].startswith("Anon ")
    assert told("ban", person, "--hours", 1, *place)["changed"]
    assert told("ban", "2001:db8::1", "--address", *place)["changed"]
    assert told("unmute", person, *place)["changed"]
    assert told("close-report", 1, *place)["changed"]
    assert admin("reports", *place) == "There is nothing.\n"
    assert "2001:db8::/64" in admin("sanctions", *place)
    assert [each["action"] for each in told("audit", *place)][:3] == ["close_report", "unmute", "ban"]
    newest = re.split(r"\s{2,}", admin("audit", *place).splitlines()[0])
    assert newest[1:] == ["the host", "closed the report", "1", "dealt with"]
    assert f"({person})” is no longer banned" in admin("unban", person, *place), "by his name and his id"
    mistaken(table, person, *place)
    assert told("revoke", "Vera", *place)["changed"]
    if isinstance(store, Path):
        assert not store.with_name(store.name + "-wal").exists(), "as after a clean stop"
    assert [finding.wrong for finding in check_store(store)] == [None], "every table still replays"


def mistaken(table: str, person: str, *place: object) -> None:
    """What there is not was not so already."""
    assert run("admin", "remove-line", table, 99, *place) == (2, "Error: The chat of this table has no line 99.\n")
    assert run("admin", "close-report", 99, *place) == (2, "Error: There is no report 99.\n")
    assert run("admin", "chat", "nowhere", *place) == (2, "Error: There is no such table.\n")
    assert admin("remove-line", table, 1, *place) == "It was so already.\n"
    assert admin("close-report", 1, *place) == "It was so already.\n"
    assert "not in the range" in run("admin", "mute", person, "--hours", "1e300", *place)[1]
    assert "at most 300" in run("admin", "mute", person, "--reason", "x" * 301, *place)[1]


def test_two_of_one_name_are_told_apart_by_their_ids(store: Place, tmp_path: Path) -> None:
    assert "There is no store" in run("admin", "people", "--store", tmp_path / "none.sqlite3")[1]
    with RealHouse(store) as house:
        for _ in range(2):
            Client(house.url).create("niya", ["me", "open"], name="Twin")
        house.end(signal.SIGTERM)
    assert "Nobody here is called “-an-id”" in run("admin", "mute", "-an-id", "--store", store)[1]
    code, said = run("admin", "mute", "twin", "--store", store)
    assert code == 2
    assert said.startswith("Error: Several people are called “twin”: ")
    assert run("admin", "ban", "x", "--name", "--address", "--store", store)[0] == 2
