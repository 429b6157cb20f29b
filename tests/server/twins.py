"""Two games that are the same as far as one seat can tell, and differ in what is hidden from it."""

import random

from yonto.core.contract import CHANCE
from yonto.core.errors import YontoError
from yonto.core.play import Play
from yonto.games import GAMES, load

HIDDEN = [name for name in GAMES if load(name).hidden]


def random_play(name: str, seed: int, moves: int, mover: int) -> Play:
    """A game with some moves made, and `mover` to move."""
    rng = random.Random(seed)
    play = Play(load(name), 2)
    made = 0
    while True:
        while play.to_move == CHANCE:
            outcomes, weights = play.game.chance(play.state)
            play.take(rng.choices(outcomes, weights)[0])
        assert not play.over
        if made >= moves and play.to_move == mover:
            return play
        play.act(play.to_move, rng.choice(play.game.legal(play.state)))
        made += 1


def twin(play: Play, seat: int | None, seed: int) -> Play | None:
    """The same game as far as `seat` can tell, but with other hidden draws; None if this try came to nothing."""
    rng = random.Random(seed)
    game = play.game
    other = Play(game, play.seats, play.options)
    changed = False
    for step in play.steps:
        text = game.write(step.state, step.action)
        if step.who == CHANCE:
            if game.sees(step.state, step.action, seat):
                action = game.read(other.state, text)
            else:
                outcomes, weights = game.chance(other.state)
                action = rng.choices(outcomes, weights)[0]
                changed |= action != step.action
            if other.to_move != CHANCE or action not in game.chance(other.state)[0]:
                return None
            other.take(action)
            continue
        try:
            other.act(step.who, game.read(other.state, text))
        except YontoError:
            return None
    return other if changed and other.to_move == play.to_move else None


def twins(name: str, seat: int | None) -> tuple[Play, Play]:
    """Two games that differ only in what is hidden from the seat."""
    for seed in range(40):
        play = random_play(name, seed, 4, 0 if seat is None else seat)
        for attempt in range(400):
            other = twin(play, seat, attempt)
            if other is not None and other.state.tobytes() != play.state.tobytes():
                return play, other
    raise AssertionError("no two games were found that differ only in what is hidden")
