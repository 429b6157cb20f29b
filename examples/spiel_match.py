"""OpenSpiel's Monte-Carlo tree search (in Python) against one of the house's players, changing seats.

    python examples/spiel_match.py tajuto --simulations 50 --games 4 --player sampler

In games with hidden hands the information-set search is taken, which sees only what its seat may know.
"""

import argparse

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import yonto.envs.spiel  # noqa: F401  (registers the games)
from yonto.games import load
from yonto.players import ask, check_player


def searcher(game: pyspiel.Game, simulations: int, seed: int) -> pyspiel.Bot:
    rng = np.random.RandomState(seed)
    rollouts = mcts.RandomRolloutEvaluator(1, rng)
    if game.get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION:
        return mcts.MCTSBot(game, 1.4, simulations, rollouts, random_state=rng)
    return ismcts.ISMCTSBot(game, rollouts, 1.4, simulations, random_state=rng)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--simulations", type=int, default=100)
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--player", default="random")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()

    room = load(given.game)
    player = check_player(given.player, room)
    game = pyspiel.load_game(f"yonto_{given.game}")
    chance = np.random.RandomState(given.seed)
    total = 0.0
    for number in range(given.games):
        bot = searcher(game, given.simulations, given.seed + number)
        seat = number % game.num_players()  # where OpenSpiel's player sits
        state = game.new_initial_state()
        while not state.is_terminal():
            who = state.current_player()
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                action = chance.choice(outcomes, p=odds)
            elif who == seat:
                action = bot.step(state)
            else:
                action = ask(player, room, state.now.state, who, given.seed, number, state.move_number()).action
            state.apply_action(int(action))
        total += state.returns()[seat]
        print(f"game {number + 1}: OpenSpiel in seat {seat + 1} has {state.returns()[seat]:+.2f}")
    print(f"OpenSpiel's search against {player}: {total / given.games:+.2f} a game")


if __name__ == "__main__":
    main()
