"""The exact solver against the whole unpruned tree: results, lengths, every move, best lines, bulk, graded gardens."""

import os

import msgspec
import numpy as np
import pytest

from effort import EFFORT
from games import niya_oracle as oracle
from plainly import Plain, alike
from yonto.core.contract import NOBODY, State
from yonto.core.errors import BadOption
from yonto.core.rng import Rng, below, seeded
from yonto.core.state import blank
from yonto.games import load
from yonto.games.niya import rules
from yonto.games.niya.notation import parse_cell, parse_garden, with_garden
from yonto.games.niya.solver import (
    Position,
    Unsolvable,
    balanced_garden,
    count_openings,
    graded_garden,
    position_of,
    random_garden,
    random_gardens,
    solve,
    solve_many,
    solve_position,
)
from yonto.games.niya.solver.tables import count, slot

NIYA = load("niya")
BOTH = pytest.mark.parametrize("full_board", [rules.BLOCKADE, rules.DRAW], ids=["blockade", "draw"])
# Gardens that the oracle walks whole: one of each kind. In the last two the second player wins even where a full board
# is a draw (one garden in about six thousand): with its sixteenth token, and with its fourteenth.
WHOLE = {
    "the first wins": "IR CR IB PS  IO CB PB MB  PR MR MO CO  CS MS IS PO",
    "the second fills the board": "MO PR CO PS  IO CS IR PB  MR MB MS IS  CR CB PO IB",
    "the second wins at sixteen": "PR IO PB MR  PO MO PS IS  CS CB IR CR  IB MS CO MB",
    "the second wins at fourteen": "IB IS MO PO  MS MR PB CR  IR CS IO PR  PS MB CB CO",
}


def late_state(rng: Rng, free: int, full_board: int) -> State:
    """A position with so many tiles left and the round still on, by random play from random gardens."""
    while True:
        state = with_garden(random_garden(below(rng, 1 << 30)), full_board)
        while not rules.is_over(state) and int(state.free).bit_count() > free:
            actions = NIYA.legal(state)
            rules.apply(state, actions[below(rng, len(actions))])
        if not rules.is_over(state):
            return state


def oracle_values(state: State) -> tuple[oracle.Values, oracle.Values, int]:
    """The oracle's answer for a state, handed over as lists of cells."""
    tiles = [int(tile) for tile in state.tile]
    owner = [next((seat for seat in (0, 1) if (state.tokens[seat] >> c) & 1), oracle.FREE) for c in range(16)]
    last = tiles.index(int(state.last)) if state.last >= 0 else -1
    return oracle.values(tiles, owner, last, rules.to_move(state))


def expect(state: State, truth: oracle.Values) -> None:
    """The solver says what the oracle says: of every move, and of the position."""
    solution = solve(state)
    assert {move.action: (move.result, move.plies) for move in solution.moves} == truth
    wins = [plies for result, plies in truth.values() if result == "win"]
    losses = [plies for result, plies in truth.values() if result == "loss"]
    if wins:
        assert (solution.result, solution.plies) == ("win", min(wins))
    elif len(losses) == len(truth):
        assert (solution.result, solution.plies) == ("loss", max(losses))
    else:
        assert (solution.result, solution.plies) == ("draw", int(state.free).bit_count())


def expect_line(state: State) -> None:
    """The best line is legal, ends the round with its last move and not before, and ends it as promised."""
    solution, seat = solve(state), rules.to_move(state)
    state = state.copy()
    for action in solution.line:
        assert rules.why_not(state, action) == 0
        rules.apply(state, action)
    assert rules.to_move(state) == NOBODY
    assert len(solution.line) == solution.plies
    winner = {"win": seat, "loss": 1 - seat, "draw": -1}[solution.result]
    assert state.winner == winner


