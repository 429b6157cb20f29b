"""The real `yonto serve` as its own process: stopped, suspended and struck as a host's would be. It and other commands
are born in the nursery instead of started."""

import os
import re
import signal
import tempfile
import threading
from pathlib import Path
from typing import NamedTuple

from nursery import Born
from parlour import PATIENCE

from yonto.server.store import Place

SRC = Path(__file__).parents[2] / "src"


def environment(**more: str) -> dict[str, str]:
    """Ours without any settings of a house, and quick to start."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("YONTO_") or name == "YONTO_CACHE"}
    return {**kept, "PYTHONPATH": str(SRC), "YONTO_WARM": "false", **more}


def untold() -> dict[str, str | None]:
    """For a command in this process: without what the environment tells tests, such as how many games to play. That is
    no setting of a house, and `serve` and `doctor` would say so."""
    return {name: None for name in os.environ if name.startswith("YONTO_") and name != "YONTO_CACHE"}


class Output(NamedTuple):
    """What a command said, and how it ended."""

    returncode: int
    stdout: str
    stderr: str


def yonto(*words: object, **more: str) -> Output:
    """Any command, to its end."""
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err, Path(os.devnull).open() as nothing:
        streams = [each.fileno() for each in (nothing, out, err)]
        code = Born("yonto", *words, env=environment(**more), streams=streams).wait(PATIENCE)
        for each in (out, err):
            each.seek(0)
        return Output(code, out.read(), err.read())


class RealHouse:
    """A running `yonto serve`. What it says on standard error is kept in `errors`."""

    def __init__(self, store: Place, *words: object, **more: str) -> None:
        (out, theirs), (err, wrong) = os.pipe(), os.pipe()
        self.stdout, self.stderr = os.fdopen(out, encoding="utf-8"), os.fdopen(err, encoding="utf-8")
        with os.fdopen(theirs, "w") as said, os.fdopen(wrong, "w") as errors, Path(os.devnull).open() as nothing:
            self.process = Born(
                "yonto", "serve", "--lang", "en", "--port", "0", "--store", store, *words, env=environment(**more),
                streams=[nothing.fileno(), said.fileno(), errors.fileno()],
            )  # fmt: skip
        self.errors: list[str] = []
        self.listener = threading.Thread(target=self.listen, daemon=True)
        self.listener.start()
        self.said = self.stdout.readline()
        found = re.search(r"The house is open: (\S+)", self.said)
        assert found, (self.said, self.errors)
        self.url = found[1]

    def listen(self) -> None:
        self.errors += self.stderr

    def end(self, how: signal.Signals) -> int:
        """Its exit code after this signal."""
        self.process.send_signal(how)
        code = self.process.wait(PATIENCE)
        self.listener.join(PATIENCE)
        self.stdout.close()
        self.stderr.close()
        return code

    def __enter__(self) -> "RealHouse":
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.returncode is None:
            self.end(signal.SIGKILL)
