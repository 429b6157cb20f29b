"""One table: what it is follows from its settings, its seed and its events, and from nothing else.

`apply` takes an event. What may happen next is decided in `decide.py`; who may see what stands in `perspective.py`.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

import msgspec

from yonto.core import computers, matches, records
from yonto.core.contract import CHANCE, NOBODY, Game, State
from yonto.core.matches import Match
from yonto.core.play import Play, Position, Step
from yonto.games import load
from yonto.players import best_player
from yonto.table import clock, fair_chance
from yonto.table.clock import Clocks
from yonto.table.events import (
    REMATCH,
    Aborted,
    Answered,
    Arranged,
    Began,
    Event,
    Left,
    Lost,
    Mixed,
    Offered,
    Paused,
    Played,
    Rematched,
    Resumed,
    Sat,
    StoodIn,
    Undone,
    Woke,
)
from yonto.table.settings import SeatSettings, Settings

COPIED = ("seatings", "starts", "sitters", "away", "gone", "stand_ins", "asked_by", "shares")  # what no move changes
FORGOTTEN = "—"  # what a person who asked to be forgotten is called
Status = Literal["waiting", "playing", "between", "over", "aborted"]


@dataclass
class Sitter:
    """Who sits in a player's place. The person behind a computer or a free place is None."""

    person: str | None
    name: str


class Result(msgspec.Struct, frozen=True):
    """How the table ended: `played`, `resign`, `timeout`, `abort` or `closed` by the house; players, not seats."""

    how: str
    winners: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()  # points of a single game, totals of a match
    rule: str = ""
    loser: int | None = None


class Foreseen(msgspec.Struct, frozen=True):
    """What the actions of an event will do, as `decide` worked it out: whoever applies the event with it need not do
    so again."""

    texts: tuple[str, ...]
    steps: list[Step]
    end: Position
    opening: Play | None = None  # of the round that begins with them


