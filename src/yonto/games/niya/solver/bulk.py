"""Whole arrays of starting gardens solved at once, on every core: the kernels run without the interpreter's lock."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from yonto.core.contract import Ints
from yonto.core.errors import BadOption
from yonto.core.kernel import kernel
from yonto.games.niya.rules import BLOCKADE, BORDER
from yonto.games.niya.solver.proof import SCRATCH, move_value, value
from yonto.games.niya.solver.tables import follow

CHUNK = 256  # gardens a thread takes at a time: about a tenth of a second

Progress = Callable[[int, int], None]  # gardens done, gardens in all


class Solved(NamedTuple):
    """For each garden, seen from the first player."""

    result: NDArray[np.int8]  # 1 a win, 0 a draw, -1 a loss
    plies: NDArray[np.int8]  # to the end with best play; 0 where only the result was asked for
    nodes: NDArray[np.int64]


class Openings(NamedTuple):
    """For each garden, how many of the first player's twelve openings win, and how many draw."""

    wins: NDArray[np.int8]
    draws: NDArray[np.int8]


@kernel
def solve_rows(gardens: Ints, full_board: int, exact: bool, results: Ints, plies: Ints, nodes: Ints) -> None:
    fits = np.zeros(16, np.int64)
    scratch = np.zeros(SCRATCH, np.int64)
    for i in range(gardens.shape[0]):
        follow(gardens[i], fits)
        scratch[0] = 0
        found = value(fits, scratch, 0, 0, BORDER, full_board, exact)
        results[i] = 1 if found > 0 else -1 if found < 0 else 0
        if exact:
            plies[i] = abs(found) if found != 0 else 16
        nodes[i] = scratch[0]


@kernel
def count_rows(gardens: Ints, full_board: int, wins: Ints, draws: Ints) -> None:
    fits = np.zeros(16, np.int64)
    scratch = np.zeros(SCRATCH, np.int64)
    for i in range(gardens.shape[0]):
        follow(gardens[i], fits)
        wins[i] = 0
        draws[i] = 0
        for cell in range(16):
            if (BORDER >> cell) & 1:
                found = move_value(fits, scratch, 0, 0, 1 << cell, full_board, False)
                if found > 0:
                    wins[i] += 1
                elif found == 0:
                    draws[i] += 1


def solve_many(
    gardens: Ints,
    full_board: int = BLOCKADE,
    progress: Progress | None = None,
    exact: bool = True,
    threads: int | None = None,
) -> Solved:
    """Every garden of an N×16 array of tiles, rows from the top. Without `exact` only who wins, in half the time."""
    rows = checked(gardens)
    solved = Solved(np.zeros(len(rows), np.int8), np.zeros(len(rows), np.int8), np.zeros(len(rows), np.int64))

    def work(part: slice) -> None:
        solve_rows(rows[part], full_board, exact, solved.result[part], solved.plies[part], solved.nodes[part])

    spread(len(rows), work, progress, threads)
    return solved


def count_openings(
    gardens: Ints, full_board: int = BLOCKADE, progress: Progress | None = None, threads: int | None = None
) -> Openings:
    """How the twelve openings of every garden end."""
    rows = checked(gardens)
    counts = Openings(np.zeros(len(rows), np.int8), np.zeros(len(rows), np.int8))

    def work(part: slice) -> None:
        count_rows(rows[part], full_board, counts.wins[part], counts.draws[part])

    spread(len(rows), work, progress, threads)
    return counts


def checked(gardens: Ints) -> NDArray[np.int8]:
    """The gardens as the kernels want them; each row must hold all sixteen tiles."""
    rows: NDArray[Any] = np.asarray(gardens)
    if rows.ndim != 2 or rows.shape[1] != 16 or rows.dtype.kind not in "iu":
        raise BadOption("solve.shape", "niya", shape="×".join(map(str, rows.shape)))
    wrong = np.flatnonzero((np.sort(rows, axis=1) != np.arange(16)).any(axis=1))
    if wrong.size:
        raise BadOption("solve.row", "niya", row=int(wrong[0]) + 1)
    return np.ascontiguousarray(rows, np.int8)


def spread(size: int, work: Callable[[slice], None], progress: Progress | None, threads: int | None) -> None:
    """Let the threads take chunk after chunk. Every chunk has its own part of the answer, so their order is free."""
    parts = [slice(start, min(start + CHUNK, size)) for start in range(0, size, CHUNK)]
    with ThreadPoolExecutor(threads or os.cpu_count()) as pool:
        try:
            for part, _ in zip(parts, pool.map(work, parts), strict=True):
                if progress is not None:
                    progress(part.stop, size)
        except BaseException:  # the callback may stop the run: leave what has not begun
            pool.shutdown(cancel_futures=True)
            raise
