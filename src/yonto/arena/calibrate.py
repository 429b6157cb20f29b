"""Make the chances true: `python -m yonto.arena.calibrate GAME --seats N --games G`.

Strong players play each other; at every decision what the search says of the move it takes is written down, and at the
end what came of it. The slopes and shifts by which the one becomes the other go into the game's
`weights/calibration.json`, how well they do into `--results`.

They are judged on games that they were not fitted to: the games are cut into FOLDS parts, and each part is judged by
what the others teach. What is written is fitted to all of them.

`--said FILE` keeps what was said, so that a run goes on where an earlier one stopped; `--games 0` fits it anew.
"""

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np

from yonto.core.contract import Game, Ints
from yonto.core.play import Play, lots
from yonto.core.rng import seeded
from yonto.games import load
from yonto.players.levels import Level, level_of, play_at
from yonto.search.evaluate.calibration import (
    LEAST,
    PHASES,
    Calibration,
    calibration_file,
    hats,
    phase_of,
    stretched,
    turn,
    write_calibration,
)
from yonto.search.evaluate.learn import logit, loss
from yonto.search.evaluate.standing import Floats

FOLDS = 5
FEWEST = 50  # games from which anything may be concluded
BINS = 10  # of the reliability: shares from 0 to 10 %, and so on
RIDGE = 1e-3  # how firmly slopes lean toward 1 and shifts toward 0
FLATTEST = 0.1  # slope: below 0 the better of two moves would become the worse, at 0 they would be alike
HELD = 1e6  # the ridge of a slope that is held there
TOLD = 20  # seconds between two words about how far it is


class Prediction(NamedTuple):
    """What searches said, one row a decision, and what came of it."""

    shares: Floats  # said of the move taken: decision × seat
    phase: Floats
    asker: Ints
    came: Floats  # the shares of the win in the end: decision × seat
    number: Ints  # of the game


class Seated(NamedTuple):
    """Who plays the games: every seat of a game the same player, the players game by game in turn."""

    game: Game
    seats: int
    levels: tuple[Level, ...]
    seed: str


