"""What stands in deploy/, tried as far as a machine without systemd's manager or a registry of images can.

The unit's own command runs with its environment and directories as an unprivileged user and ends as systemd ends it.
The container file is read: what it copies is there, what it sets are settings, its health check passes on a server.
"""

import contextlib
import json
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from parlour import PATIENCE, Services

from yonto.server.ops import healthy as healthy_module
from yonto.server.ops.config import Config, read_config
from yonto.server.store import Url

ROOT = Path(__file__).parents[2]
UNIT = ROOT / "deploy" / "yonto.service"
CONTAINER = ROOT / "deploy" / "Containerfile"


def unit_value(name: str) -> str:
    found = re.search(rf"^{name}=(.*)$", UNIT.read_text(encoding="utf-8"), re.MULTILINE)
    assert found, name
    return found[1]


def python_for(user: str | None) -> list[str]:
    """A Python that this user may run: our own, or the system's with our packages, where they are open to him."""
    if subprocess.run(["test", "-r", str(ROOT / "src")], user=user, check=False).returncode:
        pytest.skip("this checkout is closed to an unprivileged user")
    for python in (sys.executable, "/usr/bin/python3"):
        with contextlib.suppress(OSError):
            said = subprocess.run(
                [python, "-c", "import sys; print(sys.version_info[:2] == (3, 11) or sys.argv)"],
                user=user, capture_output=True, text=True, cwd="/", check=False,
            )  # fmt: skip
            if said.returncode == 0 and (python == sys.executable or said.stdout.strip() == "True"):
                return [python]
    pytest.skip("no Python here that an unprivileged user may run")


def test_the_units_command_runs_as_nobody_in_its_directories_and_ends_in_order(tmp_path: Path) -> None:
    user = "nobody" if os.getuid() == 0 else None
    binary, *words = shlex.split(unit_value("ExecStart"))
    assert binary.endswith("/bin/yonto")
    base = Path("/tmp") / f"yonto-unit-{os.getpid()}"  # pytest's own folders are closed to other users
    state, cache = base / "state" / unit_value("StateDirectory"), base / "cache" / unit_value("CacheDirectory")
    try:
        for folder in (state, cache):
            folder.mkdir(parents=True)
            if user:
                shutil.chown(folder, user)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        config = base / "yonto.toml"
        config.write_text(f"port = {port}\nwarm = false\n", encoding="utf-8")
        places = unit_value("Environment").replace("%S", str(base / "state")).replace("%C", str(base / "cache"))
        environment = dict(pair.split("=", 1) for pair in places.split())
        arguments = [str(config) if word == "/etc/yonto.toml" else word for word in words]
        path = os.pathsep.join([str(ROOT / "src"), *(p for p in sys.path if p.endswith("site-packages"))])
        lowly: dict[str, Any] = {"user": user, "group": "nogroup", "extra_groups": []} if user else {}
        server = subprocess.Popen(
            [*python_for(user), "-m", "yonto.cli", *arguments], cwd="/",
            env={**environment, "PYTHONPATH": path, "PATH": "/usr/bin:/bin"},
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, **lowly,
        )  # fmt: skip
        try:
            assert healthy(port, server)
            assert (state / "yonto.sqlite3").exists(), "the store lies in the state directory"
            if user:
                assert (state / "yonto.sqlite3").stat().st_uid != 0
        finally:
            server.send_signal(signal.Signals[unit_value("KillSignal")])
            _, complaints = server.communicate(timeout=PATIENCE)
        assert server.returncode in (0, -signal.SIGTERM), complaints.decode()
        assert b"Traceback" not in complaints, complaints.decode()
    finally:
        shutil.rmtree(base, ignore_errors=True)


