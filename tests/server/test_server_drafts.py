"""What is tried on a draft is not true until it is adopted: the lists that both share stay as they are."""

import pytest

from yonto.games import GAMES, load
from yonto.server.tables.laying import lay
from yonto.table import change, decide
from yonto.table.events import Played
from yonto.table.settings import CreateTable, SeatSettings, make_settings
from yonto.table.table import Sitter, Table


def begun(game: str) -> Table:
    settings = make_settings(CreateTable(game, [SeatSettings("me"), SeatSettings("open")]), load(game))
    sitters = [Sitter("ada", "Ada"), Sitter("bo", "Bo")]
    return lay(settings, load(game), "ada", sitters, "table", bytes(32), {}, 1).table


def tried(table: Table, client: str) -> change.Change:
    """The first legal move of whoever is to move."""
    assert table.to_move is not None
    action = table.game.legal(table.play.state)[0]
    return change.change(table, decide.played(table, table.to_move, action, table.at), client)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_move_that_is_not_stored_leaves_no_trace_at_its_table(game: str) -> None:
    table = begun(game)
    table.adopt(tried(table, "first").table)
    steps, done, state, seq = [*table.play.steps], {**table.done}, table.play.state, table.seq
    player = table.to_move
    tried(table, "given up")
    assert (table.play.steps, table.done, table.seq) == (steps, done, seq)
    assert table.play.state is state
    assert table.to_move == player
    kept = tried(table, "kept")
    table.adopt(kept.table)
    assert len(table.play.steps) == len(steps) + 1 + len(played(kept).draws)
    assert player is not None
    assert table.done == done | {(player, "kept"): table.seq}


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_table_that_adopts_its_drafts_is_the_one_that_its_events_make(game: str) -> None:
    table, again = begun(game), begun(game)
    for number in range(12):
        if table.to_move is None:
            break
        made = tried(table, f"m{number}")
        table.adopt(made.table)
        again.apply(played(made), f"m{number}")
    assert [step.action for step in again.play.steps] == [step.action for step in table.play.steps]
    assert again.play.state.tobytes() == table.play.state.tobytes()
    assert (again.done, again.seq, again.clocks, again.marks) == (table.done, table.seq, table.clocks, table.marks)


def played(made: change.Change) -> Played:
    (event,) = made.events
    assert isinstance(event, Played)
    return event
