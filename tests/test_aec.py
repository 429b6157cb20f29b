"""The games as PettingZoo environments, by PettingZoo's own tests and a few more."""

import pickle
import subprocess
import sys
from functools import partial
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from yonto.core.errors import BadOption, Refused
from yonto.envs.aec import TableEnv, env
from yonto.envs.needs import need
from yonto.games import GAMES, load

CASES = [(name, seats) for name in GAMES for seats in load(name).seats]

# PettingZoo advises against dictionaries as observations, which its own board games have for their masks as well,
# and against empty masks, which seats have that are not to move.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]


def random_action(seen: dict[str, Any], rng: np.random.Generator) -> int:
    return int(rng.choice(np.flatnonzero(seen["action_mask"])))


@pytest.mark.parametrize(("name", "seats"), CASES)
def test_pettingzoo_finds_nothing_wrong(name: str, seats: int) -> None:
    api_test(env(name, seats=seats), num_cycles=200)


@pytest.mark.parametrize(("name", "seats"), CASES)
def test_the_same_seed_gives_the_same_games(name: str, seats: int) -> None:
    seed_test(partial(env, name, seats=seats), num_cycles=100)


@pytest.mark.parametrize(("name", "seats"), CASES)
def test_a_whole_game_ends_with_rewards_that_add_up_to_nothing(name: str, seats: int) -> None:
    table = env(name, seats=seats)
    table.reset(seed=3)
    rng = np.random.default_rng(3)
    totals = dict.fromkeys(table.agents, 0.0)
    scores = {}
    for agent in table.agent_iter():
        seen, reward, terminated, truncated, info = table.last()
        totals[agent] += reward
        assert not truncated
        if terminated:
            scores[agent] = info["score"]
        table.step(None if terminated else random_action(seen, rng))
    assert sum(totals.values()) == pytest.approx(0, abs=1e-9)
    outcome = table.unwrapped.play.outcome
    assert tuple(scores[f"seat_{seat}"] for seat in range(seats)) == outcome.scores
    for seat in range(seats):
        assert (totals[f"seat_{seat}"] == max(totals.values())) == (seat in outcome.winners)


def test_only_the_seat_to_move_has_legal_actions() -> None:
    table = TableEnv("niya")
    table.reset(seed=1)
    assert table.observe("seat_0")["action_mask"].sum() == 12
    assert not table.observe("seat_1")["action_mask"].any()


def test_an_illegal_action_is_refused_with_its_rule_or_ends_the_wrapped_game() -> None:
    table = TableEnv("niya")
    table.reset(seed=1)
    with pytest.raises(Refused, match="N4"):
        table.step(5)
    assert table.play.seq == 16
    wrapped = env("niya")
    wrapped.reset(seed=1)
    wrapped.last()
    wrapped.step(5)
    assert wrapped.rewards["seat_0"] == -1
    assert all(wrapped.terminations.values())


def test_options_and_seats_are_checked() -> None:
    with pytest.raises(BadOption):
        env("niya", seats=3)
    with pytest.raises(BadOption):
        env("niya", options={"full_board": "maybe"})
    assert env("niya", options={"full_board": "draw"}).unwrapped.options == {"full_board": "draw"}


def test_without_a_seed_two_tables_differ_and_a_reset_goes_on() -> None:
    one, two = TableEnv("niya"), TableEnv("niya")
    one.reset()
    two.reset()
    assert one.play.state.tobytes() != two.play.state.tobytes()
    first = one.play.state.tobytes()
    one.reset()
    assert one.play.state.tobytes() != first


def test_a_table_can_be_pickled_and_drawn() -> None:
    table = pickle.loads(pickle.dumps(TableEnv("niya", render_mode="ansi")))
    table.reset(seed=1)
    assert "a        b" in table.render()


def test_a_missing_package_is_asked_for_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'yonto\[rl\]'"):
        need("pettingzoo", "PettingZoo")
    with pytest.raises(ModuleNotFoundError, match="nowhere"):
        need("nowhere", "nowhere")


def test_batches_and_observations_need_no_other_package() -> None:
    code = "import sys; sys.modules |= dict.fromkeys(('pettingzoo', 'gymnasium', 'pyspiel'))\n"
    code += "import yonto.envs.batch"
    subprocess.run([sys.executable, "-c", code], check=True)
