"""One table on one connection: what its client has of it, and what it is sent next."""

from dataclasses import dataclass, field

from yonto.core.listing import Listing
from yonto.server.changes import kind_of, moves_edit
from yonto.server.tables.live_table import LiveTable
from yonto.server.tables.render_cache import Snapshot


@dataclass
class Watching:
    live: LiveTable
    changes: bool = False  # whether the client knows how to follow changes; else every table comes whole
    picture: bool = False  # whether the board is wanted as a drawing too
    facing: int | None = None  # the player for whom the curtain is open
    has: Snapshot | None = None  # what was sent last
    moves: Listing = field(default_factory=Listing)  # the legal moves that were told last
    kinds: set[str] = field(default_factory=set)  # the kinds of moves that were told whole

    def news(self, person: str, lang: str, now: int) -> bytes | None:
        """What brings the client up to date: a change where it can be, else the whole table."""
        if self.facing is not None:
            self.drop_curtain()
        cache = self.live.render_cache
        old, new = self.has, cache.snapshot(person, self.facing, lang, now, self.picture)
        if old is new:
            return None
        self.has = new
        if old is None or not self.changes or not new.follows(old):
            if self.changes:
                self.moves, self.kinds = new.moves, {kind_of(type(value)) for _, value in new.moves} - {""}
            return cache.whole(new, new.news_for(old), now)
        change = cache.change(old, new, now)
        return change + self.moves_news(old, new) if change else None

    def moves_news(self, old: Snapshot, new: Snapshot) -> bytes:
        """The legal moves, told as the difference to those that were told last: at one's turn before, usually."""
        if old.moves is new.moves:
            return b"}"
        if not new.moves:
            return b',"legal":null}'
        edit = moves_edit(self.moves, new.moves, self.kinds)
        self.moves = new.moves
        return b',"legal":' + edit + b"}"

    def drop_curtain(self) -> None:
        """The curtain falls as soon as the turn is another's."""
        if self.live.table.to_move not in (None, self.facing):
            self.facing = None
