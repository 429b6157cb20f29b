"""A table from the store: its events once more."""

from yonto.core.contract import Game
from yonto.server.store.interface import StoredTable
from yonto.table.table import Table


def rebuilt(row: StoredTable, game: Game) -> Table:
    """By the rules that the table began with: `game` is of that version."""
    assert (game.name, game.version) == (row.settings.game, row.settings.rules)
    table = Table(
        row.id, row.code, row.host, row.made, row.settings, row.seed, game, list(row.sitters), number=row.number
    )
    for event, client in row.events:
        table.apply(event, client)
    table.sitters = list(row.sitters)
    return table