@BOTH
@pytest.mark.parametrize(("free", "positions"), [(1, 40), (2, 80), (4, 80), (6, 150), (7, 150), (8, 150), (9, 100)])
def test_late_positions_are_solved_as_by_the_unpruned_tree(free: int, positions: int, full_board: int) -> None:
    rng = seeded("late", free, full_board)
    for _ in range(positions):
        state = late_state(rng, free, full_board)
        expect(state, oracle_values(state)[:2][full_board])


# Once the first tile is taken, eight million positions each; whole, twelve times as many, in make test-long.
TAKEN = (1,) if EFFORT == 1 else (1, 0)


@pytest.mark.skipif(os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="millions of positions in plain Python")
@pytest.mark.parametrize("taken", TAKEN)
@pytest.mark.parametrize("name", WHOLE)
def test_gardens_of_every_kind_are_solved_as_by_the_unpruned_tree(name: str, taken: int) -> None:
    state = with_garden(parse_garden(WHOLE[name]))
    for action in solve(state).line[:taken]:
        rules.apply(state, action)
    *truths, positions = oracle_values(state)
    assert positions > 5_000_000, "the whole tree was walked"
    for full_board in (rules.BLOCKADE, rules.DRAW):
        state.full_board = full_board
        expect(state, truths[full_board])


def test_what_is_said_of_these_gardens_is_so() -> None:
    expected = {
        "the first wins": ("win", "win"),
        "the second fills the board": ("loss", "draw"),
        "the second wins at sixteen": ("loss", "loss"),
        "the second wins at fourteen": ("loss", "loss"),
    }
    for name, text in WHOLE.items():
        tiles = parse_garden(text)
        assert tuple(solve(with_garden(tiles, full_board)).result for full_board in (0, 1)) == expected[name]


@BOTH
def test_a_best_line_replays_to_the_promised_end_at_the_promised_ply(full_board: int) -> None:
    rng = seeded("line", full_board)
    for seed in range(25):
        expect_line(with_garden(random_garden(seed), full_board))
    for free in range(1, 16):
        for _ in range(10):
            expect_line(late_state(rng, free, full_board))
    for text in WHOLE.values():
        expect_line(with_garden(parse_garden(text), full_board))


@BOTH
def test_each_move_is_worth_what_the_position_after_it_is_worth_to_the_other(full_board: int) -> None:
    state = with_garden(random_garden("children"), full_board)
    while not rules.is_over(state):
        solution = solve(state)
        for move in solution.moves:
            after = NIYA.after(state, move.action)
            if rules.is_over(after):
                won = "win" if after.winner >= 0 else "draw"
                assert (move.result, move.plies) == (won, 1)
            else:
                answer = solve(after)
                assert (move.result, answer.result) in {("win", "loss"), ("loss", "win"), ("draw", "draw")}
                assert move.plies == answer.plies + 1
        state = NIYA.after(state, solution.line[0])


def test_masks_give_the_same_solution_as_the_state() -> None:
    state = late_state(seeded("masks"), 9, rules.DRAW)
    fits = position_of(state).fits
    me, them = int(state.tokens[1]), int(state.tokens[0])
    assert solve_position(Position(fits, me, them, int(rules.allowed(state)), rules.DRAW)) == solve(state)


def test_a_state_is_left_as_it_is() -> None:
    state = with_garden(random_garden(3))
    before = state.tobytes()
    solve(state)
    assert state.tobytes() == before


def test_a_garden_that_is_not_laid_has_no_solution() -> None:
    state = blank(rules.STATE)
    rules.setup(state, rules.BLOCKADE)
    rules.lay(state, 3)
    with pytest.raises(Unsolvable) as caught:
        solve(state)
    assert "not laid" in caught.value.text("en")
    assert "pas encore en place" in caught.value.text("fr")


def test_a_round_that_is_over_has_no_solution() -> None:
    state = with_garden(random_garden(4))
    for action in solve(state).line:
        rules.apply(state, action)
    with pytest.raises(Unsolvable) as caught:
        solve(state)
    assert "over" in caught.value.text("en")
    assert "finie" in caught.value.text("fr")


