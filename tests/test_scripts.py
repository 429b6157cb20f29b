"""Benches and tools find what they import by themselves: nobody runs them from pytest, which knows every folder."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDERS = ("bench", "bench/strength", "tools")

# One after another in one process; what the one found in our folders is not there for the next.
IMPORTED = """
import runpy, sys
from pathlib import Path
root, before = Path(sys.argv[1]), list(sys.path)
for script in map(Path, sys.argv[2:]):
    sys.path[:] = [str(script.parent), *before]
    try:
        runpy.run_path(str(script), run_name="imported")
    except Exception as error:
        print(f"{script.relative_to(root)}: {type(error).__name__}: {error}")
    ours = [root / name for name in ("tests", "bench", "tools")]
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if file and any(folder in Path(file).parents for folder in ours):
            del sys.modules[name]
"""


def test_every_script_finds_what_it_imports() -> None:
    scripts = sorted(path for folder in FOLDERS for path in (ROOT / folder).glob("*.py"))
    assert len(scripts) > 20
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(
        [sys.executable, "-c", IMPORTED, str(ROOT), *map(str, scripts)],
        capture_output=True, text=True, check=False, env=environment,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
