"""A table from the store: its events once more."""

from yonto.core.contract import Game
from yonto.server.errors import Busy
from yonto.server.store.interface import StoredTable
from yonto.table.table import Table


def rebuilt(row: StoredTable, game: Game) -> Table:
    if game.version != row.settings.rules:
        raise Busy("fault.old_rules", game=game.name, version=row.settings.rules, ours=game.version)
    table = Table(
        row.id, row.code, row.host, row.made, row.settings, row.seed, game, list(row.sitters), number=row.number
    )
    for event, client in row.events:
        table.apply(event, client)
    table.sitters = list(row.sitters)
    return table
