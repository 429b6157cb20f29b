"""A table in the terminal: people and computers take their turns, ask for hints, take back, save and come back."""

import contextlib
import hashlib
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from rich.columns import Columns
from rich.console import Console
from rich.markup import escape

from yonto.cli.files import write_whole
from yonto.cli.stopping import stopped_by
from yonto.core import computers, matches, records, saying, typed
from yonto.core.contract import CHANCE, Game, Line, Seat, State
from yonto.core.errors import NoUndo, YontoError
from yonto.core.matches import Match
from yonto.core.phrases import plain
from yonto.core.play import Play
from yonto.core.records import Record
from yonto.core.words import Plain, Words
from yonto.players import ask, best_player
from yonto.table import fair_chance, takeback

HUMAN = "human"
PLACE = "terminal"  # what the sums of chance and records call a table in the terminal
SEED = re.compile("[0-9a-f]{64}")

# What may be typed instead of a move, in both languages whatever is spoken; accents and case do not matter.
WORDS = {
    "help": ("help", "aide"),
    "moves": ("moves", "coups"),
    "hint": ("hint", "conseil"),
    "try": ("try", "essai", "essayer"),
    "undo": ("undo", "annuler", "reprendre"),
    "rules": ("rules", "rule", "regles", "regle"),
    "log": ("log", "journal"),
    "board": ("board", "plateau"),
    "save": ("save", "sauver", "enregistrer"),
    "quit": ("quit", "quitter", "exit"),
}


class Sitter(NamedTuple):
    """Somebody at the table: a name, and `human` or the name of a computer player."""

    name: str
    kind: str


def default_names(kinds: Sequence[str], w: Words) -> list[str]:
    """«You» where one person plays, numbered players where several do; computers by their kind."""
    names = []
    alone = kinds.count(HUMAN) == 1
    for i, kind in enumerate(kinds, 1):
        if kind == HUMAN:
            names.append(w("play.you") if alone else w("play.player", number=i))
        else:
            name = w(f"play.kind.{kind}")
            names.append(name if kinds.count(kind) == 1 else f"{name} {i}")
    return names


class Left(Exception):
    """The person at the keyboard leaves the table."""


def get_up() -> None:
    raise Left


