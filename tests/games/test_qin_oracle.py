"""The compiled rules against the slow oracle, on tens of thousands of positions, and what a seat may believe."""

from collections import Counter
from itertools import permutations
from math import sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from effort import EFFORT
from games.qin_drawing import Table, legal, same
from games.qin_oracle import KINDS, PASS, Oracle, placement_of
from yonto.core.contract import CHANCE, State
from yonto.core.errors import BadOption
from yonto.core.rng import Rng, below, pick, seeded
from yonto.games import load
from yonto.games.qin import rules
from yonto.games.qin.boards import NAMES, check, rows_of
from yonto.games.qin.effects import foresee
from yonto.games.qin.land import fits

GAME = load("qin")
GAMES_EACH = 4 * EFFORT  # per board and number of seats: over 1,200 positions where a seat is to move


def choose(state: State, actions: list[int], rng: Rng, taste: int) -> int:
    """At random; or of five the one that leaves the fewest (taste 1) or the most (taste 2) pagodas off the board:
    games of builders end by Q20, games of wreckers are full of joins."""
    if taste == 0:
        return actions[below(rng, len(actions))]
    some = [actions[below(rng, len(actions))] for _ in range(5)]
    sign = 1 if taste == 1 else -1
    return min(some, key=lambda action: sign * int(GAME.after(state, action).left.sum()))


def compare_game(rows: tuple[str, ...], seats: int, seed: int) -> int:
    """A whole game on both sides; tells in how many positions a seat was to move."""
    state, oracle = GAME.start(seats, {"board": "/".join(rows)}), Oracle(list(rows), seats)
    rng, positions = seeded("oracle", *rows, seats, seed), 0
    while not oracle.end:
        if rules.to_move(state) == CHANCE:
            outcomes, weights = GAME.chance(state)
            assert dict(zip(outcomes, weights, strict=True)) == {k: n for k, n in oracle.deck.items() if n}
            kind = outcomes[pick(rng, np.array(weights), len(weights))]
            oracle.take(kind)
            rules.apply(state, kind)
        else:
            positions += 1
            actions = legal(state)
            assert sorted(actions) == oracle.legal()
            for _ in range(12):
                wild = below(rng, PASS)
                assert rules.why_not(state, wild) == oracle.why_not(placement_of(wild))
            action = choose(state, actions, rng, seed % 3)
            oracle.act(action)
            rules.apply(state, action)
        same(state, oracle)
    shares = np.zeros(seats)
    rules.shares(state, shares)
    assert [seat for seat in range(seats) if shares[seat]] == oracle.winners()
    return positions


@pytest.mark.rule("Q8", "Q12", "Q16", "Q19")
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("board", NAMES)
def test_rules_and_oracle_agree_at_every_step_of_random_games(board: str, seats: int) -> None:
    positions = sum(compare_game(rows_of(board), seats, seed) for seed in range(GAMES_EACH))
    assert positions > 40 * GAMES_EACH


@st.composite
def small_boards(draw: st.DrawFn) -> str:
    """Boards of 5 to 8 cells each way, crowded: water, villages of one cell, several starts of a colour. What makes
    one invalid is flooded."""
    height, width = draw(st.integers(5, 8)), draw(st.integers(5, 8))
    line = st.lists(st.sampled_from("........~~RYBv"), min_size=width, max_size=width)
    letters = iter("abcdefghijklmnopqrstuvwxyz")
    rows = [[next(letters, "~") if char == "v" else char for char in draw(line)] for _ in range(height)]
    rows[0][0] = "R"
    while True:
        try:
            return check("/".join("".join(row) for row in rows))
        except BadOption as error:
            rows[error.params["line"] - 1][error.params["column"] - 1] = "~"


@pytest.mark.rule("Q1", "Q21", "Q22")
@settings(max_examples=200)
@given(small_boards(), st.sampled_from([2, 3, 4]), st.integers(0, 999))
def test_rules_and_oracle_agree_on_crowded_little_boards(board: str, seats: int, seed: int) -> None:
    compare_game(rows_of(board), seats, seed)


@pytest.mark.rule("Q21")
@settings(max_examples=40)
@given(small_boards(), st.integers(0, 999))
def test_some_kind_of_tile_fits_exactly_while_two_free_steppe_cells_lie_side_by_side(board: str, seed: int) -> None:
    state, rng = GAME.start(2, {"board": board}), seeded("room", seed)
    while not rules.is_over(state):
        free = [int(row) for row in state.free]
        pairs = any(row & (row >> 1) or row & under for row, under in zip(free, [*free[1:], 0], strict=True))
        assert fits(state, 0b111_111_111) == pairs
        outcomes, weights = GAME.chance(state)
        actions = legal(state)
        if outcomes:
            rules.apply(state, outcomes[pick(rng, np.array(weights), len(weights))])
        else:
            rules.apply(state, actions[below(rng, len(actions))])


