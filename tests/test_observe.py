"""The vectors that learners see: only what a seat may know, in the layout that is documented."""

import re
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from test_contract import Case, cases, played, some
from yonto.core.contract import CHANCE
from yonto.core.rng import seeded
from yonto.envs.observe import observation, observer
from yonto.games import GAMES, HOUSE, load

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


@pytest.mark.parametrize("name", HOUSE)
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


def test_qin_shows_the_board_and_hand_of_its_view() -> None:
    colours, kinds = ("red", "yellow", "blue"), ("RR", "YY", "BB", "RY", "RB", "YB")
    for view, seen, _, seat, seats in views("qin"):
        for i, cell in enumerate(view.cells):
            at = divmod(i, view.width)
            assert seen["colour"][:, *at].tolist() == [cell.colour == colour for colour in colours]
            assert bool(seen["land"][at]) == (cell.ground in ("steppe", "start"))
            assert bool(seen["village"][at]) == (cell.ground == "village")
            assert bool(seen["last"][at]) == cell.last
            province = view.provinces[cell.province] if cell.province is not None else None
            owner = None if province is None or province.owner is None else (province.owner - seat) % seats
            assert seen["owner"][:, *at].tolist() == [owner == i for i in range(4)]
            if province is not None and owner is not None:
                assert seen["pagodas"][at] * 2 == province.pagodas
                assert bool(seen["great"][at]) == province.great
            village = view.villages[cell.village].owner if cell.village is not None else None
            lord = None if village is None else (village - seat) % seats
            assert seen["village_owner"][:, *at].tolist() == [lord == i for i in range(4)]
        assert (seen["hand"] * 3).round().tolist() == [view.hand.count(kind) for kind in kinds]
        assert (seen["unseen"] * 12).round().tolist() == [view.unseen[kind] for kind in kinds]
        players = [view.players[(seat + i) % seats] for i in range(seats)]
        assert (seen["left"][:seats] * 24).round().tolist() == [player.left for player in players]
        assert (seen["tiles"][:seats] * 3).round().tolist() == [player.tiles for player in players]
        assert round(float(seen["deck"][0]) * 72) == view.deck


def test_pagode_shows_the_sites_and_cards_of_its_view() -> None:
    def bunch(counts: Any) -> str:
        return "".join(letter * round(float(n) * 11) for letter, n in zip("RBGYV", counts, strict=True))

    for view, seen, _, seat, _ in views("pagode"):
        for i, site in enumerate(view.sites):
            colours = [floor.colour for floor in site.floors]
            assert ["RBGYV"[f.argmax()] for f in seen["floors"][i] if f.any()] == colours
            assert seen["columns"][i] * 4 == (site.floors[-1].columns if site.floors else 0)
            assert ("RBGYV"[seen["roof"][i].argmax()] if seen["roof"][i].any() else None) == site.spire
            assert bool(seen["crowned"][i]) == site.crowned
            assert bool(seen["closed"][i]) == site.closed
        assert seen["supply"].tolist() == [[slot is not None for slot in row] for row in view.supply]
        assert (seen["backs"] == np.eye(5)).all()
        for i, player in enumerate((view.players[seat], view.players[1 - seat])):
            assert bunch(seen["reserve"][i]) == player.reserve
            assert bunch(seen["known"][i]) == player.known
            assert round(float(seen["hand_size"][i]) * 11) == player.hand_size
            assert (seen["uses"][i] * 2).tolist() == list(player.abilities)
            assert round(float(seen["points"][i]) * 300) == player.points
        assert bunch(seen["hand"]) == view.players[seat].hand
        assert bunch(seen["discard"]) == view.discard
        assert bunch(seen["played"]) == view.turn.played
        assert round(float(seen["deck"][0]) * 55) == view.deck


def test_tajuto_shows_the_floors_tiles_and_points_of_its_view() -> None:
    for view, seen, state, seat, seats in views("tajuto"):
        assert seen["bag"].sum() == len(view.bag)
        assert (seen["height"] * 6).round().tolist() == [pagoda.height for pagoda in view.pagodas]
        assert (seen["stock"] * 3).round().tolist() == [stack.left for stack in view.stacks]
        assert (seen["cost"] * 30).round().tolist() == [stack.cost or 0 for stack in view.stacks]
        for i in range(seats):
            monk = view.monks[(seat + i) % seats]
            assert seen["before"][i].sum() == len(monk.floors)
            assert seen["offered"][i].sum() == 8 - len(monk.offerings)
            assert round(float(seen["mp"][i]) * 60) == monk.mp
            assert round(float(seen["owned"][i][5]) * 3) == monk.markets
            assert seen["topped"][i].tolist() == [pagoda.offering == monk.seat for pagoda in view.pagodas]
            assert seen["objective"][i].tolist() == (state.objective == monk.seat).tolist()
        assert seen["on_site"].tolist() == [pagoda.inauguration == "site" for pagoda in view.pagodas]
        assert seen["turned"].tolist() == [pagoda.inauguration == "turned" for pagoda in view.pagodas]
