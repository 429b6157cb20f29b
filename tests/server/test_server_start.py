"""What a host gets wrong is one sentence at the start of `serve`, and `yonto doctor` finds it before."""

import json
import re
import signal
import socket
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from click.testing import CliRunner
from msgspec.structs import fields
from parlour import Client, opened, wait_awake
from real_house import RealHouse, untold, yonto
from test_server_kills import free_port

import yonto as yonto_package
from yonto.cli import main
from yonto.core.errors import BadOption
from yonto.server.errors import BadStore
from yonto.server.ops.config import Config, read_config
from yonto.server.ops.listen import addresses, listen
from yonto.server.ops.settings_check import complaints, unreadable_levels
from yonto.server.serve import serve
from yonto.server.store import Place, Url


@contextmanager
def taken_port() -> Iterator[int]:
    with closing(socket.socket()) as sock:
        sock.bind(("127.0.0.1", 0))
        sock.listen()
        yield sock.getsockname()[1]


def said_of(**given: Any) -> list[str]:
    """What is wrong with settings, by the keys of the sentences."""
    return [complaint.key for complaint in complaints(read_config(None, {}, **given), {})]


@pytest.mark.parametrize(
    "origin", ["play.example.org", "https://", "ftp://x.org", "https://x.org/", "https://x.org/play", "HTTPS://x.org",
               "https://me@x.org", "https://x.org:0", "https://[::1", "*", "", "https://x.org:443", "http://x.org:80",
               "https://x.org:", "https://x.org:99999", "https://maïs.fr"],
)  # fmt: skip
def test_an_origin_that_no_browser_would_send_is_named(origin: str) -> None:
    assert said_of(origins=[origin]) == ["start.origin"]


@pytest.mark.parametrize(
    ("origin", "better"),
    [
        ("Play.Example.org", "https://play.example.org"),
        ("http://x.org:80/", "http://x.org"),
        ("https://me@x.org:8443/play", "https://x.org:8443"),
        ("https://maïs.fr", "https://xn--mas-0ma.fr"),
        ("https://x.org:99999", "https://play.example.org"),
        ("", "https://play.example.org"),
    ],
)
def test_what_is_proposed_instead_of_an_origin_is_one(origin: str, better: str) -> None:
    (complaint,) = complaints(read_config(None, {}, origins=[origin]), {})
    assert complaint.text("en").endswith(f"“{better}”.")
    assert said_of(origins=[better]) == []


@pytest.mark.parametrize("port", [-1, 65536, 99999])
def test_a_port_that_there_is_not_is_named(port: int) -> None:
    with pytest.raises(BadOption) as caught:
        listen("127.0.0.1", port)
    assert caught.value.key == "start.port_range"


@pytest.mark.parametrize("host", ["x" * 99, "a..b", "no.such.host.invalid", "203.0.113.9"])
def test_a_host_that_this_machine_is_not_is_named(host: str) -> None:
    with pytest.raises(BadOption) as caught:
        listen(host, 0)
    assert caught.value.key == "start.host"


@pytest.mark.parametrize(
    "name", [field.name for field in fields(Config) if field.type in (int, float) and field.name != "port"]
)
def test_a_number_with_which_no_house_can_be_is_named(name: str) -> None:
    """All of them, and what stands in deploy/yonto.toml as a number that may be 0 may be it."""
    least = {"unfinished_days", "guest_days", "stand_in_grace", "bot_queue", "cores"}
    assert len(said_of(**{name: -1})) == 1
    assert len(said_of(**{name: 0})) == (0 if name in least else 1)
    assert said_of(**{name: 1}) == []
    if isinstance(getattr(Config(), name), float):
        assert len(said_of(**{name: float("nan")})) == len(said_of(**{name: float("inf")})) == 1


def test_a_folder_without_a_client_is_named(tmp_path: Path) -> None:
    assert said_of(client=str(tmp_path)) == ["start.client"]
    (tmp_path / "index.html").write_text("", encoding="utf-8")
    assert said_of(client=str(tmp_path)) == []