def test_equal_positions_have_equal_bytes_however_they_were_reached() -> None:
    """The same tiles laid in another order lead to the same record, but for the last placement."""
    drawing = """
    . . . . . . .
    . R . . . Y .
    . . . . . . .
    """
    moves = ["RR b3-c3", "YY e3-f3", "RY c2-d2", "RY a2-a3"]
    states = set()
    for order in ([0, 1, 2, 3], [1, 0, 3, 2], [2, 1, 0, 3], [0, 3, 2, 1]):
        table = Table(drawing, ["RR YY RY RY", "BB"], deck="")
        for i in order:
            rules.apply(table.state, table.number(moves[i]))
            table.state.turn = 0
        table.state.last = -1
        states.add(table.state.tobytes())
    assert len(states) == 1


def beliefs(state: State, seat: int, samples: int) -> Counter[tuple[tuple[int, ...], ...]]:
    rng = seeded("beliefs", seat)
    found: Counter[tuple[tuple[int, ...], ...]] = Counter()
    for _ in range(samples):
        believed = GAME.believed(state, seat, rng)
        found[tuple(tuple(int(n) for n in hand) for hand in believed.hand[: int(state.seats)])] += 1
    return found


def every_deal(state: State, seat: int) -> Counter[tuple[tuple[int, ...], ...]]:
    """All orders of the tiles this seat has not seen, each dealt out: how many give which hands."""
    seats = range(int(state.seats))
    pool = [
        k for k in range(6) for _ in range(int(state.deck[k]) + sum(int(state.hand[i, k]) for i in seats if i != seat))
    ]
    sizes = [int(state.hand[i].sum()) for i in seats]
    found: Counter[tuple[tuple[int, ...], ...]] = Counter()
    for order in permutations(pool):
        hands, place = [], 0
        for i in seats:
            if i == seat:
                hands.append(tuple(int(n) for n in state.hand[i]))
            else:
                mine = order[place : place + sizes[i]]
                place += sizes[i]
                hands.append(tuple(mine.count(k) for k in range(6)))
        found[tuple(hands)] += 1
    return found


@pytest.mark.rule("Q4")
@pytest.mark.parametrize(
    ("hands", "deck", "seat"),
    [
        (["BB RY", "RR BB"], "RR RR YY", 0),
        (["BB RY", "RR BB", "RR"], "YB YB YY", 1),
        (["RY", "RY RY", "RB", "BB YY"], "RR", 3),
    ],
)
def test_every_deal_that_a_seat_cannot_tell_apart_is_equally_likely_to_be_believed(
    hands: list[str], deck: str, seat: int
) -> None:
    table = Table(". . . . .\n. . R . .\n. . . . .", hands, deck=deck)
    samples = 20_000
    expected, found = every_deal(table.state, seat), beliefs(table.state, seat, samples)
    assert set(found) == set(expected)
    total = sum(expected.values())
    for deal, ways in expected.items():
        p = ways / total
        assert abs(found[deal] - samples * p) < 5 * sqrt(samples * p * (1 - p)) + 1


@pytest.mark.rule("Q4")
def test_a_seat_believes_in_its_own_hand_and_in_the_sizes_of_the_others() -> None:
    table = Table(". . . . .\n. . R . .\n. . . . .", ["BB RY", "RR BB YY", "RR"], deck="YB YB YY RR RB")
    for deal in beliefs(table.state, 1, 200):
        assert deal[1] == tuple(int(n) for n in table.state.hand[1])
        assert [sum(hand) for hand in deal] == [2, 3, 1]


@pytest.mark.rule("Q19", "Q20")
def test_what_is_foreseen_is_what_happens_and_the_state_stays_as_it_was() -> None:
    for board in NAMES:
        for seats in (2, 3, 4):
            state, rng = GAME.start(seats, {"board": board}), seeded("foresee", board, seats)
            while not rules.is_over(state):
                if rules.to_move(state) == CHANCE:
                    outcomes, weights = GAME.chance(state)
                    rules.apply(state, outcomes[pick(rng, np.array(weights), len(weights))])
                    continue
                actions = legal(state)
                action = actions[below(rng, len(actions))]
                before, left = state.tobytes(), state.left.tolist()
                if action == PASS:
                    rules.apply(state, action)
                    continue
                done = foresee(state, action)
                assert state.tobytes() == before
                rules.apply(state, action)
                assert tuple(state.left.tolist()[:seats]) == done.left
                for seat in range(seats):
                    assert left[seat] - done.put[seat] + done.returned[seat] == done.left[seat]
                if state.drawing:
                    after = GAME.after(state, GAME.chance(state)[0][0])
                else:
                    after = state
                assert (done.ends is not None) == bool(after.end)


def test_the_oracle_knows_the_kinds_by_the_same_numbers() -> None:
    state = GAME.start(2)
    assert tuple(GAME.write(state, kind) for kind in range(6)) == KINDS
