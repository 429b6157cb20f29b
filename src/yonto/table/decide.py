"""What may happen next at a table: a person's message becomes events, or the sentence that says why not.

Nothing is changed here. The events are stored first and applied after; see `hall.py`.
"""

from collections.abc import Callable
from dataclasses import dataclass

import msgspec

from yonto.core.contract import CHANCE, State
from yonto.core.errors import NotYourTurn, NoUndo, Stale
from yonto.core.play import Step
from yonto.core.rng import seeded
from yonto.players import best_player, check_player
from yonto.table import fair_chance
from yonto.table.commands import (
    AnswerOffer,
    ComeBack,
    Command,
    Leave,
    MakeOffer,
    Move,
    Pause,
    Resign,
    Resume,
    Sit,
    StandIn,
    Start,
    Undo,
)
from yonto.table.errors import NotAllowed, NotNow
from yonto.table.events import (
    Aborted,
    Answered,
    Began,
    Event,
    Left,
    Lost,
    Offer,
    Offered,
    Paused,
    Played,
    Rematched,
    Resumed,
    Sat,
    StoodIn,
    Undone,
)
from yonto.table.table import Foreseen, Table


@dataclass(frozen=True)
class Actor:
    """Who acts: a person, the player that person faces on a shared screen, and who is not connected now."""

    person: str
    facing: int | None
    absent: Callable[[int], bool]


def decide(table: Table, actor: Actor, message: Command, now: int) -> list[Event]:
    """The events that a message asks for, of which the first is the player's own."""
    if isinstance(message, Sit):
        return sit(table, actor, message, now)
    player = acting(table, actor, message)
    match message:
        case Move():
            return [move(table, player, message, now)]
        case Undo():
            return undo(table, player, message, now)
        case Leave():
            return leave(table, player, now)
        case Start():
            return [start(table, now)]
        case Resign():
            return [lost(table, player, "resign", now)]
        case MakeOffer(what=what):
            return offer(table, actor, player, what, now)
        case AnswerOffer(what=what, yes=yes):
            return answer(table, actor, player, what, yes, now)
        case Pause() | Resume():
            return [pause(table, player, isinstance(message, Pause), now)]
        case StandIn():
            return [stand_in(table, actor, player, message, now)]
        case ComeBack():
            return [come_back(table, player, now)]


def acting(table: Table, actor: Actor, message: Command) -> int:
    """The player for whom this person speaks. Nobody speaks for another's player."""
    own = table.players_of(actor.person)
    if not own:
        raise NotAllowed("fault.not_seated")
    if isinstance(message, StandIn) and message.player is not None and message.player < table.settings.players:
        return message.player
    if message.player is not None and message.player not in own:
        raise NotAllowed("fault.not_yours")
    if isinstance(message, Move | Undo):
        return acting_now(table, actor, own, message)
    if message.player is not None:
        return message.player
    return actor.facing if actor.facing in own else own[0]


def acting_now(table: Table, actor: Actor, own: list[int], message: Move | Undo) -> int:
    """For a move: the player whose turn it is, if he is this person's and looks at the screen."""
    if message.player is not None:
        player = message.player
    else:
        player = table.to_move if table.to_move in own else own[0]
    if curtained(table, actor.person) and actor.facing != player:
        raise NotAllowed("fault.curtain")
    return player


def curtained(table: Table, person: str) -> bool:
    """Whether a curtain hangs: several players with hidden hands at one screen."""
    return table.game.hidden and not table.over and len(table.players_of(person)) > 1


# Moves


def move(table: Table, player: int, message: Move, now: int) -> Played:
    in_play(table)
    if not table.position <= message.seq <= table.seq:
        raise Stale(table.seq, message.seq)
    if player in table.stand_ins:
        raise NotNow("fault.stand_in")
    if player != table.to_move:
        raise NotYourTurn(table.seat_of(player), table.play.to_move)
    return played(table, player, action_of(table, player, message.move), now)


def action_of(table: Table, player: int, text: str) -> int:
    """The action a text means, if no rule forbids it. Where hands are hidden it is first read and judged as this
    seat believes the table to be, so that no error can tell what the seat does not know."""
    state = table.play.state
    if table.game.hidden:
        believed = believed_by(table, player)
        action = table.game.read(believed, text)
        if refused := table.game.refusal(believed, action):
            raise refused
    action = table.game.read(state, text)
    if refused := table.game.refusal(state, action):
        raise refused
    return action


