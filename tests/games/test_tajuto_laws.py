"""Tajuto against its slow oracle, against players who stall on purpose, and against curious computers."""

from fractions import Fraction

import pytest

from games.tajuto_oracle import COSTS, Table, recount
from games.tajuto_scene import GAME, Scene, position
from test_contract import Case, played, random_play
from yonto.core.contract import CHANCE, State
from yonto.core.play import Play, lots
from yonto.core.rng import below, seeded
from yonto.games.tajuto import board
from yonto.games.tajuto.board import STACK_SIZE
from yonto.games.tajuto.notation import COLOURS, OBJECTIVES, STACKS, floor_name, floors_of
from yonto.games.tajuto.view import view as see

TOUCHES = ["sure", "human", "blind"]
SEATS = [2, 3, 4]


def case(touch: str, seats: int) -> Case:
    return Case("tajuto", seats, (("touch", touch), ("open_scores", "no"), ("costs", "standard")))


# The oracle


def agree(state: State, table: Table) -> None:
    """Engine and oracle see the same table."""
    assert {floor_name(floor) for floor in floors_of(state.bag)} == {f"{c}{s}" for c, s in table.bag}
    assert state.height.tolist() == [len(table.pagodas[colour]) for colour in COLOURS]
    for seat, monk in enumerate(table.monks):
        assert state.mp[seat] == monk.mp
        assert board.spirit(state, seat) == table.spirit(seat)
        assert {floor_name(floor) for floor in floors_of(state.before[seat])} == {f"{c}{s}" for c, s in monk.floors}
        assert {o for o, owner in zip(OBJECTIVES, state.objective, strict=True) if owner == seat} == monk.objectives


def follow(play: Play, table: Table) -> None:
    """Play a game again at the oracle's table, comparing moves, odds and points at every step."""
    for step in play.steps:
        agree(step.state, table)
        outcomes, weights = GAME.chance(step.state)
        total = sum(weights)
        odds = {GAME.write(step.state, a): Fraction(w, total) for a, w in zip(outcomes, weights, strict=True)}
        assert odds == table.draws()
        assert [GAME.write(step.state, a) for a in GAME.legal(step.state)] == table.moves()
        table.play(GAME.write(step.state, step.action))
    agree(play.state, table)
    assert table.over


@pytest.mark.parametrize("touch", TOUCHES)
@pytest.mark.parametrize("seats", SEATS)
def test_engine_and_oracle_allow_the_same_moves_and_draws_and_count_the_same(touch: str, seats: int) -> None:
    for seed in (0, 1):
        follow(played(case(touch, seats), seed), Table(seats, touch))


@pytest.mark.parametrize("seats", SEATS)
def test_they_agree_too_where_tiles_are_cheap_and_everything_is_bought(seats: int) -> None:
    """At costs of 0 to 3 random players empty the village: every tile, both copies, discounts below nought."""
    cheap = {stack: [0, 1, 3][: len(prices)] for stack, prices in COSTS.items()}
    costs = "/".join(f"{stack}:{'-'.join(map(str, prices))}" for stack, prices in cheap.items()) + "/inauguration:3"
    bought = set()
    for seed in range(4):
        play = random_play(Case("tajuto", seats, (("costs", costs),)), seed)
        follow(play, Table(seats, "sure", cheap, 3))
        bought |= {stack for stack, left in zip(STACKS, STACK_SIZE - play.state.taken, strict=True) if left == 0}
    assert bought == set(STACKS)


@pytest.mark.rule("T7", "T21")
@pytest.mark.parametrize("touch", TOUCHES)
def test_points_and_bag_can_be_recomputed_from_the_log_alone(touch: str) -> None:
    for seed in range(2, 8):
        seats = SEATS[seed % 3]
        play = random_play(case(touch, seats), seed)
        table = recount(seats, [GAME.write(step.state, step.action) for step in play.steps], touch)
        agree(play.state, table)
        best = max(table.spirit(seat) for seat in range(seats))
        assert play.outcome
        assert play.outcome.winners == tuple(seat for seat in range(seats) if table.spirit(seat) == best)


