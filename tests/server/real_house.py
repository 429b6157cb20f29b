"""The real `yonto serve` as its own process: started, stopped, suspended and struck as a host's would be."""

import contextlib
import os
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path

from leash import leash
from parlour import PATIENCE

from yonto.server.store import Place

SRC = Path(__file__).parents[2] / "src"


def environment(**more: str) -> dict[str, str]:
    """Ours without any settings of a house, and quick to start."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("YONTO_") or name == "YONTO_CACHE"}
    return {**kept, "PYTHONPATH": str(SRC), "YONTO_WARM": "false", **more}


def yonto(*words: object, **more: str) -> "subprocess.CompletedProcess[str]":
    """Any command, to its end."""
    command = [sys.executable, "-m", "yonto.cli", *map(str, words)]
    return subprocess.run(
        command, capture_output=True, text=True, env=environment(**more), check=False, timeout=PATIENCE
    )


class RealHouse:
    """A running `yonto serve`. What it says on standard error is kept in `errors`."""

    def __init__(self, store: Place, *words: object, **more: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "yonto.cli", "serve", "--lang", "en", "--port", "0", "--store", str(store),
             *map(str, words)],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment(**more), preexec_fn=leash,
        )  # fmt: skip
        self.errors: list[str] = []
        self.listener = threading.Thread(target=self.listen, daemon=True)
        self.listener.start()
        assert self.process.stdout is not None
        self.said = self.process.stdout.readline()
        found = re.search(r"The house is open: (\S+)", self.said)
        assert found, (self.said, self.errors)
        self.url = found[1]

    def listen(self) -> None:
        assert self.process.stderr is not None
        self.errors += self.process.stderr

    def end(self, how: signal.Signals) -> int:
        """Its exit code after this signal."""
        self.process.send_signal(how)
        code = self.process.wait(PATIENCE)
        self.listener.join(PATIENCE)
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        self.process.stdout.close()
        self.process.stderr.close()
        return code

    def __enter__(self) -> "RealHouse":
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(ProcessLookupError):
            if self.process.poll() is None:
                self.end(signal.SIGKILL)
