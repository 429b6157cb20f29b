"""The same functions in plain Python: one process beside the tests in which nothing is compiled.

It is started once for all comparisons, since starting Python and loading the games costs more than most of them.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import yonto

HERE = Path(__file__).parent
PATHS = [str(HERE), str(HERE / "games"), str(Path(yonto.__file__).parent.parent)]
SERVE = """
import contextlib, importlib, json, sys
for line in sys.stdin:
    module, name, arguments = json.loads(line)
    with contextlib.redirect_stdout(sys.stderr):
        answer = getattr(importlib.import_module(module), name)(*arguments)
    print(json.dumps(answer), flush=True)
"""


class Plain:
    """Calls functions of the tests' modules in that process; what goes in and comes out is JSON."""

    def __init__(self) -> None:
        self.errors = tempfile.TemporaryFile("w+")  # noqa: SIM115 (open as long as the process)
        self.process = self.started()

    def started(self) -> subprocess.Popen[str]:
        given = filter(None, [os.environ.get("PYTHONPATH")])  # where a game from elsewhere may lie
        environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join([*PATHS, *given])}
        return subprocess.Popen(
            [sys.executable, "-W", "error", "-c", SERVE],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors, text=True, env=environment,
        )  # fmt: skip

    def __call__(self, function: Callable[..., Any], *arguments: Any) -> Any:
        if self.process.poll() is not None:
            self.process = self.started()  # after an error, which ended it
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(json.dumps([function.__module__, function.__name__, arguments]) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        assert answer, self.why()
        return json.loads(answer)

    def why(self) -> str:
        self.process.wait()
        self.errors.seek(0)
        return self.errors.read()

    def close(self) -> None:
        self.process.communicate()
        self.errors.close()


def alike(value: Any) -> Any:
    """A value as it looks after JSON: tuples are lists."""
    return json.loads(json.dumps(value))
