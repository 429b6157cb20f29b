"""A table in writing."""

from yonto.core import matches, records
from yonto.core.matches import MatchRecord
from yonto.table.signing import Key, signed
from yonto.table.table import Table


def export(table: Table, person: str | None, key: Key) -> str:
    """The table in writing. What is not over is written as the asker may know it, whoever he is; what is over is
    signed, if it was played here from the first action on: for what came in writing the house cannot vouch."""
    if not table.plays:
        return ""
    own = table.players_of(person)
    rounds = []
    for number in range(len(table.plays)):
        record = table.record(number)
        if not table.round_over(number) and table.game.hidden:
            # Behind a curtain the person is two rivals: then nothing more than a watcher's copy.
            seat = table.seat_of(own[0], number) if len(own) == 1 else None
            record = records.for_seat(record, table.game, seat)
        ours = table.round_over(number) and table.settings.start is None
        rounds.append(signed(record, key) if ours else record)
    if table.match is None:
        return records.write(rounds[0])
    return matches.write(match_record(table, rounds))


def match_record(table: Table, rounds: list[records.Record]) -> MatchRecord:
    assert table.match is not None
    names = tuple(sitter.name for sitter in table.sitters)
    return matches.of_match(table.match, names, rounds)
