"""The games for OpenSpiel. Importing this module registers `yonto_niya`, `yonto_qin`, …

    import pyspiel, yonto.envs.spiel
    game = pyspiel.load_game("yonto_qin", {"players": 3, "board": "tree"})

Chance is explicit, with exact odds. Actions have the numbers of the rules. A seat's information state is all that it
was ever shown; its observation is the present view and the vector of `yonto.envs.observe`. OpenSpiel's algorithms in
Python play these games; its C++ MCTS must not be given a game written in Python.
"""

from functools import cached_property
from typing import Any

import msgspec
import numpy as np

from yonto.core.contract import CHANCE, NOBODY, Game, Options, Seat, State
from yonto.core.rng import seeded
from yonto.core.state import of_data, record_type
from yonto.envs.needs import need
from yonto.envs.observe import observation, observer
from yonto.envs.rewards import rewards
from yonto.games import GAMES, load

pyspiel: Any = need("pyspiel", "OpenSpiel (open_spiel)")

NAME = "yonto_{}"


def game_type(game: Game) -> Any:
    kinds = pyspiel.GameType
    information = kinds.Information.IMPERFECT_INFORMATION if game.hidden else kinds.Information.PERFECT_INFORMATION
    return kinds(
        short_name=NAME.format(game.name),
        long_name=f"Yonto: {game.name.capitalize()}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=max(game.seats),
        min_num_players=min(game.seats),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": game.seats[0], **{each.name: each.default for each in game.options}},
    )


class Moment:
    """A state and how it came to be: never changed, so a copy of it is itself and search can branch off anywhere.

    `told` is what the seats were told before the first moment of a chain: nothing, or after a resampling what the
    seat that dreams this world was told, which is then all that anybody in it knows.
    """

    def __init__(
        self, game: Game, state: State, before: "Moment | None" = None, action: int = -1, told: str = ""
    ) -> None:
        self.game = game
        self.state = state
        self.before = before
        self.action = action
        self.first_told = told
        self.heard: dict[Seat, str] = {}  # what `told` has found out already

    def __deepcopy__(self, memo: dict[int, Any]) -> "Moment":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as its first state and the actions since."""
        actions = []
        moment = self
        while moment.before is not None:
            actions.append(moment.action)
            moment = moment.before
        return replayed, (self.game.name, moment.state.tobytes(), moment.first_told, actions[::-1])

    @cached_property
    def to_move(self) -> int:
        return self.game.rules.to_move(self.state)

    def after(self, action: int) -> "Moment":
        return Moment(self.game, self.game.after(self.state, action), self, action)

    def told(self, seat: Seat) -> str:
        """Every action so far as this seat saw it, a line each; `?` for a draw that was hidden from it."""
        new: list[Moment] = []
        moment = self
        while moment.before is not None and seat not in moment.heard:
            new.append(moment)
            moment = moment.before
        text = moment.heard.get(seat, moment.first_told)
        for later in reversed(new):
            text += later.last_line(seat)
            later.heard[seat] = text
        return text

    def last_line(self, seat: Seat) -> str:
        before = self.before
        assert before is not None
        if before.to_move != CHANCE:
            return f"{before.to_move + 1} {self.game.write(before.state, self.action)}\n"
        seen = self.game.sees(before.state, self.action, seat)
        return f"* {self.game.write(before.state, self.action) if seen else '?'}\n"

    def view(self, seat: Seat) -> str:
        return msgspec.json.encode(self.game.view(self.state, seat)).decode()


def replayed(name: str, first: bytes, told: str, actions: list[int]) -> Moment:
    """The inverse of `Moment.__reduce__`."""
    game = load(name)
    state = of_data(first, record_type(game.rules.STATE))
    moment = Moment(game, state, told=told)
    for action in actions:
        moment = moment.after(action)
    return moment


class SpielState(pyspiel.State):  # type: ignore[misc]  # an untyped class of C++
    """A state as OpenSpiel asks for it."""

    def __init__(self, table: "SpielGame") -> None:
        super().__init__(table)
        self.now = table.first
        self.seats = table.seats

    def current_player(self) -> int:
        who = self.now.to_move
        if who == NOBODY:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if who == CHANCE else who

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.now.game.legal(self.now.state)) if player == self.now.to_move else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        outcomes, weights = self.now.game.chance(self.now.state)
        total = sum(weights)
        return [(outcome, weight / total) for outcome, weight in sorted(zip(outcomes, weights, strict=True))]

    def _apply_action(self, action: int) -> None:
        """What is illegal is refused here too: OpenSpiel itself does not look."""
        if self.now.to_move == CHANCE:
            if action not in self.now.game.chance(self.now.state)[0]:
                raise ValueError(f"chance cannot take {action} here")
        elif refused := self.now.game.refusal(self.now.state, action):
            raise refused
        self.now = self.now.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.now.game.write(self.now.state, action)

    def is_terminal(self) -> bool:
        return self.now.to_move == NOBODY

    def returns(self) -> list[float]:
        if not self.is_terminal():
            return [0.0] * self.seats
        return [float(reward) for reward in rewards(self.now.game, self.now.state, self.seats)]

    def information_state_string(self, player: int | None = None) -> str:
        seat = self.current_player() if player is None else player
        return f"{self.now.told(seat)}{self.now.view(seat)}"

    def resample_from_infostate(self, player: int, sampler: Any) -> "SpielState":
        """A world in which this seat would have been told the same: for OpenSpiel's information-set MCTS."""
        game = self.now.game
        words = [int(sampler() * 2**32) for _ in range(4)]
        state: SpielState = self.clone()
        believed = game.believed(self.now.state, player, seeded("resample", *words))
        state.now = Moment(game, believed, told=self.now.told(player))
        return state

    def __str__(self) -> str:
        """The whole state, nothing hidden: for debugging, and equal only for equal states."""
        return f"{self.now.state.tobytes().hex()}"


class Observer:
    """OpenSpiel's way of asking what a seat may know."""

    def __init__(self, game: Game, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"observations have no parameters; given: {params}")
        self.game = game
        self.recall = kind.perfect_recall
        self.tensor = np.zeros(observer(game.name).layout.size, np.float32)
        self.dict = observer(game.name).layout.split(self.tensor)

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor[:] = observation(self.game, state.now.state, player)

    def string_from(self, state: SpielState, player: int) -> str:
        return state.information_state_string(player) if self.recall else state.now.view(player)


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # an untyped class of C++
    """A game with its seats and options chosen. Subclassed for each game of the house, since OpenSpiel makes games
    from classes."""

    room: str
    kind: Any

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = params or {}
        game = load(self.room)
        self.seats = int(given.get("players", game.seats[0]))
        options = game.canonical({name: str(value) for name, value in given.items() if name != "players"})
        self.first = Moment(game, game.start(self.seats, options))
        super().__init__(self.kind, game_info(game, self.seats, options), given)

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(load(self.room), iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


def game_info(game: Game, seats: int, options: Options) -> Any:
    return pyspiel.GameInfo(
        num_distinct_actions=game.rules.ACTIONS,
        max_chance_outcomes=game.rules.OUTCOMES,
        num_players=seats,
        min_utility=-1.0 if seats == 2 else -1 / (seats - 1),
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=game.bound(seats, options),
    )


def register(name: str) -> None:
    """Make a game known to `pyspiel.load_game`; those of the registry at the time of the import are known already."""
    kind = game_type(load(name))
    pyspiel.register_game(kind, type(f"{name.capitalize()}Game", (SpielGame,), {"room": name, "kind": kind}))


for _name in GAMES:
    register(_name)
