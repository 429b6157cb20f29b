"""What an abuser does to a stranger: the stranger's ping without and under each attack, in one run.

    python bench/abuse.py                      # every attack against this tree
    python bench/abuse.py --src OLD/src pings  # one of them against another
    python bench/abuse.py --prices             # the server's processor time for the cheapest things

The house runs in a process of its own; abuser and stranger come from two addresses of this machine. An answer's time is
that until the kernel has it for the stranger. What is taken off as the machine's own in the last figure is the time for
which the kernel let the house's loop wait for a processor; the longest before it is as it was.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests" / "server"))

from abuser import ATTACKS, Abuser, Stranger, answer_times, cpu_of, frame, percentile, under  # noqa: E402
from parlour import wait_awake  # noqa: E402


def serve(src: Path, folder: str) -> "subprocess.Popen[str]":
    env = {name: value for name, value in os.environ.items() if not name.startswith("YONTO_") or name == "YONTO_CACHE"}
    env |= {"PYTHONPATH": str(src), "YONTO_WARM": "false", "YONTO_CREATES_PER_MINUTE": "1000"}
    command = [
        sys.executable,
        "-m",
        "yonto.cli",
        "serve",
        "--lang",
        "en",
        "--port",
        "0",
        "--store",
        f"{folder}/s.sqlite3",
    ]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=env)


def run(src: Path, name: str, number: int, lines: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        house = serve(src, folder)
        try:
            assert house.stdout is not None
            found = re.search(r"(http://\S+)", house.stdout.readline())
            assert found
            wait_awake(found[1])
            with Stranger(found[1]) as stranger:
                calm = answer_times(stranger, house.pid, number)
                memory = resident(house.pid)
                with under(name, found[1], lines) as closed:
                    time.sleep(1)
                    cpu, start = cpu_of(house.pid), time.monotonic()
                    pressed = answer_times(stranger, house.pid, number)
                    busy = (cpu_of(house.pid) - cpu) / (time.monotonic() - start)
                    memory = resident(house.pid) - memory
            codes = ",".join(map(str, sorted(set(closed))))
            row = [*figures(calm), *figures(pressed)]
            print(f"{name:10}", *(f"{each:9.1f}" for each in row), f"{busy:6.0%} {memory:6.0f} MB  {codes}", flush=True)
        finally:
            house.kill()
            house.wait()


def figures(times: list[tuple[float, float]]) -> tuple[float, float, float]:
    """The middle one and the longest as they were, and the longest without what the machine did."""
    taken = [each for each, _ in times]
    return percentile(taken, 50), max(taken), max(own for _, own in times)


def resident(pid: int) -> float:
    """MB of memory that a process has."""
    return int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]) * 4096 / 1e6


def prices(src: Path) -> None:
    """Of connections that say nothing, of the cheapest request and of empty pings, each alone."""
    with tempfile.TemporaryDirectory() as folder:
        house = serve(src, folder)
        try:
            assert house.stdout is not None
            found = re.search(r"(http://\S+)", house.stdout.readline())
            assert found
            wait_awake(found[1])
            abuser = Abuser(found[1])
            request = f"GET /health HTTP/1.1\r\nHost: {abuser.place}\r\n\r\n".encode()

            def knocks() -> int:
                for _ in range(1000):
                    abuser.knock().close()
                return 1000

            def requests() -> int:
                with abuser.knock() as line:
                    for _ in range(1000):
                        line.sendall(request)
                        line.recv(65536)
                return 1000

            def frames() -> int:
                with abuser.line() as line:
                    for _ in range(1000):
                        line.sendall(frame(b"", 0x89))
                        line.recv(2)
                return 1000

            for work in (knocks, requests, frames):
                before = cpu_of(house.pid)
                number = work()
                time.sleep(1)  # until all of it is done
                print(f"{work.__name__:10} {1e6 * (cpu_of(house.pid) - before) / number:8.0f} µs", flush=True)
        finally:
            house.kill()
            house.wait()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("attacks", nargs="*", default=list(ATTACKS))
    parser.add_argument("--src", type=Path, default=ROOT / "src")
    parser.add_argument("--pings", type=int, default=100)
    parser.add_argument("--lines", type=int, default=30, help="connections of the abuser")
    parser.add_argument("--prices", action="store_true")
    given = parser.parse_args()
    if given.prices:
        prices(given.src)
        return
    print("attack      calm p50, longest, the house's own part; the same under attack (ms); core, memory, codes")
    for name in given.attacks:
        run(given.src, name, given.pings, given.lines)


if __name__ == "__main__":
    main()