def believed_by(table: Table, player: int, *why: int | str) -> State:
    """A state this player could believe in; the same one each time for the same table, position and purpose."""
    rng = seeded("believed", table.id, len(table.plays), table.play.seq, *why)
    return table.game.believed(table.play.state, table.seat_of(player), rng)


def played(table: Table, player: int, action: int, now: int) -> Played:
    """A legal action as an event, with what CHANCE does after it. The table remembers what was worked out, so that
    it need not be done again when the event is applied."""
    play, number = table.play, len(table.plays) - 1
    after = play.game.after(play.state, action)
    draws, end = fair_chance.draws(table.round_seed(number), table.id, play.game, after, play.seq + 1)
    event = Played(now, player, play.game.write(play.state, action), fair_chance.texts(play.game, draws))
    steps = [Step(table.seat_of(player), play.state, action), *draws]
    table.foreseen = Foreseen((event.move, *event.draws), steps, end)
    return event


def in_play(table: Table) -> None:
    if table.status != "playing":
        raise NotNow(f"fault.status.{table.status}")
    if table.paused:
        raise NotNow("fault.paused")


# Taking back


def undo(table: Table, player: int, message: Undo, now: int) -> list[Event]:
    in_play(table)
    if not table.position <= message.seq <= table.seq:
        raise Stale(table.seq, message.seq)
    if table.settings.undo == "off":
        raise NotAllowed("fault.undo_off")
    if table.settings.undo == "consent" and [p for p in deciders(table) if p != player]:
        raise NotAllowed("fault.undo_consent")
    to = table.play.undo_to(table.seat_of(player))
    if to < table.starts[-1]:
        raise NoUndo("undo.nothing")
    return [Undone(now, player, to)]


def takeback_to(table: Table, player: int) -> int:
    """Where a takeback by consent leads: before this player's last action. Never past a draw, nor where hands are
    hidden past a turn: what was seen cannot be unseen, and no draw is ever made twice."""
    seat, play = table.seat_of(player), table.play
    for i in reversed(range(table.starts[-1], play.seq)):
        who = play.steps[i].who
        if who == CHANCE:
            raise NoUndo("undo.seen")
        if who == seat:
            return i
        if play.game.hidden:
            raise NoUndo("undo.passed")
    raise NoUndo("undo.nothing")


# Offers


def deciders(table: Table) -> list[int]:
    """The people whose consent an offer needs: whoever sits here and was not replaced by a computer."""
    return [p for p in table.people() if table.sitters[p].person is not None and p not in table.stand_ins]


def offer(table: Table, actor: Actor, player: int, what: Offer, now: int) -> list[Event]:
    """Offer something; where nobody else has a say it happens at once."""
    check_offer(table, player, what)
    if what in table.offers:
        return answer(table, actor, player, what, True, now)
    own = set(table.players_of(actor.person))
    if set(deciders(table)) <= own or (what == "abort" and not table.moved()):
        return [agreed(table, player, what, now)]
    return [Offered(now, player, what)]


def check_offer(table: Table, player: int, what: Offer) -> None:
    if what == "rematch":
        if not table.over:
            raise NotNow("fault.not_over")
        if table.next_table:
            raise NotNow("fault.rematched")
        return
    if table.status not in ("playing", "between"):
        raise NotNow(f"fault.status.{table.status}")
    if what == "takeback":
        in_play(table)
        if table.settings.undo == "off":
            raise NotAllowed("fault.undo_off")
        takeback_to(table, player)


def answer(table: Table, actor: Actor, player: int, what: Offer, yes: bool, now: int) -> list[Event]:
    if what not in table.offers:
        raise NotNow("fault.no_offer")
    consent = table.offers[what] | set(table.players_of(actor.person))
    if yes and set(deciders(table)) <= consent:
        asked = min(table.offers[what])
        check_offer(table, asked, what)
        return [Answered(now, player, what, yes), agreed(table, asked, what, now)]
    return [Answered(now, player, what, yes)]


