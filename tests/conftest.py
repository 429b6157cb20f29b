"""Shared by all tests: one Hypothesis profile without deadlines, since tests never time anything; marks by cost."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from plainly import Plain

settings.register_profile("yonto", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("yonto")

HERE = Path(__file__).parent
FOLDERS = {"server": "server", "browser": "browser"}  # a folder's tests and their mark
# Files whose tests take more than a few seconds of processor time together, or compile kernels that a game alone does
# not need. What is not named here runs in `make quick`.
SLOW = {
    "test_aec", "test_arena", "test_batch", "test_calibration", "test_cli", "test_cli_menu", "test_cluster",
    "test_cli_puzzles", "test_cli_stopping", "test_endings", "test_examples", "test_heuristic", "test_kernel",
    "test_learn", "test_levels",
    "test_niya_solver", "test_pagode_oracle", "test_playout", "test_pool", "test_puzzles", "test_puzzles_making",
    "test_qin_oracle", "test_registry", "test_review", "test_review_identity", "test_search", "test_spiel",
    "test_tajuto_laws", "test_tictactoe",
}  # fmt: skip

# Files with tests of half a minute: begun last, they would leave the other workers without work.
FIRST = {"test_cluster", "test_tictactoe", "test_browser_lessons", "test_browser_print", "test_browser_games"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: item.path.stem not in FIRST)
    for item in items:
        if mark := FOLDERS.get(item.path.parent.name):
            item.add_marker(mark)
        if item.path.stem in SLOW:
            item.add_marker("slow")


def test_files() -> set[str]:
    return {path.stem for path in HERE.rglob("test_*.py")}


def pytest_configure() -> None:
    if unknown := (SLOW | FIRST) - test_files():
        raise pytest.UsageError(f"tests/conftest.py names files that are not there: {', '.join(sorted(unknown))}")


@pytest.fixture(scope="session")
def plain() -> Iterator[Plain]:
    process = Plain()
    yield process
    process.close()
