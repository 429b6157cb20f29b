"""What each person is shown of a table: the only way from a table to the outside while it is played.

Everything goes through the game's `view`, `tell` and `legal` for the seat that looks; whoever faces no player watches.
"""

from collections.abc import Container, Sequence
from typing import Any

from yonto.core import saying, typed
from yonto.core.contract import Seat, State
from yonto.core.errors import BadNotation
from yonto.core.play import Play
from yonto.core.words import Words, words
from yonto.games import load
from yonto.players import Choice
from yonto.server.protocol import Run
from yonto.server.store import Listing
from yonto.server.tables import drawing
from yonto.server.tables.absences import Absences
from yonto.server.tables.shapes import (
    ChanceShown,
    HintShown,
    LogLine,
    MatchShown,
    OfferShown,
    PlayerShown,
    PositionShown,
    PromiseShown,
    RoundShown,
    SettingsShown,
    Summary,
)
from yonto.table import perspective
from yonto.table.player_names import named, said, speaker
from yonto.table.settings import Settings, colours_of
from yonto.table.table import Table

MOST_WORDED = 500  # legal moves whose consequences are told: half a millisecond each


def settings_shown(settings: Settings) -> SettingsShown:
    return SettingsShown(
        tuple(seat.kind for seat in settings.seats), settings.seats, settings.options, settings.first, settings.clock,
        settings.listed, settings.undo, settings.hints, settings.chat, settings.pause, settings.watchers,
        settings.match, settings.target, settings.lesson, settings.still, settings.stand_in,
        settings.rules < load(settings.game).version, bool(settings.start),
    )  # fmt: skip


def speech(lang: str, game: str) -> Words:
    return words(lang, "server", game)


def level_name(level: str, w: Words) -> str:
    """A computer's level as people call it."""
    return w(f"level.{level}") if f"level.{level}" in w else w(f"page.level.{level}")


def called(table: Table, w: Words) -> list[str]:
    """What the players are called in the reader's language."""
    return names_shown(table.settings, [sitter.name for sitter in table.sitters], w)


def names_shown(settings: Settings, names: Sequence[str], w: Words) -> list[str]:
    """People by their names, computers by their levels, the second of a level with its number. In the store and in
    records a computer has its level's neutral name."""
    shown: list[str] = []
    levels = [seat.level if seat.kind == "computer" else None for seat in settings.seats]
    for player, (name, level) in enumerate(zip(names, levels, strict=True)):
        if level is not None:
            name = level_name(level, w)
            before = levels[:player].count(level)
            name = f"{name} {before + 1}" if before else name
        shown.append(name)
    return shown


def seating(table: Table, number: int) -> Sequence[int]:
    """Who sits in each seat of a round; before the first is laid, the players in their order."""
    return table.seatings[number] if table.seatings else range(table.settings.players)


def seated(table: Table, number: int, w: Words) -> tuple[str, ...]:
    """What the players are called, in the order of a round's seats."""
    names = called(table, w)
    return tuple(names[player] for player in seating(table, number))


def worn(table: Table, number: int) -> tuple[int, ...]:
    """The colours of the players, in the same order."""
    colours = colours_of(table.settings.seats)
    return tuple(colours[player] for player in seating(table, number))


def written(table: Table, number: int, lang: str) -> Words:
    """For pictures in characters: seats have the numbers of the signs that the page shows."""
    return speech(lang, table.game.name).marking(worn(table, number))


def lines_of(play: Play, n: int, seat: Seat | None, w: Words) -> tuple[LogLine, ...]:
    """What action number `n` did, as this seat may know it, in words that say the names (`speaker`)."""
    step = play.steps[n]
    after = play.steps[n + 1].state if n + 1 < len(play.steps) else play.state
    lines = play.game.tell(step.state, step.action, after, seat)
    return tuple([LogLine(n, line.key, line.params, said(line, w)) for line in lines]) if lines else ()


