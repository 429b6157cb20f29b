"""The laws every game keeps, under random play: a game is tested here the minute it stands in the registry."""

import hashlib
import json
import os
from functools import cache
from typing import Any, NamedTuple

import msgspec
import numpy as np
import pytest
from rich.text import Text

from effort import EFFORT
from plainly import Plain
from yonto.core.contract import CHANCE, NOBODY, NOT_NOW, Game, State
from yonto.core.errors import BadNotation
from yonto.core.play import Play, Step
from yonto.core.rng import below, pick, seeded
from yonto.core.words import LANGUAGES, words
from yonto.games import GAMES, load
from yonto.search.bind import ACTIONS, bind, generic, legal, why_not

SEEDS = range(int(os.environ.get("YONTO_CONTRACT_SEEDS", 3 * EFFORT)))
MOST_STATES = int(os.environ.get("YONTO_CONTRACT_STATES", 120 * EFFORT))  # of a table that a law is tried on


class Case(NamedTuple):
    game: str
    seats: int
    options: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        return "-".join([self.game, str(self.seats), *(value for _, value in self.options)])


def cases() -> list[Case]:
    return [
        Case(name, seats, tuple(options.items()))
        for name in GAMES
        for seats in load(name).seats
        for options in load(name).variants()
    ]


@generic
def disagreements(s: State, out: Any, marks: Any) -> int:
    """How many actions `legal` and `why_not` do not agree on, over the whole action space; -1 for a doubled action."""
    marks[:] = 0
    for i in range(legal(s, out)):
        if marks[out[i]]:
            return -1
        marks[out[i]] = 1
    wrong = 0
    for action in range(ACTIONS):
        if (why_not(s, action) == 0) != (marks[action] == 1):
            wrong += 1
    return wrong


@cache
def kernels(name: str) -> Any:
    return bind(__name__, load(name))


def random_play(case: Case, seed: int) -> Play:
    """A whole game at random. The seed's parity chooses between even play and play that loves one kind of action."""
    game = load(case.game)
    play = Play(game, case.seats, dict(case.options))
    rng = seeded(str(case), seed)
    favourite = seeded(str(case), seed, "favourite")
    liking = np.array([below(favourite, 1000) for _ in range(997)])
    bound = game.bound(case.seats, play.options)
    while not play.over:
        if play.to_move == CHANCE:
            outcomes, weights = game.chance(play.state)
            play.take(outcomes[pick(rng, np.array(weights), len(weights))])
        else:
            actions = game.legal(play.state)
            if seed % 2 and below(rng, 4):
                play.take(max(actions, key=lambda a: int(liking[a % 997])))
            else:
                play.take(actions[below(rng, len(actions))])
        assert play.seq <= bound, "the game outlives its bound"
    return play


@cache
def played(case: Case, seed: int) -> Play:
    return random_play(case, seed)


def steps(case: Case) -> list[Step]:
    return [step for seed in SEEDS for step in played(case, seed).steps]


