"""The search: it finds what is forced, learns the true values of small games, and knows only what its seat knows."""

import time
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import count
from typing import Any, Literal

import msgspec
import numpy as np
import pytest

from boards import breakthrough, connect_four, guess
from plainly import Plain, alike
from yonto.core.contract import NOBODY, Game, State
from yonto.core.play import Play, lots
from yonto.core.rng import below, seeded
from yonto.games import GAMES, load
from yonto.search.evaluate.standing import weights_for
from yonto.search.mcts import CHUNK, Account, Clock, Search, Settings, think
from yonto.search.tree import Tree

HIDDEN = [name for name in GAMES if load(name).hidden]
FEW = 25  # actions that plain Python looks at in reasonable time
TABLES = [(name, seats) for name in GAMES for seats in load(name).seats]


def midway(game: Game, seats: int, actions: int, *seed: int | str) -> Play:
    """A game after some random actions of its seats, a seat to move that has a choice. Where games are shorter than
    that, after fewer."""
    rng = seeded("midway", game.name, seats, *seed)
    for tried in count(1):
        actions -= tried % 50 == 0
        play = Play(game, seats)
        choices = 0
        while not play.over:
            play.draw_chance(lots(rng))
            if play.over:
                break
            moves = game.legal(play.state)
            choices += 1
            if choices > actions and len(moves) > 1:
                return play
            play.take(moves[below(rng, len(moves))])
    raise AssertionError("unreachable")


def connect_four_after(columns: str) -> State:
    state = connect_four.GAME.start(2)
    for column in columns:
        connect_four.apply(state, int(column))
    return state


def test_it_takes_four_in_a_row() -> None:
    state = connect_four_after("001122")
    account = think(connect_four.GAME, state, 0, Settings(simulations=400), 1)
    assert account.action == 3
    assert account.line == (3,)
    assert account.values[0] > 0.8


def test_it_sees_a_win_that_takes_three_moves() -> None:
    """Two in the middle of an empty row, both sides open: a third makes two threats at once."""
    state = connect_four_after("3040")  # seat 0 has columns 3 and 4 of the lowest row, seat 1 a tower on 0
    account = think(connect_four.GAME, state, 0, Settings(simulations=6000), 1)
    assert account.action in (2, 5)
    assert account.candidates[0].values[0] > 0.9


def test_it_blocks_the_only_way_to_lose_at_once() -> None:
    state = connect_four_after("0516" + "2")  # seat 0 threatens column 3
    account = think(connect_four.GAME, state, 1, Settings(simulations=2000), 3)
    assert account.action == 3


def test_it_finds_the_last_step_of_a_breakthrough() -> None:
    state = breakthrough.GAME.start(2)
    state.row[0, 6] = 1 << 4
    account = think(breakthrough.GAME, state, 0, Settings(simulations=1500), 1)
    assert account.action // 24 == 6
    assert account.candidates[0].values[0] == 1.0


def test_it_takes_the_pawn_that_is_about_to_arrive() -> None:
    """Seat 1 stands one step before seat 0's side; only a pawn aslant behind it can take it."""
    state = breakthrough.GAME.start(2)
    state.row[:] = 0
    state.row[0, 0] = 0b0000_0110
    state.row[0, 1] = 0b1000_0000
    state.row[1, 6] = 0b0000_1000  # on seat 0's row 1, column 3
    state.pawns[:] = (3, 1)
    account = think(breakthrough.GAME, state, 0, Settings(simulations=300), 1)
    assert account.action == 24 * 0 + 3 * 2 + 2
    assert account.candidates[0].values[0] == 1.0


def best_share(state: State) -> float:
    """The exact value for the seat to move, by trying everything."""
    game = load("niya")
    best = 0.0
    for action in game.legal(state):
        best = max(best, exact(game.after(state, action).tobytes(), game.rules.to_move(state)))
    return best


@cache
def exact(data: bytes, seat: int) -> float:
    """What seat gets with best play by both."""
    game = load("niya")
    state = np.frombuffer(bytearray(data), game.rules.STATE).view(np.recarray)[0]
    if game.rules.is_over(state):
        shares = np.zeros(2)
        game.rules.shares(state, shares)
        return float(shares[seat])
    value = best_share(state)
    return value if game.rules.to_move(state) == seat else 1 - value


@pytest.mark.parametrize("seed", range(6))
def test_it_converges_to_the_exact_values_of_late_positions_of_niya(seed: int) -> None:
    game = load("niya")
    play = midway(game, 2, 6, seed)
    seat = play.to_move
    account = think(game, play.state, seat, Settings(simulations=30_000, stop_early=False), seed)
    assert account.values[seat] == pytest.approx(best_share(play.state), abs=0.06)
    assert exact(game.after(play.state, account.action).tobytes(), seat) == best_share(play.state)
    most = account.candidates[0]
    assert most.values[seat] == pytest.approx(best_share(play.state), abs=0.04)


