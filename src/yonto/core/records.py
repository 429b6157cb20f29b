"""A game as text that replays for ever: who sat where, the options, every action, chance included, and the result.

yonto: 1
game: niya
rules: 1
options: full_board=blockade
seat1: Ada
seat2: Bruno
result: winners=2 scores=0,4 rule=N9

* PB
1 a1
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from yonto.core.contract import CHANCE, Game, Outcome, Seat
from yonto.core.errors import BadNotation, BadOption, BadRecord, NotYourTurn, Refused
from yonto.core.headers import Header, is_name, options_text, read_headers, take, take_names, write_headers
from yonto.core.play import Play
from yonto.core.words import Key

FORM = 1  # of the text, not of any game's rules
HIDDEN = "?"  # a draw that the owner of this copy may not see

# Which of these numbers may be, `parse_winners` says.
WINNERS = r"winners=((?:0|[1-9]\d{0,2})(?:,(?:0|[1-9]\d{0,2}))*)"
RESULT = re.compile(WINNERS + r" scores=(-?[0-9]{1,6}(?:,-?[0-9]{1,6})*) rule=([A-Z][0-9]{1,2})\Z", re.ASCII)
VARIATION = "  - "  # how the first line below a move that was played otherwise begins
ENTRY = re.compile(r"(\*|[1-9]) (\S(?:.*\S)?)\Z")


@dataclass(frozen=True)
class Entry:
    """One action in writing: a seat or CHANCE, and the text of the move or draw."""

    who: int
    text: str
    line: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Record:
    """All that is written of one game. `result` is None while it is unfinished."""

    game: str
    rules: int
    options: Mapping[str, str]
    names: tuple[str, ...]
    entries: tuple[Entry, ...]
    result: Outcome | None = None
    seen_by: str | None = None  # "2" or "watcher": draws hidden from that seat are left out; None: nothing is
    notes: Mapping[str, str] = field(default_factory=dict)  # further headers, such as a date
    where: Mapping[str, Header] = field(default_factory=dict, compare=False, repr=False)

    def at(self, name: str) -> tuple[int, int]:
        """The line and column of a header's value; the first place for a record that was never read."""
        header = self.where.get(name)
        return (header.line, header.column) if header else (1, 1)


def result_text(result: Outcome | None) -> str:
    if result is None:
        return "*"
    winners = ",".join(str(seat + 1) for seat in result.winners)
    return f"winners={winners} scores={','.join(map(str, result.scores))} rule={result.rule}"


def parse_result(header: Header, seats: int, where: Mapping[str, Header]) -> Outcome | None:
    """The inverse of `result_text`; seats must exist, each winner once and in order."""
    if header.value == "*":
        return None
    match = RESULT.match(header.value)
    if match is None:
        raise header.bad("record.result")
    winners = parse_winners(header, match.start(1), match[1], seats)
    scores = tuple(int(score) for score in match[2].split(","))
    check_numbers(header, match.start(2), len(scores), seats, where, "seat")
    return Outcome(winners, scores, match[3])


def check_numbers(
    header: Header, start: int, n: int, seats: int, where: Mapping[str, Header], prefix: str
) -> None:  # fmt: skip
    """A number for each seat: a seat without one is one too many, and named where it stands."""
    if n < seats:
        raise BadRecord(where[f"{prefix}{n + 1}"].line, 1, "record.seat_extra", seat=n + 1, n=n)
    if n > seats:
        raise header.bad("record.scores", start, n=n, seats=seats)


def parse_winners(header: Header, start: int, text: str, seats: int) -> tuple[int, ...]:
    """Winners counted from 0; one that there is not, or that stands in the wrong place, is named where it stands."""
    winners: list[int] = []
    for found in re.finditer("[0-9]+", text):
        number, place = int(found.group()), start + found.start()
        if not 1 <= number <= seats:
            raise header.bad("record.winner", place, winner=number, seats=seats)
        if winners and number - 1 <= winners[-1]:
            raise header.bad("record.winner_order", place, winner=number)
        winners.append(number - 1)
    return tuple(winners)


