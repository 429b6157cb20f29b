"""What a search gives away by its own measure: far cheaper than games, where it is the search that is in question.

python bench/strength/regret.py tajuto "master simulations=2000" "master simulations=2000 explore=0.7"

Positions come from games of the heuristic player against a short search. A long and curious search says what every
action is worth there; the regret of a shorter one is by how much the action that it visits most falls short of the
best. It is measured by the evaluation that both of them use: of what that is wrong about it says nothing. Told beside
it: how often both take the same action, microseconds a simulation (processor time; of `threads=2` of each in the mean),
and, where nothing is hidden, how far the line goes that is most looked at, in actions and draws and in turns.
"""

import argparse
import json
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).parent.parent.parent / "src"), str(Path(__file__).parent)]

import msgspec  # noqa: E402
import numpy as np  # noqa: E402
from duel import parse  # noqa: E402

from yonto.core.contract import Game, State  # noqa: E402
from yonto.core.play import Play, lots  # noqa: E402
from yonto.core.rng import seeded  # noqa: E402
from yonto.games import load  # noqa: E402
from yonto.players.heuristic import heuristic  # noqa: E402
from yonto.players.levels import Level, level_of, play_at, settings_of  # noqa: E402
from yonto.search.mcts import Search, children  # noqa: E402
from yonto.search.tree import MOST_THREADS  # noqa: E402

QUICK = 150  # simulations of the search by which positions come about
APART = 9  # decisions between two positions of a game
KNOWN = 200  # visits that the long search must have given an action for it to be called the best
SEEN = 3  # visits of a node that belongs to the line
CURIOUS = 0.8  # `explore` of the long search
HELPERS = ThreadPoolExecutor(MOST_THREADS)


def positions(game: Game, seats: int, games: int, seed: str) -> list[State]:
    level = msgspec.structs.replace(level_of("master", game.name, seats), simulations=QUICK, seconds=1e9)
    found = []
    for number in range(games):
        play, rng, choices = Play(game, seats, game.variants()[0]), seeded("regret", seed, number), 0
        while not play.over:
            play.draw_chance(lots(rng))
            if play.over:
                break
            actions, seat, own = game.legal(play.state), play.to_move, seeded("choose", seed, number, play.seq)
            if len(actions) == 1:
                play.take(actions[0])
                continue
            choices += 1
            if choices % APART == APART // 2:
                found.append(play.state.copy())
            believed = game.believed(play.state, seat, own)
            by_thumb = seat % 2 == number % 2
            choice = heuristic(game, believed, seat, own) if by_thumb else play_at(level, game, believed, seat, own)
            play.take(choice.action)
    return found


def searched(game: Game, state: State, level: Level, *seed: int | str) -> Search:
    search = Search(game, state, int(game.rules.to_move(state)), settings_of(level, level.threads), *seed)
    search.run(1)
    search.spent = 0.0
    search.run(level.simulations - 1, HELPERS, level.threads)
    return search


def depth(game: Game, state: State, search: Search) -> tuple[int, int]:
    """How far the line goes that is most looked at: actions and draws, and turns that end in it. In a closed tree."""
    node, length, turns = 0, 0, 0
    while ways := children(search.tree, node):
        edge, child = max(ways, key=lambda way: int(way[1].visits))
        if child.visits < SEEN:
            break
        before, state = int(game.rules.to_move(state)), game.after(state, int(edge.action))
        after = int(game.rules.to_move(state))
        turns += before >= 0 and after >= 0 and before != after
        node, length = int(edge.child), length + 1
    return length, turns


def judged(game: Game, states: list[State], level: Level, truth: list[dict[int, tuple[int, float]]]) -> dict[str, Any]:
    regrets, same, spent, lines = [], 0, 0.0, []
    for i, (state, known) in enumerate(zip(states, truth, strict=True)):
        search = searched(game, state, level, "short", i)
        found = search.candidates()
        action = max(found, key=lambda each: found[each][0])
        best = max(value for visits, value in known.values() if visits >= KNOWN)
        regrets.append(best - known[action][1] if action in known else np.nan)
        same += action == max(known, key=lambda each: known[each][0])
        spent += search.spent
        if not game.hidden:
            lines.append(depth(game, state, search))
    kept = np.array(regrets)[~np.isnan(regrets)]
    row = {"regret": float(kept.mean()), "error": float(kept.std() / len(kept) ** 0.5), "same": same}
    row |= {"unknown": len(regrets) - len(kept), "us": 1e6 * spent / len(states) / level.simulations}
    if lines:
        row |= dict(zip(("line", "turns"), np.mean(lines, axis=0).tolist(), strict=True))
    return {name: round(value, 5) for name, value in row.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("searches", nargs="+", help="levels with what is changed of them, as duel.py takes them")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=6, help="from which the positions come")
    parser.add_argument("--reference", type=int, default=40_000, help="simulations of the long search")
    parser.add_argument("--seed", default="trial")
    given = parser.parse_args()
    game = load(given.game)
    states = positions(game, given.seats, given.games, given.seed)
    long = msgspec.structs.replace(
        level_of("master", game.name, given.seats), simulations=given.reference, explore=CURIOUS, threads=1
    )
    truth = []
    for i, state in enumerate(states):
        found, seat = searched(game, state, long, "long", i).candidates(), int(game.rules.to_move(state))
        truth.append({action: (visits, float(value[seat]) / visits) for action, (visits, value) in found.items()})
    for text in given.searches:
        level = parse(text, game.name, given.seats).level
        assert level is not None, "the heuristic player does not search"
        print(json.dumps({"search": text, "positions": len(states)} | judged(game, states, level, truth)), flush=True)


if __name__ == "__main__":
    main()