def hidden_coin() -> State:
    state = guess.GAME.start(2)
    guess.apply(state, guess.HEADS)
    return state


def test_waiting_does_not_reveal_a_hidden_coin() -> None:
    account = think(guess.GAME, hidden_coin(), 0, Settings(simulations=20_000, stop_early=False), 5)
    values = {candidate.action: candidate.values[0] for candidate in account.candidates}
    assert account.action in (guess.HEADS, guess.TAILS)
    assert values[guess.HEADS] == pytest.approx(0.6, abs=0.03)
    assert values[guess.TAILS] == pytest.approx(0.6, abs=0.03)
    assert values[guess.WAIT] < 0.57  # an eager search of each coin by itself would say 1


def essence(account: Account) -> list[object]:
    """An account without its seconds."""
    candidates = [[c.action, c.visits, *c.values] for c in account.candidates]
    return [account.action, account.values, candidates, account.line, account.simulations]


@pytest.mark.parametrize("name", HIDDEN)
def test_what_is_hidden_changes_nothing_in_the_answer(name: str) -> None:
    game = load(name)
    for seats in game.seats:
        for seed in range(3):
            play = midway(game, seats, 10 + 7 * seed, seed)
            seat = play.to_move
            leaf: Literal["evaluate", "rollout"] = "evaluate" if weights_for(game, seats) is not None else "rollout"
            settings = Settings(simulations=60, leaf=leaf, sharp=5.0 if leaf == "evaluate" else 0.0)
            rng = seeded("permute", seed)
            answers = []
            for other in (play.state, game.believed(play.state, seat, rng), game.believed(play.state, seat, rng)):
                account = think(game, game.believed(other, seat, seeded(seed)), seat, settings, seed)
                answers.append(essence(account))
            assert answers[0] == answers[1] == answers[2]


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_an_account_adds_up(name: str, seats: int) -> None:
    game = load(name)
    play = midway(game, seats, 5)
    seat = play.to_move
    account = think(game, play.state, seat, Settings(simulations=150, stop_early=False), 1)
    assert game.rules.seats(play.state) == seats
    assert account.simulations == 150
    assert sum(candidate.visits for candidate in account.candidates) == 149  # the first looked at the root itself
    assert len(account.values) == seats
    assert sum(account.values) == pytest.approx(1.0)
    assert all(sum(candidate.values) == pytest.approx(1.0) for candidate in account.candidates)
    assert {candidate.action for candidate in account.candidates} <= set(game.legal(play.state))
    assert account.action == account.candidates[0].action == account.line[0]
    after = play.state
    for action in account.line:
        assert game.rules.why_not(after, action) == 0
        after = game.after(after, action)


def test_one_thread_in_a_tree_made_for_several_finds_what_it_finds_alone() -> None:
    game = load("tajuto")
    play = midway(game, 2, 6)
    settings = Settings(simulations=500, leaf="evaluate", sharp=10.0, stop_early=False)
    several = msgspec.structs.replace(settings, threads=3)
    alone = think(game, play.state, play.to_move, settings, 7)
    assert essence(think(game, play.state, play.to_move, several, 7, cores=lambda: 1)) == essence(alone)


