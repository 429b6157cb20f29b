"""The records that guided first games begin with: they replay, and what the teacher proposes first can be done."""

import re
from pathlib import Path

import pytest

from yonto.core import records
from yonto.core.play import lots
from yonto.core.rng import seeded
from yonto.games import load

GAMES_OF_THE_CLIENT = Path(__file__).parents[1] / "web" / "src" / "games"
RECORD = re.compile(r"const RECORD = `(.*?)`;", re.DOTALL)


def lesson(game: str) -> str:
    return (GAMES_OF_THE_CLIENT / game / "lesson.ts").read_text("utf-8")


WITH_LESSONS = sorted(path.parent.name for path in GAMES_OF_THE_CLIENT.glob("*/lesson.ts"))
LESSONS = {game: found[1] for game in WITH_LESSONS if (found := RECORD.search(lesson(game)))}


def test_there_are_lessons_that_begin_in_the_middle() -> None:
    """Else the tests below would say nothing."""
    assert "tajuto" in LESSONS


@pytest.mark.parametrize("game", LESSONS)
def test_a_lessons_record_replays_to_a_game_that_the_learner_can_go_on_with(game: str) -> None:
    room = load(game)
    record = records.read(LESSONS[game])
    play = records.replay(record, room)
    assert record.game == game
    assert not play.over
    assert room.rules.to_move(play.state) == 0, "the learner sits on the first seat"
    assert records.write(records.of_play(play, record.names)) == LESSONS[game], "as the house itself writes it"


def test_what_tajutos_teacher_asks_for_can_be_done_one_after_the_other() -> None:
    """Draw, build, put an offering, acquire, end: the steps of the lesson, by the first move that fits each."""
    room = load("tajuto")
    play = records.replay(records.read(LESSONS["tajuto"]), room)
    draws = lots(seeded("lesson"))
    for wanted in ("A draw 1", "build ", " offer ", " acquire ", "end"):
        state = play.state
        moves = {room.write(state, action): action for action in room.legal(state)}
        fits = [text for text in moves if wanted in text]
        assert fits, (wanted, list(moves))
        play.act(0, moves[fits[0]])
        play.draw_chance(draws)
