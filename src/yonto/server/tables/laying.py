"""New tables: what they are called, by which rules they are played, and what happens at them at once."""

import secrets
from collections.abc import Mapping

import msgspec

from yonto.core import matches, records
from yonto.core.contract import Game
from yonto.core.errors import BadOption
from yonto.core.matches import MatchRecord
from yonto.games import load
from yonto.server.tables.live_table import now_ms
from yonto.table import change, decide
from yonto.table.change import Change
from yonto.table.decide import Decision
from yonto.table.events import Mixed
from yonto.table.settings import Settings, options_of
from yonto.table.table import Sitter, Table

ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # 32, which divides 256, and none that look alike
CODE_LENGTH = 7


def new_code() -> str:
    return "".join(ALPHABET[byte % len(ALPHABET)] for byte in secrets.token_bytes(CODE_LENGTH))


def lay(
    settings: Settings, game: Game, host: str | None, sitters: list[Sitter], name: str, seed: bytes,
    shares: Mapping[int, str], number: int,
) -> Change:  # fmt: skip
    """A table that is not stored yet, with the shares that its people have in its chance already; where nobody is
    missing, with its first round."""
    table = Table(name, new_code(), host, now_ms(), settings, seed, game, sitters, number=number)
    mixed = tuple(Mixed(table.made, player, 0, share) for player, share in sorted(shares.items()))
    if table.free():
        return change.laid(table, Decision(mixed))
    began = decide.began(decide.with_events(table, mixed), table.made)
    return change.laid(table, Decision((*mixed, *began.events), began.foreseen))


def check_start(record: records.Record | MatchRecord, game: Game) -> None:
    """Whether a table can start from there: every move once through the rules."""
    if isinstance(record, MatchRecord):
        matches.replay(record, game)
    else:
        records.replay(record, game)


def by_rules_of_today(settings: Settings, game: Game) -> tuple[Settings, Game]:
    """A new game is played by the newest rules, unless these no longer have what the table had chosen."""
    newest = load(game.name)
    if newest is game:
        return settings, game
    if settings.match is not None and settings.match not in {form.name for form in newest.matches}:
        return settings, game
    try:
        options = tuple(options_of(newest, each, settings.players) for each in settings.options)
    except BadOption:
        return settings, game
    return msgspec.structs.replace(settings, rules=newest.version, options=options), newest