# A turn always ends, and so does a game


@pytest.mark.rule("T6", "T12")
@pytest.mark.parametrize("touch", TOUCHES)
def test_a_turn_can_always_be_brought_to_its_end(touch: str) -> None:
    """A can draw if no tile was used; otherwise, once all that fits is built, an end is legal."""
    for seed in range(4):
        for step in played(case(touch, SEATS[seed % 3]), seed).steps:
            if step.who == CHANCE:
                continue
            moves = [GAME.write(step.state, action) for action in GAME.legal(step.state)]
            if not step.state.used.any():
                assert any(move.startswith("A draw") for move in moves)
            elif int(step.state.before[step.who]) & int(step.state.fits):
                assert any(move.startswith("build") for move in moves)
            else:
                assert any(move.startswith("end") for move in moves)


def stall(game_state: State, fits: int) -> int:
    """The action of a player who wants no end: draw what is least likely to fit, end at once, build only if forced."""
    actions = GAME.legal(game_state)
    ends = [action for action in actions if action >= board.END]
    if ends:
        return ends[0]
    draws = [action for action in actions if action < board.OFFER]
    if not game_state.used.any() and draws:
        bag = int(game_state.bag)
        return min(draws, key=lambda a: (board.of_size(bag & fits, a % 7) if a % 7 else 0, -a % 7, a))
    return next(action for action in actions if board.BUILD <= action < board.END)


def stalled(seats: int, touch: str, spiteful_bag: bool) -> tuple[Play, int, int]:
    """A game of stallers, its turns and its longest idle stretch; a spiteful bag gives what does not fit if it can."""
    play, turns, longest = Play(GAME, seats, {"touch": touch}), 0, 0
    choose = lots(seeded("stall", seats, touch))
    bound = GAME.bound(seats, play.options)
    while not play.over:
        state = play.state
        fits = int(state.fits)
        if play.to_move == CHANCE and spiteful_bag:
            outcomes = GAME.chance(state)[0]
            play.take(next((a for a in outcomes if not (fits >> a) & 1), outcomes[0]))
        elif play.to_move == CHANCE:
            play.draw_chance(choose)
        else:
            action = stall(state, fits)
            turns += action >= board.END
            play.take(action)
            longest = max(longest, int(play.state.idle))
        assert play.seq <= bound
    return play, turns, longest


@pytest.mark.rule("T25")
@pytest.mark.parametrize("seats", SEATS)
def test_stallers_with_sure_hands_and_a_spiteful_bag_cannot_outlast_the_bound(seats: int) -> None:
    play, turns, longest = stalled(seats, "sure", spiteful_bag=True)
    assert longest == 10 * seats, "they do stall for as long as the rule lets them"
    assert turns <= (77 + 8 * seats) * 11 * seats
    assert play.outcome
    assert play.outcome.rule == "T20"


@pytest.mark.rule("T25")
@pytest.mark.parametrize("touch", ["human", "blind"])
@pytest.mark.parametrize("seats", SEATS)
def test_stallers_with_unsure_hands_come_to_an_end_too(touch: str, seats: int) -> None:
    play, _, _ = stalled(seats, touch, spiteful_bag=False)
    assert play.over


@pytest.mark.rule("T25")
@pytest.mark.parametrize(
    ("touch", "idle", "least"), [("sure", 10, (1, 1)), ("human", 10, (75, 93)), ("blind", 1, (1, 6))]
)
def test_after_idle_rounds_a_draw_fits_with_the_odds_that_the_bound_is_made_of(
    touch: str, idle: int, least: tuple[int, int]
) -> None:
    """The lemma of `bound`: from a turn that begins after so many idle rounds, whatever the players do."""
    seen = 0
    for seats in SEATS:
        rng = seeded("lemma", touch, seats)
        play = Play(GAME, seats, {"touch": touch})
        while not play.over:
            play.draw_chance(lots(rng))
            if play.over:
                break
            state = play.state
            if not state.used.any() and state.idle >= idle * seats:
                seen += 1
                for feel in see(state, None).feels:
                    if feel.allowed:
                        assert Fraction(*feel.odds_fit) >= Fraction(*least)
            actions = GAME.legal(state)
            play.take(stall(state, int(state.fits)) if below(rng, 40) else actions[below(rng, len(actions))])
    assert seen >= 15