def agreed(table: Table, player: int, what: Offer, now: int) -> Event:
    """What an offer does once everybody agrees. The new table of a rematch is named by the hall."""
    if what == "abort":
        return Aborted(now)
    if what == "takeback":
        return Undone(now, player, takeback_to(table, player), consent=True)
    return Rematched(now, "")


# Coming, going, beginning and ending


def sit(table: Table, actor: Actor, message: Sit, now: int) -> list[Event]:
    """Take a free place; the last one begins the game. Whoever had left is back by sitting down again."""
    own = table.players_of(actor.person)
    if own:
        return [Sat(now, p) for p in own if p in table.away]
    if table.status != "waiting":
        raise NotNow("fault.no_place")
    free = table.free()
    if message.player is not None and message.player in free:
        player = message.player
    elif message.player is not None or not free:
        raise NotNow("fault.no_place")
    else:
        player = free[0]
    sat: list[Event] = [Sat(now, player)]
    return [*sat, began(table, now)] if free == [player] else sat


def leave(table: Table, player: int, now: int) -> list[Event]:
    if table.over:
        raise NotNow(f"fault.status.{table.status}")
    if player in table.away:
        return []
    left: list[Event] = [Left(now, player)]
    others = [p for p in table.people() if p != player and table.sitters[p].person is not None]
    return [*left, Aborted(now)] if table.status == "waiting" and not others else left


def began(table: Table, now: int) -> Began:
    """The next round: who begins, and the deal."""
    number, match = len(table.plays), table.match
    if match is None:
        match, rounds = table.prior()
        number += len(rounds)
        if match is not None and match.winners():
            return Began(now, match.first)
    seed = table.round_seed(number)
    play = table.opened(number)
    if match is not None:
        first = match.next_first()
    elif table.settings.first is None:
        first = fair_chance.lot(seed, table.id, table.settings.players)
    else:
        first = table.settings.first
    draws, end = fair_chance.draws(seed, table.id, table.game, play.state, play.seq)
    event = Began(now, first, fair_chance.texts(table.game, draws))
    table.foreseen = Foreseen(event.draws, draws, end, play)
    return event


def start(table: Table, now: int) -> Began:
    if table.status != "between":
        raise NotNow("fault.not_between")
    return began(table, now)


def lost(table: Table, player: int, how: str, now: int) -> Lost:
    """Giving up, or running out of time."""
    if table.status not in ("playing", "between"):
        raise NotNow(f"fault.status.{table.status}")
    if player in table.gone:
        raise NotNow("fault.gone")
    level = best_player(table.game) if table.settings.players > 2 else ""
    return Lost(now, player, "resign" if how == "resign" else "timeout", level)


def pause(table: Table, player: int, wanted: bool, now: int) -> Event:
    if table.status != "playing":
        raise NotNow(f"fault.status.{table.status}")
    if not table.settings.pause:
        raise NotAllowed("fault.no_pause")
    if table.paused == wanted:
        raise NotNow("fault.paused" if wanted else "fault.not_paused")
    return Paused(now, player) if wanted else Resumed(now, player)


def stand_in(table: Table, actor: Actor, player: int, message: StandIn, now: int) -> StoodIn:
    """A computer for oneself, or for somebody who left or is not connected."""
    if table.status not in ("playing", "between"):
        raise NotNow(f"fault.status.{table.status}")
    if table.level(player) is not None:
        raise NotNow("fault.computer_there")
    own = player in table.players_of(actor.person)
    if not own and player not in table.away and not actor.absent(player):
        raise NotAllowed("fault.still_there")
    return StoodIn(now, player, check_player(message.level or "computer", table.game))


def come_back(table: Table, player: int, now: int) -> StoodIn:
    if player in table.gone:
        raise NotNow("fault.gone")
    if table.over or player not in table.stand_ins:
        raise NotNow("fault.no_stand_in")
    return StoodIn(now, player, "")


def stamped(events: list[Event], table: Table) -> list[Event]:
    """Time at a table never goes backwards, whatever the machine's clock does."""
    return [replace_at(event, max(event.at, table.at)) for event in events]


def replace_at(event: Event, at: int) -> Event:
    return event if event.at == at else msgspec.structs.replace(event, at=at)
