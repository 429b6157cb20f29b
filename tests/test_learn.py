"""What the evaluations are learned from: facts, self-play with and without search, and the fit."""

import json
from pathlib import Path

import numpy as np
import pytest

from yonto.core.contract import State
from yonto.games import GAMES, load
from yonto.games.tajuto import features as tajuto
from yonto.search import tree
from yonto.search.evaluate import learn
from yonto.search.evaluate.standing import evaluation, fact_count, fact_names, read_weights, weights_file, weights_for
from yonto.search.mcts import Search, Settings

MAKERS = ("learn", "positions play", "positions look", "positions fit")
LEARNED = [(name, seats) for name in GAMES if fact_names(load(name)) for seats in load(name).seats]


@pytest.mark.parametrize(("name", "seats"), LEARNED)
def test_the_weights_say_how_they_were_made_and_how_well_they_foretell(name: str, seats: int) -> None:
    data = json.loads(weights_file(load(name), seats).read_text(encoding="utf-8"))
    tools = tuple(f"{tool} {name} --seats {seats}" for tool in MAKERS)
    assert all(command.startswith(tools) for command in data["made_by"])
    assert data["history"][-1]["loss"] < data["history"][-1]["loss_of_nothing"]


@pytest.mark.parametrize(("name", "seats"), LEARNED)
def test_the_chances_of_a_fresh_game_add_up_and_are_nearly_even(name: str, seats: int) -> None:
    game, out = load(name), np.zeros(4)
    weights = weights_for(game, seats)
    assert weights is not None
    evaluation(game)(game.start(seats, game.variants()[0]), seats, weights, np.zeros((4, fact_count(game))), out)
    assert out[:seats].sum() == pytest.approx(1.0)
    assert np.all(np.abs(out[:seats] - 1 / seats) < 0.2)


def test_the_fit_finds_the_weights_by_which_games_were_decided() -> None:
    rng = np.random.default_rng(5)
    facts, late = rng.normal(size=(20_000, 3, 2)), rng.uniform(size=20_000)
    true = np.array([1.0, -2.0, 0.5, 1.5])  # two facts at the start of a game, and how they slide
    lessons = learn.Lessons(facts, late, np.zeros((20_000, 3)))
    odds = learn.chances(learn.spread(lessons), true)
    winner = (odds.cumsum(axis=1) > rng.uniform(size=(20_000, 1))).argmax(axis=1)
    lessons = lessons._replace(shares=np.eye(3)[winner])
    assert learn.fit(lessons) == pytest.approx(true, abs=0.12)


def small(searched: int, simulations: int = 6) -> learn.Plan:
    settings = Settings(simulations=simulations, leaf="evaluate", sharp=10.0, explore=0.4)
    return learn.Plan(20, 2, 25.0, searched, 6, settings, seed=3)


def test_learning_is_the_same_for_the_same_seed_and_tells_its_rounds() -> None:
    game = load("tajuto")
    weights, history = learn.learn(game, 2, small(searched=2), None)
    again, _ = learn.learn(game, 2, small(searched=2), None)
    assert np.array_equal(weights, again)
    assert [row["simulations"] for row in history] == [0, 0, 6, 6]
    assert [row["games"] for row in history] == [20, 20, 6, 6]
    assert all(row["states"] > 0 for row in history)


def test_learning_without_rounds_or_weights_is_refused() -> None:
    plan = small(searched=0)._replace(rounds=0)
    with pytest.raises(ValueError, match="nothing to learn from"):
        learn.learn(load("tajuto"), 2, plan, None)


def test_learning_may_go_on_with_weights_that_knew_fewer_facts(tmp_path: Path) -> None:
    file = tmp_path / "before.json"
    before = {"facts": ["mp", "spirit"], "early": [1.0, 2.0], "slide": [3.0, 4.0], "made_by": ["learn before"]}
    file.write_text(json.dumps(before), encoding="utf-8")
    weights, lineage = learn.read_begin(file, load("tajuto"))
    known = [tajuto.FACTS.index(fact) for fact in ("mp", "spirit")]
    assert weights[:, known].tolist() == [[1.0, 2.0], [3.0, 4.0]]
    assert np.abs(np.delete(weights, known, axis=1)).sum() == 0
    assert lineage == ["learn before"]


def test_weights_for_other_facts_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "weights.json"
    file.write_text(json.dumps({"facts": ["luck"], "early": [1.0], "slide": [0.0]}), encoding="utf-8")
    with pytest.raises(ValueError, match=r"weights\.json was learned for other facts"):
        read_weights(file, load("tajuto"))


def test_a_cleared_tree_is_as_good_as_a_new_one() -> None:
    game = load("tajuto")
    settings = Settings(simulations=60, leaf="evaluate", sharp=10.0)
    fresh, used = (Search(game, game.start(2), 0, settings, 7) for _ in range(2))
    used.run(60)
    tree.clear(used.tree)
    used.tree.desk.rng[:] = fresh.tree.desk.rng
    fresh.run(60)
    used.run(60)
    assert [(a, n) for a, (n, _) in fresh.candidates().items()] == [(a, n) for a, (n, _) in used.candidates().items()]


def facts_of(state: State) -> dict[str, list[float]]:
    out = np.zeros((4, len(tajuto.FACTS)))
    tajuto.facts(state, 2, out)
    return {name: [round(float(v), 4) for v in out[:2, i]] for i, name in enumerate(tajuto.FACTS)}


def tajuto_at(*heights: int) -> State:
    """Pagodas of these heights, all their other floors in the bag."""
    state = load("tajuto").start(2)
    state.bag, state.fits = 0, 0
    for colour in range(8):
        height = heights[colour] if colour < len(heights) else 0
        state.height[colour] = height
        if height < 6:
            state.fits |= 1 << (8 * height + colour)
        for size in range(height, 6):
            state.bag |= 1 << (8 * size + colour)
    return state


def test_a_draw_is_worth_what_its_size_brings_on_the_average() -> None:
    state = tajuto_at(2, 2, 1)
    state.topped[0] = 1
    state.wanted = 3  # of the eight floors of size 3 two fit, one of them on an offering
    assert facts_of(state)["drawing"] == [round((3 + 5) / 8 / 10, 4), 0.0]
    assert facts_of(state)["prospect"] == [0.0, 0.0]
    state.wanted = -1
    assert facts_of(state)["prospect"] == [round((3 + 5) / 8 / 10, 4), 0.0]


def test_offerings_bring_what_the_pagodas_are_high() -> None:
    state = tajuto_at(4, 2)
    state.offered[1] = 1  # the second seat has placed its offering of the first colour
    assert facts_of(state)["gift"] == [0.6, 0.4]
    assert facts_of(state)["gifts"] == [0.5, 0.2]


def test_who_holds_the_last_floor_decides() -> None:
    state = tajuto_at(6, 6, 6, 5)
    state.complete = 3
    assert facts_of(state)["decides"] == [0.0, 0.0]
    state.before[0] = 1 << (40 + 3)
    state.owned[0, 4] = 1
    assert facts_of(state)["decides"] == [1.0, 0.0]
    state.owned[1, 4] = 2
    assert facts_of(state)["decides"] == [-1.0, 0.0]
