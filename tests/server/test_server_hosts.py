"""For hosts: settings, logs, proxies, the command; computers that fail; the example bot; more than two players."""

import json
import logging
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from parlour import PATIENCE, Client, Services, opened, pair
from real_house import environment

from yonto.core.errors import BadOption
from yonto.games import GAMES, load
from yonto.server.ops.config import Config, read_config
from yonto.server.ops.logs import Json

HERE = Path(__file__).parents[2]


def test_the_example_of_the_settings_says_exactly_the_defaults() -> None:
    assert read_config(HERE / "deploy" / "yonto.toml", {}) == Config()
    text = (HERE / "deploy" / "yonto.toml").read_text(encoding="utf-8")
    assert all(re.search(rf"^{name} = ", text, re.MULTILINE) for name in Config.__struct_fields__)


def test_the_environment_wins_over_the_file_and_the_command_over_both(tmp_path: Path) -> None:
    path = tmp_path / "yonto.toml"
    path.write_text('port = 1\nhost = "::1"\nlog = "error"\n', encoding="utf-8")
    environ = {"YONTO_PORT": "2", "YONTO_ORIGINS": "https://a.example, https://b.example", "YONTO_SECURE": "true"}
    config = read_config(None, {**environ, "YONTO_CONFIG": str(path)}, log="info", host=None)
    assert (config.port, config.host, config.log, config.secure) == (2, "::1", "info", True)
    assert config.origins == ("https://a.example", "https://b.example")


@pytest.mark.parametrize("text", ["port = [", 'port = "many"', "surprise = 1", 'metrics = "some"'])
def test_settings_that_cannot_be_are_refused_with_the_reason(tmp_path: Path, text: str) -> None:
    path = tmp_path / "yonto.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadOption) as caught:
        read_config(path, {})
    assert str(path) in caught.value.text("fr")


def test_logs_are_json_lines_with_what_belongs_to_them() -> None:
    record = logging.LogRecord("yonto.hall", logging.ERROR, "", 0, "the store %s", ("refused",), None)
    record.table = "abc"
    entry = json.loads(Json().format(record))
    assert (entry["what"], entry["level"], entry["table"]) == ("the store refused", "error", "abc")


def test_a_proxy_that_is_believed_says_who_the_visitor_is(store: Path) -> None:
    with opened(store, proxies=["127.0.0.1"], origins=["https://play.example"]) as house:
        near, far = Client(house.url), {"X-Forwarded-For": "203.0.113.9"}
        assert near.http("GET", "/metrics")[0] == 200
        assert near.http("GET", "/metrics", headers=far)[0] == 404, "the metrics are for this machine"
        headers = {"Origin": "https://play.example", "Host": "play.example", "Sec-Fetch-Site": "same-origin"}
        wish = {"game": "niya", "seats": [{"kind": "me"}, {"kind": "open"}]}
        assert near.http("POST", "/api/tables", wish, headers)[0] == 201
    with opened(store) as house:
        assert Client(house.url).http("GET", "/metrics", headers=far)[0] == 200, "anybody could claim that"


def test_the_command_serves_and_ends_in_good_order(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "yonto.cli", "serve", "--lang", "fr", "--store", str(tmp_path / "x.sqlite3")],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment(YONTO_PORT="0"),
    )  # fmt: skip
    assert process.stdout is not None
    line = process.stdout.readline()
    found = re.search(r"La maison est ouverte : (\S+)", line)
    assert found, line
    assert Client(found[1]).http("GET", "/health")[0] == 200
    process.send_signal(signal.SIGTERM)
    _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode in (0, -signal.SIGTERM)
    assert all(json.loads(entry)["level"] != "error" for entry in errors.splitlines())


# Computers that fail


class Broken:
    """A pool in which nothing works."""

    def __init__(self, error: Exception) -> None:
        self.error = error

    async def choose(self, job: object, deadline: float) -> Any:
        raise self.error

    async def close(self) -> None:
        pass


@pytest.mark.parametrize("error", [RuntimeError("dead"), TimeoutError(), BadOption("option.player")])
def test_a_computer_that_fails_never_stops_a_table(store: Path, error: Exception) -> None:
    with opened(store) as house:
        assert house.server is not None
        house.server.services.registry.bots.pool = Broken(error)  # type: ignore[assignment]
        ada = Client(house.url)
        table = ada.create("niya", [{"kind": "computer", "level": "random"}] * 2)
        with ada.live() as live:
            live.watch(table)
            assert live.until(table, lambda shown: shown["result"] is not None)["result"]["how"] == "played"


def test_a_computer_that_answers_nonsense_plays_a_legal_move(store: Path) -> None:
    class Cheat(Broken):
        async def choose(self, job: object, deadline: float) -> Any:
            return type("Choice", (), {"action": 5, "reasons": ()})()  # b3: in the centre, forbidden at first

    with opened(store) as house:
        assert house.server is not None
        house.server.services.registry.bots.pool = Cheat(RuntimeError())  # type: ignore[assignment]
        ada = Client(house.url)
        table = ada.create("niya", [{"kind": "computer", "level": "random"}] * 2)
        with ada.live() as live:
            live.watch(table)
            assert live.until(table, lambda shown: shown["result"] is not None)


# More than two


MANY = [name for name in GAMES if 3 in load(name).seats]


@pytest.mark.parametrize("game", MANY[:1])
def test_among_three_whoever_gives_up_is_replaced_by_a_computer(url: str, game: str) -> None:
    ada, bo = Client(url), Client(url)
    table = ada.create(game, ["me", "open", {"kind": "computer", "level": "random"}], first=1)
    with ada.live() as one, bo.live() as two:
        one.watch(table)
        two.watch(table)
        two.ask("sit", table=table, name="Bo")
        one.until(table, lambda shown: shown["status"] == "playing")
        two.act("resign", table)
        shown = one.until(table, lambda now: now["players"][1]["level"] is not None)
        assert shown["status"] == "playing"
        assert shown["result"] is None
        with pytest.raises(Exception, match="out of this game"):
            two.ask("come_back", table=table)
        one.act("resign", table)
        assert one.until(table, lambda now: now["result"] is not None)["status"] == "aborted", "nobody is left"


# The example


def test_the_example_bot_plays_a_game_to_its_end(house: Services, tmp_path: Path) -> None:
    ada = Client(house.url)
    made = ada.api("POST", "/api/tables", {"game": "niya", "seats": [{"kind": "me"}, {"kind": "open"}], "name": "Ada"})
    script = str(HERE / "examples" / "bot.py")
    with subprocess.Popen(
        [sys.executable, script, house.url, made["code"], "Robot"], stdout=subprocess.PIPE, text=True, cwd=tmp_path
    ) as bot, ada.live() as live:  # fmt: skip
        table = made["table"]
        live.watch(table)
        live.until(table, lambda shown: shown["status"] == "playing")
        while live.tables[table]["result"] is None:
            if live.tables[table]["legal"]:
                live.play(table)
            else:
                live.next()
        assert live.tables[table]["players"][1]["name"] == "Robot"
        output, _ = bot.communicate(timeout=PATIENCE)
        assert "played" in output
        assert bot.returncode == 0


def test_two_connections_of_one_person_see_the_same_table(url: str) -> None:
    table, one, two = pair(url)
    with one, two:
        ada = Client(url)
        ada.cookie = str(one.socket.request.headers["Cookie"]).removeprefix("yonto=") if one.socket.request else ""
        with ada.live() as again:
            shown = again.watch(table)
            assert shown["you"] == [0]
            again.play(table)
            assert one.until(table, lambda now: now["seq"] > shown["seq"])["actions"] == shown["actions"] + 1
