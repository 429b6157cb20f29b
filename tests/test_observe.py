"""The vectors that learners see: only what a seat may know, in the layout that is documented."""

import re
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from test_contract import Case, cases, played, some
from yonto.core.game import CHANCE
from yonto.core.rng import seeded
from yonto.envs.observe import observation, observer
from yonto.games import GAMES, load

DOCS = Path(__file__).parent.parent / "docs" / "environments.md"


@cache
def positions(case: Case) -> list[tuple[Any, int]]:
    """States of two random games and who is to move in them, the last one of each included."""
    games = [played(case, seed) for seed in (0, 1)]
    return [(step.state, step.who) for play in games for step in some(play.steps, 60)] + [
        (play.state, play.to_move) for play in games
    ]


def every_case(function: Any) -> Any:
    return pytest.mark.parametrize("case", cases(), ids=str)(function)


@every_case
def test_every_number_lies_between_0_and_1(case: Case) -> None:
    for state, _ in positions(case):
        for seat in range(case.seats):
            seen = observation(load(case.game), state, seat)
            assert seen.dtype == np.float32
            assert 0 <= seen.min() <= seen.max() <= 1


@every_case
def test_what_is_hidden_from_a_seat_changes_nothing_in_its_vector(case: Case) -> None:
    game = load(case.game)
    rng = seeded("observe", str(case))
    changed = 0
    for state, _ in positions(case):
        for seat in range(case.seats):
            other = game.believed(state, seat, rng)
            changed += other.tobytes() != state.tobytes()
            assert np.array_equal(observation(game, other, seat), observation(game, state, seat))
    assert bool(changed) == game.hidden


@every_case
def test_who_is_to_move_knows_it(case: Case) -> None:
    layout = observer(case.game).layout
    name = "to_move" if "to_move" in layout.places else "turn"
    for state, who in positions(case):
        for seat in range(case.seats):
            turn = layout.split(observation(load(case.game), state, seat))[name]
            assert turn.sum() == (who > CHANCE)
            if who > CHANCE:
                assert turn[(who - seat) % case.seats] == 1


@pytest.mark.parametrize("name", GAMES)
def test_no_field_is_dead(name: str) -> None:
    """Over random games with every option each field is something else than 0 at some time."""
    layout = observer(name).layout
    seen = {
        field
        for case in cases()
        if case.game == name
        for state, _ in positions(case)
        for seat in range(case.seats)
        for field, block in layout.split(observation(load(name), state, seat)).items()
        if block.any()
    }
    rare = {"idle", "passes"}  # stalled games, which random play hardly ever is
    assert set(layout.places) - seen <= rare


@pytest.mark.parametrize("name", GAMES)
def test_the_documentation_has_each_games_table_as_it_is(name: str) -> None:
    layout = observer(name).layout
    text = DOCS.read_text(encoding="utf-8")
    assert f"### {name.capitalize()}: {layout.size} numbers\n\n{layout.table()}\n" in text
    assert len(re.findall(f"^### {name.capitalize()}:", text, re.MULTILINE)) == 1


def fields(name: str, state: Any, seat: int) -> dict[str, Any]:
    return observer(name).layout.split(observation(load(name), state, seat))


def views(name: str) -> list[tuple[Any, Any, Any, int, int]]:
    """A game's positions with a seat's view and fields: what the vector says must be what the view shows."""
    game = load(name)
    return [
        (game.view(state, seat), fields(name, state, seat), state, seat, case.seats)
        for case in cases()
        if case.game == name
        for state, _ in positions(case)[::4]
        for seat in range(case.seats)
    ]


def test_niya_shows_the_tiles_and_tokens_of_its_view() -> None:
    for view, seen, _, seat, _ in views("niya"):
        for i, cell in enumerate(view.cells):
            plants, signs = seen["plant"][i], seen["sign"][i]
            tile = "PCMI"[plants.argmax()] + "BSRO"[signs.argmax()] if plants.any() else None
            assert tile == cell.tile
            assert seen["tokens"][:, i].tolist() == [cell.token == seat, cell.token == 1 - seat]
        last = "PCMI"[seen["last_plant"].argmax()] + "BSRO"[seen["last_sign"].argmax()]
        assert (last if seen["last_plant"].any() else None) == view.last
        assert bool(seen["draw"]) == (view.full_board == "draw")
