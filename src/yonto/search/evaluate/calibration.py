"""From what a search says to what happens: the chances shown to people, made true by the games that were played.

A search that gives a seat 80 % may be right only seven times in ten. `calibrated` bends such shares: their logarithms
are stretched by a *slope* and moved by a *shift*, both by how far the game has come (they are given for its beginning,
middle and end, and slide in between), and the softmax makes them shares again. With two seats that is a straight line
on the log-odds. The numbers are data of the game, `weights/calibration.json`, made by
`python -m yonto.arena.calibrate`; where there are none, what the search says stays as it is.
"""

import json
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import NamedTuple

import numpy as np

from yonto.core.contract import MOST_SEATS, Game, Ints, Seat, State
from yonto.games import home_of, module_of
from yonto.search.evaluate.standing import Floats, fact_count

PHASES = 3  # beginning, middle and end, evenly apart
LEAST = 1e-4  # shares below this count as this: their logarithm says nothing more
CERTAIN = 1.0 - 1e-9  # a share that every simulation found: the game is decided, nothing is to be bent


class Calibration(NamedTuple):
    """What a game's statements are bent by, at one number of seats."""

    slope: Floats  # by phase
    shift: Floats  # phase × seat, seats counted from the one that asked, which has 0


def calibrated(
    game: Game, seats: int, phase: float, shares: Sequence[float], asker: Seat | None = None
) -> tuple[float, ...]:
    """The shares of the win as they come true after a search has said `shares`, for all seats; their sum is 1.

    `phase` is how far the game has come, from 0 to 1 (`phase_of`). `asker` is the seat for which the search was
    made: searches flatter or wrong the seat that asks, and the shift makes up for it; without it there is no shift.
    A game that nothing was measured of, and a game that is decided, keep their shares.
    """
    known = calibration_of(game, seats)
    if known is None or max(shares) >= CERTAIN:
        return tuple(map(float, shares))
    odds = stretched(known, np.array([shares], float), np.array([phase]), np.array([-1 if asker is None else asker]))
    return tuple(float(share) for share in odds[0])


def stretched(known: Calibration, shares: Floats, phase: Floats, asker: Ints) -> Floats:
    """The same for many statements at once: statement × seat. An asker of -1 is nobody."""
    height = hats(phase)
    turned = turn(height @ known.shift, -asker)
    turned[asker < 0] = 0.0
    worth = (height @ known.slope)[:, None] * np.log(np.maximum(shares, LEAST)) + turned
    e = np.exp(worth - worth.max(axis=1, keepdims=True))
    odds: Floats = e / e.sum(axis=1, keepdims=True)
    return odds


def hats(phase: Floats) -> Floats:
    """How much each phase has a say at a moment of the game: 1 at its own, falling to 0 at its neighbours'."""
    place = np.clip(np.asarray(phase, float), 0.0, 1.0) * (PHASES - 1)
    weights: Floats = np.maximum(0.0, 1.0 - np.abs(place[:, None] - np.arange(PHASES)))
    return weights


def turn(rows: Floats, by: Ints) -> Floats:
    """Every row moved on in its circle of seats by a number of its own."""
    seats = rows.shape[1]
    places = (np.arange(seats) + np.asarray(by, int)[:, None]) % seats
    turned: Floats = np.take_along_axis(rows, places, axis=1)
    return turned


def phase_of(game: Game, state: State) -> float:
    """How far a game has come, from 0 to 1, as its evaluation sees it; 0 where it has none."""
    features = module_of(home_of(game), "features")
    if features is None:
        return 0.0
    return float(features.facts(state, int(game.rules.seats(state)), np.zeros((MOST_SEATS, fact_count(game)))))


@cache
def calibration_of(game: Game, seats: int) -> Calibration | None:
    """What was measured for this game and number of seats; None where nothing was."""
    file = calibration_file(game)
    rows = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return read_calibration(rows[str(seats)]) if str(seats) in rows else None


def calibration_file(game: Game) -> Traversable:
    return files(home_of(game)).joinpath("weights", "calibration.json")


def read_calibration(row: dict[str, list[float]]) -> Calibration:
    """A row of the file, as `write_calibration` makes it."""
    return Calibration(np.array(row["slope"]), np.array(row["shift"]))


def write_calibration(known: Calibration) -> dict[str, list[float]]:
    return {"slope": np.round(known.slope, 4).tolist(), "shift": np.round(known.shift, 4).tolist()}
