"""Processes that tests start by the dozen: all is loaded once, in the nursery, and each of them is a fork of that.

A Python that is started anew has two or three seconds of processor time to go until a house is open or a computer
thinks. Whoever is born here runs the same code from its main function on, with the words, environment, folder and
streams that he was given, and ends as any Python does. test_server_deploy and test_server_hosts start real programs.

The nursery serves all workers of a test run. It ends when the last of them is gone, in whatever way, and takes their
files with it; each process ends with whoever asked for it. Their connections tell it so.
"""

import atexit
import contextlib
import gc
import json
import os
import selectors
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

from leash import leash
from memory import memory

HERE = Path(__file__).parent
RUN = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))  # one for all workers of a run
FOLDER = (memory() or Path(tempfile.gettempdir())) / f"yonto-tests-{RUN}"  # their files, gone with the run
PATIENCE = 240.0
LONGEST = 1 << 20  # bytes of a wish
WELCOME = b"here"
# What can be born, by its name: a module and its function.
KINDS = {
    "yonto": ("yonto.cli", "main"),
    "worker": ("yonto.players.worker", "main"),
    "life": ("mortal", "main"),
    "abuser": ("abuser", "main"),
}
COMMANDS = ("serve", "backup", "restore", "check_store")  # of `yonto`, which loads each when it is called


# Who asks


class Nursery:
    """The way to it, held open for as long as this process may want something; started by whoever comes first."""

    def __init__(self) -> None:
        self.path = Path(tempfile.gettempdir()) / f"yonto-nursery-{RUN}"
        self.held: socket.socket | None = None

    def hold(self) -> None:
        """It stays as long as we do."""
        if self.held is None:
            self.held = self.connected()
            atexit.register(self.held.close)

    def visit(self) -> socket.socket:
        """A new connection to it."""
        self.hold()
        assert self.held is not None
        with contextlib.suppress(OSError):
            return self.knock()
        self.held.close()
        self.held = self.connected()
        return self.knock()

    def knock(self) -> socket.socket:
        found = socket.socket(socket.AF_UNIX)
        try:
            found.connect(str(self.path))
            if found.recv(len(WELCOME)) != WELCOME:
                raise ConnectionError("it was about to end")
        except OSError:
            found.close()
            raise
        return found

    def connected(self) -> socket.socket:
        end = time.monotonic() + PATIENCE
        with contextlib.suppress(OSError):
            return self.knock()
        paths = [str(HERE), str(HERE.parents[1] / "src")]
        subprocess.Popen(
            [sys.executable, __file__, str(self.path), str(FOLDER)], stdin=subprocess.DEVNULL, start_new_session=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        ).returncode = 0  # nobody waits for it: it waits for us  # fmt: skip
        while True:
            with contextlib.suppress(OSError):
                return self.knock()
            assert time.monotonic() < end, "the nursery does not open"
            time.sleep(0.01)


NURSERY = Nursery()


class Born:
    """A process that was born here, used as one that was started."""

    def __init__(
        self, kind: str, *words: object, env: dict[str, str] | None = None, streams: Sequence[int] = ()
    ) -> None:
        """`streams`: what becomes its standard input, output and error; those not given are ours or nothing."""
        self.line = NURSERY.visit()
        given = {"kind": kind, "words": [*map(str, words)], "env": env or dict(os.environ), "cwd": str(Path.cwd())}
        socket.send_fds(self.line, [json.dumps(given).encode() + b"\n"], list(streams))
        self.answers = self.line.makefile("r", encoding="ascii")
        self.pid = int(self.answers.readline())  # however long: the first one waits for all that is loaded
        self.returncode: int | None = None

    def send_signal(self, how: int) -> None:
        if self.returncode is None:
            os.kill(self.pid, how)

    def wait(self, seconds: float = PATIENCE) -> int:
        if self.returncode is None:
            self.line.settimeout(seconds)
            self.returncode = int(self.answers.readline())
            self.close()
        return self.returncode

    def close(self) -> None:
        """Whoever is still alive is struck."""
        self.answers.close()
        self.line.close()

    def __del__(self) -> None:
        """One that nobody waits for any more, as where a house closed while a worker was on its way."""
        self.close()

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)
        self.wait()


# The nursery itself