def healthy(port: int, server: "subprocess.Popen[bytes]") -> bool:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and server.poll() is None:
        with contextlib.suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{port}/health") as response:
            return bool(json.load(response)["ok"])
        time.sleep(0.1)
    return False


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd-analyze")
def test_systemd_finds_nothing_wrong_with_the_unit(tmp_path: Path) -> None:
    """With a command that exists here: the file itself is what is looked at."""
    unit = tmp_path / "yonto.service"
    unit.write_text(UNIT.read_text(encoding="utf-8").replace("/opt/yonto/bin/yonto", "/bin/true"), encoding="utf-8")
    result = subprocess.run(["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr.strip()) == (0, "")


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd-analyze")
def test_the_unit_is_exposed_little(tmp_path: Path) -> None:
    """Below 4 in systemd's own count, from 0 (nothing can happen) to 10; and what it makes is its own alone."""
    unit = tmp_path / "yonto.service"
    unit.write_text(UNIT.read_text(encoding="utf-8").replace("/opt/yonto/bin/yonto", "/bin/true"), encoding="utf-8")
    command = ["systemd-analyze", "security", "--offline=true", "--threshold=39", "--no-pager", str(unit)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    found = re.search(r"exposure level for \S+: ([0-9.]+)", result.stdout)
    assert found, result.stderr
    assert float(found[1]) < 4
    assert result.returncode == 0
    assert unit_value("UMask") == "0077"


def instructions() -> list[tuple[str, str]]:
    lines = CONTAINER.read_text(encoding="utf-8").replace("\\\n", " ").splitlines()
    return [(word, rest) for word, _, rest in (line.partition(" ") for line in lines if line and line[0] != "#")]


def test_the_container_file_copies_what_is_there_and_sets_what_is_a_setting() -> None:
    stages = [rest.split()[-1] for word, rest in instructions() if word == "FROM" and " AS " in rest]
    for word, rest in instructions():
        if word == "ARG":
            assert rest.startswith("BASE=")
        elif word == "COPY" and not rest.startswith("--from="):
            assert all((ROOT / name).exists() for name in rest.split()[:-1]), rest
        elif word == "COPY":
            assert rest.split()[0].removeprefix("--from=") in stages
        elif word == "ENV":
            given = dict(pair.split("=", 1) for pair in rest.split())
            given.pop("YONTO_CACHE")
            given.pop("PATH")
            assert {name.removeprefix("YONTO_").lower() for name in given} <= set(Config.__struct_fields__)
            assert read_config(None, given).host == "0.0.0.0"
        elif word == "EXPOSE":
            assert int(rest) == Config().port
    assert instructions()[-1] == ("CMD", '["yonto", "serve"]')
    assert ("USER", "yonto") in instructions(), "not as root"


def test_the_containers_health_check_passes_on_a_server_and_fails_without(house: Services) -> None:
    check = next(rest for word, rest in instructions() if word == "HEALTHCHECK")
    command = json.loads(check.partition("CMD ")[2])
    assert command == ["python", "-m", "yonto.server.ops.healthy"]
    assert healthy_module.healthy(house.url.rstrip("/").rpartition(":")[2])
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        port = str(closed.getsockname()[1])
        found = subprocess.run([sys.executable, *command[1:]], check=False, env={**os.environ, "YONTO_PORT": port})
    assert found.returncode == 1
    for path in ("compose.yml", "yonto.container"):  # where images of OCI's format get it from
        assert "yonto.server.ops.healthy" in (CONTAINER.parent / path).read_text(encoding="utf-8")


# Several processes


def test_the_template_is_the_unit_for_a_port_each(tmp_path: Path) -> None:
    """What keeps the one unit safe keeps each of the many: only what must differ does."""
    template = (CONTAINER.parent / "systemd" / "yonto@.service").read_text(encoding="utf-8")
    one, many = (set(text[text.index("[Service]") :].splitlines()) for text in (UNIT.read_text("utf-8"), template))
    only = {line for line in one ^ many if line and not line.startswith("#")}
    assert {line.partition("=")[0] for line in only} == {
        "ExecStart",
        "Environment",
        "RuntimeDirectoryPreserve",
        "WantedBy",
    }
    assert "--port %i" in template
    if shutil.which("systemd-analyze"):
        for name in ("yonto@8001.service", "yonto.target"):
            source = CONTAINER.parent / "systemd" / name.replace("8001", "")
            text = source.read_text(encoding="utf-8").replace("/opt/yonto/bin/yonto", "/bin/true")
            (tmp_path / name).write_text(text, encoding="utf-8")
            result = subprocess.run(
                ["systemd-analyze", "verify", str(tmp_path / name)], capture_output=True, text=True, check=False
            )
            assert (result.returncode, result.stderr.strip()) == (0, "")


def test_the_compose_file_has_what_its_neighbours_name() -> None:
    yaml: Any = import_module("yaml")
    folder = CONTAINER.parent
    compose = yaml.safe_load((folder / "compose.yml").read_text(encoding="utf-8"))
    services = compose["services"]
    processes = [name for name in services if name.startswith("yonto")]
    assert len(processes) == 3
    assert {"postgres", "caddy", "prometheus", "migrate"} <= set(services)
    for name in processes:
        given = dict(services[name]["environment"])
        given.pop("YONTO_CACHE")
        assert {key.removeprefix("YONTO_").lower() for key in given} <= set(Config.__struct_fields__)
        config = read_config(None, {key: str(value) for key, value in given.items()})
        assert isinstance(config.place, Url)
    caddy = (folder / "Caddyfile").read_text(encoding="utf-8")
    scraped = yaml.safe_load((folder / "prometheus" / "prometheus.yml").read_text(encoding="utf-8"))
    targets = scraped["scrape_configs"][0]["static_configs"][0]["targets"]
    assert targets == [f"{name}:{Config().port}" for name in processes]
    assert " ".join(targets) in caddy
    for file in scraped["rule_files"]:
        assert (folder / "prometheus" / file).exists()