def searched_by(threads: int, name: str, seats: int, simulations: int, *seed: int | str) -> Search:
    """A tree in which so many threads were at work, whether or not there are as many cores; they take turns as the
    system likes."""
    game = load(name)
    play = midway(game, seats, 8, *seed)
    sharp = 0.0 if weights_for(game, seats) is None else 10.0
    settings = Settings(simulations=simulations, leaf="evaluate", sharp=sharp, explore=0.4, threads=threads)
    search = Search(game, play.state, play.to_move, settings, *seed)
    search.run(1)
    with ThreadPoolExecutor(threads) as helpers:
        for _ in range(5):
            search.run(simulations // 5, helpers, threads)
    return search


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_threads_in_one_tree_leave_it_in_order(name: str, seats: int) -> None:
    """Additions that are made at once may be lost, so sums are compared with some room; nothing else may be amiss."""
    threads, simulations = 4, 6000
    search = searched_by(threads, name, seats, simulations, "order")
    t = search.tree
    assert simulations <= search.done < simulations + 2 + 5 * threads, "each may have been at one when it was enough"
    assert not t.nodes.busy.any(), "nobody is on the way any more"
    assert (t.nodes.visits >= 0).all()
    assert (t.nodes.value >= 0).all()
    assert t.nodes[0].visits == pytest.approx(search.done, rel=0.05)
    reached, waiting = {0}, [0]
    while waiting:
        node = waiting.pop()
        edges = edges_of(t, node)
        actions = [int(edge.action) for edge in edges]
        assert len(set(actions)) == len(actions), "no action has two edges"
        followed = [int(edge.child) for edge in edges if edge.child >= 0]
        assert not reached & set(followed), "it is a tree"
        assert len(followed) == len(set(followed))
        reached |= set(followed)
        waiting += followed
        below = int(t.nodes[followed].visits.sum())
        assert below <= int(t.nodes[node].visits) * 1.05 + 2 * threads
        if t.nodes[node].visits > 0:
            shares = t.nodes[node].value.sum()
            assert shares == pytest.approx(t.nodes[node].visits, rel=0.1, abs=2 * threads)
    assert sum(int(own.desk.used[0]) - i * (simulations + 1) for i, own in enumerate(search.trees)) >= len(reached)


def edges_of(t: Tree, node: int) -> list[Any]:
    found, edge = [], int(t.nodes[node].first)
    while edge >= 0:
        found.append(t.edges[edge])
        edge = int(t.edges[edge].next)
    return found


@pytest.mark.parametrize("threads", [2, 4])
@pytest.mark.parametrize(
    ("columns", "right"), [("001122", {3}), ("3040", {2, 5}), ("05162", {3})], ids=["win", "win in three", "block"]
)
def test_several_threads_find_the_only_right_move_too(columns: str, right: set[int], threads: int) -> None:
    state = connect_four_after(columns)
    settings = Settings(simulations=8000, threads=threads, stop_early=False)
    assert think(connect_four.GAME, state, len(columns) % 2, settings, 1).action in right


def test_a_full_pool_stops_the_growth_of_a_tree_of_several(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("yonto.search.mcts.MOST_NODES", 40)
    monkeypatch.setattr("yonto.search.mcts.MOST_EDGES", 60)
    settings = Settings(simulations=3000, stop_early=False, threads=3)
    account = think(connect_four.GAME, connect_four_after("001122"), 0, settings, 1)
    assert account.simulations >= 3000
    assert account.action == 3


def test_cores_that_are_taken_back_are_not_used_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is asked again for every part of the work."""
    free, used = iter([3, 3, 2, 1]), list[int]()
    simulated = Search.run

    def run(search: Search, count: int, helpers: Any = None, threads: int = 1) -> None:
        used.append(threads)
        simulated(search, count, helpers, threads)

    monkeypatch.setattr(Search, "run", run)
    settings = Settings(simulations=CHUNK * 9, stop_early=False, threads=3)
    think(connect_four.GAME, connect_four_after(""), 0, settings, 1, cores=lambda: next(free, 1))
    assert used[1:6] == [3, 3, 2, 1, 1]


def test_a_search_stops_early_only_when_nothing_can_change() -> None:
    state = connect_four_after("001122")
    early = think(connect_four.GAME, state, 0, Settings(simulations=3000), 1)
    late = think(connect_four.GAME, state, 0, Settings(simulations=3000, stop_early=False), 1)
    assert early.simulations < late.simulations == 3000
    assert early.action == late.action


def test_a_full_pool_stops_the_growth_and_not_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("yonto.search.mcts.MOST_NODES", 40)
    monkeypatch.setattr("yonto.search.mcts.MOST_EDGES", 60)
    state = connect_four_after("001122")
    account = think(connect_four.GAME, state, 0, Settings(simulations=500, stop_early=False), 1)
    assert account.simulations == 500
    assert account.action in connect_four.GAME.legal(state)


def test_a_moment_that_has_passed_still_gets_a_legal_answer() -> None:
    game = load("niya")
    play = midway(game, 2, 2)
    account = think(game, play.state, play.to_move, Settings(simulations=10_000), 1, until=time.monotonic() - 1)
    assert account.action in game.legal(play.state)
    assert account.simulations < 10_000


class Made:
    """Clocks made for a test: the wall's leaps by an hour a look, the processor's goes on by a millisecond."""

    def __init__(self) -> None:
        self.hours, self.milliseconds = 0, 0

    def monotonic(self) -> float:
        self.hours += 1
        return 3600.0 * self.hours

    def thread_time(self) -> float:
        self.milliseconds += 1
        return self.milliseconds / 1000


@pytest.mark.parametrize("threads", [1, 2])
def test_processor_time_does_not_pass_while_others_have_the_processor(
    monkeypatch: pytest.MonkeyPatch, threads: int
) -> None:
    state = connect_four_after("")
    found: dict[Clock, int] = {}
    clocks: tuple[Clock, ...] = ("wall", "processor")
    for clock in clocks:
        monkeypatch.setattr("yonto.search.mcts.time", Made())
        settings = Settings(simulations=2000, seconds=5, clock=clock, threads=threads, stop_early=False)
        found[clock] = think(connect_four.GAME, state, 0, settings, 1).simulations
    assert found["wall"] <= 9 + threads  # the first few, after which the time was up
    assert 2000 <= found["processor"] < 2000 + threads


def test_a_moment_of_the_wall_ends_a_search_that_counts_processor_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("yonto.search.mcts.time", Made())
    settings = Settings(simulations=2000, seconds=5, clock="processor", stop_early=False)
    assert think(connect_four.GAME, connect_four_after(""), 0, settings, 1, until=4000.0).simulations <= 9


def test_an_unripe_action_is_judged_again_before_it_is_followed() -> None:
    """With `ripe` 5 an action is evaluated five times, in as many beliefs, before what follows it is looked at."""
    game = load("qin")
    play = midway(game, 2, 6)
    settings = Settings(simulations=300, leaf="evaluate", sharp=10.0, explore=0.4, ripe=5)
    search = Search(game, play.state, play.to_move, settings, 1)
    search.run(300)
    t = search.tree
    followed = [node for node in t.nodes[1 : t.desk.used[0]] if node.first >= 0]
    assert followed
    assert all(node.visits > 5 for node in followed)
    assert all(node.first < 0 for node in t.nodes[1 : t.desk.used[0]] if node.visits <= 5)


@pytest.mark.parametrize("seats", [3, 4])
def test_a_round_is_played_on_to_the_turn_of_the_seat_that_asks(seats: int) -> None:
    """Everything is judged when the seat is to move again, its draw made and the answers of all others given."""
    game = load("qin")
    play = midway(game, seats, 20)
    settings = Settings(simulations=200, leaf="evaluate", sharp=10.0, ripe=4)
    for whole, ends in ((True, {play.to_move, NOBODY}), (False, set(range(-2, seats)))):
        search = Search(game, play.state, play.to_move, msgspec.structs.replace(settings, round=whole), 1)
        movers = set()
        for _ in range(200):
            search.run(1)
            movers.add(int(game.rules.to_move(search.tree.work[0])))
        assert movers <= ends
        assert whole or len(movers) > 1


def test_a_game_without_a_policy_is_searched_as_ever() -> None:
    game = load("tajuto")
    play = midway(game, 3, 20)
    settings = Settings(simulations=100, leaf="evaluate", sharp=10.0)
    both = settings, msgspec.structs.replace(settings, round=True)
    found = [think(game, play.state, play.to_move, each, 1) for each in both]
    assert essence(found[0]) == essence(found[1])


def test_a_search_without_any_budget_is_refused() -> None:
    with pytest.raises(ValueError, match="number of simulations or a time"):
        think(connect_four.GAME, connect_four_after(""), 0, Settings(), 1)


def narrow(game: Game, seats: int) -> Play:
    """A game at a moment with few actions to choose from, since each of them is looked at in plain Python: of the first
    games' moments the first that is narrow enough, else the one with the fewest."""
    rng, fewest = seeded("narrow", game.name, seats), list[tuple[int, Play]]()
    for _ in range(5):
        play = Play(game, seats)
        play.draw_chance(lots(rng))
        while not play.over:
            moves = game.legal(play.state)
            if play.seq > 20 and 2 < len(moves) <= FEW:
                return play
            if len(moves) > 2 and (not fewest or len(moves) < fewest[0][0]):
                fewest = [(len(moves), play.copy())]
            play.take(moves[below(rng, len(moves))])
            play.draw_chance(lots(rng))
    return fewest[0][1]


def plain_case(name: str, seats: int, state: str) -> list[object]:
    """What a short search finds in a state given as hexadecimal digits."""
    game = load(name)
    start = np.frombuffer(bytearray.fromhex(state), game.rules.STATE).view(np.recarray)[0]
    settings = Settings(simulations=8, leaf="truncated", depth=2, sharp=6.0, stop_early=False)
    if weights_for(game, seats) is None:
        settings = Settings(simulations=8)
    return essence(think(game, start, game.rules.to_move(start), settings, 1))


@pytest.mark.plain
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_compiled_and_plain_python_find_the_same(name: str, seats: int, plain: Plain) -> None:
    state = narrow(load(name), seats).state.tobytes().hex()
    assert plain(plain_case, name, seats, state) == alike(plain_case(name, seats, state))


def plain_round(state: str) -> list[object]:
    """What a few simulations find that play rounds on."""
    game = load("qin")
    start = np.frombuffer(bytearray.fromhex(state), game.rules.STATE).view(np.recarray)[0]
    settings = Settings(simulations=3, leaf="evaluate", sharp=6.0, round=True, stop_early=False)
    return essence(think(game, start, game.rules.to_move(start), settings, 1))


@pytest.mark.plain
def test_compiled_and_plain_python_play_the_same_rounds(plain: Plain) -> None:
    state = narrow(load("qin"), 4).state.tobytes().hex()
    assert plain(plain_round, state) == alike(plain_round(state))
