"""How fast the search is: simulations per second in every game, and against OpenSpiel's C++ MCTS on the same games.

python bench/search.py                  a table
python bench/search.py --json           the same for programs
python bench/search.py --threads 2      what more threads in one tree bring

Times are processor seconds of one thread, so that other work on the machine counts as little as it can. OpenSpiel
(extra `rl`) is asked for the same number of simulations with one random rollout each, in the same run, in turns. With
--threads simulations are counted by a second of the wall's clock, which needs a machine that does nothing else, and by
a processor second of each thread; one thread and several in turns.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).parent.parent / part) for part in ("tests", "src", "bench")]

import msgspec  # noqa: E402

from boards import breakthrough, connect_four  # noqa: E402
from machine import machine  # noqa: E402
from yonto.core.contract import Game, State  # noqa: E402
from yonto.core.play import Play, lots  # noqa: E402
from yonto.core.rng import seeded  # noqa: E402
from yonto.games import GAMES, load  # noqa: E402
from yonto.players.levels import level_of, settings_of  # noqa: E402
from yonto.search.evaluate.standing import weights_for  # noqa: E402
from yonto.search.mcts import Search, Settings, think  # noqa: E402

ROUNDS = 3  # the best of so many is told


def opening(game: Game, seats: int) -> tuple[State, int]:
    play = Play(game, seats)
    play.draw_chance(lots(seeded("bench")))
    return play.state, play.to_move


def rate(count: int, run: Callable[[int], Any]) -> float:
    """Simulations per processor second, in the best of some rounds."""
    best = float("inf")
    for i in range(ROUNDS):
        begun = time.process_time()
        run(i)
        best = min(best, time.process_time() - begun)
    return count / best


def ours(game: Game, state: State, seat: int, settings: Settings) -> float:
    Search(game, state, seat, settings, "warm").run(5)
    count = settings.simulations or 0
    return rate(count, lambda i: Search(game, state, seat, settings, i).run(count))


def games_table(scale: float) -> list[dict[str, Any]]:
    rows = []
    for name in GAMES:
        game = load(name)
        for seats in game.seats:
            state, seat = opening(game, seats)
            counts = {"rollout": max(20, int(scale * (20_000 if name == "niya" else 200)))}
            if weights_for(game, seats) is not None:
                counts["evaluate"] = max(20, int(scale * 2000))
            row: dict[str, Any] = {"game": name, "seats": seats}
            for leaf, count in counts.items():
                sharp = 10.0 if leaf == "evaluate" else 0.0
                settings = Settings(simulations=count, leaf=leaf, sharp=sharp, stop_early=False)  # type: ignore[arg-type]
                row[leaf] = round(ours(game, state, seat, settings))
            rows.append(row)
    return rows


def yardstick(scale: float) -> list[dict[str, Any]]:
    try:
        import pyspiel
    except ImportError:
        return []
    rows = []
    for name, game in (("connect_four", connect_four.GAME), ("breakthrough", breakthrough.GAME)):
        count = max(200, int(scale * 20_000))
        settings = Settings(simulations=count, explore=1.0, stop_early=False)  # 2.0 where values go from -1 to 1
        state = game.start(2)
        spiel = pyspiel.load_game(name)
        evaluator = pyspiel.RandomRolloutEvaluator(1, 1)

        def theirs(i: int, spiel: Any = spiel, evaluator: Any = evaluator, count: int = count) -> None:
            bot = pyspiel.MCTSBot(spiel, evaluator, 2.0, count, 1000, False, i, False)
            bot.step(spiel.new_initial_state())

        pairs = [(ours(game, state, 0, settings), rate(count, theirs)) for _ in range(2)]
        mine, other = max(p[0] for p in pairs), max(p[1] for p in pairs)
        agree = think(game, state, 0, settings, 1).simulations
        rows.append(
            {"game": name, "simulations": agree, "yonto": round(mine), "open_spiel": round(other),
             "ratio": round(mine / other, 2)}
        )  # fmt: skip
    return rows


def together(name: str, threads: int, seconds: float) -> dict[str, Any]:
    """The master's search in the opening, by one thread and by several: simulations a second in the best rounds."""
    game = load(name)
    state, seat = opening(game, game.seats[0])
    level = settings_of(level_of("master", name, game.seats[0]), threads)
    settings = msgspec.structs.replace(level, simulations=None, seconds=seconds, stop_early=False)
    best = {(n, clock): 0.0 for n in (1, threads) for clock in ("wall", "processor")}
    for i in range(ROUNDS):
        for n, clock in best:
            timed = msgspec.structs.replace(settings, threads=n, clock=clock)
            found = think(game, state, seat, timed, i)
            best[n, clock] = max(best[n, clock], found.simulations / (found.seconds if clock == "wall" else seconds))
    row: dict[str, Any] = {"game": name, "threads": threads}
    for clock in ("wall", "processor"):
        row[clock] = [round(best[1, clock]), round(best[threads, clock])]
        row[f"{clock}_ratio"] = round(best[threads, clock] / best[1, clock], 2)
    return row


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--scale", type=float, default=1.0, help="less for a quick look")
    parser.add_argument("--threads", type=int, default=1)
    given = parser.parse_args()
    if given.threads > 1:
        searched = [name for name in GAMES if weights_for(load(name), load(name).seats[0]) is not None]
        for name in searched:
            together(name, given.threads, 0.01)  # what is not in the cache is compiled off the record
            print(json.dumps(together(name, given.threads, given.scale)), flush=True)
        return
    data = {"machine": machine(), "open_spiel": yardstick(given.scale), "games": games_table(given.scale)}
    if given.json:
        print(json.dumps(data, indent=1))
        return
    print("simulations per second                rollouts    evaluation and priors")
    for row in data["games"]:
        print(f"{row['game']:>12} {row['seats']} seats {row['rollout']:>22,} {row.get('evaluate', 0):>17,}")
    for row in data["open_spiel"]:
        print(f"{row['game']:>12}: Yonto {row['yonto']:,}, OpenSpiel's C++ {row['open_spiel']:,}: × {row['ratio']}")
    if not data["open_spiel"]:
        print("OpenSpiel is not installed: pip install open_spiel, or make bench")


if __name__ == "__main__":
    main()