def write(record: Record) -> str:
    """The record as text."""
    headers = [
        ("yonto", str(FORM)),
        ("game", record.game),
        ("rules", str(record.rules)),
        ("options", options_text(record.options)),
        *((f"seat{i}", name) for i, name in enumerate(record.names, 1)),
        ("result", result_text(record.result)),
        *([("seen-by", record.seen_by)] if record.seen_by else []),
        *sorted(record.notes.items()),
    ]
    moves = "".join(f"{'*' if e.who == CHANCE else e.who + 1} {e.text}\n" for e in record.entries)
    return f"{write_headers(headers)}\n{moves}"


def lines_of(text: str) -> list[str]:
    """Lines without their ends, blanks or a byte-order mark; empty lines at the end do not count."""
    lines = [line.removesuffix("\r").rstrip(" \t") for line in text.removeprefix("\ufeff").split("\n")]
    while lines and not lines[-1]:
        lines.pop()
    return lines


def decode(data: bytes) -> str:
    """The text of a file's bytes."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        column = error.start - (data.rfind(b"\n", 0, error.start) + 1) + 1
        raise BadRecord(line, column, "record.utf8") from None


def read(text: str, first_line: int = 1) -> Record:
    """The inverse of `write`. Looks at the form only: whether the moves are possible, `replay` tells."""
    lines = lines_of(text)
    if not lines:
        raise BadRecord(first_line, 1, "record.empty")
    if not lines[0].startswith("yonto: "):
        raise BadRecord(first_line, 1, "record.first")
    headers, body = read_headers(lines, first_line)
    where = dict(headers)
    end = first_line + body - 1
    form = take(headers, "yonto", end)
    if form.value != str(FORM):
        raise form.bad("record.version", version=form.value)
    game = take(headers, "game", end).value
    rules = take(headers, "rules", end).number(1)
    options = take(headers, "options", end).options()
    names = take_names(headers, "seat", end)
    result = parse_result(take(headers, "result", end), len(names), where)
    seen_by = read_seen_by(headers.pop("seen-by", None), len(names))
    entries = tuple(read_entry(line, number, len(names)) for number, line in main_line(lines[body:], first_line + body))
    notes = {name: header.value for name, header in headers.items()}
    return Record(game, rules, options, names, entries, result, seen_by, notes, where)


def body_of(text: str) -> list[tuple[int, str]]:
    """The lines below the head, with their numbers."""
    lines = lines_of(text)
    _, body = read_headers(lines, 1)
    return list(enumerate(lines[body:], body + 1))


def main_line(lines: Sequence[str], first: int) -> Iterator[tuple[int, str]]:
    """What was played, without the variations that a study writes below it, indented (yonto.study.writing)."""
    varied = False
    for number, line in enumerate(lines, first):
        varied = line.startswith(VARIATION) or (varied and line.startswith(" "))
        if not varied or number == first:
            yield number, line


def read_seen_by(header: Header | None, seats: int) -> str | None:
    if header is None:
        return None
    return header.value if header.value == "watcher" else str(header.number(1, seats))


def read_entry(line: str, number: int, seats: int) -> Entry:
    match = ENTRY.match(line)
    if match is None or not line.isprintable():
        raise BadRecord(number, 1, "record.move")
    if match[1] == "*":
        return Entry(CHANCE, match[2], number)
    if int(match[1]) > seats:
        raise BadRecord(number, 1, "record.move_seat", seat=int(match[1]), seats=seats)
    return Entry(int(match[1]) - 1, match[2], number)


def of_play(play: Play, names: tuple[str, ...], notes: Mapping[str, str] | None = None) -> Record:
    """The record of a game as far as it was played."""
    assert len(names) == play.seats
    assert all(is_name(name) for name in names)
    entries = tuple(Entry(s.who, play.game.write(s.state, s.action)) for s in play.steps)
    return Record(
        play.game.name, play.game.version, play.options, names, entries, play.outcome, notes=dict(notes or {})
    )


def for_seat(record: Record, game: Game, seat: Seat | None) -> Record:
    """A copy that a seat, or a watcher (None), may keep: draws it could not see are left out."""
    play = replay(record, game)
    entries = tuple(
        entry if s.who != CHANCE or game.sees(s.state, s.action, seat) else replace(entry, text=HIDDEN)
        for entry, s in zip(record.entries, play.steps, strict=True)
    )
    return replace(record, entries=entries, seen_by="watcher" if seat is None else str(seat + 1))


def replay(record: Record, game: Game) -> Play:
    """Play the record through; BadRecord names the line and column of whatever is not possible."""
    play = open_play(record, game)
    for i, entry in enumerate(record.entries):
        line = entry.line or i + 1  # a record that was never read has no lines
        if play.over:
            raise BadRecord(line, 1, "record.over")
        replay_entry(play, entry, line)
    check_result(record, play)
    return play


def open_play(record: Record, game: Game) -> Play:
    """The game of a record before its first action."""
    if record.game != game.name:
        raise BadRecord(*record.at("game"), "record.other_game", found=record.game, game=game.name)
    if record.rules != game.version:
        raise BadRecord(*record.at("rules"), "record.rules", version=record.rules, game=game.name, ours=game.version)
    check_terms(game, "seat", len(record.names), (record.options,), record.where)
    return Play(game, len(record.names), record.options)


def check_terms(
    game: Game, prefix: str, seats: int, options: Sequence[Mapping[str, str]], where: Mapping[str, Header]
) -> None:
    """Whether the game has these options and so many seats; BadRecord at the very option, or the seat too many."""
    for number, each in enumerate(options):
        for name, value in each.items():
            try:
                game.canonical({name: value})
            except BadOption as error:
                place = where["options"].option_at(number, name) if "options" in where else (1, 1)
                raise BadRecord(*place, error.key, error, **error.params) from None
    if seats not in game.seats:
        wrong = f"{prefix}{max(game.seats) + 1 if seats > max(game.seats) else seats}"
        allowed = ", ".join(map(str, game.seats))
        line = where[wrong].line if wrong in where else 1
        raise BadRecord(line, 1, "record.seat_count", game=game.name, seats=seats, allowed=allowed)


def replay_entry(play: Play, entry: Entry, line: int) -> None:
    if entry.who == CHANCE and entry.text == HIDDEN:
        raise BadRecord(line, 3, "record.hidden")
    if entry.who != play.to_move:
        raise BadRecord(line, 1, "record.who", who=who_words(entry.who), due=who_words(play.to_move))
    try:
        action = play.game.read(play.state, entry.text)
        if entry.who != CHANCE:
            play.act(entry.who, action)
            return
    except (Refused, NotYourTurn) as error:
        raise BadRecord(line, 3, error.key, error, **error.params) from None
    except BadNotation as error:
        raise BadRecord(line, 3 + error.position, error.key, error, **error.params) from None
    if action not in play.game.chance(play.state)[0]:
        raise BadRecord(line, 3, "record.odds", move=entry.text)
    play.take(action)


def who_words(who: int) -> Key:
    """Chance, a seat or nobody as the key of its name."""
    return Key("@record.chance" if who == CHANCE else "@record.nobody" if who < 0 else f"@record.seat{who + 1}")


def check_result(record: Record, play: Play) -> None:
    """The moves must lead to the result that the head of the record gives."""
    said, found = record.result, play.outcome
    if said == found:
        return
    key = "record.no_result" if said is None else "record.unfinished" if found is None else "record.wrong_result"
    raise BadRecord(*record.at("result"), key, said=result_text(said), found=result_text(found))
