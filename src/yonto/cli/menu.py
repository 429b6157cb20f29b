"""The menu of `yonto play`: which game, against whom, on which terms, or a game that was kept. Enter takes what most
people want, `b` goes back, `q` leaves; it works the same when the answers come through a pipe."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.table import Table as Grid

from yonto.cli.i18n import file_text, speech
from yonto.cli.saved import Saved, saved_games, spoken
from yonto.cli.table import HUMAN, default_names
from yonto.core.contract import Game, MatchForm
from yonto.core.errors import YontoError
from yonto.core.headers import is_name
from yonto.core.phrases import plain
from yonto.core.words import Plain, Words
from yonto.games import GAMES, load
from yonto.players import LEVELS, PLAYERS, plays

BACK = ("b", "back", "r", "retour")
QUIT = ("q", "quit", "quitter", "exit")
USUAL_LEVEL = "apprentice"


class Back(Exception):
    """The question before this one, please."""


class Quit(Exception):
    """Not today."""


@dataclass(frozen=True)
class Choice:
    """What was chosen so far."""

    game: str = ""
    saved: Path | None = None
    seats: int = 0
    against: str = ""  # computers, screen or mixed
    kinds: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    options: dict[str, str] = field(default_factory=dict)
    own: dict[str, str] = field(default_factory=dict)  # options that came from a file: its name
    form: str | None = None
    target: int | None = None
    first: str = "lot"


@dataclass
class Menu:
    """One question after another, each on a fresh screen under what was chosen before."""

    console: Console
    lang: str
    read: Callable[[str], str]
    folder: Path

    def run(self) -> Choice:
        """Through all the questions. A question that has only one answer is not asked."""
        steps = (
            self.ask_game, self.ask_seats, self.ask_against, self.ask_kinds, self.ask_names, self.ask_options,
            self.ask_form, self.ask_target, self.ask_first,
        )  # fmt: skip
        asked: list[tuple[int, Choice]] = []  # the questions really asked, to go back to
        number, chosen = 0, Choice()
        while number < len(steps):
            try:
                after = steps[number](chosen)
            except Back:
                number, chosen = asked.pop() if asked else (0, Choice())
                continue
            if after is not None:
                asked.append((number, chosen))
                chosen = after
            if chosen.saved is not None:
                return chosen
            number += 1
        return chosen

    # Asking

    def words(self, chosen: Choice) -> Words:
        return speech(self.lang, chosen.game or None)

    def open(self, chosen: Choice, question: str) -> None:
        """A fresh screen in a terminal; in a pipe the questions follow each other."""
        w = self.words(chosen)
        if self.console.is_terminal:
            self.console.clear()
        self.console.print(f"\n[bold]Yonto 四塔[/]  {w('menu.welcome')}")
        if chosen.game:
            self.console.print(f"[cyan]{escape(terms(chosen, w))}[/]", soft_wrap=not self.console.is_terminal)
        self.console.print(f"\n[bold]{escape(question)}[/]\n")

    def choose(self, chosen: Choice, question: str, answers: Sequence[tuple[str, str]], usual: int = 0) -> int:
        """One of these answers, each with a word about it, by number or by its beginning."""
        self.open(chosen, question)
        self.show(answers, usual)
        w = self.words(chosen)
        while True:
            text = self.line(w("menu.prompt" if chosen.game else "menu.prompt.first", usual=usual + 1))
            if not text:
                return usual
            if text.isascii() and text.isdigit() and 1 <= int(text) <= len(answers):
                return int(text) - 1
            near = [i for i, (name, _) in enumerate(answers) if plain(name).text.startswith(plain(text).text or "?")]
            if len(near) == 1:
                return near[0]
            self.console.print(w("menu.again", first=1, last=len(answers)), markup=False)

    def show(self, answers: Sequence[tuple[str, str]], usual: int) -> None:
        """Numbered; in a terminal what is too long for a line goes on below its beginning."""
        if self.console.is_terminal:
            self.console.print(listed(answers, usual))
            return
        width = max(len(name) for name, _ in answers)
        for number, (name, about) in enumerate(answers):
            shown = f" {mark(number, usual)} {number + 1}  {name.ljust(width)}  {about}"
            self.console.print(shown.rstrip(), markup=False, soft_wrap=True)

    def line(self, prompt: str) -> str:
        """What is typed, unless it is a wish to go back or to leave; the end of input leaves."""
        self.console.print()
        try:
            text = self.read(prompt).strip()
        except (EOFError, KeyboardInterrupt):
            raise Quit from None
        if plain(text).text in QUIT:
            raise Quit
        if plain(text).text in BACK or text == "<":
            raise Back
        return text

    # The questions

    def ask_game(self, chosen: Choice) -> Choice:
        w = speech(self.lang)
        names = [speech(self.lang, name) for name in GAMES]
        answers = [(own("name"), own("tagline")) for own in names]
        kept = saved_games(self.folder)
        answers += [(w("menu.kept", game=speech(self.lang, each.game)("name")), about(each, w)) for each in kept]
        number = self.choose(Choice(), w("menu.game_or_kept" if kept else "menu.game"), answers)
        if number < len(GAMES):
            return Choice(game=GAMES[number], seats=load(GAMES[number]).seats[0])
        return Choice(saved=kept[number - len(GAMES)].path)

    def ask_seats(self, chosen: Choice) -> Choice | None:
        seats = load(chosen.game).seats
        if len(seats) == 1:
            return None
        w = self.words(chosen)
        number = self.choose(chosen, w("menu.seats"), [(w("menu.seats.number", n=n), "") for n in seats])
        return replace(chosen, seats=seats[number])

    def ask_against(self, chosen: Choice) -> Choice:
        w = self.words(chosen)
        ways = ("computers", "screen", "mixed")[: 2 if chosen.seats == 2 else 3]
        others = chosen.seats - 1
        answers = [(w(f"menu.against.{way}", n=others), w(f"menu.against.{way}.about", n=others)) for way in ways]
        return replace(chosen, against=ways[self.choose(chosen, w("menu.against"), answers)])

    def ask_kinds(self, chosen: Choice) -> Choice | None:
        if chosen.against == "screen":
            return replace(chosen, kinds=(HUMAN,) * chosen.seats)
        w, kinds = self.words(chosen), [HUMAN]
        if chosen.against == "computers":
            level = self.ask_level(chosen, w("menu.level"), people=False)
            return replace(chosen, kinds=(HUMAN, *[level] * (chosen.seats - 1)))
        while len(kinds) < chosen.seats:
            try:
                question = w("menu.player", number=len(kinds) + 1)
                kinds.append(self.ask_level(replace(chosen, kinds=tuple(kinds)), question, people=True))
            except Back:
                if len(kinds) == 1:
                    raise
                kinds.pop()
        return replace(chosen, kinds=tuple(kinds))

    def ask_level(self, chosen: Choice, question: str, people: bool, usual: str = USUAL_LEVEL) -> str:
        """A level with a sentence of what each is like; with `people` somebody at this screen too."""
        w, game = self.words(chosen), load(chosen.game)
        levels = [HUMAN] * people + level_names(game)
        answers = [kind_answer(kind, w) for kind in levels]
        return levels[self.choose(chosen, question, answers, levels.index(usual))]

    def ask_sitters(self, game: str, names: Sequence[str]) -> list[str | None]:
        """Who plays under each of these names, where a record does not say: people at this screen unless told."""
        chosen, kinds = Choice(game=game, seats=len(names)), list[str]()
        w = self.words(chosen)
        while len(kinds) < len(names):
            try:
                kinds.append(
                    self.ask_level(chosen, w("menu.sitter", name=Plain(names[len(kinds)])), people=True, usual=HUMAN)
                )
            except Back:
                del kinds[-1:]
        return [None if kind == HUMAN else kind for kind in kinds]

    def ask_names(self, chosen: Choice) -> Choice | None:
        """What people are called, where there are several."""
        w = self.words(chosen)
        usual = default_names(chosen.kinds, w)
        people = [i for i, kind in enumerate(chosen.kinds) if kind == HUMAN]
        if len(people) == 1:
            return None
        self.open(chosen, w("menu.names", usual=", ".join(usual[i] for i in people)))
        while True:
            text = self.line(w("menu.prompt.text"))
            given = [name.strip() for name in text.split(",")] if text else [usual[i] for i in people]
            if len(given) == len(people) and all(map(is_name, given)):
                break
            self.console.print(w("menu.names.again", n=len(people)), markup=False)
        names = list(usual)
        for i, name in zip(people, given, strict=True):
            names[i] = name
        return replace(chosen, names=tuple(names))

    def ask_options(self, chosen: Choice) -> Choice | None:
        """The options as they are, in words; a number changes one, Enter goes on."""
        w, game = self.words(chosen), load(chosen.game)
        if not game.options:
            return None
        while True:
            options = {**game.canonical({}), **chosen.options}
            answers = [(w("menu.options.go"), "")]
            answers += [(w(f"option.{name}"), value_words(chosen, name, options[name], w)) for name in options]
            number = self.choose(chosen, w("menu.options"), answers)
            if number == 0:
                return replace(chosen, options=options)
            try:
                chosen = self.ask_option(chosen, game, list(options)[number - 1])
            except Back:
                continue

    def ask_option(self, chosen: Choice, game: Game, name: str) -> Choice:
        w = self.words(chosen)
        option = next(each for each in game.options if each.name == name)
        answers = [(w(f"option.{name}.{value}"), "") for value in option.choices]
        if option.check is not None:
            answers.append((w("menu.option.file"), w("menu.option.file.about")))
        now = chosen.options.get(name, option.default)
        usual = option.choices.index(now) if now in option.choices else 0
        number = self.choose(chosen, w(f"option.{name}"), answers, usual)
        if number < len(option.choices):
            own = {each: file for each, file in chosen.own.items() if each != name}
            return replace(chosen, options={**chosen.options, name: option.choices[number]}, own=own)
        while True:
            path = Path(self.line(w("menu.option.path") + w("menu.prompt.text")) or ".").expanduser()
            try:
                value = game.canonical({name: file_text(path)})[name]
            except YontoError as error:
                self.console.print(f"✗ {error.text(self.lang)}", style="red", markup=False, soft_wrap=True)
                continue
            return replace(chosen, options={**chosen.options, name: value}, own={**chosen.own, name: path.name})

    def ask_form(self, chosen: Choice) -> Choice | None:
        w = self.words(chosen)
        forms = match_forms(load(chosen.game))
        if not forms:
            return None
        answers = [(w("menu.match.none"), "")]
        answers += [(w(f"match.{form.name}"), target_words(form, w)) for form in forms]
        number = self.choose(chosen, w("menu.match"), answers)
        return replace(chosen, form=forms[number - 1].name if number else None, target=None)

    def ask_target(self, chosen: Choice) -> Choice | None:
        form = next((f for f in match_forms(load(chosen.game)) if f.name == chosen.form), None)
        if form is None or form.lowest == form.highest:
            return None
        w = self.words(chosen)
        self.open(chosen, w(f"menu.target.{form.until}", usual=form.target, lowest=form.lowest, highest=form.highest))
        while True:
            text = self.line(w("menu.prompt", usual=form.target)) or str(form.target)
            if text.isascii() and text.isdigit() and form.lowest <= int(text) <= form.highest:
                return replace(chosen, target=int(text))
            self.console.print(w("menu.again", first=form.lowest, last=form.highest), markup=False)

    def ask_first(self, chosen: Choice) -> Choice:
        w = self.words(chosen)
        names = chosen.names or default_names(chosen.kinds, w)
        answers = [(w("menu.first.lot"), ""), *((name, "") for name in names)]
        number = self.choose(chosen, w("menu.first"), answers)
        return replace(chosen, first=str(number) if number else "lot")


def mark(number: int, usual: int) -> str:
    return "›" if number == usual else " "


def listed(answers: Sequence[tuple[str, str]], usual: int) -> Grid:
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column()
    grid.add_column(style="dim")
    for number, (name, about) in enumerate(answers):
        grid.add_row(f" {mark(number, usual)} [bold]{number + 1}[/]", escape(name), escape(about))
    return grid


def level_names(game: Game) -> list[str]:
    """The computers that a person may want to meet, from the gentlest; the perfect one where there is one."""
    return [*LEVELS, *(["perfect"] if plays("perfect", game) else [])]


def kind_answer(kind: str, w: Words) -> tuple[str, str]:
    if kind == HUMAN:
        return w("menu.person"), w("menu.person.about")
    assert kind in PLAYERS
    return w(f"play.kind.{kind}"), w(f"play.like.{kind}")


def match_forms(game: Game) -> list[MatchForm]:
    """The forms that are more than one game."""
    return [form for form in game.matches if form.until == "points" or form.highest > 1]


def target_words(form: MatchForm, w: Words) -> str:
    usual = w(f"menu.goal.{form.until}", n=form.target)
    return "" if form.lowest == form.highest else w("menu.match.target", target=usual)


def value_words(chosen: Choice, name: str, value: str, w: Words) -> str:
    """An option's value as people say it; of one's own the name of its file."""
    return chosen.own[name] if name in chosen.own else w(f"option.{name}.{value}")


def terms(chosen: Choice, w: Words) -> str:
    """What was chosen so far, on one line."""
    parts = [w("name")]
    if chosen.kinds:
        parts.append(", ".join(chosen.names or default_names(chosen.kinds, w)))
    elif len(load(chosen.game).seats) > 1:
        parts.append(w("menu.seats.number", n=chosen.seats))
    usual = load(chosen.game).canonical({})
    changed = [name for name, value in chosen.options.items() if value != usual[name]]
    parts += [value_words(chosen, name, chosen.options[name], w) for name in changed]
    if chosen.form:
        parts.append(w(f"match.{chosen.form}"))
    if chosen.target:
        form = next(form for form in match_forms(load(chosen.game)) if form.name == chosen.form)
        parts.append(w(f"menu.goal.{form.until}", n=chosen.target))
    return " · ".join(parts)


def about(saved: Saved, w: Words) -> str:
    """A kept game in a few words: who, whose turn, when, which file."""
    turn = w("menu.kept.turn", name=Plain(spoken(saved.to_move, w))) if saved.to_move else w("menu.kept.between")
    return " · ".join(
        [
            ", ".join(spoken(name, w) for name in saved.names),
            turn,
            saved.when.strftime(w("menu.kept.when")),
            saved.path.name,
        ]
    )
