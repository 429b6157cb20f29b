"""`make test-deploy`: what a host installs, really built and run.

1. The sdist and the wheel, installed by plain pip into empty environments where no npm is to be found; they serve the
   built client.
2. The container, built from deploy/Containerfile in both image formats and run as deploy/yonto.container says: it
   answers, its health check tells a house that lives from one that does not, its store outlives it.
3. The house of deploy/compose.yml: PostgreSQL, three processes, Caddy, Prometheus, a game through the proxy while each
   process is restarted (tools/compose_walk.py).

Images are pulled, or made by debootstrap where nothing can be pulled. What cannot be done here is said loudly at the
end, and the exit status is then 3. Everything it started or made is removed again, but for the base in build/.
"""

import contextlib
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from containers import IMAGE, ROOT, Podman, archive, lacking, neighbours, run, say

SKIPPED = 3
PATIENCE = 300.0  # seconds for a server to answer
QUADLET = ROOT / "deploy" / "yonto.container"
# What Quadlet (podman 4.4 and later) makes of the lines of a .container file.
WORDS = {
    "HealthCmd": "--health-cmd", "HealthInterval": "--health-interval", "HealthTimeout": "--health-timeout",
    "HealthStartPeriod": "--health-start-period",
}  # fmt: skip


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def fetched(url: str) -> bytes:
    """As soon as somebody answers."""
    end = time.monotonic() + PATIENCE
    while True:
        with contextlib.suppress(OSError), urllib.request.urlopen(url, timeout=10) as answer:
            return bytes(answer.read())
        if time.monotonic() > end:
            sys.exit(f"nobody answers at {url}")
        time.sleep(0.3)


# 1. Packages


def without_npm(folder: Path, venv: Path) -> dict[str, str]:
    """An environment in which pip finds a shell and a compiler, and neither node nor npm."""
    bare = folder / "bin"
    bare.mkdir(exist_ok=True)
    for tool in ("sh", "env", "uname", "rm", "cc", "gcc"):
        if (found := shutil.which(tool)) and not (bare / tool).exists():
            (bare / tool).symlink_to(found)
    lonely = {**os.environ, "PATH": f"{venv / 'bin'}:{bare}"}
    assert shutil.which("npm", path=lonely["PATH"]) is None
    return lonely


def check_packages(folder: Path) -> None:
    say("building the sdist and the wheel")
    run(sys.executable, "-m", "hatchling", "build", "-d", folder / "dist")
    for pattern in ("*.tar.gz", "*.whl"):
        (package,) = (folder / "dist").glob(pattern)
        say(f"installing {package.name} by plain pip, with no npm in sight")
        venv = folder / f"venv-{package.suffix[1:]}"
        run(sys.executable, "-m", "venv", venv)
        lonely = without_npm(folder, venv)
        run(venv / "bin/pip", "install", f"{package}[postgres]", env=lonely)
        check_installed(folder, venv, lonely)


def check_installed(folder: Path, venv: Path, lonely: dict[str, str]) -> None:
    """It serves its page; and computers play each other, where nobody ever needed a page."""
    port = free_port()
    place = {**lonely, "YONTO_STORE": str(folder / f"{venv.name}.sqlite3"), "YONTO_WARM": "false"}
    server = subprocess.Popen([venv / "bin/yonto", "serve", "--port", str(port)], env=place, cwd=folder)
    try:
        assert 'type="module"' in fetched(f"http://127.0.0.1:{port}/").decode(), "the built client, not the plain page"
    finally:
        server.send_signal(signal.SIGTERM)
        assert server.wait(60) in (0, -signal.SIGTERM), "it ends in order"
    run(venv / "bin/yonto", "simulate", "niya", "--games", "2", "--players", "random,random", "--json", env=lonely)
    say("it serves the built client, and plays without it")


# 2. The container


def quadlet() -> list[str]:
    """The health check of deploy/yonto.container, in the words of podman's command."""
    found = dict(re.findall(r"^(\w+)=(.*)$", QUADLET.read_text(encoding="utf-8"), re.MULTILINE))
    return [f"{word}={found[name]}" for name, word in WORDS.items()]


