"""A git hook: a commit that touches a rules.py or search/ ends with `Bench: …` or `No functional change`."""

import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

TOUCHY = re.compile(r"src/yonto/(games/\w+/rules\.py|search/.*\.py)")
SAYS = re.compile(r"Bench: \S.*|No functional change\.?")


def wanting(message: str, files: Iterable[str]) -> list[str]:
    """The files that ask for such a line, if the message does not end with one."""
    said = [line for line in message.splitlines() if line.strip() and not line.startswith("#")]
    if said and SAYS.fullmatch(said[-1].strip()):
        return []
    return [name for name in files if TOUCHY.fullmatch(name)]


def staged() -> list[str]:
    command = ["git", "diff", "--cached", "--name-only"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()


def main() -> int:
    touched = wanting(Path(sys.argv[1]).read_text(encoding="utf-8"), staged())
    if touched:
        print(f"End the message with `Bench: …` or `No functional change`: it touches {', '.join(touched)}.")
    return bool(touched)


if __name__ == "__main__":
    sys.exit(main())
