"""Several rounds of a game as one match: who begins each, what is counted, when it is decided; and its record.

A **player** is an index in the match and keeps it; a **seat** is an index in one round. The player who begins a
round sits in seat 0, the others follow clockwise. Forms of match are declared by the games (`Game.matches`).
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from yonto.core import records
from yonto.core.contract import Game, MatchForm
from yonto.core.errors import BadOption, BadRecord
from yonto.core.headers import Header, options_text, read_headers, take, take_names, write_headers
from yonto.core.play import Play
from yonto.core.records import Record
from yonto.core.rng import Rng, below

ROUND = re.compile(r"--- round ([1-9][0-9]{0,3})\Z")
RESULT = re.compile(records.WINNERS + r" totals=([0-9]{1,6}(?:,[0-9]{1,6})*)\Z", re.ASCII)


@dataclass(frozen=True)
class Round:
    """A finished round: who began it, who won it, what every player noted down. All are players, not seats."""

    first: int
    winners: tuple[int, ...]
    notes: tuple[int, ...]


@dataclass(frozen=True)
class Match:
    """The terms of a match and the rounds finished so far. Rounds take the options in turn, over and over."""

    game: Game
    form: MatchForm
    target: int
    players: int
    first: int  # who begins round 1: drawn by lot (N3) or picked by the host
    options: tuple[Mapping[str, str], ...]
    rounds: tuple[Round, ...] = ()

    def options_of(self, number: int) -> Mapping[str, str]:
        """The options of round `number`, counted from 0."""
        return self.options[number % len(self.options)]

    def totals(self) -> tuple[int, ...]:
        """What decides the match: rounds won or notes added up, by player."""
        if self.form.until == "wins":
            alone = [r.winners[0] for r in self.rounds if len(r.winners) == 1]
            return tuple(alone.count(player) for player in range(self.players))
        return tuple(sum(r.notes[player] for r in self.rounds) for player in range(self.players))

    def winners(self) -> tuple[int, ...]:
        """The players who share the match; empty while it goes on."""
        totals = self.totals()
        done = len(self.rounds) if self.form.until == "rounds" else max(totals)
        if done < self.target:
            return ()
        best = min(totals) if self.form.low_sum_wins else max(totals)
        return tuple(player for player in range(self.players) if totals[player] == best)

    def next_first(self) -> int:
        """Who begins the next round. N3: the loser of the last one (after a draw, whoever did not begin it); Q23:
        the next player clockwise."""
        if not self.rounds:
            return self.first
        last = self.rounds[-1]
        if self.form.next_first == "loser" and len(last.winners) == 1 and self.players == 2:
            return 1 - last.winners[0]
        return (last.first + 1) % self.players

    def seating(self) -> tuple[int, ...]:
        """The player in each seat of the next round."""
        return tuple((self.next_first() + seat) % self.players for seat in range(self.players))

    def with_round(self, play: Play) -> "Match":
        """The match after one more finished round."""
        outcome = play.outcome
        assert outcome is not None
        seating = self.seating()
        notes = [0] * self.players
        for seat, value in enumerate(self.game.note(play.state)):
            notes[seating[seat]] = value
        winners = tuple(sorted(seating[seat] for seat in outcome.winners))
        return replace(self, rounds=(*self.rounds, Round(seating[0], winners, tuple(notes))))


def new_match(
    game: Game, form: str, players: int, first: int, options: Sequence[Mapping[str, str]], target: int | None = None
) -> Match:
    """A match about to begin; BadOption for a form or target the game does not have."""
    for known in game.matches:
        if known.name == form:
            break
    else:
        raise BadOption("option.form", game=game.name, form=form, known=", ".join(m.name for m in game.matches) or "-")
    goal = known.target if target is None else target
    if not known.lowest <= goal <= known.highest:
        raise BadOption("option.target", form=form, target=goal, lowest=known.lowest, highest=known.highest)
    every = tuple(game.canonical(each) for each in options) or (game.canonical({}),)
    for each in every:
        game.start(players, each)
    return Match(game, known, goal, players, first, every)


def draw_first(players: int, rng: Rng) -> int:
    """N3, Q4, P3, T3: who begins is drawn by lot."""
    return below(rng, players)


@dataclass(frozen=True)
class MatchRecord:
    """A match in writing: its terms, the players' names, and the record of every round, the last perhaps open."""

    game: str
    form: str
    target: int
    first: int
    options: tuple[Mapping[str, str], ...]
    names: tuple[str, ...]
    rounds: tuple[Record, ...]
    result: str  # "*", or winners and totals by player
    where: Mapping[str, Header] = field(default_factory=dict, compare=False, repr=False)

    @property
    def rules(self) -> int | None:
        """The version of the rules that its rounds follow; None before the first."""
        return self.rounds[0].rules if self.rounds else None

    def at(self, name: str, offset: int = 0) -> tuple[int, int]:
        """The line and column of a header's value, in the head or in that of the first round; the first place for a
        match that was never read."""
        header = self.where.get(name) or (self.rounds[0].where.get(name) if self.rounds else None)
        return (header.line, header.column + offset) if header else (1, 1)


def result_text(match: Match) -> str:
    winners = match.winners()
    if not winners:
        return "*"
    return f"winners={','.join(str(p + 1) for p in winners)} totals={','.join(map(str, match.totals()))}"