def test_what_makes_sense_is_not_complained_of() -> None:
    assert (
        said_of(origins=["https://play.example.org", "http://10.0.0.7:8000", "http://[::1]:8080", "https://x.org:80"])
        == []
    )
    assert said_of(proxies=["127.0.0.1", "10.0.0.0/8", "::1", "fd00::/8", "*"]) == []


@pytest.mark.parametrize("proxy", ["blah", "10.0.0.0/99", "300.1.1.1", "proxy.example.org", ""])
def test_a_proxy_that_is_no_address_is_named(proxy: str) -> None:
    assert said_of(proxies=[proxy]) == ["start.proxy"]


def test_a_name_of_the_environment_that_nobody_reads_is_named_with_the_one_that_was_meant() -> None:
    environ = {"YONTO_ORIGIN": "x", "YONTO_CACHE": "/x", "YONTO_PORT": "1", "PATH": "", "YONTO_QUARK": "1"}
    first, second = complaints(read_config(None, {}), environ)
    assert "YONTO_ORIGINS" in first.text("fr")
    assert second.key == "start.name"
    assert not list(complaints(read_config(None, {}), {"YONTO_BUILD_CLIENT": "0"})), "it is for installing"


def test_every_name_of_the_environment_that_is_read_anywhere_is_known() -> None:
    source = Path(yonto_package.__file__).parent
    texts = [path.read_text(encoding="utf-8") for path in source.rglob("*.py")]
    read = {name for text in texts for name in re.findall(r"\"(YONTO_[A-Z_]+)\"", text)}
    assert read >= {"YONTO_CACHE", "YONTO_GAMES", "YONTO_LEVELS"}
    known = [each.key for each in complaints(read_config(None, {}), dict.fromkeys(read, ""))]
    assert known == [], "none of them is unknown"