def some(items: list[Any], n: int) -> list[Any]:
    """At most n of the items, or ten times as many in a long run, spread evenly."""
    return items[:: max(1, -(-len(items) // min(n * EFFORT, MOST_STATES)))]


def every_case(function: Any) -> Any:
    return pytest.mark.parametrize("case", cases(), ids=str)(function)


@every_case
def test_a_random_game_ends_within_its_proved_bound(case: Case) -> None:
    for seed in SEEDS:
        assert played(case, seed).over


@every_case
def test_over_means_nobody_moves_nothing_is_legal_and_the_result_is_final(case: Case) -> None:
    game = load(case.game)
    for seed in SEEDS:
        play = played(case, seed)
        for step in play.steps:
            assert not game.rules.is_over(step.state)
            assert step.who == CHANCE or 0 <= step.who < case.seats
            assert game.rules.seats(step.state) == case.seats
            assert bool(game.legal(step.state)) == (step.who != CHANCE)
        end = play.state
        assert game.rules.to_move(end) == NOBODY
        assert game.legal(end) == []
        assert game.chance(end) == ([], [])
        assert all(game.rules.why_not(end, action) == NOT_NOW for action in range(game.rules.ACTIONS))
        shares = np.zeros(case.seats)
        game.rules.shares(end, shares)
        assert shares.sum() == pytest.approx(1.0)
        outcome = game.outcome(end, case.seats)
        assert outcome.winners
        assert all(shares[seat] == pytest.approx(1 / len(outcome.winners)) for seat in outcome.winners)
        assert 1 <= int(outcome.rule.removeprefix(game.letter)) <= game.rule_count


@pytest.mark.bounds
@every_case
def test_legal_equals_why_not_over_the_whole_action_space(case: Case) -> None:
    game = load(case.game)
    out, marks = np.zeros(game.rules.ACTIONS, np.int32), np.zeros(game.rules.ACTIONS, np.int8)
    for step in steps(case):
        assert kernels(case.game).disagreements(step.state, out, marks) == 0


@every_case
def test_the_rules_that_refuse_are_the_declared_ones_and_each_has_its_sentence(case: Case) -> None:
    game = load(case.game)
    rng = seeded("refusals", str(case))
    for step in some([step for step in steps(case) if step.who != CHANCE], 150):
        actions = {below(rng, game.rules.ACTIONS) for _ in range(30)}
        for action in actions:
            refused = game.refusal(step.state, action)
            if refused is None:
                continue
            assert int(refused.rule[1:]) in game.refusing
            for lang in LANGUAGES:
                assert refused.text(lang)


@every_case
def test_chance_has_known_odds(case: Case) -> None:
    game = load(case.game)
    for step in steps(case):
        outcomes, weights = game.chance(step.state)
        assert bool(outcomes) == (step.who == CHANCE)
        assert len(set(outcomes)) == len(outcomes)
        assert all(weight > 0 for weight in weights)
        if step.who == CHANCE:
            assert step.action in outcomes


@pytest.mark.bounds
@every_case
def test_every_move_and_draw_survives_being_written_and_read(case: Case) -> None:
    game = load(case.game)
    for step in some(steps(case), 300):
        possible = game.chance(step.state)[0] if step.who == CHANCE else game.legal(step.state)
        texts = [game.write(step.state, action) for action in possible]
        assert len(set(texts)) == len(texts)
        for action, text in zip(possible, texts, strict=True):
            assert text == text.strip()
            assert text.isprintable()
            assert game.read(step.state, text) == action
            assert msgspec.json.encode(game.move(step.state, action))


@every_case
def test_unreadable_moves_get_a_clean_error(case: Case) -> None:
    game = load(case.game)
    step = next(step for step in steps(case) if step.who != CHANCE)
    for text in ["", "?", "zz", "a", "é4", "a1-", " ", "1" * 200, "\N{NUL}", "RY e4-e5 e6", "²", "a²", "９"]:
        try:
            action = game.read(step.state, text)
        except BadNotation as error:
            for lang in LANGUAGES:
                assert error.text(lang)
            assert 0 <= error.position <= len(text)
        else:
            assert 0 <= action < game.rules.ACTIONS


@every_case
def test_the_material_is_conserved(case: Case) -> None:
    """What is lost stays lost, and what was made stays: every few steps and the ends tell of all steps."""
    game = load(case.game)
    states = [step.state for step in some(steps(case), 120)] + [played(case, seed).state for seed in SEEDS]
    assert len({json.dumps(dict(game.census(state)), sort_keys=True) for state in states}) == 1


@pytest.mark.bounds
@every_case
def test_the_same_actions_lead_to_the_same_bytes(case: Case) -> None:
    game = load(case.game)
    for seed in SEEDS:
        play = played(case, seed)
        state = game.start(case.seats, dict(case.options))
        for step in play.steps:
            assert state.tobytes() == step.state.tobytes()
            game.rules.apply(state, step.action)
        assert state.tobytes() == play.state.tobytes()


@pytest.mark.parametrize("name", GAMES)
def test_a_state_has_no_holes_that_a_copy_would_leave_undefined(name: str) -> None:
    dtype = load(name).rules.STATE
    assert sum(field[0].itemsize for field in (dtype.fields or {}).values()) == dtype.itemsize


def seen(game: Game, step: Step, after: State, seat: int | None) -> bytes:
    """All that a seat may learn around one action: views, the log, its legal moves, the draw if it sees that."""
    mine = game.legal(step.state) if step.who == seat else []
    known = step.who != CHANCE or game.sees(step.state, step.action, seat)
    return msgspec.json.encode(
        [
            game.view(step.state, seat),
            game.view(after, seat),
            list(game.tell(step.state, step.action, after, seat)),
            mine,
            [game.write(step.state, action) for action in mine],
            game.write(step.state, step.action) if known else None,
        ]
    )


@pytest.mark.bounds
@every_case
def test_what_is_hidden_from_a_seat_changes_nothing_it_sees(case: Case) -> None:
    """Permute what a seat cannot know (by `determinize`): its views, log and legal moves stay the same bytes."""
    game = load(case.game)
    rng = seeded("permute", str(case))
    for step in some(steps(case), 60):
        for seat in range(case.seats):
            other = game.believed(step.state, seat, rng)
            assert msgspec.json.encode(game.view(other, seat)) == msgspec.json.encode(game.view(step.state, seat))
            assert game.rules.to_move(other) == step.who
            possible = game.chance(other)[0] if step.who == CHANCE else game.legal(other)
            known = step.who != CHANCE or game.sees(step.state, step.action, seat)
            if step.who == seat:
                assert possible == game.legal(step.state)
            if step.action not in possible:
                continue  # another seat's action that this belief rules out
            after, other_after = game.after(step.state, step.action), game.after(other, step.action)
            if known:
                assert seen(game, step, after, seat) == seen(game, step._replace(state=other), other_after, seat)
            if not game.hidden:
                assert other.tobytes() == step.state.tobytes()


@pytest.mark.bounds
@every_case
def test_a_hidden_draw_looks_the_same_whatever_was_drawn(case: Case) -> None:
    game = load(case.game)
    for step in some([step for step in steps(case) if step.who == CHANCE], 100):
        for seat in [None, *range(case.seats)]:
            looks = {
                msgspec.json.encode(
                    [
                        game.view(after := game.after(step.state, action), seat),
                        game.tell(step.state, action, after, seat),
                    ]
                )
                for action in game.chance(step.state)[0]
                if not game.sees(step.state, action, seat)
            }
            assert len(looks) <= 1


@pytest.mark.bounds
@every_case
def test_a_determinized_state_is_whole_and_can_be_played_to_its_end(case: Case) -> None:
    game = load(case.game)
    rng = seeded("believe", str(case))
    for step in some(steps(case), 12):
        for seat in range(case.seats):
            state = game.believed(step.state, seat, rng)
            assert dict(game.census(state)) == dict(game.census(step.state))
            for _ in range(game.bound(case.seats, game.canonical(dict(case.options)))):
                if game.rules.is_over(state):
                    break
                outcomes, weights = game.chance(state)
                if outcomes:
                    action = outcomes[pick(rng, np.array(weights), len(weights))]
                else:
                    actions = game.legal(state)
                    action = actions[below(rng, len(actions))]
                game.rules.apply(state, action)
            assert game.rules.is_over(state)


def check_picture(picture: str) -> None:
    """It has markup that can be read and fits a terminal of 80 columns."""
    lines = Text.from_markup(picture).split("\n")
    assert max(line.cell_len for line in lines) <= 80, max(lines, key=lambda line: line.cell_len).plain


@every_case
def test_the_short_ways_to_show_a_state_show_the_same(case: Case) -> None:
    """`views` for all seats at once, `legal_moves` for all actions at once; and what a seat does is told to all alike,
    as everything is where nothing is hidden: the server puts it into words once."""
    game = load(case.game)
    for step in some(steps(case), 60):
        seats = [None, *range(case.seats)]
        views = game.views(step.state)
        for seat in seats:
            assert msgspec.json.encode(views(seat)) == msgspec.json.encode(game.view(step.state, seat))
        if step.who != CHANCE:
            actions = game.legal(step.state)
            written = [(game.write(step.state, action), game.move(step.state, action)) for action in actions]
            assert game.legal_moves(step.state) == written
        if step.who != CHANCE or not game.hidden:
            after = game.after(step.state, step.action)
            assert len({repr(game.tell(step.state, step.action, after, seat)) for seat in seats}) == 1


@every_case
def test_the_log_and_the_picture_can_be_read_in_both_languages(case: Case) -> None:
    game = load(case.game)
    seats = [None, *range(case.seats)]
    moves = [(step.state, step.action, game.after(step.state, step.action)) for step in some(steps(case), 120)]
    lines = {repr(line): line for move in moves for seat in seats for line in game.tell(*move, seat)}
    seen = [move[0] for move in some(moves, 8)] + [played(case, seed).state for seed in SEEDS]
    for lang in LANGUAGES:
        w = words(lang, game.name)
        for line in lines.values():
            assert w(line.key, **line.params)
        for picture in {game.draw(game.view(state, seat), w) for state in seen for seat in seats}:
            check_picture(picture)
    for seed in SEEDS:
        assert len(game.note(played(case, seed).state)) == case.seats


def course(play: Play) -> list[list[Any]]:
    """Who did what, and the bytes of the state it was done in."""
    return [[step.who, int(step.action), hashlib.sha256(step.state.tobytes()).hexdigest()] for step in play.steps]


def courses(name: str) -> list[list[list[Any]]]:
    """A random game of every table of a game."""
    return [course(played(case, 0)) for case in cases() if case.game == name]


@pytest.mark.plain
@pytest.mark.parametrize("name", GAMES)
def test_compiled_and_plain_python_play_the_same_games_move_by_move(name: str, plain: Plain) -> None:
    assert plain(courses, name) == courses(name)
