"""Gardens by seed: at random, or of a wanted difficulty, found by solving one after the other."""

import numpy as np
from numpy.typing import NDArray

from yonto.core.contract import Ints
from yonto.core.errors import BadOption
from yonto.core.kernel import kernel
from yonto.core.rng import Rng, below, seeded
from yonto.games.niya.rules import BLOCKADE, BORDER, DRAW
from yonto.games.niya.solver.proof import SCRATCH, move_value, value
from yonto.games.niya.solver.tables import follow

OPENINGS = 12  # N4: the cells of the border
TRIES = 20_000  # gardens looked at before giving up: some ten seconds


@kernel
def shuffle(rng: Rng, tiles: Ints) -> None:
    """N2: the sixteen tiles in any order, each equally likely."""
    for i in range(16):
        tiles[i] = i
    for i in range(15, 0, -1):
        j = below(rng, i + 1)
        kept = tiles[i]
        tiles[i] = tiles[j]
        tiles[j] = kept


@kernel
def shuffle_rows(rng: Rng, gardens: Ints) -> None:
    for i in range(gardens.shape[0]):
        shuffle(rng, gardens[i])


@kernel
def has_winning(fits: Ints, scratch: Ints, wanted: int, full_board: int) -> bool:
    """Whether exactly so many openings win. Stops as soon as there are too many, or too few left."""
    wins = 0
    left = OPENINGS
    for cell in range(16):
        if (BORDER >> cell) & 1:
            if wins > wanted or wins + left < wanted:
                return False
            left -= 1
            if move_value(fits, scratch, 0, 0, 1 << cell, full_board, False) > 0:
                wins += 1
    return wins == wanted


@kernel
def is_balanced(fits: Ints, scratch: Ints, full_board: int) -> bool:
    if full_board == DRAW:
        return value(fits, scratch, 0, 0, BORDER, full_board, False) == 0
    if not has_winning(fits, scratch, 1, full_board):
        return False
    return value(fits, scratch, 0, 0, BORDER, full_board, True) == 15


@kernel
def search_gardens(rng: Rng, tiles: Ints, wanted: int, full_board: int, tries: int) -> bool:
    """Shuffle until a garden fits: with `wanted` winning openings, or a balanced one if that is -1."""
    fits = np.zeros(16, np.int64)
    scratch = np.zeros(SCRATCH, np.int64)
    for _ in range(tries):
        shuffle(rng, tiles)
        follow(tiles, fits)
        if wanted < 0:
            found = is_balanced(fits, scratch, full_board)
        else:
            found = has_winning(fits, scratch, wanted, full_board)
        if found:
            return True
    return False


def random_gardens(seed: int | str, n: int) -> NDArray[np.int8]:
    """n gardens of this seed, as the rows of an array."""
    gardens = np.zeros((n, 16), np.int8)
    shuffle_rows(seeded("niya", "garden", seed), gardens)
    return gardens


def random_garden(seed: int | str) -> list[int]:
    """The first garden of this seed: sixteen tiles, rows from the top."""
    return [int(tile) for tile in random_gardens(seed, 1)[0]]


def graded_garden(seed: int | str, winning: int, full_board: int = BLOCKADE, tries: int = TRIES) -> list[int]:
    """A garden in which exactly `winning` of the first player's twelve openings win. The fewer, the harder."""
    if not 0 <= winning <= OPENINGS:
        raise BadOption("garden.winning", "niya", winning=winning, highest=OPENINGS)
    tiles = np.zeros(16, np.int8)
    if not search_gardens(seeded("niya", "graded", winning, seed), tiles, winning, full_board, tries):
        raise BadOption("garden.none", "niya", winning=winning, tries=tries)
    return [int(tile) for tile in tiles]


def balanced_garden(seed: int | str, full_board: int = BLOCKADE, tries: int = TRIES) -> list[int]:
    """A garden that hangs by a thread: the first player wins, but with one opening only and not before his last
    token; where a full board is a draw, a garden that is a draw with best play."""
    tiles = np.zeros(16, np.int8)
    if not search_gardens(seeded("niya", "balanced", seed), tiles, -1, full_board, tries):
        raise BadOption("garden.unbalanced", "niya", tries=tries)
    return [int(tile) for tile in tiles]