def test_levels_that_cannot_be_read_and_games_that_are_not_here_are_named(tmp_path: Path) -> None:
    levels = tmp_path / "levels.toml"
    environ = {"YONTO_LEVELS": str(levels), "YONTO_GAMES": "json,no_such_game,no.such.game"}
    said = [each.text("en") for each in complaints(read_config(None, {}), environ)]
    assert len(said) == 3
    assert f"{levels} cannot be used: there is no such file." in said[0]
    assert "no package no_such_game here" in said[1]
    levels.write_text("x = = 1", encoding="utf-8")
    assert "line 1" in next(complaints(read_config(None, {}), environ)).text("en")
    levels.write_text("[qin.hard]\nseconds = 1.0", encoding="utf-8")
    assert list(complaints(read_config(None, {}), {"YONTO_LEVELS": str(levels)})) == []


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("port = 'abc'", "« abc » ne convient pas à port, qui est un nombre entier."),
        ("warm = 'perhaps'", "« perhaps » ne convient pas à warm, qui est true ou false."),
        ("log = 'loud'", "« loud » ne convient pas à log, qui est debug, info, warning, error."),
        ("origins = 'x'", "« x » ne convient pas à origins, qui est une liste de textes."),
        ("warm = 1.5", "« 1.5 » ne convient pas à warm, qui est true ou false."),
        ("prot = 1", "prot n'est pas un réglage de Yonto. Vouliez-vous dire port ?"),
    ],
)
def test_a_setting_of_the_wrong_kind_is_named_with_what_it_may_be(line: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "yonto.toml"
    path.write_text(line, encoding="utf-8")
    with pytest.raises(BadOption) as caught:
        read_config(path, {})
    assert caught.value.text("fr") == f"{path} : {said}"


def test_a_value_is_blamed_on_where_it_stands(tmp_path: Path) -> None:
    path = tmp_path / "yonto.toml"
    path.write_text("port = 8000", encoding="utf-8")
    for given, environ, blamed in (
        ({}, {"YONTO_PORT": "abc"}, "YONTO_PORT"),
        ({"log": "loud"}, {"YONTO_LOG": "info"}, "--log"),
    ):
        with pytest.raises(BadOption) as caught:
            read_config(path, environ, **given)
        assert caught.value.text("fr").startswith(f"{blamed} : «")


@pytest.mark.parametrize(
    ("text", "line", "column"), [("port = [", 1, 9), ("port = 1\nhost ::1\n", 2, 6), ("\n\nport = 1 2", 3, 10)]
)
def test_a_file_that_is_no_toml_is_blamed_at_its_place(text: str, line: int, column: int, tmp_path: Path) -> None:
    path = tmp_path / "yonto.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadOption) as caught:
        read_config(path, {})
    assert caught.value.text("fr").startswith(f"{path}, ligne {line}, colonne {column} : ce n'est pas du TOML.")
    assert [each.text("en") for each in unreadable_levels(str(path))] == [caught.value.text("en")]


def test_settings_that_cannot_be_read_are_refused_in_the_readers_language(tmp_path: Path) -> None:
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe\0")
    for path, french in (
        (tmp_path / "none.toml", "ce fichier n'existe pas"),
        (tmp_path, "c'est un dossier"),
        (binary, "ce n'est pas du texte en UTF-8"),
    ):
        with pytest.raises(BadOption) as caught:
            read_config(path, {})
        assert caught.value.text("fr") == f"Les réglages de {path} ne conviennent pas : {french}."


@pytest.mark.parametrize("place", ["mysql://a/b", "sqlite:///house.sqlite3", "POSTGRESQL://a/b"])
def test_a_store_of_another_kind_is_refused_and_no_folder_is_called_so(place: str) -> None:
    config = read_config(None, {}, store=place)
    (said,) = complaints(config, {})
    assert place.partition(":")[0] in said.text("fr")
    assert "postgresql://" in said.text("fr")
    with pytest.raises(BadStore):
        serve(config)
    refused = yonto("backup", "copy.sqlite3", "--store", place, "--lang", "fr")
    assert (refused.returncode, refused.stderr) == (2, f"Erreur : {said.text('fr')}\n")


def test_the_server_does_not_start_on_nonsense(store: Place) -> None:
    for given in (
        {"origins": ["play.example.org"]},
        {"proxies": ["blah"]},
        {"host": "no.such.host.invalid"},
        {"port": 99999},
    ):
        with pytest.raises(BadOption):
            serve(read_config(None, {}, **{"port": 0, "store": str(store), **given}))
    assert isinstance(store, Url) or not store.exists(), "nothing was opened"


def test_a_port_in_use_is_one_sentence_with_one_that_is_free(store: Place) -> None:
    with taken_port() as port:
        served = yonto("serve", "--port", port, "--store", store, "--lang", "en")
        assert served.returncode == 2
        assert served.stderr.count("\n") == 1
        free = int(served.stderr.rsplit("--port ", 1)[1])
        assert free != port
        for sock in listen("127.0.0.1", free):
            sock.close()
    assert isinstance(store, Url) or not store.exists()


def test_a_name_with_two_addresses_is_listened_at_on_both() -> None:
    sockets = listen("localhost", 0)
    ports = {sock.getsockname()[1] for sock in sockets}
    for sock in sockets:
        sock.close()
    assert len(ports) == 1


def test_for_the_whole_network_addresses_are_printed_that_work(store: Path) -> None:
    with RealHouse(store, "--host", "0.0.0.0") as house:
        assert "0.0.0.0" not in house.said
        assert Client(house.url).http("GET", "/health")[0] == 200
        port = int(house.url.rstrip("/").rsplit(":", 1)[1])
        for url in addresses(read_config(None, {}, host="0.0.0.0"), port)[1:]:
            with urlopen(f"{url}health", timeout=20) as answer:
                assert answer.status == 200
        house.end(signal.SIGTERM)


def test_behind_a_proxy_the_origins_are_what_works_from_elsewhere() -> None:
    config = read_config(None, {}, host="0.0.0.0", origins=["https://play.example.org"])
    assert addresses(config, 8000) == ["http://127.0.0.1:8000/", "https://play.example.org/"]


# The doctor


def doctor(*words: object, code: int, **environ: str) -> dict[str, list[tuple[str, str]]]:
    """What the doctor says, by what was looked at: the state and the key."""
    result = CliRunner().invoke(
        main, ["doctor", "--json", *map(str, words)], env={**untold(), **environ}, catch_exceptions=False
    )
    said = json.loads(result.output)
    assert result.exit_code == code, said
    found: dict[str, list[tuple[str, str]]] = {}
    for check in said["checks"]:
        assert check["text"]
        assert "error" not in check, "what is well is no refusal"
        found.setdefault(check["what"], []).append((check["state"], check["key"]))
    return found


@pytest.mark.sqlite
def test_the_doctor_finds_a_healthy_machine_healthy(store: Path) -> None:
    found = doctor("--store", store, "--port", free_port(), code=0)
    assert set(found) == {"python", "settings", "cache", "store", "permissions", "disk", "port", "computers"}
    assert found["store"] == [("good", "doctor.store_new")]
    assert found["computers"] == [("good", "doctor.computers")]


@pytest.mark.sqlite
def test_the_doctor_finds_what_is_wrong(store: Path) -> None:
    store.write_text("Dear diary", encoding="utf-8")
    store.chmod(0o644)
    with taken_port() as port:
        found = doctor(
            "--store", store, "--port", port, code=1, YONTO_PROXIES="blah", YONTO_PORTS="1", YONTO_WORKERS="0"
        )
    assert {key for _, key in found["settings"]} == {"start.proxy", "start.name_near", "start.number"}
    assert found["store"] == [("bad", "file.foreign")]
    assert found["permissions"] == [("bad", "doctor.open_to_others")]
    assert found["port"] == [("bad", "start.port_taken")]


class Careless(BaseHTTPRequestHandler):
    """A proxy that passes on neither Host nor websockets."""

    house = ""

    def do_GET(self) -> None:
        with urlopen(self.house.rstrip("/") + self.path, timeout=60) as answer:
            body = answer.read()
        self.send_response(200)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def careless_proxy(house: str) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Here", (Careless,), {"house": house}))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://localhost:{server.server_address[1]}"
    server.shutdown()
    server.server_close()


@pytest.mark.sqlite
def test_the_doctor_asks_the_house_itself_and_goes_the_visitors_way(store: Path, tmp_path: Path) -> None:
    port = free_port()
    with opened(store, port=port, origins=[f"http://localhost:{port}"]) as house:
        words = ("--store", store, "--port", port)
        found = doctor(*words, code=0, YONTO_ORIGINS=f"http://localhost:{port}")
        assert found["port"] == [("good", "doctor.port_ours")]
        assert found["store"] == [("good", "doctor.store_open")]
        assert found["origins"] == [("good", "doctor.origin")]
        with careless_proxy(house.url) as origin:
            assert doctor(*words, code=1, YONTO_ORIGINS=origin)["proxies"] == [("bad", "doctor.proxy_host")]
        with opened(tmp_path / "other.sqlite3") as other:
            found = doctor(*words, code=1, YONTO_ORIGINS=other.url.rstrip("/"))
            assert found["origins"] == [("bad", "doctor.origin_other")]
        found = doctor(*words, code=1, YONTO_ORIGINS="http://localhost:1")
        assert found["origins"] == [("bad", "doctor.origin_silent")]
    with RealHouse(store) as alone:  # at a port that no setting names: its note does
        wait_awake(alone.url)
        assert doctor("--store", store, code=0)["port"] == [("good", "doctor.port_ours")]