@pytest.mark.rule("T25")
def test_ten_rounds_without_floor_offering_or_acquisition_leave_only_the_lowest_size() -> None:
    scene = position("red 1\n1: 0 MP\n2: 0 MP")
    for turn in range(20):
        assert "A draw 6" in scene.legal()
        drawn = ("blue6", "pink6")[turn % 2]
        kept = [] if turn < 2 else [drawn]
        scene.do(f"A draw 6 > {('green6', 'black6')[turn % 2] if kept else drawn}", f"end keep {drawn}")
    assert scene.log()[-1] == "log.forced"
    assert [move for move in scene.legal() if "draw" in move] == ["A draw 1"]
    assert scene.refused("A draw 6") == "T25"
    assert "only the lowest floor number in the bag, 1" in scene.refusal("A draw 6").text("en")


@pytest.mark.rule("T25")
@pytest.mark.parametrize("event", [["A offer red"], ["A acquire W1"], ["A draw 1 > blue1", "build blue"]])
def test_a_floor_an_offering_or_an_acquisition_frees_the_hands_at_once(event: list[str]) -> None:
    scene = position("red 1\n1: 6 MP\n2: 0 MP")
    scene.state.idle = 20
    scene.do(*event)
    assert "B draw 6" in scene.legal()
    scene.do("end")
    assert "A draw 6" in scene.legal()


@pytest.mark.rule("T25")
def test_a_blind_hand_is_never_forced() -> None:
    scene = Scene(touch="blind")
    scene.state.idle = 20
    assert "A draw" in scene.legal()
    assert scene.do("A draw").odds() == dict.fromkeys(scene.view().bag, 1)


@pytest.mark.rule("T25")
def test_a_human_hand_may_slip_from_the_lowest_size_even_when_forced() -> None:
    grown = " ".join(f"{colour} 3" for colour in COLOURS)
    scene = position(f"{grown}\n1: 0 MP", touch="human")
    scene.state.idle = 20
    assert [move for move in scene.legal() if "draw" in move] == ["A draw 4"]
    assert {floor[-1] for floor in scene.do("A draw 4").odds()} == {"4", "5"}


# Computers know what the public log tells, and nothing else


@pytest.mark.rule("T22", "T7")
@pytest.mark.parametrize("touch", TOUCHES)
def test_the_whole_state_follows_from_what_every_seat_has_seen(touch: str) -> None:
    """What a computer searches from can be rebuilt by any watcher from the log: moves and draws that all may see."""
    play = played(case(touch, 3), 0)
    for watcher in (None, 0, 1, 2):
        rebuilt = Play(GAME, 3, {"touch": touch})
        for step in play.steps:
            assert step.who != CHANCE or GAME.sees(step.state, step.action, watcher)
            rebuilt.take(GAME.read(rebuilt.state, GAME.write(step.state, step.action)))
        assert rebuilt.state.tobytes() == play.state.tobytes()


@pytest.mark.rule("T7", "T22")
def test_a_computer_is_given_no_hint_of_the_next_draw() -> None:
    """Before a draw the state is the same bytes whatever will come: no order of the bag lies in it."""
    play = played(case("sure", 2), 0)
    rng = seeded("no hint")
    for step in play.steps:
        if step.who != CHANCE:
            continue
        believed = GAME.believed(step.state, 1, rng)
        assert believed.tobytes() == step.state.tobytes()
        bag = floors_of(step.state.bag)
        assert set(GAME.chance(step.state)[0]) == {floor for floor in bag if floor // 8 + 1 == step.state.wanted}
