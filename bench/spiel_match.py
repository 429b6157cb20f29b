"""Strength at equal time: one of the house's players against OpenSpiel's Monte-Carlo tree search in Python.

python bench/spiel_match.py                                              a short match of Tajuto and of Niya
python bench/spiel_match.py tajuto --player master --games 100           a long one
python bench/spiel_match.py niya --player perfect --seconds 1 --json     OpenSpiel's search has one second a decision

Both play every deal from every seat. Without --seconds OpenSpiel's search gets as much time for a decision as the
house's player has needed on average so far. Its simulations are counted out by its own speed in the last decision,
and the time that both really had is told, in processor seconds. In games with hidden hands the information-set search
is taken. Another time for the master: a file that `YONTO_LEVELS` names, `[tajuto] master = { seconds = 0.1 }`.
"""

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).parent.parent / part) for part in ("src", "bench")]

import numpy as np  # noqa: E402
import pyspiel  # noqa: E402
from open_spiel.python.algorithms import ismcts, mcts  # noqa: E402

import yonto.envs.spiel  # noqa: E402, F401
from machine import machine  # noqa: E402
from yonto.arena.statistics import bootstrap, wilson  # noqa: E402
from yonto.games import load  # noqa: E402
from yonto.players import ask, best_player, check_player  # noqa: E402


class Clock:
    """Decisions and the time they took."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.decisions = 0

    def add(self, seconds: float) -> None:
        self.seconds += seconds
        self.decisions += 1

    @property
    def mean(self) -> float:
        return self.seconds / max(1, self.decisions)


class Searcher:
    """OpenSpiel's search with a time in place of a number of simulations."""

    def __init__(self, game: Any, seed: int) -> None:
        rng = np.random.RandomState(seed)
        self.rollouts = mcts.RandomRolloutEvaluator(1, rng)
        self.rng = rng
        self.game = game
        self.open = game.get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION
        self.speed = 50.0  # simulations a second, found out while it plays
        self.simulations = 0
        self.clock = Clock()

    def choose(self, state: Any, seconds: float) -> int:
        if len(state.legal_actions()) == 1:
            return int(state.legal_actions()[0])
        begin = time.thread_time()
        action, done = self.search(state, max(2, int(self.speed * seconds)))
        spent = time.thread_time() - begin
        self.speed = done / spent
        self.simulations += done
        self.clock.add(spent)
        return action

    def search(self, state: Any, simulations: int) -> tuple[int, int]:
        """The action, and the simulations it took: fewer than allowed where the search proves a win or a loss."""
        if self.open:
            bot = mcts.MCTSBot(self.game, 1.4, simulations, self.rollouts, random_state=self.rng)
            root = bot.mcts_search(state)
            return int(root.best_child().action), int(root.explore_count)
        bot = ismcts.ISMCTSBot(self.game, self.rollouts, 1.4, simulations, random_state=self.rng)
        return int(bot.step(state)), simulations


class Bout:
    """A match under way."""

    def __init__(self, name: str, player: str, seconds: float | None, seed: int) -> None:
        self.room = load(name)
        self.game = pyspiel.load_game(f"yonto_{name}")
        self.player = player
        self.seconds = seconds
        self.seed = seed
        self.searcher = Searcher(self.game, seed)
        self.clock = Clock()

    def think(self, state: Any, seat: int, deal: int) -> int:
        """The house's player. What is forced counts for nobody's clock."""
        begin = time.thread_time()
        seed = (self.seed, deal, state.move_number())
        action = ask(self.player, self.room, state.now.state, seat, *seed, clock="processor").action
        if len(state.legal_actions()) > 1:
            self.clock.add(time.thread_time() - begin)
        return action

    def play(self, deal: int, own: int) -> float:
        """One game; the share of the win of the house's player, who sits in seat `own`."""
        chance = np.random.RandomState([self.seed, deal])
        state = self.game.new_initial_state()
        while not state.is_terminal():
            who = state.current_player()
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                action = int(chance.choice(outcomes, p=odds))
            elif who == own:
                action = self.think(state, who, deal)
            else:
                seconds = self.seconds if self.seconds is not None else max(self.clock.mean, 0.001)
                action = self.searcher.choose(state, seconds)
            state.apply_action(action)
        return (state.returns()[own] + 1) / 2  # two seats: 1, ½ or 0


def match(name: str, player: str, games: int, seconds: float | None, seed: int) -> dict[str, Any]:
    bout = Bout(name, player, seconds, seed)
    state = bout.game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    for _ in range(2):  # compiled and cached before the clock runs
        bout.think(state, state.current_player(), -1)
        bout.searcher.choose(state, 0.2)
    bout.clock, bout.searcher.clock, bout.searcher.simulations = Clock(), Clock(), 0
    deals = [[bout.play(deal, own) for own in (0, 1)] for deal in range((games + 1) // 2)]
    wins = sum(map(sum, deals))
    return {
        "game": name,
        "player": player,
        "games": 2 * len(deals),
        "wins": wins,
        "share": wins / (2 * len(deals)),
        "interval": wilson(wins, 2 * len(deals)),
        "bootstrap": bootstrap([sum(deal) / 2 for deal in deals]),
        "seconds_a_decision": bout.clock.mean,
        "openspiel_seconds_a_decision": bout.searcher.clock.mean,
        "openspiel_simulations_a_decision": bout.searcher.simulations / max(1, bout.searcher.clock.decisions),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="Strength at equal time against OpenSpiel's MCTS in Python.")
    parser.add_argument("game", nargs="*", default=["tajuto", "niya"])
    parser.add_argument("--player", default="computer")
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=None)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    results = []
    for name in given.game:
        room = load(name)
        player = best_player(room) if given.player == "computer" else check_player(given.player, room)
        results.append(match(name, player, given.games, given.seconds, given.seed))
    if given.json:
        print(json.dumps({"machine": machine(), "results": results}, indent=2))
        return
    for row in results:
        low, high = row["interval"]
        print(
            f"{row['game']}: {row['player']} wins {row['share']:.1%} ({low:.1%} – {high:.1%}) of {row['games']} games,"
        )
        print(f"  {row['seconds_a_decision']:.4f} s a decision against {row['openspiel_seconds_a_decision']:.4f} s")
        print(f"  of OpenSpiel's search ({row['openspiel_simulations_a_decision']:.0f} simulations)")


if __name__ == "__main__":
    main()
