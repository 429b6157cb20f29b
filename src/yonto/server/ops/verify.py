"""Checking a record: the secret is the promised one, every draw follows from it and the players' shares, nothing was
changed since."""

import re
from dataclasses import dataclass
from itertools import zip_longest

from yonto.core import records
from yonto.core.contract import CHANCE, Game
from yonto.core.errors import BadRecord
from yonto.core.records import Record
from yonto.core.words import Plain, Words, words
from yonto.games import load
from yonto.server.store import Place, open_snapshot
from yonto.server.store.rebuild import rebuilt
from yonto.table import fair_chance
from yonto.table.export import export
from yonto.table.signing import NOTE, Key, bare, holds

PROMISE = re.compile("sha256=([0-9a-f]{64})")
SEED = re.compile("[0-9a-f]{64}")
NUMBER = re.compile("[0-9]{1,6}")
SHARES = re.compile("[1-9]=[0-9a-f]{32,128}(?: [1-9]=[0-9a-f]{32,128})*")
LOT = re.compile("([1-9])/([1-9])")
SIGNED = re.compile("ed25519=([0-9a-f]{64}) ([0-9a-f]{128})")


class BadProof(BadRecord):
    """A place in a record where its chance is not honest; the sentence is the server's."""

    def __init__(self, line: int, column: int, key: str, /, **params: object) -> None:
        super().__init__(line, column, key, None, **params)
        self.game = "server"

    def say(self, w: Words) -> str:
        reason = words(w.lang, "server")(self.key, **self.params)
        return w("record.at", line=self.line, column=self.column, reason=Plain(reason))


@dataclass(frozen=True)
class Proof:
    """What was confirmed."""

    draws: int  # that follow from the seed
    before: int  # actions taken over from another table, not drawn here
    lot: bool
    shares: int  # of players in its chance
    key: bytes | None  # the public key that signed it


def note(record: Record, name: str, form: re.Pattern[str]) -> re.Match[str]:
    match = form.fullmatch(record.notes.get(name, ""))
    if match is None:
        raise BadProof(*record.at(name), "verify.header")
    return match


def verify(record: Record, game: Game) -> Proof:
    """Do the sums again; the first thing that is not as it should be is named with its place."""
    play = records.replay(record, game)
    if "seed" not in record.notes:
        raise BadProof(1, 1, "verify.no_seed")
    promised = note(record, "chance", PROMISE)[1]
    secret = bytes.fromhex(note(record, "seed", SEED)[0])
    table = note(record, "table", re.compile(r"\S{1,40}"))[0]
    if fair_chance.promise(secret) != promised:
        raise BadProof(*record.at("seed"), "verify.promise")
    shares = shares_of(record)
    seed = fair_chance.mixed(secret, table, int(note(record, "round", NUMBER)[0]) - 1 if shares else 0, shares)
    start = int(note(record, "chance-from", NUMBER)[0]) if "chance-from" in record.notes else 0
    draws = 0
    for seq, step in enumerate(play.steps):
        if step.who == CHANCE and seq >= start:
            expected = fair_chance.choose(seed, table, seq, *game.chance(step.state))
            if expected != step.action:
                entry = record.entries[seq]
                text = game.write(step.state, expected)
                raise BadProof(entry.line or seq + 1, 3, "verify.draw", found=entry.text, expected=text)
            draws += 1
    return Proof(draws, start, check_lot(record, seed, table), len(shares), check_signature(record))


def shares_of(record: Record) -> dict[int, str]:
    """What the players' clients added to the chance, by player; nothing in records from before they could."""
    if "shares" not in record.notes:
        return {}
    found = [each.split("=") for each in note(record, "shares", SHARES)[0].split(" ")]
    shares = {int(player) - 1: share for player, share in found}
    if list(shares) != sorted(shares) or len(shares) < len(found) or max(shares) >= len(record.names):
        raise BadProof(*record.at("shares"), "verify.header")
    return shares


def check_lot(record: Record, seed: bytes, table: str) -> bool:
    """Who began, where it was drawn."""
    if "lot" not in record.notes:
        return False
    found = note(record, "lot", LOT)
    expected = fair_chance.lot(seed, table, int(found[2])) + 1
    if expected != int(found[1]) or int(found[2]) != len(record.names):
        raise BadProof(*record.at("lot"), "verify.lot", found=found[1], expected=expected)
    return True


def check_signature(record: Record) -> bytes | None:
    """The public key whose owner signed exactly this record; None if nobody signed it."""
    if NOTE not in record.notes:
        return None
    found = note(record, NOTE, SIGNED)
    public = bytes.fromhex(found[1])
    if not holds(public, bare(record), bytes.fromhex(found[2])):
        raise BadProof(*record.at(NOTE), "verify.signature_wrong")
    return public


def check_key(record: Record, wanted: bytes) -> None:
    """Whether this key's owner, and nobody else, signed the record."""
    found = check_signature(record)
    if found is None:
        raise BadProof(1, 1, "verify.unsigned")
    if found != wanted:
        raise BadProof(*record.at(NOTE), "verify.key", public=wanted.hex())


def compare(text: str, record: Record, place: Place) -> None:
    """Against the store itself, line by line: whatever was changed in a copy stands out."""
    store = open_snapshot(place)
    try:
        row, secret = store.load_table(record.notes.get("table", "")), store.secret("seal")
    finally:
        store.close()
    if row is None:
        raise BadProof(*record.at("table"), "verify.unknown")
    if secret is None:
        raise BadProof(1, 1, "verify.no_key")
    game = load(row.settings.game, row.settings.rules)
    ours = records.lines_of(export(rebuilt(row, game), None, Key(secret)))
    for number, (line, expected) in enumerate(zip_longest(records.lines_of(text), ours, fillvalue=""), 1):
        if line != expected:
            raise BadProof(number, 1, "verify.differs", expected=expected)