class Keeper:
    """Hears what is wished for, forks, and tells of each end."""

    def __init__(self, listener: socket.socket) -> None:
        self.listener = listener
        self.all = selectors.DefaultSelector()
        self.visitors: dict[socket.socket, int] = {}  # and the process that each has asked for, 0: none
        self.loaded = False
        self.ended, self.bell = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(self.bell, warn_on_full_buffer=False)
        self.all.register(listener, selectors.EVENT_READ)
        self.all.register(self.ended, selectors.EVENT_READ)

    def keep(self) -> Callable[[], object] | None:
        """Returns in every child, with what it is to do, and in the nursery when nobody is left."""
        while True:
            for key, _ in self.all.select(PATIENCE):
                if key.fileobj is self.listener:
                    self.come(self.listener.accept()[0])
                elif key.fileobj == self.ended:
                    self.bury()
                elif isinstance(key.fileobj, socket.socket) and (born := self.hear(key.fileobj)):
                    return born
            if not self.visitors:
                return None

    def come(self, visitor: socket.socket) -> None:
        self.visitors[visitor] = 0
        self.all.register(visitor, selectors.EVENT_READ)
        with contextlib.suppress(OSError):
            visitor.sendall(WELCOME)

    def go(self, visitor: socket.socket) -> None:
        child = self.visitors.pop(visitor)
        self.all.unregister(visitor)
        visitor.close()
        if child:
            os.kill(child, signal.SIGKILL)

    def bury(self) -> None:
        os.read(self.ended, 1000)
        with contextlib.suppress(ChildProcessError):
            while True:
                child, status = os.waitpid(-1, os.WNOHANG)
                if not child:
                    return
                for visitor in [each for each, born in self.visitors.items() if born == child]:
                    self.visitors[visitor] = 0
                    with contextlib.suppress(OSError):
                        visitor.sendall(b"%d\n" % os.waitstatus_to_exitcode(status))

    def hear(self, visitor: socket.socket) -> Callable[[], object] | None:
        data, streams = wish_of(visitor)
        if not data:
            self.go(visitor)
            return None
        if not self.loaded:
            load_all()
            self.loaded = True
        child = os.fork()
        if not child:
            self.leave(streams)
            return grown(json.loads(data))
        self.visitors[visitor] = child
        for stream in streams:
            os.close(stream)
        with contextlib.suppress(OSError):  # he is gone, which will be heard
            visitor.sendall(b"%d\n" % child)
        return None

    def leave(self, streams: list[int]) -> None:
        """In the child: nothing of the nursery stays with it."""
        leash()
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        self.all.close()
        for each in (self.listener, *self.visitors):
            each.close()
        for number in (self.ended, self.bell):
            os.close(number)
        for number, stream in enumerate(streams):
            os.dup2(stream, number)
            if stream > 2:
                os.close(stream)
        sys.stdin = os.fdopen(0, encoding="utf-8", closefd=False)
        sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)
        sys.stderr = os.fdopen(2, "w", encoding="utf-8", errors="backslashreplace", buffering=1, closefd=False)


def wish_of(visitor: socket.socket) -> tuple[bytes, list[int]]:
    """What somebody asks for, and the streams for it; nothing: he is gone."""
    try:
        data, streams, _, _ = socket.recv_fds(visitor, LONGEST, 3)
        more = data
        while more and not data.endswith(b"\n"):
            more = visitor.recv(LONGEST)
            data += more
    except OSError:
        return b"", []
    return (data, streams) if more else (b"", [])


def grown(wish: dict[str, Any]) -> Callable[[], object]:
    module, function = KINDS[wish["kind"]]
    sys.argv = [wish["kind"], *wish["words"]]
    os.environ.clear()
    os.environ.update(wish["env"])
    os.chdir(wish["cwd"])
    work: Callable[[], object] = getattr(import_module(module), function)
    return work


def load_all() -> None:
    """What any of them needs: every module, the rules of all games, and their searches."""
    from yonto.core.play import Play
    from yonto.games import GAMES
    from yonto.players import ask
    from yonto.server.ops import warmup

    for module, _ in KINDS.values():
        import_module(module)
    for command in COMMANDS:
        import_module(f"yonto.cli.{command}")
    for name in GAMES:
        game = warmup.warm_rules(name)
        play = Play(game, game.seats[0])
        play.draw_chance(lambda outcomes, _: outcomes[0])
        ask("master", game, play.state, play.to_move, "nursery", until=time.monotonic() + 0.05)
    gc.collect()
    gc.freeze()


def main() -> NoReturn:
    place = Path(sys.argv[1])
    listener = socket.socket(socket.AF_UNIX)
    try:
        listener.bind(str(place))
    except OSError:
        sys.exit(0)  # another was quicker
    listener.listen(1000)
    mine, born = os.getpid(), None
    try:
        born = Keeper(listener).keep()
    finally:
        if os.getpid() == mine:
            place.unlink()
            for folder in sys.argv[2:]:
                shutil.rmtree(folder, ignore_errors=True)
    if born is not None:
        born()
    sys.exit(0)


if __name__ == "__main__":
    main()
