"""Random walks of a table in memory, and clients that follow it by changes, through every kind of eyes."""

import json
import random
from dataclasses import dataclass, field
from typing import Any, Literal

from yonto.core.errors import YontoError
from yonto.games import load
from yonto.server.changes import Follower
from yonto.server.live.watching import Watching
from yonto.server.ops.rate_limit import Bucket
from yonto.server.tables.live_table import LiveTable
from yonto.table import change, commands, decide
from yonto.table.decide import Actor
from yonto.table.events import Offer
from yonto.table.settings import CreateTable, SeatSettings, make_settings
from yonto.table.table import Table, first_sitter

Kind = Literal["me", "open", "screen", "computer"]
OFFERS: tuple[Offer, ...] = ("takeback", "rematch", "abort")
ADA, BO, EVE = "ada", "bo", "eve"  # ada made the table, bo plays where he sits, eve looks on


def lay(game: str, kinds: list[Kind], rng: random.Random, **more: Any) -> LiveTable:
    """A table of Ada's; open places are taken by Bo in the walk."""
    found = load(game)
    level = "random" if "computer" in kinds else ""
    seats = [SeatSettings(kind, level=level if kind == "computer" else "") for kind in kinds]
    more = {"options": [rng.choice(found.variants())], "first": 1, "pause": True, "hints": True, **more}
    wanted = CreateTable(game, seats, name="Ada", **more)
    settings = make_settings(wanted, found)
    sitters = [first_sitter(seat, i, ADA, "Ada") for i, seat in enumerate(settings.seats)]
    table = Table("T", "C", ADA, 0, settings, bytes(32), found, sitters, number=1)
    laid = change.laid(table, None if table.free() else decide.began(table, 0))
    return LiveTable(laid.table, Bucket(1e9, 1e9))


@dataclass
class Spectator:
    """A client: what it has made of what it was sent."""

    live: LiveTable
    person: str
    lang: str
    watching: Watching
    follower: Follower = field(default_factory=Follower)
    log: list[Any] = field(default_factory=list)
    sent: list[bytes] = field(default_factory=list)

    def hear(self, now: int) -> None:
        data = self.watching.news(self.person, self.lang, now)
        if data is None:
            return
        self.sent.append(data)
        message = json.loads(data)
        assert self.follower.take(message)
        kept = [line for line in self.log if line["n"] < message["log_from"]]
        self.log = [*kept, *message["log"]]

    def check(self, now: int) -> None:
        """What the client has is what it would be sent whole."""
        whole = Watching(self.live, picture=self.watching.picture, facing=self.watching.facing)
        wanted = json.loads(whole.news(self.person, self.lang, now) or b"")
        assert wanted["log_from"] == 0
        mine = {**self.follower.table, "log": self.log, "log_from": 0, "now": wanted["now"]}
        if self.live.table.settings.clock.kind != "none":  # clocks go on while nothing is said
            for player in (*mine["players"], *wanted["players"]):
                player["left"] = None
        assert json.dumps(mine, sort_keys=True) == json.dumps(wanted, sort_keys=True)


class Walk:
    def __init__(self, live: LiveTable, rng: random.Random) -> None:
        self.live = live
        self.rng = rng
        self.now = 1000
        eyes = [(ADA, "en"), (ADA, "fr"), (BO, "fr"), (EVE, "en"), (EVE, "fr")]
        self.lines = [Spectator(live, person, lang, Watching(live, changes=True)) for person, lang in eyes]
        self.lines.append(Spectator(live, BO, "en", Watching(live, changes=True, picture=True)))
        for line in self.lines:
            line.hear(self.now)

    def step(self) -> None:
        """Something happens, and some of the clients hear of it; the others later."""
        self.now += self.rng.randrange(1, 400)
        self.rng.choices([self.play, self.do, self.come_or_go, self.look_otherwise], [12, 3, 1, 1])[0]()
        for line in self.lines:
            if self.rng.random() < 0.7:
                line.hear(self.now)

    def check(self) -> None:
        for line in self.lines:
            line.hear(self.now)
            line.check(self.now)

    def play(self) -> None:
        """A legal move of whoever is to move, a computer's too; where nobody is, the next round or a guest's coming."""
        table = self.live.table
        if table.status in ("waiting", "between") or table.to_move is None:
            self.do()
        elif not table.paused:
            action = self.rng.choice(table.game.legal(table.play.state))
            self.adopt(change.change(table, decide.played(table, table.to_move, action, self.now)))

    def do_sit(self) -> None:
        """Bo takes the free place."""
        self.ask(BO, None, commands.Sit(table="T", name="Bo"))

    def do(self) -> None:
        """Anything that a person may ask for, if it may be."""
        seq, table, what = self.live.table.seq, "T", self.rng.choice(OFFERS)
        choices: list[commands.Command] = [
            commands.Sit(table=table, name="Bo"), commands.Start(table=table), commands.Undo(table=table, seq=seq),
            commands.Undo(table=table, seq=seq), commands.MakeOffer(table=table, what="takeback"),
            commands.MakeOffer(table=table, what=what), commands.AnswerOffer(table=table, what=what, yes=True),
            commands.AnswerOffer(table=table, what="takeback", yes=self.rng.random() < 0.8),
            commands.Pause(table=table), commands.Resume(table=table), commands.Leave(table=table),
            commands.StandIn(table=table, level="random"), commands.ComeBack(table=table),
            *([commands.Resign(table=table)] if self.rng.random() < 0.05 else []),
        ]  # fmt: skip
        command = self.rng.choice(choices)
        person = self.rng.choice([ADA, BO])
        self.ask(person, next((line.watching.facing for line in self.lines if line.person == person), None), command)

    def ask(self, person: str, facing: int | None, command: commands.Command) -> None:
        try:
            decision = decide.decide(self.live.table, Actor(person, facing, lambda _: False), command, self.now)
        except YontoError:
            return
        if decision.events and type(decision.events[-1]).__name__ not in ("Rematched", "Aborted"):
            self.adopt(change.change(self.live.table, decision))

    def adopt(self, made: change.Change) -> None:
        self.live.table.adopt(made.table)

    def come_or_go(self) -> None:
        person, presence = self.rng.choice([ADA, BO, EVE, "somebody"]), self.live.presence
        if person in presence and self.rng.random() < 0.5:
            presence.go(person)
        else:
            presence.come(person)
        presence.version += 1
        presence.count({sitter.person for sitter in self.live.table.sitters})

    def look_otherwise(self) -> None:
        """Another language; a curtain that is opened or drawn."""
        line = self.rng.choice(self.lines)
        if self.rng.random() < 0.5:
            line.lang = self.rng.choice(["en", "fr"])
        else:
            own = self.live.table.players_of(line.person)
            line.watching.facing = self.live.table.to_move if self.live.table.to_move in own else None
