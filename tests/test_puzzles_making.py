"""How puzzles of a best turn are made: whose games are looked through, what luck may change in them, and no twins."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from yonto.core.contract import CHANCE
from yonto.core.play import Play
from yonto.games import load
from yonto.puzzles import form, games_with_puzzles, puzzles
from yonto.puzzles.best_turn import standing_out
from yonto.puzzles.families import Games, beginnings, game_of, parted, worlds
from yonto.puzzles.form import position, position_of
from yonto.puzzles.make import alike, make, resumed
from yonto.puzzles.sieve import sieve_of
from yonto.puzzles.weigh import Player
from yonto.teaching.turns import Turn


def test_making_goes_on_where_it_was_left(tmp_path: Path) -> None:
    place, told = tmp_path / "niya.jsonl", list[str]()
    first = make("niya", 2, "test", place, lambda **what: told.append(what["stage"]))
    looked = resumed(place, "niya", "test")[0].next
    again = make("niya", 3, "test", place, lambda **what: None)
    assert again[:2] == first
    assert resumed(place, "niya", "test")[0].next > looked
    assert {"found", "looked"} <= set(told)
    whole_run = make("niya", 3, "test", tmp_path / "whole.jsonl", lambda **what: None)
    assert whole_run == again, "stopped or not, the same puzzles"
    assert resumed(place, "niya", "other")[0].next == 0
    assert resumed(place, "niya", "test", Games("expert"))[0].next == 0, "other people's games"


def test_no_two_shipped_puzzles_are_one_position_with_the_same_best_turn() -> None:
    for game in games_with_puzzles():
        shipped = puzzles(game)
        twins = [(one.id, two.id) for i, one in enumerate(shipped) for two in shipped[:i] if alike(game, one, two)]
        assert not twins, f"{game}: {twins}"


def test_a_twin_has_the_same_best_turn_and_nearly_the_same_past() -> None:
    one = next(each for each in puzzles("qin") if each.seats == 2)
    past = one.moves.split(form.BETWEEN)
    shorter = replace(one, moves=form.BETWEEN.join(past[:-1]))
    other = replace(one, moves=form.BETWEEN.join(past[: len(past) // 2] + past[:4] * len(past)))
    assert alike("qin", one, shorter)
    assert not alike("qin", one, replace(shorter, best=one.second))
    assert not alike("qin", one, other)


def test_the_games_looked_through_are_those_of_the_level_that_is_asked_for() -> None:
    levels = ("discoverer", "discoverer", "apprentice")
    played = [play for level in levels if (play := game_of("tajuto", Games(level), 0, "whose"))]
    assert [play.over for play in played] == [True] * 3
    one, again, other = map(position_of, played)
    assert one == again
    assert one != other


def test_players_in_haste_have_no_more_time_than_is_said() -> None:
    game = load("pagode")
    whole, hasty, patient = (Player(game, 2, "master", pace) for pace in (0.0, 0.1, 1e9))
    assert whole.settings.seconds == patient.settings.seconds == whole.level.seconds
    assert hasty.settings == replace(whole.settings, seconds=0.1)


def test_the_tables_looked_at_have_as_many_seats_as_are_asked_for() -> None:
    seats = sieve_of("tajuto").seats
    assert [Games().seats_of("tajuto", family) for family in range(len(seats))] == list(seats)
    assert {Games(seats=2).seats_of("tajuto", family) for family in range(len(seats))} == {2}
    play = game_of("tajuto", Games("discoverer", seats=4), 0, "whose")
    assert play is not None
    assert play.seats == 4


def ends(name: str, turns: int) -> list[tuple[Play, int]]:
    """The last turns' beginnings of some games between beginners."""
    found = [game_of(name, Games("discoverer", seats=2), number, "luck") for number in range(0, 18, 6)]
    return [(play, at) for play in found if play for at, _ in list(beginnings(play))[:turns]]


@pytest.mark.parametrize("name", ["qin", "pagode"])
def test_other_luck_changes_nothing_that_the_others_saw_when_they_decided(name: str) -> None:
    """So the same players would have played as they did, and the position is one of their games."""
    game, others = load(name), 0
    for play, at in ends(name, 8):
        seat, begun = play.steps[at].who, parted(play, at)
        lain = list(worlds(play, at, 5, "other"))
        assert len({world.state.tobytes() for world in lain}) == len(lain)
        assert lain[0].state is play.steps[at].state
        others += len(lain) - 1
        for world in lain:
            assert (world.seq, world.to_move) == (at, seat)
            assert [step.action for step in world.steps[:begun]] == [step.action for step in play.steps[:begun]]
            for was, now in zip(play.steps[begun:at], world.steps[begun:], strict=True):
                assert was.who == now.who
                if was.who != CHANCE:
                    assert was.action == now.action
                    assert game.view(was.state, was.who) == game.view(now.state, now.who)
    assert others > 10


def test_where_nothing_is_hidden_other_luck_was_seen_by_everybody() -> None:
    """Tajuto's draws are open to all: who decided after one would have decided otherwise after another."""
    for play, at in ends("tajuto", 12):
        decided = {i for i in range(parted(play, at), at) if play.steps[i].who != CHANCE}
        for world in worlds(play, at, 5, "other"):
            assert all(world.steps[i].state.tobytes() == play.steps[i].state.tobytes() for i in decided)


def test_a_position_that_is_known_is_not_looked_at_again() -> None:
    """It would take minutes to find out that there is one like it."""
    game, asked = load("pagode"), list[tuple[str, ...]]()
    play = position("pagode", puzzles("pagode")[0].id)

    def known(there: Play, best: Turn) -> bool:
        asked.append(best.text)
        return there is play

    found = standing_out(game, play, "known", exact=True)
    assert found is not None
    assert standing_out(game, play, "known", exact=True, known=known) is None
    assert asked == [found[0][found[1].best].text]