@dataclass
class Table:
    """The table as its events have made it so far."""

    id: str
    code: str
    host: str | None
    made: int
    settings: Settings
    seed: bytes
    game: Game
    sitters: list[Sitter]
    seq: int = 0  # how many events there were
    position: int = 0  # the last event that changed the position: a move meant for less is stale
    at: int = 0  # when the last event happened
    status: Status = "waiting"
    plays: list[Play] = field(default_factory=list)  # the rounds
    play: Play = field(init=False, repr=False, compare=False)  # the last of them; no property, it is asked for so often
    seatings: list[tuple[int, ...]] = field(default_factory=list)  # the player in each seat, by round
    starts: list[int] = field(default_factory=list)  # actions that were there when the round began (a fork's)
    match: Match | None = None
    to_move: int | None = None  # the player whose move it is, after the last event
    clocks: Clocks = field(default_factory=lambda: Clocks(()))
    marks: dict[int, Clocks] = field(default_factory=dict)  # the clocks when each action of this round was taken
    paused: bool = False
    away: dict[int, int] = field(default_factory=dict)  # players who left, and when
    gone: set[int] = field(default_factory=set)  # players who lost among more than two: a computer plays on
    stand_ins: dict[int, str] = field(default_factory=dict)  # computers in the place of people
    asked_by: dict[int, int | None] = field(default_factory=dict)  # which player asked for each of them
    shares: dict[int, dict[int, str]] = field(default_factory=dict)  # of the chance, by round and player
    offers: dict[str, set[int]] = field(default_factory=dict)  # what is offered, and who agrees
    rewinds: int = 0  # how often something was taken back
    result: Result | None = None
    next_table: str | None = None
    done: dict[tuple[int, str], int] = field(default_factory=dict)  # (player, client id) -> the event it made
    others: int = 0  # how many events were no moves: while it stays, so do the people and all that was agreed
    number: int = 0  # under which it is kept in the store

    def __post_init__(self) -> None:
        self.at = max(self.at, self.made)

    # Reading

    @property
    def seating(self) -> tuple[int, ...]:
        return self.seatings[-1]

    @property
    def over(self) -> bool:
        return self.status in ("over", "aborted")

    def seat_of(self, player: int, number: int = -1) -> int:
        """The seat of a player in a round, the current one if none is named."""
        return self.seatings[number].index(player)

    def round_seed(self, number: int) -> bytes:
        """What decides the draws of a round: the server's secret and the players' shares."""
        return fair_chance.mixed(
            fair_chance.round_seed(self.seed, number), self.id, number, self.shares.get(number, {})
        )

    def secret_and_promise(self, number: int) -> tuple[bytes, str]:
        secret = fair_chance.round_seed(self.seed, number)
        return secret, fair_chance.promise(secret)

    def promised(self) -> tuple[int, str] | None:
        """The round to whose chance shares can still be added, and its promise: the next one, or the first one of the
        rematch."""
        if self.status in ("waiting", "between"):
            number = len(self.plays)
            return number, self.secret_and_promise(number)[1]
        if self.over and self.plays and self.next_table is None:
            secret = fair_chance.round_seed(fair_chance.rematch_seed(self.seed), 0)
            return REMATCH, fair_chance.promise(secret)
        return None

    @property
    def strangers(self) -> bool:
        """Whether two or more people sit here. The house does not know who are friends: among them all nobody decides
        alone what concerns the others."""
        return len({sitter.person for sitter in self.sitters if sitter.person is not None}) > 1

    def stand_in_level(self) -> str:
        """Of the computer that plays for somebody absent, as the table agreed."""
        return self.settings.stand_in or best_player(self.game)

    def round_over(self, number: int) -> bool:
        """Whether everything about this round may be told."""
        return self.over or number < len(self.plays) - 1 or self.status == "between"

    def rename(self, old: str, new: str) -> None:
        """The same somebody under another name of the store."""
        self.host = new if self.host == old else self.host
        for sitter in self.sitters:
            if sitter.person == old:
                sitter.person = new

    @property
    def closed(self) -> bool:
        """Whether whoever keeps order in the house closed it: nobody goes on from here."""
        return self.result is not None and self.result.how == "closed"

    def players_of(self, person: str | None) -> list[int]:
        """The players a person plays for: one, or several on one screen."""
        if person is None:
            return []
        return [i for i, sitter in enumerate(self.sitters) if sitter.person == person]

    def repeated(self, person: str, client: str) -> int | None:
        """The event that this person's message made when it came before."""
        if client:
            for player, sitter in enumerate(self.sitters):
                seq = self.done.get((player, client))
                if seq is not None and sitter.person == person:
                    return seq
        return None

    def people(self) -> list[int]:
        """The players who are people, at the table or away."""
        return [i for i, seat in enumerate(self.settings.seats) if seat.kind != "computer" and i not in self.gone]

    def alone(self, player: int) -> bool:
        """Whether everybody else at this table is a computer: then nobody need be asked."""
        return [i for i, seat in enumerate(self.settings.seats) if seat.kind != "computer"] == [player]

    def free(self) -> list[int]:
        """The places that wait for somebody."""
        return [i for i in self.people() if self.sitters[i].person is None]

    def level(self, player: int) -> str | None:
        """The level of the computer that moves for this player; None for a person."""
        if player in self.stand_ins:
            return self.stand_ins[player]
        seat = self.settings.seats[player]
        return seat.level if seat.kind == "computer" else None

    def moved(self) -> bool:
        """Whether any person has made a move at this table."""
        return len(self.plays) > 1 or any(step.who != CHANCE for step in self.play.steps[self.starts[-1] :])

    def names(self, number: int = -1) -> tuple[str, ...]:
        """The names in the order of a round's seats."""
        return tuple(self.sitters[player].name for player in self.seatings[number])

    def record(self, number: int) -> records.Record:
        """A round in writing, draws and all, with what proves its chance once it is over."""
        play, (secret, promise) = self.plays[number], self.secret_and_promise(number)
        notes = {"table": self.id, "round": str(number + 1), "chance": f"sha256={promise}"}
        if shares := self.shares.get(number):
            notes["shares"] = " ".join(f"{player + 1}={share}" for player, share in sorted(shares.items()))
        if self.starts[number]:
            notes["chance-from"] = str(self.starts[number])
        if number == 0 and self.settings.first is None and not self.settings.start:
            notes["lot"] = f"{self.seatings[0][0] + 1}/{self.settings.players}"
        if self.round_over(number):
            notes["seed"] = secret.hex()
        if self.result is not None and self.result.how != "played" and number == len(self.plays) - 1:
            loser = "" if self.result.loser is None else f" player={self.result.loser + 1}"
            notes["ended"] = self.result.how + loser
        seats = [self.settings.seats[player] for player in self.seatings[number]]
        notes |= computers.note([seat.level if seat.kind == "computer" else None for seat in seats])
        return records.of_play(play, self.names(number), notes)

    # Following the events

    def draft(self, moves: bool = False) -> "Table":
        """A copy on which events can be tried before they are stored; if these are `moves` and nothing else, it shares
        what no move changes. States and steps never change, so that the lists alone are copied."""
        other: Table = object.__new__(Table)
        own = other.__dict__
        own.update(self.__dict__)
        own["done"], own["marks"] = self.done.copy(), self.marks.copy()
        own["offers"] = {what: set(who) for what, who in self.offers.items()} if self.offers else {}
        own["plays"] = plays = self.plays.copy()
        if plays:
            own["play"] = plays[-1] = plays[-1].copy()
        if not moves:
            for name in COPIED:
                own[name] = own[name].copy()
        return other

    def adopt(self, draft: "Table") -> None:
        """Become what the draft is: its events are stored. Nobody changes the draft from now on."""
        self.__dict__ = draft.__dict__

    def apply(self, event: Event, client: str = "", foreseen: Foreseen | None = None) -> None:
        """What an event does. It was checked when it was decided: here it must be possible. `client` is the id that
        whoever asked for it gave it."""
        self.seq += 1
        self.at = max(self.at, event.at)
        if client and hasattr(event, "player"):
            self.done[event.player, client] = self.seq
        if isinstance(event, Played):
            self.move(event, foreseen)
            return
        self.others += 1
        match event:
            case Sat(player=player) | Left(player=player):
                self.take_place(event, player)
            case Arranged(settings=settings):
                self.arrange(settings)
            case Began():
                self.begin(event, foreseen)
            case Undone():
                self.take_back(event)
            case Lost():
                self.lose(event)
            case Aborted(closed=closed):
                self.finish("aborted", Result("closed" if closed else "abort"), event.at)
            case Paused() | Resumed():
                self.pause(isinstance(event, Paused), event.at)
            case Offered(player=player, what=what):
                self.offers[what] = {player}
            case Answered(player=player, what=what, yes=yes):
                self.answer(player, what, yes)
            case StoodIn():
                self.stand_in(event)
            case Mixed(player=player, round=number, share=share):
                self.shares[number] = {**self.shares.get(number, {}), player: share}
            case Woke(away=away):
                self.clocks = clock.shifted(self.clocks, away)
            case Rematched(table=table):
                self.next_table = table
                self.offers.clear()

    def take_place(self, event: Sat | Left, player: int) -> None:
        """Sitting down or getting up; whose name is there is kept beside the events."""
        if isinstance(event, Sat):
            self.away.pop(player, None)
        elif self.status == "waiting":
            self.drop_shares([player])
            self.sitters[player : player + 1] = [Sitter(None, "")][: self.settings.players - player]
        else:
            self.away[player] = event.at

    def drop_shares(self, players: Iterable[int]) -> None:
        """Whoever left before the game takes his share along; whoever comes adds one of his own."""
        number = len(self.plays)
        self.shares[number] = {p: share for p, share in self.shares.get(number, {}).items() if p not in players}

    def arrange(self, settings: Settings) -> None:
        """As many places as there are seats now; who sits there is kept beside the events."""
        self.settings = settings
        self.drop_shares(range(len(self.sitters)))
        self.game = load(settings.game, settings.rules)
        self.sitters = [*self.sitters, *(Sitter(None, "") for _ in settings.seats)][: settings.players]

    def begin(self, event: Began, foreseen: Foreseen | None) -> None:
        if self.settings.match and self.match is None:
            self.begin_match(event)
            if self.over:
                return
        known = foreseen.opening if foreseen is not None else None
        play = known.copy() if known is not None else self.opened(len(self.plays))
        self.add_round(play, event.first)
        self.take_all(event.draws, foreseen)
        self.status = "playing"
        self.clocks = clock.wound(self.settings.clock, self.settings.players)
        self.marks.clear()
        self.moved_on(event.at)

    def add_round(self, play: Play, first: int) -> None:
        players = self.settings.players
        self.plays.append(play)
        self.play = play
        self.seatings.append(tuple([(first + seat) % players for seat in range(players)]))
        self.starts.append(play.seq)

    def begin_match(self, event: Began) -> None:
        """The match, with the rounds that were finished in the record from which the table started."""
        match, rounds = self.prior()
        self.match = match or matches.new_match(
            self.game,
            self.settings.match or "",
            self.settings.players,
            event.first,
            self.settings.options,
            self.settings.target,
        )
        for play, first in zip(rounds, (each.first for each in self.match.rounds), strict=True):
            self.add_round(play, first)
        if winners := self.match.winners():
            self.finish("over", Result("played", winners, self.match.totals()), event.at)

    def prior(self) -> tuple[Match | None, list[Play]]:
        """A match as it came in writing, and its finished rounds; None if it did not."""
        if not self.settings.match or not self.settings.start:
            return None, []
        record = matches.read(self.settings.start)
        match, _ = matches.replay(record, self.game)
        return match, [records.replay(each, self.game) for each in record.rounds[: len(match.rounds)]]

    def opened(self, number: int) -> Play:
        """A round before its first draw: fresh, or where the record left it from which the table started."""
        if self.settings.start and self.settings.match:
            record = matches.read(self.settings.start)
            if number == len(record.rounds) - 1 and record.rounds[number].result is None:
                return records.replay(record.rounds[number], self.game)
        elif self.settings.start and number == 0:
            return records.replay(records.read(self.settings.start), self.game)
        return Play(self.game, self.settings.players, self.settings.options[number % len(self.settings.options)])

    def move(self, event: Played, foreseen: Foreseen | None) -> None:
        if self.settings.clock.kind != "none":
            self.marks[self.play.seq] = clock.stopped(self.clocks, event.at)
        self.take_all((event.move, *event.draws), foreseen)
        self.moved_on(event.at)

    def take_all(self, texts: tuple[str, ...], foreseen: Foreseen | None) -> None:
        """Actions in writing, one after another; what was foreseen from just here is not worked out again."""
        play = self.play
        if foreseen is not None and texts and foreseen.texts == texts and same(foreseen.steps[0].state, play.state):
            play.steps += foreseen.steps
            play.reach(foreseen.end)
            return
        for text in texts:
            play.take(self.game.read(play.state, text))

    def take_back(self, event: Undone) -> None:
        """Back to an earlier position. Where the clocks go back too, each has what it had when that action was taken:
        the time that was thought about it stays spent."""
        self.rewinds += 1
        self.play.rewind(event.to)
        if event.consent and event.to in self.marks:
            self.clocks = self.marks[event.to]
        self.moved_on(event.at)

    def moved_on(self, at: int) -> None:
        """The position is another: offers lapse, clocks pass on, and a round that is over is counted."""
        self.position = self.seq
        self.offers.clear()
        if self.status != "playing":  # between two rounds nothing moves on
            return
        seat = self.play.to_move
        self.to_move = self.seating[seat] if seat >= 0 else None
        if self.settings.clock.kind != "none":
            self.clocks = clock.passed(self.settings.clock, self.clocks, self.timed(), at)
        if seat == NOBODY:
            self.end_round(at)

    def timed(self) -> int | None:
        """The player whose clock is to run: computers and people they stand in for have none."""
        player = self.to_move
        return None if player is None or self.paused or self.level(player) is not None else player

    def end_round(self, at: int) -> None:
        outcome = self.play.outcome
        assert outcome is not None
        if self.match is not None:
            self.match = self.match.with_round(self.play)
            if winners := self.match.winners():
                self.finish("over", Result("played", winners, self.match.totals()), at)
            else:
                self.status, self.to_move = "between", None
                self.clocks = clock.stopped(self.clocks, at)
            return
        scores = [0] * self.settings.players
        for seat, score in enumerate(outcome.scores):
            scores[self.seating[seat]] = score
        winners = tuple(sorted(self.seating[seat] for seat in outcome.winners))
        self.finish("over", Result("played", winners, tuple(scores), outcome.rule), at)

    def finish(self, status: Literal["over", "aborted"], result: Result, at: int) -> None:
        self.clocks = clock.stopped(self.clocks, at)
        self.status, self.result, self.paused, self.to_move = status, result, False, None
        self.position = self.seq
        self.offers.clear()

    def lose(self, event: Lost) -> None:
        if self.settings.players == 2:
            winners = (1 - event.player,)
            self.finish("over", Result(event.how, winners, loser=event.player), event.at)
            return
        self.gone.add(event.player)
        self.stand_ins[event.player] = event.level
        if not self.people():
            self.finish("aborted", Result("abort"), event.at)
            return
        self.moved_on(event.at)

    def pause(self, paused: bool, at: int) -> None:
        self.paused = paused
        if paused:
            self.clocks = clock.stopped(self.clocks, at)
        else:
            self.clocks = clock.passed(self.settings.clock, self.clocks, self.timed(), at)

    def answer(self, player: int, what: str, yes: bool) -> None:
        if yes:
            self.offers[what].add(player)
        else:
            del self.offers[what]

    def stand_in(self, event: StoodIn) -> None:
        self.away.pop(event.player, None)
        self.asked_by[event.player] = event.by
        if event.level:
            self.stand_ins[event.player] = event.level
        else:
            del self.stand_ins[event.player]
        self.clocks = clock.passed(self.settings.clock, self.clocks, self.timed(), event.at)


def first_sitter(seat: SeatSettings, player: int, person: str, name: str) -> Sitter:
    """Who sits where when a table is made."""
    if seat.kind == "computer":
        return Sitter(None, seat.level)
    if seat.kind == "open":
        return Sitter(None, "")
    own = name if seat.kind == "me" else seat.name
    return Sitter(person, own or f"#{player + 1}")


def same(one: State, two: State) -> bool:
    return one is two or one.tobytes() == two.tobytes()