@pytest.mark.parametrize(
    ("me", "them", "moves", "key"),
    [
        (0b11, 0b10, 0b100, "solve.tokens"),  # both on one cell
        (0b11, 0b100, 0b1000, "solve.tokens"),  # the seat to move is ahead
        (0b1111, 0b1111_0000 ^ 0b11_0000_0000, 1 << 15, "solve.tokens"),  # a finished line
        (1 << 16, 1 << 3, 0b1000, "solve.tokens"),  # off the board
        (0b1, 0b10, 0b1, "solve.moves"),  # a tile that is gone
        (0b1, 0b10, 0, "solve.moves"),
    ],
)
def test_masks_that_no_round_can_reach_are_refused(me: int, them: int, moves: int, key: str) -> None:
    fits = position_of(with_garden(random_garden(0))).fits
    with pytest.raises(Unsolvable) as caught:
        solve_position(Position(fits, me, them, moves))
    assert caught.value.key == key
    assert caught.value.text("fr") != caught.value.text("en")


def test_each_bit_has_a_slot_of_its_own_and_cells_are_counted() -> None:
    assert {slot(1 << cell) for cell in range(16)} == set(range(16))
    assert all(count(mask) == mask.bit_count() for mask in range(0, 1 << 16, 7))


@BOTH
def test_many_gardens_are_solved_as_one_by_one_whatever_the_threads(full_board: int) -> None:
    gardens = random_gardens("many", 600)
    seen = []
    solved = solve_many(gardens, full_board, progress=lambda done, total: seen.append((done, total)))
    assert seen[-1] == (600, 600)
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)
    alone = solve_many(gardens, full_board, threads=1)
    assert all(np.array_equal(getattr(solved, name), getattr(alone, name)) for name in solved._fields)
    quick = solve_many(gardens, full_board, exact=False)
    assert (quick.result == solved.result).all()
    assert (quick.nodes <= solved.nodes).all()
    assert not quick.plies.any()
    for row in range(0, 600, 40):
        one = solve(with_garden([int(tile) for tile in gardens[row]], full_board))
        assert (one.result, one.plies) == (("draw", "win", "loss")[solved.result[row]], solved.plies[row])


def test_the_first_player_wins_as_often_under_both_rules() -> None:
    """A full board never wins for the first player, so the two rules differ only in what else a garden may be."""
    gardens = random_gardens("rules", 1500)
    blockade, draw = solve_many(gardens, rules.BLOCKADE, exact=False), solve_many(gardens, rules.DRAW, exact=False)
    assert ((blockade.result > 0) == (draw.result > 0)).all()
    assert (blockade.result != 0).all()
    assert 0.64 < (blockade.result > 0).mean() < 0.71  # 67.6 % in the long run (docs/solver.md)


def test_the_progress_callback_may_stop_a_run() -> None:
    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve_many(random_gardens("stop", 1000), progress=stop)


def test_no_gardens_have_no_solutions() -> None:
    assert all(part.shape == (0,) for part in solve_many(np.zeros((0, 16), np.int8)))


@pytest.mark.parametrize(
    ("gardens", "key"),
    [
        (np.zeros(16, np.int8), "solve.shape"),
        (np.zeros((3, 15), np.int8), "solve.shape"),
        (np.zeros((3, 16)), "solve.shape"),
        (np.array([range(16), [1, *range(1, 16)]]), "solve.row"),
        (np.array([range(256, 272)]), "solve.row"),
    ],
)
def test_what_is_not_an_array_of_gardens_is_refused(gardens: np.ndarray, key: str) -> None:
    for function in (solve_many, count_openings):
        with pytest.raises(BadOption) as caught:
            function(gardens)
        assert caught.value.key == key
        assert caught.value.text("fr") != caught.value.text("en")