def preview(
    table: Table, player: int, text: str, lang: str, picture: bool = False
) -> tuple[tuple[str, ...], Any, bool, str, tuple[Run, ...] | None]:
    """What a move would do: in sentences, as a view, whether CHANCE would be next; the move in words; and drawn where
    that is wanted."""
    seat, w = table.seat_of(player), speech(lang, table.game.name)
    foreseen = perspective.preview(table, player, text)
    names = seated(table, -1, w)
    lines = tuple(named(line, w, names) for line in foreseen.lines)
    drawn = drawing.runs(drawing.draw(table.game, foreseen.after, seat, written(table, -1, lang))) if picture else None
    return lines, table.game.view(foreseen.after, seat), foreseen.chance, move_words(table, player, text, lang), drawn


def move_words(table: Table, player: int, text: str, lang: str) -> str:
    """A move that can be read, legal or not, in words; else nothing. Said from what the player believes."""
    state = perspective.believed_by(table, player)
    try:
        action = typed.read(table.game, state, text)
    except BadNotation:
        return ""
    w = speech(lang, table.game.name)
    return named(saying.phrase(table.game, state, action, table.seat_of(player)), w, seated(table, -1, w))


def hint(table: Table, state: State, player: int, choice: Choice, lang: str) -> HintShown:
    """Everything is said from a state that the player could believe in when he asked."""
    game, seat, w = table.game, table.seat_of(player), speech(lang, table.game.name)
    names = seated(table, -1, w)
    reasons = [*choice.reasons, *saying.merits(game, state, choice.action, seat)]
    return HintShown(
        game.write(state, choice.action),
        named(saying.phrase(game, state, choice.action, seat), w, names),
        tuple(named(line, w, names) for line in reasons),
        tuple(named(line, w, names) for line in choice.details),
    )


def players_shown(
    table: Table, now: int, here: Container[str | None], absences: Absences, w: Words
) -> tuple[PlayerShown, ...]:  # fmt: skip
    shown = []
    names, colours = called(table, w), colours_of(table.settings.seats)
    timed = table.settings.clock.kind != "none" and bool(table.plays)
    for player, (sitter, seat) in enumerate(zip(table.sitters, table.settings.seats, strict=True)):
        level = table.level(player)
        shown.append(
            PlayerShown(
                names[player], seat.kind, table.seat_of(player) if table.plays else None, level,
                level and level_name(level, w), seat.kind != "computer" and sitter.person is None,
                player in table.away, sitter.person in here, table.clocks.remaining(player, now) if timed else None,
                colours[player], player in table.gone, replaceable(table, player, absences),
            )
        )  # fmt: skip
    return tuple(shown)


def replaceable(table: Table, player: int, absences: Absences) -> int | None:
    """From when on a computer may play for this player, as `decide.stand_in` has it, but for a clock that runs."""
    running = table.status in ("playing", "between") and table.sitters[player].person is not None
    if not running or table.level(player) is not None or table.settings.clock.kind == "days":
        return None
    return absences.replaceable(table, player)


def legal_words(table: Table, player: int, lang: str) -> list[str]:
    """Each of the legal moves in words, in their order. Told, as a preview is, from what the player believes."""
    game, seat, w = table.game, table.seat_of(player), speech(lang, table.game.name)
    state, names = perspective.believed_by(table, player), seated(table, -1, w)
    return [named(saying.phrase(game, state, action, seat), w, names) for action in game.legal(table.play.state)]


def legal_consequences(table: Table, player: int, lang: str) -> list[str]:
    """The legal moves in words and what speaks for each; only the words where there are so many that nobody would read
    more."""
    game, seat, w = table.game, table.seat_of(player), speech(lang, table.game.name)
    actions, said = game.legal(table.play.state), legal_words(table, player, lang)
    if len(actions) > MOST_WORDED:
        return said
    state, names = perspective.believed_by(table, player), seated(table, -1, w)
    merits = ([named(line, w, names) for line in saying.merits(game, state, action, seat)] for action in actions)
    return [f"{move} — {', '.join(lines)}" if lines else move for move, lines in zip(said, merits, strict=True)]


