"""`make test-deploy`: what a host installs, really built and run.

1. The sdist, installed by plain pip into an empty environment where no npm is to be found; it serves the built client.
2. The container, built from deploy/Containerfile in both image formats and run: it answers, it is healthy, its store
   outlives it. The base is pulled, or made by debootstrap where nothing can be pulled.

What cannot be done here is said loudly at the end, and the exit status is then 3. Everything it started or made is
removed again.
"""

import contextlib
import os
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

ROOT = Path(__file__).resolve().parents[1]
IMAGE = "docker.io/library/python:3.11-slim"
MADE = "localhost/yonto-base"
DEBIAN = "http://deb.debian.org/debian"
PACKAGES = "python3,python3-venv,python3-pip,ca-certificates"
SKIPPED = 3
PATIENCE = 300.0  # seconds for a server to answer
CERTIFICATES = "/etc/ssl/certs"  # of this machine: whoever stands between it and the world is believed in the build too
SETTINGS = ("PIP_CERT", "PIP_DEFAULT_TIMEOUT", "NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "REQUESTS_CA_BUNDLE")

skipped: list[str] = []


def say(text: str) -> None:
    print(f"— {text}", flush=True)


def run(*words: object, env: dict[str, str] | None = None, quiet: bool = True) -> str:
    done = subprocess.run(
        [str(word) for word in words], cwd=ROOT, env=env, text=True, check=False,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT if quiet else None,
    )  # fmt: skip
    if done.returncode:
        print(done.stdout[-6000:])
        sys.exit(f"failed: {' '.join(map(str, words))}")
    return done.stdout


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


def check_packages(folder: Path) -> None:
    say("building the sdist and the wheel")
    run(sys.executable, "-m", "hatchling", "build", "-d", folder / "dist")
    (sdist,) = (folder / "dist").glob("*.tar.gz")
    say(f"installing {sdist.name} by plain pip, with no npm in sight")
    bare = folder / "bin"
    bare.mkdir()
    for tool in ("sh", "env", "uname", "rm", "cc", "gcc"):
        if found := shutil.which(tool):
            (bare / tool).symlink_to(found)
    venv = folder / "venv"
    run(sys.executable, "-m", "venv", venv)
    lonely = {**os.environ, "PATH": f"{venv / 'bin'}:{bare}"}
    assert shutil.which("npm", path=lonely["PATH"]) is None
    run(venv / "bin/pip", "install", "--no-cache-dir", f"{sdist}[postgres]", env=lonely)
    port = free_port()
    place = {**lonely, "YONTO_STORE": str(folder / "house.sqlite3"), "YONTO_WARM": "false"}
    server = subprocess.Popen([venv / "bin/yonto", "serve", "--port", str(port)], env=place, cwd=folder)
    try:
        page = fetched(f"http://127.0.0.1:{port}/").decode()
        assert 'type="module"' in page, "the built client, not the plain page"
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(60)
    say("it serves the built client")


# 2. The container


def tools() -> bool:
    missing = shutil.which("buildah") is None
    if missing:
        skipped.append("the container: no buildah (Debian: apt install buildah debootstrap)")
    elif os.geteuid():
        skipped.append("the container: it is built and run as root")
    return not missing and not os.geteuid()


class Engine:
    """buildah with a store of images of its own, which disappears with it."""

    def __init__(self, folder: Path) -> None:
        self.own = ["--root", folder / "images", "--runroot", folder / "run", "--storage-driver", "vfs"]

    def buildah(self, *words: object) -> str:
        return run("buildah", *self.own, *words)

    def base(self, folder: Path) -> str | None:
        """The image that Containerfile names, or one made here."""
        pulled = subprocess.run(
            ["timeout", "60", "buildah", *map(str, self.own), "pull", "--quiet", IMAGE],
            capture_output=True, check=False,
        )  # fmt: skip
        if not pulled.returncode:
            return IMAGE
        if shutil.which("debootstrap") is None:
            skipped.append(f"the container: {IMAGE} cannot be pulled, and there is no debootstrap to make another base")
            return None
        say(f"{IMAGE} cannot be pulled: making a base by debootstrap")
        root = folder / "base"
        run("debootstrap", "--variant=minbase", f"--include={PACKAGES}", "bookworm", root, DEBIAN)
        made = self.buildah("from", "scratch").splitlines()[-1]
        self.buildah("add", made, root, "/")
        self.buildah("commit", "--quiet", made, MADE)
        self.buildah("rm", made)
        shutil.rmtree(root)
        return MADE

    def build(self, base: str, form: str) -> str:
        name = f"localhost/yonto-{form}"
        given = [f"--env={each}={os.environ[each]}" for each in SETTINGS if each in os.environ]
        say(f"building the container, format {form}")
        self.buildah(
            "build", "--isolation", "chroot", "--format", form, "--build-arg", f"BASE={base}", *given,
            f"--volume={CERTIFICATES}:{CERTIFICATES}:ro", "--tag", name, "--file", "deploy/Containerfile", ".",
        )  # fmt: skip
        return name


@contextlib.contextmanager
def container(engine: Engine, image: str, data: Path, port: int) -> Iterator[str]:
    """Running as its image says, and gone afterwards. In a chroot with the machine's own network: a sandbox that may
    not set limits or make namespaces can still run it."""
    name = engine.buildah("from", image).splitlines()[-1]
    given = (f"YONTO_PORT={port}", "YONTO_HOST=127.0.0.1", "YONTO_WARM=false")
    engine.buildah("config", *(f"--env={each}" for each in given), name)
    own = [*map(str, engine.own), "run", "--isolation", "chroot", f"--volume={data}:/data"]
    server = subprocess.Popen(
        ["buildah", *own, name, "yonto", "serve"], stderr=subprocess.DEVNULL, start_new_session=True
    )
    try:
        yield name
    finally:
        os.killpg(server.pid, signal.SIGTERM)
        server.wait(60)
        engine.buildah("rm", name)


def inside(engine: Engine, name: str, data: Path, *words: str) -> str:
    own = [*map(str, engine.own), "run", "--isolation", "chroot", f"--volume={data}:/data", name, *words]
    done = subprocess.run(["buildah", *own], capture_output=True, text=True, check=False)
    assert not done.returncode, done.stderr
    return done.stdout


def check_container(folder: Path) -> None:
    engine = Engine(folder)
    base = engine.base(folder)
    if base is None:
        return
    for form in ("docker", "oci"):
        image = engine.build(base, form)
        carried = '\\"Healthcheck\\":{\\"Test\\"' in engine.buildah("inspect", "--type", "image", image)
        assert carried == (form == "docker"), "Docker's format carries the health check, OCI's cannot"
        data = folder / f"data-{form}"
        data.mkdir()
        data.chmod(0o777)
        for life in ("first", "second"):
            port = free_port()
            with container(engine, image, data, port) as name:
                page = fetched(f"http://127.0.0.1:{port}/").decode()
                assert 'type="module"' in page, "the built client"
                inside(engine, name, data, "python", "-m", "yonto.server.ops.healthy")
                assert inside(engine, name, data, "id", "-un").strip() == "yonto"
                key = fetched(f"http://127.0.0.1:{port}/api/key")
            say(f"format {form}, {life} life: it serves, is healthy, and is not root")
            kept = folder / f"key-{form}"
            assert life == "first" or kept.read_bytes() == key, "the store outlived the container"
            kept.write_bytes(key)


def main() -> None:
    folder = Path(tempfile.mkdtemp(prefix="yonto-deploy-"))
    try:
        check_packages(folder)
        if tools():
            check_container(folder)
    finally:
        subprocess.run(["umount", "--lazy", folder / "images/overlay", folder / "images/vfs"],
                       capture_output=True, check=False)  # fmt: skip
        shutil.rmtree(folder, ignore_errors=True)
    for what in skipped:
        print(f"\n{'!' * 78}\nNOT TESTED: {what}\n{'!' * 78}", flush=True)
    sys.exit(SKIPPED if skipped else 0)


if __name__ == "__main__":
    main()
