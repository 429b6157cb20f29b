"""A puzzle in the terminal: its position at a table of its own, judged after every move, never saved."""

from collections.abc import Callable
from dataclasses import dataclass

from rich.console import Console

from yonto.cli.stopping import stopped_by
from yonto.cli.table import HUMAN, Left, Sitter, Table, default_names, get_up
from yonto.core import typed
from yonto.core.contract import CHANCE, Game, Seat
from yonto.core.errors import BadOption
from yonto.core.phrases import plain
from yonto.core.words import Words
from yonto.puzzles import Puzzle, said
from yonto.puzzles.judge import Judged, judge
from yonto.teaching.judge import Better

DEFENDER = "perfect"  # who answers where the game is solved
GIVE_UP = ("solution", "give", "abandonner")


@dataclass
class Solving(Table):
    """A table at which one puzzle is solved."""

    puzzle: Puzzle

    @classmethod
    def of(
        cls, game: Game, puzzle: Puzzle, w: Words, console: Console, read: Callable[[str], str], seed: str
    ) -> "Solving":
        seat = puzzle.play(game).to_move
        other = DEFENDER if game.exact else "expert"
        kinds = [HUMAN if each == seat else other for each in range(puzzle.seats)]
        sitters = [Sitter(name, kind) for name, kind in zip(default_names(kinds, w), kinds, strict=True)]
        return cls(game, sitters, puzzle.options, None, 0, seed, w, console, read, None, puzzle)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.before = self.puzzle.play(self.game)
        self.play = self.before.copy()
        self.start = self.shown = self.play.seq
        self.given_up = False

    def solve(self) -> Judged | None:
        """The verdict; None where somebody went away without an answer."""
        self.print(said.title(self.puzzle, self.w), "bold")
        self.print(said.asked(self.puzzle, self.game, self.w))
        self.say("puzzles.type")
        try:
            with stopped_by(get_up):
                given = self.until_judged()
        except (Left, EOFError, KeyboardInterrupt):
            self.console.print()
            self.say("play.bye")
            return None
        self.show_verdict(given)
        return given

    def until_judged(self) -> Judged:
        while True:
            given = judge(self.game, self.puzzle, self.before, self.play, self.given_up)
            if given.state != "going":
                return given
            if self.play.to_move == CHANCE:
                self.draw()
            elif self.sitter(self.play.to_move).kind == HUMAN:
                self.human_turn(self.play.to_move)
            else:
                self.computer_turn(self.play.to_move)

    def answer(self, seat: Seat, text: str) -> bool:
        word = plain(text.partition(" ")[0]).text
        if word in GIVE_UP:
            self.given_up = True
            return True
        return super().answer(seat, text)

    def help_key(self) -> str:
        return "puzzles.help"

    def hint(self, seat: Seat) -> None:
        raise BadOption("cli.no_hint", "cli")

    def show_verdict(self, given: Judged) -> None:
        """The verdict, with what refutes the answer or would have been better."""
        self.news(self.before.to_move)
        sign, style = ("✓", "green") if given.state == "done" else ("✗", "red")
        if given.text:
            self.print(f"{sign} {self.w(given.text.key, **given.text.params)}", style)
        self.print_answer(self.heading(given), given.better)
        self.print_answer("puzzles.line", given.line)
        if given.reasons:
            self.say("puzzles.reasons")
            for line in given.reasons:
                self.print(f"  · {self.w(line.key, **line.params)}")
        if self.puzzle.themes:
            self.say("puzzles.shows", themes=[f"@puzzle.theme.{theme}" for theme in self.puzzle.themes])

    def heading(self, given: Judged) -> str:
        if self.puzzle.kind == "best":
            return "puzzles.best"
        return "puzzles.solution" if len(given.better) > 1 else "puzzles.better"

    def print_answer(self, heading: str, moves: tuple[Better, ...]) -> None:
        if not moves:
            return
        self.say(heading)
        for number, each in enumerate(moves, 1):
            move = typed.in_language(self.game, each.move, self.w.lang)
            self.print(f"  {number}. {self.w(each.said.key, **each.said.params)} [{move}]")