def listen(table: Seated, number: int) -> Prediction:
    """One game, and all that was said in it."""
    game = table.game
    variants, level = game.variants(), table.levels[number % len(table.levels)]
    play = Play(game, table.seats, variants[number // len(table.levels) % len(variants)])
    rng, rows = seeded("calibrate", table.seed, number), []
    while not play.over:
        play.draw_chance(lots(rng))
        if play.over:
            break
        state, seat = play.state, play.to_move
        actions = game.legal(state)
        if len(actions) == 1:
            play.take(actions[0])
            continue
        seed = ("calibrate", table.seed, number, play.seq)
        found = play_at(level, game, game.believed(state, seat, seeded("believe", *seed)), seat, seeded(*seed)).account
        assert found is not None, "only a search says what may be calibrated"
        rows.append((found.candidates[0].values, phase_of(game, state), seat))
        play.take(found.action)
    came = np.zeros(table.seats)
    game.rules.shares(play.state, came)
    shares, phase, asker = zip(*rows, strict=True)
    return Prediction(
        np.array(shares), np.array(phase), np.array(asker), np.tile(came, (len(rows), 1)), np.full(len(rows), number)
    )


def together(parts: list[Prediction]) -> Prediction:
    return Prediction(*(np.concatenate(each) for each in zip(*parts, strict=True)))


def some(said: Prediction, which: Any) -> Prediction:
    return Prediction(*(each[which] for each in said))


def fit(said: Prediction) -> Calibration:
    """The slopes and shifts that foretell best what came."""
    height, seats = hats(said.phase), said.shares.shape[1]
    stretch = np.log(np.maximum(said.shares, LEAST))[:, :, None] * height[:, None, :]
    columns = [stretch]
    for place in range(1, seats):  # the seat that asks has no shift: only differences count
        here = turn(np.tile(np.arange(seats) == place, (len(height), 1)).astype(float), -said.asker)
        columns.append(here[:, :, None] * height[:, None, :])
    x = np.concatenate(columns, axis=2)
    toward = np.concatenate([np.ones(PHASES), np.zeros(PHASES * (seats - 1))])
    ridge = np.full(len(toward), RIDGE)
    w = logit(x, said.came, ridge=ridge, toward=toward)
    while (flat := np.flatnonzero(w[:PHASES] < FLATTEST - 1e-3)).size:
        toward[flat], ridge[flat] = FLATTEST, HELD
        w = logit(x, said.came, ridge=ridge, toward=toward)
    shift = np.concatenate([np.zeros((1, PHASES)), w[PHASES:].reshape(seats - 1, PHASES)])
    return Calibration(w[:PHASES], shift.T)


def judge_unseen(said: Prediction) -> Floats:
    """Every statement as it is bent by what other games taught."""
    bent = np.zeros_like(said.shares)
    for k in range(FOLDS):
        here = said.number % FOLDS == k
        bent[here] = stretched(fit(some(said, ~here)), *some(said, here)[:3])
    return bent


def reliability(shares: Floats, came: Floats) -> list[dict[str, float]]:
    """By bins of what was said: how often it was, what was said on the average, and what came."""
    place = np.minimum((shares * BINS).astype(int), BINS - 1)
    rows = []
    for i in range(BINS):
        here = place == i
        if here.any():
            said, true = float(shares[here].mean()), float(came[here].mean())
            rows.append({"part": float(here.mean()), "said": round(said, 4), "came": round(true, 4)})
    return rows


def expected_error(shares: Floats, came: Floats) -> float:
    """The expected calibration error: how far what was said lies from what came, on the average over the bins."""
    return sum(row["part"] * abs(row["said"] - row["came"]) for row in reliability(shares, came))


def measures(shares: Floats, came: Floats) -> dict[str, float]:
    return {
        "error": round(expected_error(shares, came), 4),
        "log_loss": round(loss(shares, came), 4),
        "brier": round(float(((shares - came) ** 2).sum(axis=1).mean()), 4),
    }


def error_interval(shares: Floats, said: Prediction, times: int = 200) -> list[float]:
    """Where the expected error lies in 95 of 100 cases, games drawn again from those that were played. Chance moves
    every bin, never to the error's advantage: it is rather too high than too low."""
    rng = np.random.default_rng(1)
    games, place = np.unique(said.number, return_inverse=True)
    errors = []
    for _ in range(times):
        drawn = np.bincount(rng.integers(len(games), size=len(games)), minlength=len(games))
        rows = np.repeat(np.arange(len(place)), drawn[place])
        errors.append(expected_error(shares[rows], said.came[rows]))
    return [round(float(value), 4) for value in np.quantile(errors, (0.025, 0.975))]


def report(said: Prediction) -> dict[str, Any]:
    """How true the statements are: as they were said, bent by what other games taught, and all seats alike."""
    bent, even = judge_unseen(said), np.full_like(said.shares, 1 / said.shares.shape[1])
    thirds = np.minimum((said.phase * 3).astype(int), 2)
    return {
        "games": len(np.unique(said.number)),
        "decisions": len(said.phase),
        "as_said": measures(said.shares, said.came),
        "calibrated": measures(bent, said.came),
        "nothing": measures(even, said.came),
        "error_interval": error_interval(bent, said),
        "error_by_third": [
            round(expected_error(bent[thirds == i], said.came[thirds == i]), 4) if (thirds == i).any() else None
            for i in range(3)
        ],
        "reliability_as_said": reliability(said.shares, said.came),
        "reliability": reliability(bent, said.came),
    }


def kept(file: Path | None) -> list[Prediction]:
    if file is None or not file.exists():
        return []
    with np.load(file) as data:
        return [Prediction(*(data[name] for name in Prediction._fields))]


def gather(table: Seated, games: int, file: Path | None, limit: float) -> Prediction:
    """So many games more than are kept, or as many as there is time for."""
    parts = kept(file)
    first = int(parts[0].number.max()) + 1 if parts else 0
    begun = told = time.monotonic()
    for number in range(first, first + games):
        parts.append(listen(table, number))
        if time.monotonic() - told > TOLD or time.monotonic() - begun > limit:
            told = time.monotonic()
            sys.stderr.write(f"{number + 1 - first} of {games} games, {told - begun:.0f} s\n")
            if file is not None:
                np.savez_compressed(file, **together(parts)._asdict())
        if told - begun > limit:
            break
    if not parts:
        raise SystemExit("nothing was said: give --games, or a file with --said")
    whole = together(parts)
    if file is not None:
        np.savez_compressed(file, **whole._asdict())
    return whole


def write_rows(file: Path, key: str, row: Any) -> None:
    """A file of rows by key with this one in it."""
    rows = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    rows[key] = row
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(dict(sorted(rows.items())), indent=1) + "\n", encoding="utf-8")


def asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, required=True)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--players", default="expert,master", help="levels, game by game in turn")
    parser.add_argument("--seconds", type=float, help="the master's time, if it shall be another than its own")
    parser.add_argument("--limit", type=float, default=1e9, help="seconds after which no game is begun")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--said", type=Path, help="what was said, kept here and taken on from here")
    parser.add_argument("--results", type=Path, help="a JSON file for how well it does")
    return parser.parse_args()


def seated(given: argparse.Namespace) -> Seated:
    levels = []
    for name in given.players.split(","):
        level = msgspec.structs.replace(level_of(name, given.game, given.seats), clock="processor")
        if name == "master" and given.seconds is not None:
            level = msgspec.structs.replace(level, seconds=given.seconds)
        if level.horizon:
            raise SystemExit(f"{given.game} is solved: its chances are true already")
        levels.append(level)
    return Seated(load(given.game), given.seats, tuple(levels), given.seed)


def main() -> None:
    given = asked()
    table = seated(given)
    said = gather(table, given.games, given.said, given.limit)
    if len(np.unique(said.number)) < FEWEST:
        raise SystemExit(f"{len(np.unique(said.number))} games are too few: {FEWEST} at least, better several hundred")
    found = report(said)
    seconds = f" --seconds {given.seconds:g}" if given.seconds is not None else ""
    made = f"calibrate {given.game} --seats {given.seats} --players {given.players}{seconds} --seed {given.seed}"
    row = {**write_calibration(fit(said)), "made_by": made, "games": found["games"]}
    write_rows(Path(str(calibration_file(table.game))), str(given.seats), row)
    if given.results is not None:
        write_rows(given.results, f"{given.game}-{given.seats}", {"made_by": made, **found})
    shown = {key: found[key] for key in ("as_said", "calibrated", "nothing", "error_interval", "error_by_third")}
    sys.stdout.write(json.dumps({**row, **shown}) + "\n")


if __name__ == "__main__":
    main()