@BOTH
def test_openings_are_counted_as_the_solver_values_them(full_board: int) -> None:
    gardens = random_gardens("openings", 30)
    counts = count_openings(gardens, full_board)
    for garden, wins, draws in zip(gardens, *counts, strict=True):
        results = [m.result for m in solve(with_garden([int(tile) for tile in garden], full_board)).moves]
        assert (wins, draws) == (results.count("win"), results.count("draw"))


def winning(tiles: list[int], full_board: int = rules.BLOCKADE) -> int:
    return [move.result for move in solve(with_garden(tiles, full_board)).moves].count("win")


@BOTH
@pytest.mark.parametrize("wanted", range(8))
def test_a_graded_garden_has_the_wanted_number_of_winning_openings(wanted: int, full_board: int) -> None:
    for seed in range(3):
        assert winning(graded_garden(seed, wanted, full_board), full_board) == wanted


def test_a_balanced_garden_hangs_on_one_opening_and_on_the_last_token() -> None:
    for seed in range(10):
        tiles = balanced_garden(seed)
        assert winning(tiles) == 1
        assert solve(with_garden(tiles)).plies == 15


def test_where_a_full_board_is_a_draw_a_balanced_garden_is_one() -> None:
    for seed in range(10):
        assert solve(with_garden(balanced_garden(seed, rules.DRAW), rules.DRAW)).result == "draw"


def test_gardens_are_the_same_for_the_same_seed_and_differ_otherwise() -> None:
    for make in (random_garden, balanced_garden, lambda seed: graded_garden(seed, 2)):
        assert make(7) == make(7)
        assert sorted(make(7)) == list(range(16))
        assert len({tuple(make(seed)) for seed in range(10)}) == 10


def test_shuffled_gardens_are_even() -> None:
    """Each tile on each cell, a sixteenth of the time: chi-squared with 225 degrees of freedom, by a fixed seed."""
    gardens = random_gardens("even", 16_000)
    counts = np.array([[(gardens[:, cell] == tile).sum() for tile in range(16)] for cell in range(16)])
    assert 150 < ((counts - 1000) ** 2 / 1000).sum() < 310


def test_an_impossible_wish_is_refused_and_a_rare_one_given_up() -> None:
    for wanted in (-1, 13):
        with pytest.raises(BadOption) as caught:
            graded_garden(1, wanted)
        assert caught.value.key == "garden.winning"
        assert caught.value.text("fr") != caught.value.text("en")
    with pytest.raises(BadOption) as caught:
        graded_garden(1, 12, tries=50)
    assert caught.value.params == {"winning": 12, "tries": 50}
    assert "50" in caught.value.text("fr")
    with pytest.raises(BadOption, match="balanced"):
        balanced_garden(1, tries=1)


def solved() -> list[object]:
    """Late positions under both rules with their best lines, and one whole garden."""
    late = [msgspec.to_builtins(solve(late_state(seeded("plain", rule), 11, rule))) for rule in (0, 1)]
    gardens = random_gardens("plain", 1)
    return [late, gardens.tolist(), [part.tolist() for part in solve_many(gardens, 1, exact=False)]]


@pytest.mark.plain
def test_compiled_and_plain_python_solve_alike_node_by_node(plain: Plain) -> None:
    assert plain(solved) == alike(solved())


def test_a_win_in_one_is_seen() -> None:
    """Seat 1 has three of the square a2–b3 and the tile of its fourth cell, MB, fits the MO on the pile."""
    state = with_garden(parse_garden("PB PS PR PO  CB CS CR CO  MB MS MR MO  IB IS IR IO"))
    for cell in ("a3", "d3", "b3", "b1", "b2", "d2"):
        assert rules.why_not(state, parse_cell(cell)) == 0
        rules.apply(state, parse_cell(cell))
    solution = solve(state)
    assert (solution.result, solution.plies, solution.line) == ("win", 1, (parse_cell("a2"),))
