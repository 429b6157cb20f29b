"""A table as it is sent: made once for all who see the same, and kept while it holds.

A **snapshot** is the table through one pair of eyes (`Eyes`). Each connection keeps the snapshot that it was sent last;
what it is sent next is the difference to the newest one, or the whole table. Both are put into bytes once for all
connections that have and get the same. Where anything is hidden, a difference is only made between two snapshots of
the same eyes, so that it tells nothing that these two do not. The pieces come from `presenter.py`; here is only when
they are made again.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from yonto.core.contract import CHANCE, Seat, State
from yonto.core.listing import Listing
from yonto.core.words import Words
from yonto.server.changes import SAME, Known, difference
from yonto.server.protocol import Run
from yonto.server.tables import drawing, presenter
from yonto.server.tables.absences import Absences
from yonto.server.tables.presence import Presence
from yonto.server.tables.shapes import (
    Agreed,
    LegalMove,
    Moving,
    PlayerShown,
    SeenByOne,
)
from yonto.table.perspective import looking, way_back
from yonto.table.player_names import speaker
from yonto.table.table import Table
from yonto.table.takeback import draws_again

LINES_KEPT = 16  # actions whose log lines are kept: whoever is up to date needs only the last ones
LOG_KEPT = 16  # events for which a whole log is kept after somebody wanted it: often others want it too
CLOCKS_HOLD = 100  # ms for which clocks that were read are sent

encode = msgspec.json.Encoder().encode
NO_MOVES = Listing()


class Eyes(NamedTuple):
    """All on which it depends what somebody is shown of a table. Who has the same eyes sees the same."""

    seat: Seat | None
    player: int | None
    you: tuple[int, ...]
    curtain: bool
    hosting: bool
    lang: str
    picture: bool

    @property
    def told(self) -> dict[str, Any]:
        """What is told of them, by the names of SeenByOne."""
        return {"you": self.you, "facing": self.player, "curtain": self.curtain, "hosting": self.hosting}


class Drawn(NamedTuple):
    """What is shown besides where pictures were asked for."""

    picture: str | None = None
    drawing: tuple[Run, ...] | None = None
    legal_words: tuple[str, ...] = ()


NOTHING_DRAWN = Drawn()


class TakingBack(NamedTuple):
    """What is said of taking back."""

    can_undo: bool
    undo_redraws: bool
    can_ask_back: bool


class SeenByAll(msgspec.Struct, frozen=True):
    """What all see who read one language: in two parts, of which a move changes one."""

    moving: Moving
    agreed: Agreed


class Snapshot(msgspec.Struct, eq=False):
    eyes: Eyes
    moving: Moving
    agreed: Agreed
    view: Any
    back: TakingBack
    drawn: Drawn
    moves: Listing  # what may be done now
    past: tuple[Any, ...]  # while it stays the same, log lines that were sent go on being true
    now: int
    hidden: bool  # whether others see what these eyes do not
    own: SeenByOne | None = None
    whole: bytes | None = None

    def seen_by_one(self) -> SeenByOne:
        """What depends on these eyes, all of it; most moves leave most of it alone. Kept, as what is known of
        differences is known by identity."""
        if self.own is None:
            eyes, drawn, back = self.eyes, self.drawn, self.back
            self.own = SeenByOne(
                eyes.you, eyes.player, eyes.curtain, self.view, drawn.picture, drawn.drawing, drawn.legal_words,
                back.can_undo, eyes.hosting, back.undo_redraws, back.can_ask_back,
            )  # fmt: skip
        return self.own

    def follows(self, old: "Snapshot") -> bool:
        """Whether whoever has that one may be told the difference. Through the same eyes always; where nothing is
        hidden, through any that read the same language: two players at one screen take turns."""
        mine, other = self.eyes, old.eyes
        if mine is other or mine == other:
            return True
        return not self.hidden and (mine.lang, mine.picture) == (other.lang, other.picture)

    def news_for(self, old: "Snapshot | None") -> int:
        """The number of the first action whose log lines whoever has another snapshot does not have."""
        return self.news_after(old) if old is not None and self.follows(old) else 0

    def news_after(self, old: "Snapshot") -> int:
        """The same after one that this one follows."""
        return min(old.moving.actions, self.moving.actions) if old.past == self.past else 0


NO_WAY_BACK, JUST_ASKING = TakingBack(False, False, False), TakingBack(False, False, True)


@lru_cache(maxsize=64)
def back_edits(old: TakingBack, new: TakingBack) -> bytes:
    """The members of an object of edits; there are not many."""
    edits = {name: now for name, then, now in zip(TakingBack._fields, old, new, strict=True) if then != now}
    return encode(edits)[1:-1]


@lru_cache(maxsize=4096)
def eyes_edits(old: Eyes, new: Eyes) -> bytes:
    """The same of what is told of the eyes themselves: two who share a screen take turns."""
    edits = difference(old.told, new.told)
    return b"" if edits is SAME else encode(edits)[1:-1]


class RenderCache:
    def __init__(self, table: Table, presence: Presence, absences: Absences) -> None:
        self.table = table
        self.presence = presence
        self.absences = absences
        self.settings: tuple[Any, Any] = (None, None)  # each with what it depends on
        self.match: tuple[Any, Any] = (None, None)
        self.chance: tuple[Any, Any] = (None, None)
        self.people: dict[str, tuple[Any, tuple[PlayerShown, ...]]] = {}  # by language
        self.offered = False  # whether something was, at the last look
        self.agreed: tuple[Any, ...] = ()  # all but moves: while it stays the same, so do these and the names
        self.pieces: dict[str, Agreed] = {}  # by language
        self.eyes: dict[tuple[str, int | None, str, bool, int | None], Eyes] = {}
        self.timed = False  # whether clocks go at this table
        self.seq = self.here = -1  # the event and the presence for which these hold:
        self.all_see: dict[str, tuple[int, SeenByAll]] = {}  # by language, with the time of its clocks
        self.snapshots: dict[Eyes, Snapshot] = {}
        # In bytes, by what they are made of: the edits between two snapshots, or two of what all see; those between two
        # views, by the identities of what is in snapshots; the log from an action on
        self.written: dict[Any, bytes | None] = {}
        self.known: Known = {}  # of what is in those snapshots
        self.state: State | None = None  # the state of which these are:
        self.views: Callable[[Seat | None], Any] | None = None
        self.viewed: dict[Seat | None, Any] = {}
        self.worded: dict[str, tuple[str, ...]] = {}  # the legal moves in words and what they do, by language
        self.pictures: dict[tuple[Seat | None, str], tuple[str, Any]] = {}
        self.past: tuple[Any, ...] = ()  # the round, the number of takebacks and the names for which these hold:
        self.lines: dict[tuple[str, Seat | None], dict[int, bytes]] = {}  # by action
        self.logs: dict[tuple[str, Seat | None], tuple[int, int, bytes]] = {}  # whole: asked for when, how long
        self.speakers: dict[str, Words] = {}  # by language: words that say these names

    # Whole tables and changes

    def snapshot(self, person: str, facing: int | None, lang: str, now: int, picture: bool) -> Snapshot:
        """The table as this person sees it now."""
        if self.seq != self.table.seq or self.here != self.presence.version:
            self.forget()
        place = person, facing, lang, picture, self.table.to_move
        eyes = self.eyes.get(place)
        if eyes is None:
            eyes = self.eyes[place] = self.look(person, facing, lang, picture)
        found = self.snapshots.get(eyes)
        if found is None or (self.timed and not self.holds(found.now, now)):
            found = self.snapshots[eyes] = self.taken(eyes, lang, now)
        return found

    def taken(self, eyes: Eyes, lang: str, now: int) -> Snapshot:
        at, all_see = self.seen_by_all(lang, now)
        view = self.view(eyes.seat) if self.table.plays else None
        drawn = self.drawn(eyes) if eyes.picture else NOTHING_DRAWN
        return Snapshot(
            eyes, all_see.moving, all_see.agreed, view, self.taking_back(eyes), drawn, self.moves_of(eyes.player),
            self.past, at, self.table.game.hidden,
        )  # fmt: skip

    def look(self, person: str, facing: int | None, lang: str, picture: bool) -> Eyes:
        """Through whose eyes this person looks: who has several players here, through those of whoever is to move."""
        table = self.table
        own, player, curtain = looking(table, person, facing)
        seat = table.seat_of(player) if table.plays and player is not None else None
        return Eyes(seat, player, tuple(own), curtain, table.host == person, lang, picture)

    def holds(self, then: int, now: int) -> bool:
        """Whether clocks that were read then can still be sent, at a table that has any."""
        return 0 <= now - then <= CLOCKS_HOLD

    def whole(self, snapshot: Snapshot, start: int, now: int) -> bytes:
        """The whole table, with the log from action number `start` on."""
        if snapshot.whole is None:
            moves = [LegalMove(*move) for move in snapshot.moves]
            parts = snapshot.agreed, snapshot.moving, snapshot.seen_by_one()
            seen = b",".join([encode(part)[1:-1] for part in parts])
            snapshot.whole = b'{"type":"table",%b,"legal":%b' % (seen, encode(moves))
        return b"".join((snapshot.whole, b',"now":%d' % self.told_at(snapshot, now), self.log(snapshot, start), b"}"))

    def change(self, old: Snapshot, new: Snapshot, now: int) -> bytes:
        """What is different, as an object that is still open: legal moves are told to each connection by itself.
        Nothing where nothing is."""
        found = self.written.get((old, new))
        if found is None:
            found = self.written[old, new] = self.edits(old, new)
        if not found:
            return b""
        head = b'{"type":"change","table":"%b","from":%d,"seq":%d,"now":%d' % (
            self.table.id.encode(), old.moving.seq, new.moving.seq, self.told_at(new, now),
        )  # fmt: skip
        return head + found

    def edits(self, old: Snapshot, new: Snapshot) -> bytes:
        """Nothing where nothing is different, not even the number of the event."""
        moved = b"" if old.moving.seq == new.moving.seq else self.moving_edits(new.moving)
        agreed = b"" if old.agreed is new.agreed else self.agreed_edits(old.agreed, new.agreed)
        own = self.own_edits(old, new)
        if not moved and not agreed and not own:
            return b""
        edits = b",".join([part for part in (moved, agreed, own) if part])
        return b',"set":{%b}%b' % (edits, self.log(new, new.news_after(old)))

    def own_edits(self, old: Snapshot, new: Snapshot) -> bytes:
        """The members of an object of edits of what these eyes see. A move changes the board, what is said of taking
        back and, at one screen, the eyes; a board that several see is compared once."""
        if old.drawn is not new.drawn:
            edits = difference(old.seen_by_one(), new.seen_by_one(), self.known)
            return b"" if edits is SAME else encode(edits)[1:-1]
        found = self.view_edits(old.view, new.view)
        if old.back is not new.back and (back := back_edits(old.back, new.back)):
            found = found + b"," + back if found else back
        if old.eyes is not new.eyes and (eyes := eyes_edits(old.eyes, new.eyes)):
            found = found + b"," + eyes if found else eyes
        return found

    def view_edits(self, old: Any, new: Any) -> bytes:
        place = (id(old), id(new))  # of things that are in snapshots which are kept as long as this is
        found = self.written.get(place)
        if found is None:
            edit = difference(old, new, self.known)
            found = self.written[place] = b"" if edit is SAME else b'"view":' + encode(edit)
        return found

    def moving_edits(self, new: Moving) -> bytes:
        """The same of what every move changes: all of it, which is hardly longer than what is different, put into bytes
        once for everybody. The number of the event comes first there, and stands in the head of a change already."""
        found = self.written.get(new)
        if found is None:
            found = self.written[new] = encode(new).partition(b",")[2][:-1]
        return found

    def agreed_edits(self, old: Agreed, new: Agreed) -> bytes:
        """The same of what moves leave alone."""
        found = self.written.get((old, new))
        if found is None:
            edits = difference(old, new)
            found = self.written[old, new] = b"" if edits is SAME else encode(edits)[1:-1]
        return found

    def told_at(self, snapshot: Snapshot, now: int) -> int:
        """The time that belongs to what is told: clocks are read when the snapshot is made."""
        return snapshot.now if self.timed else now

    def forget(self) -> None:
        """What no longer holds."""
        table = self.table
        self.all_see.clear()
        self.snapshots.clear()
        self.written.clear()
        self.known.clear()
        agreed = (table.others, len(table.plays), table.status, self.presence.version)
        if self.agreed != agreed or table.offers or self.offered:
            self.agreed, self.offered = agreed, bool(table.offers)
            self.timed = table.settings.clock.kind != "none"
            self.forget_people()
        if self.seq != table.seq:
            self.forget_position()
        self.seq, self.here = table.seq, self.presence.version

    def forget_position(self) -> None:
        """Something happened. An offer or an answer leaves the board alone."""
        table = self.table
        state = table.play.state if table.plays else None
        if self.state is not state:
            self.state = state
            self.views = None
            self.viewed.clear()
        self.worded.clear()
        self.pictures.clear()
        if self.logs:
            self.logs = {key: log for key, log in self.logs.items() if table.seq - log[0] <= LOG_KEPT}

    def forget_people(self) -> None:
        """Something happened that was no move: perhaps people, offers or the past are others."""
        self.pieces.clear()
        self.eyes.clear()
        table = self.table
        past = (len(table.plays), table.rewinds, table.names() if table.plays else ())
        if self.past != past:
            self.past = past
            self.lines.clear()
            self.logs.clear()
            self.speakers.clear()

    # The pieces

    def seen_by_all(self, lang: str, now: int) -> tuple[int, SeenByAll]:
        """Made once for everybody; and when, which matters to clocks."""
        known = self.all_see.get(lang)
        if known is None or (self.timed and not self.holds(known[0], now)):
            table = self.table
            actions = table.play.seq if table.plays else 0
            moving = Moving(table.seq, table.position, table.to_move, actions, table.clocks.running)
            known = self.all_see[lang] = now, SeenByAll(moving, self.agreed_pieces(lang, now))
        return known

    def taking_back(self, eyes: Eyes) -> TakingBack:
        way = way_back(self.table, eyes.player)
        if way.goal is None:
            return JUST_ASKING if way.asking else NO_WAY_BACK
        return TakingBack(True, draws_again(self.table.play, way.goal), way.asking)

    def drawn(self, eyes: Eyes) -> Drawn:
        bare, drawing = self.picture(eyes.seat, eyes.lang) if self.table.plays else (None, None)
        return Drawn(bare, drawing, self.legal_words(eyes.player, eyes.lang))

    def agreed_pieces(self, lang: str, now: int) -> Agreed:
        """What has to be looked up, and stays the same from move to move. Clocks go on meanwhile."""
        found = self.pieces.get(lang)
        if found is None or self.timed:
            table = self.table
            found = self.pieces[lang] = Agreed(
                table.id, table.code, table.game.name, table.status, table.paused, self.players(lang, now),
                presenter.offers_shown(table), self.chance_shown(), self.match_shown(), table.result, table.next_table,
                self.settings_shown(), self.host(lang), presenter.promise_shown(table), table.strangers,
                self.presence.watchers,
            )  # fmt: skip
        return found

    def view(self, seat: Seat | None) -> Any:
        if seat not in self.viewed:
            if self.views is None:
                self.views = self.table.game.views(self.table.play.state)
            self.viewed[seat] = self.views(seat)
        return self.viewed[seat]

    def picture(self, seat: Seat | None, lang: str) -> tuple[str, Any]:
        """The view drawn in characters: bare, and with its colours."""
        found = self.pictures.get((seat, lang))
        if found is None:
            game, state = self.table.game, self.table.play.state
            drawn = drawing.draw(game, state, seat, presenter.written(self.table, -1, lang))
            found = self.pictures[seat, lang] = drawn.plain, drawing.runs(drawn)
        return found

    def may_move(self, player: int | None) -> bool:
        table = self.table
        if player != table.to_move or player is None or table.paused:
            return False
        return table.level(player) is None

    def moves_of(self, player: int | None) -> Listing:
        return self.table.play.position.moves if self.may_move(player) else NO_MOVES

    def legal_words(self, player: int | None, lang: str) -> tuple[str, ...]:
        if player is None or not self.may_move(player):
            return ()
        if lang not in self.worded:
            self.worded[lang] = tuple(presenter.legal_consequences(self.table, player, lang))
        return self.worded[lang]

    def players(self, lang: str, now: int) -> tuple[PlayerShown, ...]:
        table = self.table
        mark = (table.others, len(table.plays), self.presence.version, now if self.timed else 0)
        known = self.people.get(lang)
        if known is None or known[0] != mark:
            made = presenter.players_shown(
                table, now, self.presence, self.absences, presenter.speech(lang, table.game.name)
            )
            known = self.people[lang] = (mark, made)
        return known[1]

    def chance_shown(self) -> Any:
        mark = (len(self.table.plays), self.table.status, self.table.others)
        if self.chance[0] != mark:
            self.chance = (mark, presenter.chance_shown(self.table))
        return self.chance[1]

    def settings_shown(self) -> Any:
        if self.settings[0] is not self.table.settings:
            self.settings = (self.table.settings, presenter.settings_shown(self.table.settings))
        return self.settings[1]

    def match_shown(self) -> Any:
        """While a round lasts it stays the same."""
        mark = (id(self.table.match), len(self.table.plays))
        if self.match[0] != mark:
            self.match = (mark, presenter.match_shown(self.table))
        return self.match[1]

    def host(self, lang: str) -> str | None:
        """Who invites; once the game has begun nobody asks any more."""
        if self.table.status != "waiting":
            return None
        return presenter.host_name(self.table, presenter.speech(lang, self.table.game.name))

    # The log

    def log(self, snapshot: Snapshot, start: int) -> bytes:
        """What happened from action `start` on, as these eyes may know it."""
        end, lang, seat = snapshot.moving.actions, snapshot.eyes.lang, snapshot.eyes.seat if snapshot.hidden else None
        found = self.written.get((start, lang, seat))
        if found is None:
            if start == end - 1:  # mostly
                said = self.lines_of(start, lang, seat)
            elif start == 0 and end > LINES_KEPT:
                said = self.whole_log(end, lang, seat)
            else:
                said = self.lines_between(start, end, lang, seat)
            found = self.written[start, lang, seat] = b',"log_from":%d,"log":[%b]' % (start, said)
        return found

    def whole_log(self, end: int, lang: str, seat: Seat | None) -> bytes:
        _, length, said = self.logs.get((lang, seat), (0, 0, b""))
        more = self.lines_between(length, end, lang, seat)
        said = said + b"," + more if said and more else said or more
        self.logs[lang, seat] = (self.seq, end, said)
        return said

    def lines_between(self, start: int, end: int, lang: str, seat: Seat | None) -> bytes:
        return b",".join([piece for n in range(start, end) if (piece := self.lines_of(n, lang, seat))])

    def lines_of(self, n: int, lang: str, seat: Seat | None) -> bytes:
        """The lines of one action; kept where they will be asked for again. Only draws are told to each seat apart."""
        play = self.table.play
        if seat is not None and play.steps[n].who != CHANCE:
            seat = None
        place = lang, seat
        kept = self.lines.get(place)
        if kept is not None and n in kept:
            return kept[n]
        piece = encode(presenter.lines_of(play, n, seat, self.speaker(lang)))[1:-1]
        if n >= play.seq - LINES_KEPT:
            if kept is None:
                kept = self.lines[place] = {}
            kept[n] = piece
            kept.pop(n - LINES_KEPT, None)
        return piece

    def speaker(self, lang: str) -> Words:
        """The words of this table, which say what its players are called."""
        found = self.speakers.get(lang)
        if found is None:
            w = presenter.speech(lang, self.table.game.name)
            found = self.speakers[lang] = speaker(w, presenter.seated(self.table, -1, w))
        return found
