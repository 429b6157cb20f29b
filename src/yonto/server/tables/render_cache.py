"""A table as it is sent, in pieces of JSON that are kept while they hold.

What a move does not change, and what several people see alike, is put into words and bytes once. The pieces are made in
`presenter.py`; here is only when they are made again.
"""

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Raw

from yonto.core.contract import Seat
from yonto.server.tables import drawing, presenter
from yonto.server.tables.presenter import TableShown
from yonto.table.perspective import can_ask_back, curtained, faced, undo_goal
from yonto.table.table import Table
from yonto.table.takeback import draws_again

LINES_KEPT = 16  # actions whose log lines are kept: whoever is up to date needs only the last ones

encode = msgspec.json.Encoder().encode
NOTHING = Raw(b"[]")


class RenderCache:
    def __init__(self, table: Table) -> None:
        self.table = table
        self.settings: tuple[Any, Raw] = (None, Raw(b"null"))
        self.match: tuple[Any, Raw] = (None, Raw(b"null"))
        self.seq = -1  # the event after which these were made:
        self.views: dict[Seat | None, Raw] = {}
        self.legal: Raw | None = None
        self.worded: dict[str, Raw] = {}  # the legal moves in words and what they do, by language
        self.pictures: dict[tuple[Seat | None, str], tuple[str, Raw]] = {}
        self.people: dict[str, tuple[Any, Raw]] = {}  # by language, with what they depend on
        self.chance: tuple[Any, Raw] = (None, Raw(b"null"))
        self.past: tuple[Any, ...] = ()  # the round, the number of takebacks and the names for which this holds:
        self.lines: dict[tuple[int, str, Seat | None], bytes] = {}
        self.names: dict[str, tuple[str, ...]] = {}  # by language, in the order of the seats

    def show(
        self, person: str, facing: int | None, told: int, lang: str, now: int, here: Callable[[], set[str]],
        presence: int, picture: bool = False,
    ) -> TableShown:  # fmt: skip
        """The table for this person; `told` is the number of actions whose log lines were sent before."""
        table = self.table
        self.forget()
        player = faced(table, person, facing)
        playing = bool(table.plays)
        seat = table.seat_of(player) if playing and player is not None else None
        goal = undo_goal(table, player)
        bare, drawn = self.picture(seat, lang) if picture and playing else (None, None)
        return TableShown(
            table.id, table.code, table.game.name, table.seq, table.position, table.status, table.paused,
            self.players(lang, now, here, presence), tuple(table.players_of(person)), player,
            player is None and curtained(table, person), table.to_move, table.play.seq if playing else 0,
            self.view(seat) if playing else None, bare, drawn,
            self.legal_for(player), self.legal_words(player, lang) if picture else NOTHING,
            goal is not None, told,
            self.log(told, lang, seat) if playing else NOTHING, now, table.clocks.running,
            presenter.offers_shown(table), self.chance_shown(), self.match_shown(), table.result,
            table.next_table, self.settings_shown(), self.host(lang), table.host == person,
            goal is not None and draws_again(table.play, goal), can_ask_back(table, player),
        )  # fmt: skip

    def forget(self) -> None:
        """The pieces that no longer hold."""
        table = self.table
        if self.seq != table.seq:
            self.seq = table.seq
            self.views.clear()
            self.legal = None
            self.worded.clear()
            self.pictures.clear()
        past = (len(table.plays), table.rewinds, table.names() if table.plays else ())
        if self.past != past:
            self.past = past
            self.lines.clear()
            self.names.clear()

    def view(self, seat: Seat | None) -> Raw:
        found = self.views.get(seat)
        if found is None:
            found = self.views[seat] = Raw(encode(self.table.game.view(self.table.play.state, seat)))
        return found

    def picture(self, seat: Seat | None, lang: str) -> tuple[str, Raw]:
        """The view drawn in characters: bare, and with its colours."""
        found = self.pictures.get((seat, lang))
        if found is None:
            game, state = self.table.game, self.table.play.state
            drawn = drawing.draw(game, state, seat, presenter.speech(lang, game.name))
            found = self.pictures[seat, lang] = drawn.plain, Raw(encode(drawing.runs(drawn)))
        return found

    def may_move(self, player: int | None) -> bool:
        table = self.table
        return player is not None and player == table.to_move and not table.paused and table.level(player) is None

    def legal_for(self, player: int | None) -> Raw:
        if not self.may_move(player):
            return NOTHING
        if self.legal is None:
            self.legal = Raw(encode(presenter.legal_moves(self.table)))
        return self.legal

    def legal_words(self, player: int | None, lang: str) -> Raw:
        if player is None or not self.may_move(player):
            return NOTHING
        if lang not in self.worded:
            self.worded[lang] = Raw(encode(presenter.legal_consequences(self.table, player, lang)))
        return self.worded[lang]

    def players(self, lang: str, now: int, here: Callable[[], set[str]], presence: int) -> Raw:
        table = self.table
        timed = now if table.settings.clock.kind != "none" else 0
        mark = (table.others, len(table.plays), presence, timed)
        known = self.people.get(lang)
        if known is None or known[0] != mark:
            made = presenter.players_shown(table, now, here(), presenter.speech(lang, table.game.name))
            known = self.people[lang] = (mark, Raw(encode(made)))
        return known[1]

    def chance_shown(self) -> Raw:
        mark = (len(self.table.plays), self.table.status)
        if self.chance[0] != mark:
            self.chance = (mark, Raw(encode(presenter.chance_shown(self.table))))
        return self.chance[1]

    def settings_shown(self) -> Raw:
        if self.settings[0] is not self.table.settings:
            made = presenter.settings_shown(self.table.settings)
            self.settings = (self.table.settings, Raw(encode(made)))
        return self.settings[1]

    def match_shown(self) -> Raw:
        """While a round lasts it stays the same."""
        mark = (id(self.table.match), len(self.table.plays))
        if self.match[0] != mark:
            self.match = (mark, Raw(encode(presenter.match_shown(self.table))))
        return self.match[1]

    def host(self, lang: str) -> str | None:
        """Who invites; once the game has begun nobody asks any more."""
        if self.table.status != "waiting":
            return None
        return presenter.host_name(self.table, presenter.speech(lang, self.table.game.name))

    def log(self, start: int, lang: str, seat: Seat | None) -> Raw:
        """What happened from action `start` on, as this seat may know it."""
        play = self.table.play
        pieces = []
        for n in range(start, play.seq):
            piece = self.lines.get((n, lang, seat))
            if piece is None:
                piece = self.log_of(n, lang, seat)
            if piece:
                pieces.append(piece)
        return Raw(b"[" + b",".join(pieces) + b"]") if pieces else NOTHING

    def log_of(self, n: int, lang: str, seat: Seat | None) -> bytes:
        """The lines of one action; kept where they will be asked for again."""
        play = self.table.play
        w = presenter.speech(lang, self.table.game.name)
        names = self.names.get(lang)
        if names is None:
            names = self.names[lang] = presenter.seated(self.table, -1, w)
        lines = presenter.lines_of(play, n, seat, names, w)
        piece = encode(lines)[1:-1]
        if n >= play.seq - LINES_KEPT:
            self.lines[n, lang, seat] = piece
            self.lines.pop((n - LINES_KEPT, lang, seat), None)
        return piece
