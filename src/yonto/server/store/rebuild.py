"""A table from the store: its events once more."""

from yonto.core.contract import Game
from yonto.server.store.interface.tables import BadEvent, StoredTable
from yonto.table.table import Table


def rebuilt(row: StoredTable, game: Game) -> Table:
    """By the rules that the table began with: `game` is of that version. BadEvent says which event does not fit."""
    assert (game.name, game.version) == (row.settings.game, row.settings.rules)
    table = Table(
        row.id, row.code, row.host, row.made, row.settings, row.seed, game, list(row.sitters), number=row.number
    )
    for seq, (event, client) in enumerate(row.events, 1):
        try:
            table.apply(event, client)
        except Exception as error:  # it was checked when it was decided: whatever fails now, the event is another
            raise BadEvent("check.misplaced", seq) from error
    table.sitters = list(row.sitters)
    return table