def write(record: MatchRecord) -> str:
    """A match as text: its head, then each round's record under a line `--- round N`."""
    head = write_headers(
        [
            ("yonto-match", "1"),
            ("game", record.game),
            ("form", f"{record.form} {record.target}"),
            ("first", str(record.first + 1)),
            ("options", " | ".join(options_text(each) for each in record.options)),
            *((f"player{i}", name) for i, name in enumerate(record.names, 1)),
            ("result", record.result),
        ]
    )
    return head + "".join(f"\n--- round {i}\n{records.write(r)}" for i, r in enumerate(record.rounds, 1))


def read(text: str) -> MatchRecord:
    """The inverse of `write`; looks at the form only."""
    lines = records.lines_of(text)
    if not lines or not lines[0].startswith("yonto-match: "):
        raise BadRecord(1, 1, "record.match_first")
    headers, body = read_headers(lines, 1)
    where = dict(headers)
    form = take(headers, "yonto-match", body)
    if form.value != "1":
        raise form.bad("record.version", version=form.value)
    game = take(headers, "game", body).value
    name, target = read_form(take(headers, "form", body))
    first = take(headers, "first", body)
    options = read_options(take(headers, "options", body))
    names = take_names(headers, "player", body)
    result = take(headers, "result", body)
    check_result(result, len(names), where)
    for header in headers.values():
        raise BadRecord(header.line, 1, "record.header")
    rounds = read_rounds(lines, body)
    begins = first.number(1, len(names)) - 1
    return MatchRecord(game, name, target, begins, options, names, rounds, result.value, where)


def check_result(header: Header, players: int, where: Mapping[str, Header]) -> None:
    """The form of a match's result: winners and totals of players that there are."""
    match = RESULT.match(header.value)
    if match is None:
        if header.value != "*":
            raise header.bad("record.match_result")
        return
    records.parse_winners(header, match.start(1), match[1], players)
    records.check_numbers(header, match.start(2), match[2].count(",") + 1, players, where, "player")


def read_form(header: Header) -> tuple[str, int]:
    name, _, target = header.value.partition(" ")
    if not re.fullmatch("[a-z]{1,20}", name) or not re.fullmatch("[0-9]{1,4}", target):
        raise header.bad("record.form")
    return name, int(target)


def read_options(header: Header) -> tuple[Mapping[str, str], ...]:
    """Options of the rounds in turn, separated by ` | `."""
    result = []
    offset = 0
    for part in header.value.split(" | "):
        result.append(Header(part, header.line, header.column + offset).options())
        offset += len(part) + 3
    return tuple(result)


def read_rounds(lines: list[str], body: int) -> tuple[Record, ...]:
    """The records below the head; each begins with its own `--- round N`, numbered from 1."""
    starts = [i for i in range(body, len(lines)) if lines[i].startswith("---")]
    for i in range(body, starts[0] if starts else len(lines)):
        if lines[i]:
            raise BadRecord(i + 1, 1, "record.round_mark", round=1)
    found = []
    for number, start in enumerate(starts, 1):
        mark = ROUND.match(lines[start])
        if mark is None or int(mark[1]) != number:
            raise BadRecord(start + 1, 1, "record.round_mark", round=number)
        end = starts[number] if number < len(starts) else len(lines)
        found.append(records.read("\n".join(lines[start + 1 : end]), start + 2))
    return tuple(found)


def of_match(match: Match, names: tuple[str, ...], rounds: Sequence[Record]) -> MatchRecord:
    """The record of a match as far as it was played; `rounds` may hold one more than are finished."""
    return MatchRecord(
        match.game.name, match.form.name, match.target, match.first, match.options, names, tuple(rounds),
        result_text(match),
    )  # fmt: skip


def replay(record: MatchRecord, game: Game) -> tuple[Match, Play | None]:
    """Play a match through, checking every round and the result: the match, and the open round if there is one."""
    if record.game != game.name:
        raise BadRecord(*record.at("game"), "record.other_game", found=record.game, game=game.name)
    records.check_terms(game, "player", len(record.names), record.options, record.where)
    try:
        match = new_match(game, record.form, len(record.names), record.first, record.options, record.target)
    except BadOption as error:
        place = record.at("form", len(record.form) + 1 if error.key == "option.target" else 0)
        raise BadRecord(*place, error.key, error, **error.params) from None
    opened: Play | None = None
    for number, each in enumerate(record.rounds):
        check_round(match, record, number, each, opened)
        play = records.replay(each, game)
        if play.over:
            match = match.with_round(play)
        else:
            opened = play
    if record.result != result_text(match):
        raise BadRecord(*record.at("result"), "record.wrong_result", said=record.result, found=result_text(match))
    return match, opened


def check_round(match: Match, record: MatchRecord, number: int, each: Record, opened: Play | None) -> None:
    """Whether this round is the one that the match asks for next."""
    if opened is not None:
        raise BadRecord(*each.at("yonto"), "record.round_open")
    if match.winners():
        raise BadRecord(*each.at("yonto"), "record.round_extra")
    if each.game != record.game:
        raise BadRecord(*each.at("game"), "record.round_game", found=each.game)
    if dict(each.options) != dict(match.options_of(number)):
        raise BadRecord(*each.at("options"), "record.round_options")
    expected = tuple(record.names[player] for player in match.seating())
    if each.names != expected:
        raise BadRecord(*each.at("seat1"), "record.round_seats", expected=expected[0])
