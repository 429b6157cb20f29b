"""The games for PettingZoo: one agent a seat, in turn (AEC), with action masks and vectors of what each may know.

from yonto.envs.aec import env
table = env("qin", seats=3, options={"board": "bird"})
table.reset(seed=7)
for agent in table.agent_iter():
    seen, reward, terminated, truncated, info = table.last()
    table.step(None if terminated or truncated else choose(seen["observation"], seen["action_mask"]))
"""

from collections.abc import Mapping
from io import StringIO
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console

from yonto.core.play import Play, lots
from yonto.core.rng import seeded
from yonto.core.words import words
from yonto.envs.needs import need
from yonto.envs.observe import observation, observer
from yonto.envs.rewards import rewards
from yonto.games import load

pettingzoo: Any = need("pettingzoo", "PettingZoo")
wrappers: Any = need("pettingzoo.utils.wrappers", "PettingZoo")
spaces: Any = need("gymnasium.spaces", "PettingZoo")
gymnasium_utils: Any = need("gymnasium.utils", "PettingZoo")


def env(game: str, **settings: Any) -> Any:
    """The environment as PettingZoo's own: an illegal action ends the game with -1 for who took it."""
    table = TableEnv(game, **settings)
    return wrappers.OrderEnforcingWrapper(
        wrappers.AssertOutOfBoundsWrapper(wrappers.TerminateIllegalWrapper(table, illegal_reward=-1))
    )


class TableEnv(pettingzoo.AECEnv, gymnasium_utils.EzPickle):  # type: ignore[misc]  # both classes are untyped
    """One table, without wrappers: an illegal action raises Refused with the rule and changes nothing.

    Agents are `seat_0`, `seat_1`, …; `seat_0` begins. CHANCE acts by itself, by the seed of `reset`.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "human"], "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self, game: str, seats: int | None = None, options: Mapping[str, str] | None = None,
        render_mode: str | None = None,
    ) -> None:  # fmt: skip
        gymnasium_utils.EzPickle.__init__(self, game, seats, options, render_mode)
        super().__init__()
        self.game = load(game)
        self.seats = self.game.seats[0] if seats is None else seats
        self.options = self.game.canonical(options or {})
        self.game.start(self.seats, self.options)
        self.metadata = {**self.metadata, "name": f"yonto_{game}_v{self.game.version}"}
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.seats)]
        size, actions = observer(game).layout.size, self.game.rules.ACTIONS
        self.observation_spaces = {
            agent: spaces.Dict(
                observation=spaces.Box(0, 1, (size,), np.float32), action_mask=spaces.Box(0, 1, (actions,), np.int8)
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """A new game. Without a seed the draws go on from where they were; the very first ones are by chance."""
        if seed is not None:
            self.rng = seeded("env", seed)
        elif not hasattr(self, "rng"):
            self.rng = seeded("env", *np.random.SeedSequence().generate_state(4).tolist())
        self.play = Play(self.game, self.seats, self.options)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.go_on()

    def go_on(self) -> None:
        """Let CHANCE act; then somebody is to move, or the game is over and everybody has his reward."""
        self.play.draw_chance(lots(self.rng))
        if not self.play.over:
            self.agent_selection = self.possible_agents[self.play.to_move]
            return
        won = rewards(self.game, self.play.state, self.seats)
        scores = self.game.scores(self.play.state, self.seats)
        for agent, reward, score in zip(self.possible_agents, won, scores, strict=True):
            self.rewards[agent] = float(reward)
            self.terminations[agent] = True
            self.infos[agent] = {"score": score}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self.play.act(self.possible_agents.index(agent), int(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.go_on()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """What this seat may know; the mask is empty unless it is to move."""
        seat = self.possible_agents.index(agent)
        mask = np.zeros(self.game.rules.ACTIONS, np.int8)
        if seat == self.play.to_move:
            mask[self.game.legal(self.play.state)] = 1
        return {"observation": observation(self.game, self.play.state, seat), "action_mask": mask}

    def render(self) -> str | None:
        """The table as a watcher sees it: returned as text (`ansi`) or printed (`human`)."""
        if self.render_mode is None:
            return None
        picture = self.game.draw(self.game.view(self.play.state, None), words("en", self.game.name))
        if self.render_mode == "human":
            Console(highlight=False).print(picture)
            return None
        page = StringIO()
        Console(file=page, highlight=False, width=120).print(picture)
        return page.getvalue()

    def close(self) -> None:
        """Nothing is held open."""