def offers_shown(table: Table) -> tuple[OfferShown, ...]:
    return tuple(OfferShown(what, tuple(sorted(who))) for what, who in table.offers.items())


def chance_shown(table: Table) -> ChanceShown | None:
    if not table.plays:
        return None
    number = len(table.plays) - 1
    secret, promise = table.secret_and_promise(number)
    return ChanceShown(promise, secret.hex() if table.round_over(number) else None, shares_shown(table, number))


def promise_shown(table: Table) -> PromiseShown | None:
    promised = table.promised()
    return None if promised is None else PromiseShown(promised[1], shares_shown(table, promised[0]))


def shares_shown(table: Table, number: int) -> tuple[str, ...]:
    """They may be known to all from the start: without the secret nobody can do anything with them."""
    given = table.shares.get(number, {})
    return tuple(given.get(player, "") for player in range(table.settings.players))


def match_shown(table: Table) -> MatchShown | None:
    match = table.match
    if match is None:
        return None
    totals, low = match.totals(), match.form.low_sum_wins
    best = min(totals) if low else max(totals)
    return MatchShown(
        match.form.name, match.target, len(table.plays), totals, match.form.until, low,
        tuple(p for p, total in enumerate(totals) if total == best) if match.rounds else (),
        tuple(round_shown(table, number) for number in range(len(match.rounds))),
    )  # fmt: skip


def round_shown(table: Table, number: int) -> RoundShown:
    """A finished round, from seats to players."""
    assert table.match is not None
    done, play, seating = table.match.rounds[number], table.plays[number], table.seatings[number]
    outcome = play.outcome
    assert outcome is not None
    scores = tuple(outcome.scores[seating.index(player)] for player in range(len(seating)))
    return RoundShown(done.first, seating, scores, done.notes, done.winners, outcome.rule)


def host_name(table: Table, w: Words) -> str | None:
    own = table.players_of(table.host)
    return called(table, w)[own[0]] if own else None


def summaries(found: Sequence[Listing], person: str, lang: str) -> tuple[Summary, ...]:
    w = words(lang, "server")
    return tuple(summary(each, person, w) for each in found)


def summary(found: Listing, person: str, w: Words) -> Summary:
    seats, sitters = found.settings.seats, found.sitters
    free = [s for seat, s in zip(seats, sitters, strict=True) if seat.kind != "computer" and s.person is None]
    return Summary(
        found.id, found.game, found.status, tuple(names_shown(found.settings, [s.name for s in sitters], w)),
        len(free) if found.status == "waiting" else 0, tuple(i for i, s in enumerate(sitters) if s.person == person),
        found.made, found.updated, found.result, found.to_move,
        found.to_move is not None and sitters[found.to_move].person == person, person in found.hidden,
        tuple(seat.level if seat.kind == "computer" else None for seat in seats), found.settings.match, len(seats),
    )  # fmt: skip


def replay(table: Table, number: int, action: int, seat: int | None, lang: str, picture: bool = False) -> PositionShown:
    """Any position of a round that is over, through any eyes."""
    play, w = table.plays[number], speech(lang, table.game.name)
    action = min(action, play.seq)
    state = play.state if action == play.seq else play.steps[action].state
    mover = play.game.to_move(state)
    names = seated(table, number, w)
    return PositionShown(
        table.id, table.game.name, number + 1, len(table.plays), action, play.seq, 0 if seat is None else seat + 1,
        mover if mover >= 0 else None, names, play.game.view(state, seat),
        lines_of(play, action - 1, seat, speaker(w, names)) if action else (),
        drawing.runs(drawing.draw(play.game, state, seat, written(table, number, lang))) if picture else None,
    )  # fmt: skip