@dataclass
class Table:
    """One evening: a single game, or a match of several rounds, with whoever sits here."""

    game: Game
    sitters: Sequence[Sitter]
    options: dict[str, str]
    match: Match | None
    first: int
    seed: str
    w: Words
    console: Console
    read: Callable[[str], str]
    save: Path | None

    def __post_init__(self) -> None:
        self.finished: list[Record] = []  # the rounds of a match played so far
        self.seating = tuple((self.first + seat) % len(self.sitters) for seat in range(len(self.sitters)))
        self.facing: Seat | None = None  # whose view is on the screen
        self.lay_out(0 if self.match is None else len(self.match.rounds))

    def lay_out(self, number: int) -> None:
        """A fresh round. Its chance follows from a seed and the number of each action: taken back, a draw comes out
        the same again."""
        self.play = Play(self.game, len(self.sitters), self.options)
        self.chance = fair_chance.round_seed(hashlib.sha256(self.seed.encode()).digest(), number)
        self.start = 0  # how many of its actions were not drawn from that seed, but came in writing
        self.shown = 0  # how many steps the person at the keyboard was told of

    def take_up(self, record: Record, play: Play) -> None:
        """Go on with a saved round, and with its chance if the record has the seed."""
        self.play = play
        self.start = self.shown = play.seq
        seed, start = record.notes.get("seed", ""), record.notes.get("chance-from", "0")
        if record.notes.get("table") == PLACE and SEED.fullmatch(seed) and start.isdigit():
            self.chance, self.start = bytes.fromhex(seed), int(start)

    def names(self) -> tuple[str, ...]:
        """Who sits in each seat of the round being played."""
        return tuple(self.sitters[player].name for player in self.seating)

    def sitter(self, seat: Seat) -> Sitter:
        return self.sitters[self.seating[seat]]

    def people(self) -> list[Seat]:
        return [seat for seat in range(self.play.seats) if self.sitter(seat).kind == HUMAN]

    def say(self, key: str, **params: object) -> None:
        self.print(self.w(key, **params))

    def print(self, text: str, style: str | None = None) -> None:
        """Plain text: wrapped between words in a terminal, never in a pipe."""
        wrapped = self.console.is_terminal
        self.console.print(text, style=style, markup=False, highlight=False, soft_wrap=not wrapped)

    # The evening

    def run(self) -> None:
        """Play until the game or match is decided; whoever leaves finds it saved."""
        try:
            with stopped_by(get_up):
                while True:
                    self.open_round()
                    self.play_round()
                    if not self.next_round():
                        break
        except (Left, EOFError, KeyboardInterrupt):
            self.leave()
        else:
            self.keep()

    def open_round(self) -> None:
        if self.match is not None:
            self.say("play.round", round=len(self.match.rounds) + 1)
        for seat, name in enumerate(self.names(), 1):
            human = self.sitter(seat - 1).kind == HUMAN
            self.say("play.seat", seat=seat, name=Plain(name), kind="@play.human" if human else "@play.computer")
        self.say("play.how")

    def play_round(self) -> None:
        while not self.play.over:
            if self.play.to_move == CHANCE:
                self.draw()
            elif self.sitter(self.play.to_move).kind == HUMAN:
                self.human_turn(self.play.to_move)
            else:
                self.computer_turn(self.play.to_move)
            if self.save is not None:
                self.keep()
        self.result()

    def draw(self) -> None:
        """What CHANCE does until a seat is to move."""
        for step in fair_chance.draws(self.chance, PLACE, self.game, self.play.state, self.play.seq)[0]:
            self.play.take(step.action)

    def next_round(self) -> bool:
        """Add the round to the match and lay out the next one; False when nothing is left to play."""
        if self.match is None:
            return False
        self.finished.append(self.record())
        self.match = self.match.with_round(self.play)
        totals = [f"{s.name} {total}" for s, total in zip(self.sitters, self.match.totals(), strict=True)]
        self.say("play.totals", totals=", ".join(totals))
        if winners := self.match.winners():
            self.say("play.match_won", n=len(winners), names=[Plain(self.sitters[player].name) for player in winners])
            return False
        self.seating = self.match.seating()
        self.options = dict(self.match.options_of(len(self.match.rounds)))
        self.lay_out(len(self.match.rounds))
        return True

    # Turns

    def computer_turn(self, seat: Seat) -> None:
        with self.console.status(self.w("play.thinking", name=Plain(self.sitter(seat).name))):
            choice = ask(self.sitter(seat).kind, self.game, self.play.state, seat, self.seed, self.play.seq)
        self.play.act(seat, choice.action)
        if not self.people():
            self.news(None)

    def human_turn(self, seat: Seat) -> None:
        self.curtain(seat)
        self.news(seat)
        self.show(seat)
        while True:
            text = self.read(self.w("play.prompt", name=Plain(self.sitter(seat).name), seat=seat + 1)).strip()
            if not text:
                continue
            try:
                if self.answer(seat, text):
                    return
            except YontoError as error:
                self.refuse(error)

    def refuse(self, error: YontoError) -> None:
        self.print(f"✗ {error.text(self.w.lang)}", "red")

    def curtain(self, seat: Seat) -> None:
        """With hidden hands and several people at one screen, nobody sees another's hand."""
        if self.game.hidden and len(self.people()) > 1 and self.facing != seat:
            self.console.clear()
            text = self.read(self.w("play.curtain", name=Plain(self.sitter(seat).name)))
            if plain(text.strip()).text in WORDS["quit"]:
                raise Left
        self.facing = seat

    def news(self, seat: Seat | None) -> None:
        """What happened since the last look, as this seat may know it."""
        for line in self.lines(self.shown, seat):
            self.print(f"· {line}", "cyan")
        self.shown = self.play.seq

    def lines(self, start: int, seat: Seat | None) -> list[str]:
        steps = self.play.steps
        states = [*(step.state for step in steps), self.play.state]
        return [
            self.w(line.key, **line.params)
            for i, step in enumerate(steps[start:], start)
            for line in self.game.tell(step.state, step.action, states[i + 1], seat)
        ]

    def show(self, seat: Seat | None) -> None:
        self.console.print(self.game.draw(self.game.view(self.play.state, seat), self.w), highlight=False)

    def answer(self, seat: Seat, text: str) -> bool:
        """Do what was typed; True if the position changed."""
        word, _, rest = text.partition(" ")
        wanted = "help" if word == "?" else next((k for k, forms in WORDS.items() if plain(word).text in forms), None)
        if wanted is None:
            self.play.act(seat, typed.read(self.game, self.play.state, text, self.w.lang))
            return True
        if wanted == "quit":
            raise Left
        if wanted == "undo":
            self.undo(seat)
            return True
        does: dict[str, Callable[[], None]] = {
            "help": self.print_help,
            "board": lambda: self.show(seat),
            "moves": lambda: self.print_moves(seat, rest),
            "hint": lambda: self.hint(seat),
            "try": lambda: self.try_move(seat, rest),
            "rules": lambda: self.print_rules(rest),
            "log": lambda: self.print_log(seat),
            "save": lambda: self.save_as(rest),
        }
        does[wanted]()
        return False

    def undo(self, seat: Seat) -> None:
        """Take back as the law of the house allows; several people at one screen consent by letting it be typed."""
        try:
            to = takeback.undo_to(self.play, seat, self.start, alone=len(self.people()) == 1)
        except NoUndo:
            if len(self.people()) == 1:
                raise
            to = takeback.takeback_to(self.play, seat, self.start)
        again = takeback.draws_again(self.play, to)
        first = self.play.steps[to]
        self.play.rewind(to)
        self.shown = min(self.shown, self.play.seq)
        self.say("play.undone", move=self.words(first.state, first.action, seat).quoted)
        if again:
            self.say("play.undone.draws")

    # Asking

    def words(self, state: State, action: int, seat: Seat) -> Line:
        """A move in words, from what its seat may know."""
        return saying.phrase(self.game, state, action, seat)

    def print_moves(self, seat: Seat, rest: str) -> None:
        """The legal moves in words and, shorter, as one types them; or those that have these words. In a terminal in
        columns."""
        wanted = plain(rest).text.split()
        moves = [
            move for move in self.moves(seat) if all(word in plain(" ".join(move)).text.split() for word in wanted)
        ]
        if not moves:
            self.say("play.no_moves", words=Plain(rest.strip()))
        elif self.console.is_terminal:
            shown = [
                escape(said) if said == short else f"{escape(said)} [dim]{escape(short)}[/]" for said, short in moves
            ]
            self.console.print(Columns(shown, padding=(0, 2), equal=True), highlight=False)
        else:
            for said, short in moves:
                self.print(said if said == short else f"{said} [{short}]")

    def moves(self, seat: Seat) -> list[tuple[str, str]]:
        """Every legal move in words, and as it is typed."""
        state, lang = self.play.state, self.w.lang
        lines = [(self.words(state, action, seat), action) for action in self.game.legal(state)]
        return [(self.w(line.key, **line.params), typed.write(self.game, state, a, lang)) for line, a in lines]

    def help_key(self) -> str:
        """The sentence of what else may be typed."""
        return "play.help"

    def print_help(self) -> None:
        """What may be typed: moves as this game's people say them, then everything else."""
        self.say("play.help.moves")
        for text in typed.samples(self.game, self.play.state, self.w.lang):
            self.print(f"  {text}")
        self.say("play.help.freely")
        self.say(self.help_key(), rule=self.game.rule_id(min(6, self.game.rule_count)))

    def hint(self, seat: Seat) -> None:
        """What the strongest player would do in this seat, from what this seat knows, and why."""
        name = best_player(self.game)
        with self.console.status(self.w("play.thinking", name=self.w(f"play.kind.{name}"))):
            choice = ask(name, self.game, self.play.state, seat, self.seed, self.play.seq, "hint")
        state = self.play.state
        self.say("play.hint", move=self.words(state, choice.action, seat).quoted)
        self.print(f"  [{typed.write(self.game, state, choice.action, self.w.lang)}]", "dim")
        for reason in (*choice.reasons, *saying.merits(self.game, state, choice.action, seat)):
            self.print(f"  · {self.w(reason.key, **reason.params)}")
        for detail in choice.details:
            self.print(f"  {self.w(detail.key, **detail.params)}", "dim")

    def try_move(self, seat: Seat, text: str) -> None:
        """What a move would do, without doing it."""
        action = typed.read(self.game, self.play.state, text.strip(), self.w.lang)
        if refused := self.game.refusal(self.play.state, action):
            raise refused
        after = self.game.after(self.play.state, action)
        for line in self.game.tell(self.play.state, action, after, seat):
            self.print(f"  {self.w(line.key, **line.params)}")

    def print_rules(self, rest: str) -> None:
        """One rule by its id, or all of them."""
        wanted = rest.strip().upper()
        ids = [self.game.rule_id(i) for i in range(1, self.game.rule_count + 1)]
        if wanted and wanted not in ids:
            self.say("play.no_rule", rule=wanted, first=ids[0], last=ids[-1])
            return
        for rule in [wanted] if wanted else ids:
            self.say("play.rule", rule=rule, text=f"@rule.{rule}")

    def print_log(self, seat: Seat) -> None:
        for line in self.lines(0, seat):
            self.print(f"· {line}")

    def result(self) -> None:
        """The last position and how it ended."""
        people = self.people()
        self.news(people[0] if len(people) == 1 else None)
        self.show(people[0] if len(people) == 1 else None)
        outcome = self.play.outcome
        assert outcome is not None
        names = [Plain(self.names()[seat]) for seat in outcome.winners]
        scores = [f"{name} {score}" for name, score in zip(self.names(), outcome.scores, strict=True)]
        self.say("play.won", n=len(names), names=names, rule=outcome.rule)
        self.say("play.scores", scores=Plain(", ".join(scores)))

    # Keeping

    def text(self) -> str:
        """The evening as a record: of the game, or of the match with its open round."""
        current = self.record()
        if self.match is None:
            return records.write(current)
        rounds = list(self.finished)
        if len(rounds) == len(self.match.rounds) and not self.match.winners() and current.entries:
            rounds.append(current)
        names = tuple(sitter.name for sitter in self.sitters)
        return matches.write(matches.of_match(self.match, names, rounds))

    def record(self) -> Record:
        """The round in writing, with what it takes to sit down to it again: who is a computer, and the seed."""
        kinds = [self.sitter(seat).kind for seat in range(self.play.seats)]
        notes = {
            "table": PLACE,
            "round": str(1 + (len(self.match.rounds) if self.match else 0)),
            "chance": f"sha256={fair_chance.promise(self.chance)}",
            "seed": self.chance.hex(),
            **({"chance-from": str(self.start)} if self.start else {}),
            **computers.note([None if kind == HUMAN else kind for kind in kinds]),
        }
        return records.of_play(self.play, self.names(), notes)

    def keep(self) -> None:
        if self.save is not None:
            write_whole(self.save, self.text())

    def save_as(self, rest: str) -> None:
        path = Path(rest.strip()) if rest.strip() else self.save or self.default_path()
        write_whole(path, self.text())
        self.save = path
        self.say("play.saved", path=Plain(path))

    def leave(self) -> None:
        """Nothing that was begun is lost. It is kept before a word is said: there may be no screen any more."""
        begun = any(step.who != CHANCE for step in self.play.steps) or bool(self.finished)
        if begun:
            self.save = self.save or self.default_path()
            self.keep()
        with contextlib.suppress(OSError):
            self.console.print()
            if begun:
                self.say("play.saved", path=Plain(self.save))
                self.say("play.resume", path=Plain(self.save))
            self.say("play.bye")

    def default_path(self) -> Path:
        """A name in this folder that is not taken."""
        for number in range(1, 10_000):
            path = Path(f"{self.game.name}-{number}.yonto")
            if not path.exists():
                return path
        raise AssertionError("ten thousand saved games in one folder")