@contextlib.contextmanager
def container(podman: Podman, image: str, volume: str, *words: str) -> Iterator[tuple[str, str]]:
    """Running as its image says: its name and address. It ends in order."""
    port, name = free_port(), f"house-{volume}"
    podman("run", "--detach", "--name", name, "--publish", f"127.0.0.1:{port}:8000", "--env", "YONTO_WARM=false",
           "--volume", f"{volume}:/data", *words, image)  # fmt: skip
    try:
        yield name, f"http://127.0.0.1:{port}"
    finally:
        podman("stop", "--time", "60", name)
        ended = podman("inspect", "--format", "{{.State.ExitCode}}", name).strip()
        podman("rm", name)
    assert ended in ("0", str(128 + signal.SIGTERM)), f"it ended with {ended}"  # both are SIGTERM obeyed


def await_health(podman: Podman, name: str) -> None:
    """Checked again and again, as systemd's timers would: on a busy machine one check may take too long."""
    end = time.monotonic() + PATIENCE
    while podman.tried("healthcheck", "run", name).returncode:
        assert time.monotonic() < end, "it is never healthy"
        time.sleep(1)


def check_health(podman: Podman, name: str) -> None:
    """The check passes while the house lives and fails while its process is stopped."""
    await_health(podman, name)
    process = int(podman("inspect", "--format", "{{.State.Pid}}", name))
    os.kill(process, signal.SIGSTOP)
    try:
        assert podman.tried("healthcheck", "run", name).returncode, "a house that does not answer is not healthy"
    finally:
        os.kill(process, signal.SIGCONT)
    await_health(podman, name)
    told = podman("inspect", "--format", "{{.State.Health.Status}}", name).strip()
    assert told == "healthy", told


def check_image(podman: Podman, base: str, form: str) -> None:
    image = f"localhost/yonto-{form}"
    say(f"building the container, format {form}")
    podman.build(image, "deploy/Containerfile", "--format", form, "--build-arg", f"BASE={base}")
    carried = '"Healthcheck"' in podman("inspect", "--type", "image", image)
    assert carried == (form == "docker"), "Docker's format carries the health check, OCI's cannot"
    words = [] if carried else quadlet()
    keys = []
    for life in ("first", "second"):
        with container(podman, image, form, *words) as (name, url):
            assert 'type="module"' in fetched(url + "/").decode(), "the built client"
            check_health(podman, name)
            assert podman("exec", name, "id", "-un").strip() == "yonto"
            keys.append(fetched(url + "/api/key"))
        how = "by what the image carries" if carried else "by the lines of yonto.container"
        say(f"format {form}, {life} life: serves, is healthy {how}, is not when it hangs, is not root, ends in order")
    assert keys[0] == keys[1], "the store outlived the container"


def check_containers(folder: Path) -> list[str]:
    """What could not be tried."""
    if why := lacking():
        return [f"containers: {why}"]
    made = archive()
    if made is None:
        return ["containers: no debootstrap to make a base (Debian: apt install debootstrap)"]
    podman = Podman(folder)
    try:
        means = podman.works(made)
        if means is None:
            return ["containers: podman runs none here, see above"]
        base = podman.base()
        say(f"podman runs containers here ({means}), on {base}")
        left_out = [] if base == IMAGE else [f"{IMAGE} itself: it cannot be pulled; a bookworm by debootstrap stood in"]
        for form in ("docker", "oci"):
            check_image(podman, base, form)
        podman("tag", "localhost/yonto-oci", "localhost/yonto")
        left_out += [f"{name} itself: it cannot be pulled; Debian's program stood in" for name in neighbours(podman)]
        from compose_walk import check_compose  # plays by the server's tests, which packages and images do without

        return left_out + check_compose(podman)
    finally:
        podman.remove()


def main() -> None:
    folder = Path(tempfile.mkdtemp(prefix="yonto-deploy-"))
    try:
        check_packages(folder)
        left_out = check_containers(folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    for what in left_out:
        print(f"\n{'!' * 78}\nNOT TESTED: {what}\n{'!' * 78}", flush=True)
    sys.exit(SKIPPED if left_out else 0)


if __name__ == "__main__":
    main()
