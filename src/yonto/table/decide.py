"""What may happen next at a table: a command becomes events, or the sentence that says why not.

Nothing is changed here, and nothing is remembered. `change.py` applies a decision to a draft of the table; the server
stores it before anybody is told.
"""

from collections.abc import Callable, Iterable, Mapping

import msgspec

from yonto.core.contract import CHANCE
from yonto.core.errors import NotYourTurn, Stale
from yonto.core.play import Position, Step
from yonto.games import load
from yonto.players import check_player
from yonto.table import fair_chance, takeback
from yonto.table.commands import (
    AnswerOffer,
    Arrange,
    ComeBack,
    Command,
    Dismiss,
    Leave,
    MakeOffer,
    Mix,
    Move,
    Pause,
    Resign,
    Resume,
    Share,
    Sit,
    StandIn,
    Start,
    Undo,
)
from yonto.table.errors import BadMessage, NotAllowed, NotNow
from yonto.table.events import (
    Aborted,
    Answered,
    Arranged,
    Began,
    Event,
    Left,
    Lost,
    Mixed,
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
from yonto.table.perspective import action_of, curtained
from yonto.table.settings import CreateTable, clean_name, make_settings
from yonto.table.table import Foreseen, Sitter, Table, first_sitter


class Decision(msgspec.Struct, frozen=True):
    """What a command leads to: events, of which the first is the player's own; who takes a place by them; and what
    was worked out on the way, which spares whoever applies them the same work."""

    events: tuple[Event, ...]
    foreseen: Foreseen | None = None
    seated: Mapping[int, Sitter] = {}


class Actor(msgspec.Struct, frozen=True):
    """Who acts: a person, the player that person faces on a shared screen, and from when on a computer may play for
    somebody (ms; None while he is there)."""

    person: str
    facing: int | None
    replaceable: Callable[[int], int | None]


def decide(table: Table, actor: Actor, command: Command, now: int) -> Decision:
    """The events that a command asks for; none where it asks for what is so already."""
    if isinstance(command, Move):  # nearly all that is ever asked
        return move(table, acting(table, actor, command), command, now)
    match command:
        case Sit():
            return sit(table, actor, command, now)
        case Arrange(wanted=wanted):
            return arrange(table, actor, wanted, now)
        case Dismiss(player=guest):
            return dismiss(table, actor, guest, now)
        case Start() if table.status == "waiting":
            return begin(table, actor, now)
    player = acting(table, actor, command)
    match command:
        case Undo():
            return Decision((undo(table, player, command, now),))
        case Leave():
            return Decision(leave(table, player, now))
        case Start():
            return start(table, now)
        case Resign():
            return Decision((lost(table, player, "resign", now),))
        case MakeOffer(what=what):
            return Decision(offer(table, actor, player, what, now))
        case AnswerOffer(what=what, yes=yes):
            return Decision(answer(table, actor, player, what, yes, now))
        case Pause() | Resume():
            return Decision((pause(table, player, isinstance(command, Pause), now),))
        case StandIn():
            return Decision((stand_in(table, actor, player, command, now),))
        case ComeBack():
            return Decision((come_back(table, player, now),))
        case Mix(chance=chance):
            return Decision(mix(table, actor, player, chance, now))


def acting(table: Table, actor: Actor, command: Command) -> int:
    """The player for whom this person speaks. Nobody speaks for another's player."""
    own = table.players_of(actor.person)
    if not own:
        raise NotAllowed("fault.not_seated")
    if isinstance(command, StandIn) and command.player is not None and command.player < table.settings.players:
        return command.player
    if command.player is not None and command.player not in own:
        raise NotAllowed("fault.not_yours")
    if isinstance(command, (Move, Undo)):
        return acting_now(table, actor, own, command)
    if command.player is not None:
        return command.player
    return actor.facing if actor.facing in own else own[0]


def acting_now(table: Table, actor: Actor, own: list[int], command: Move | Undo) -> int:
    """For a move: the player whose turn it is, if he is this person's and looks at the screen."""
    if command.player is not None:
        player = command.player
    else:
        player = table.to_move if table.to_move in own else own[0]
    if len(own) > 1 and curtained(table, actor.person) and actor.facing != player:
        raise NotAllowed("fault.curtain")
    return player


# Moves


def move(table: Table, player: int, command: Move, now: int) -> Decision:
    in_play(table)
    check_fresh(table, command)
    if player in table.stand_ins:
        raise NotNow("fault.stand_in")
    if player != table.to_move:
        raise NotYourTurn(table.seat_of(player), table.play.to_move)
    return played(table, player, action_of(table, player, command.move), now)


def check_fresh(table: Table, command: Move | Undo) -> None:
    """Whether it is meant for the position that is there."""
    if not table.position <= command.seq <= table.seq:
        raise Stale(table.seq, command.seq)


def played(table: Table, player: int, action: int, now: int) -> Decision:
    """A legal action as an event, with what CHANCE does after it."""
    play = table.play
    game, state = play.game, play.state
    after = game.after(state, action)
    draws: list[Step] = []
    end = Position(game, after)
    if end.to_move == CHANCE:
        seed = table.round_seed(len(table.plays) - 1)
        draws, end = fair_chance.draws(seed, table.id, game, after, play.seq + 1, CHANCE)
    event = Played(now, player, game.write(state, action), fair_chance.texts(game, draws) if draws else ())
    steps = [Step(table.seat_of(player), state, action), *draws]
    return Decision((event,), Foreseen((event.move, *event.draws), steps, end))


def in_play(table: Table) -> None:
    if table.status != "playing":
        raise NotNow(f"fault.status.{table.status}")
    if table.paused:
        raise NotNow("fault.paused")


# Taking back


def undo(table: Table, player: int, command: Undo, now: int) -> Undone:
    in_play(table)
    check_fresh(table, command)
    if table.settings.undo == "off":
        raise NotAllowed("fault.undo_off")
    if table.settings.undo == "consent" and [p for p in deciders(table, "takeback") if p != player]:
        raise NotAllowed("fault.undo_consent")
    seat = table.seat_of(player)
    to = takeback.undo_to(table.play, seat, table.starts[-1], table.alone(player))
    beyond = any(step.who != seat for step in table.play.steps[to:])  # the turn had passed: so had its clock
    return Undone(now, player, to, consent=beyond)


def takeback_of(table: Table, player: int) -> int:
    return takeback.takeback_to(table.play, table.seat_of(player), table.starts[-1])


# Offers


def deciders(table: Table, what: Offer) -> list[int]:
    """The people whose consent an offer needs: whoever sits here. For a rematch those for whom a computer played are
    not waited for; while a game goes on it is theirs too."""
    counted = table.strangers and what != "rematch"
    there = [p for p in table.people() if table.sitters[p].person is not None]
    return [p for p in there if counted or p not in table.stand_ins]


def offer(table: Table, actor: Actor, player: int, what: Offer, now: int) -> tuple[Event, ...]:
    """Offer something; where nobody else has a say it happens at once."""
    check_offer(table, player, what)
    if what in table.offers:
        return answer(table, actor, player, what, True, now)
    own = set(table.players_of(actor.person))
    if set(deciders(table, what)) <= own or (what == "abort" and not table.moved() and not table.strangers):
        return (agreed(table, player, what, now),)
    return (Offered(now, player, what),)


def check_offer(table: Table, player: int, what: Offer) -> None:
    if what == "rematch":
        if not table.over:
            raise NotNow("fault.not_over")
        if table.next_table:
            raise NotNow("fault.rematched")
        if table.closed:
            raise NotNow("fault.closed_table")
        return
    if table.status not in ("playing", "between"):
        raise NotNow(f"fault.status.{table.status}")
    if what == "takeback":
        in_play(table)
        if table.settings.undo == "off":
            raise NotAllowed("fault.undo_off")
        takeback_of(table, player)


def answer(table: Table, actor: Actor, player: int, what: Offer, yes: bool, now: int) -> tuple[Event, ...]:
    if what not in table.offers:
        raise NotNow("fault.no_offer")
    consent = table.offers[what] | set(table.players_of(actor.person))
    if yes and set(deciders(table, what)) <= consent:
        asked = min(table.offers[what])
        check_offer(table, asked, what)
        return (Answered(now, player, what, yes), agreed(table, asked, what, now))
    return (Answered(now, player, what, yes),)


def agreed(table: Table, player: int, what: Offer, now: int) -> Event:
    """What an offer does once everybody agrees. The new table of a rematch is named by whoever lays it."""
    if what == "abort":
        return Aborted(now)
    if what == "takeback":
        return Undone(now, player, takeback_of(table, player), consent=True)
    return Rematched(now, "")


# Coming, going, beginning and ending


def sit(table: Table, actor: Actor, command: Sit, now: int) -> Decision:
    """Take a free place; the last one begins the game. Whoever had left is back by sitting down again."""
    own = table.players_of(actor.person)
    if own and (table.status != "waiting" or command.player is None or len(own) > 1):
        return Decision(tuple(Sat(now, p) for p in own if p in table.away))
    if own:
        return move_place(table, own[0], actor, command, now)
    player = free_place(table, command.player)
    seated = {player: Sitter(actor.person, clean_name(command.name))}
    events: tuple[Event, ...] = (Sat(now, player), *share_of(table, actor, player, command.chance, now))
    if table.free() != [player]:
        return Decision(events, seated=seated)
    begin = began(with_events(table, events), now)
    return Decision((*events, *begin.events), begin.foreseen, seated)


def with_events(table: Table, events: Iterable[Event]) -> Table:
    """The table as it will be after these."""
    draft = table.draft()
    for event in events:
        draft.apply(event)
    return draft


def mix(table: Table, actor: Actor, player: int, chance: Share, now: int) -> tuple[Event, ...]:
    promised = table.promised()
    if promised is None or promised[1] != chance.sha256:
        raise NotNow("fault.late_share")
    return share_of(table, actor, player, chance, now)


def share_of(table: Table, actor: Actor, player: int, chance: Share | None, now: int) -> tuple[Event, ...]:
    """A share of the chance, for the round whose promise its sender was shown; nothing where he has one in it, or where
    another round is the next."""
    promised = table.promised()
    if chance is None or promised is None or promised[1] != chance.sha256:
        return ()
    given = table.shares.get(promised[0], {})
    if any(own in given for own in (player, *table.players_of(actor.person))):
        return ()
    return (Mixed(now, player, promised[0], chance.share),)


def move_place(table: Table, own: int, actor: Actor, command: Sit, now: int) -> Decision:
    """Another place before the game, or the same one under another name."""
    sitter = Sitter(actor.person, clean_name(command.name))
    if command.player == own:
        return Decision((Sat(now, own),), seated={own: sitter})
    player = free_place(table, command.player)
    return Decision((Left(now, own), Sat(now, player)), seated={player: sitter})


def free_place(table: Table, wanted: int | None) -> int:
    """The place that is wanted, or the first free one."""
    free = table.free()
    if table.status != "waiting" or not free or (wanted is not None and wanted not in free):
        raise NotNow("fault.no_place")
    return free[0] if wanted is None else wanted


def hosting(table: Table, actor: Actor) -> None:
    """What only the host may do, and only before the game."""
    if table.host != actor.person:
        raise NotAllowed("fault.not_host")
    if table.status != "waiting":
        raise NotNow(f"fault.status.{table.status}")


def arrange(table: Table, actor: Actor, wanted: CreateTable, now: int) -> Decision:
    """Another table of the same game. Guests keep their places where these stay open, the others have to leave."""
    hosting(table, actor)
    if wanted.game != table.game.name:
        raise BadMessage("fault.other_game", field="wanted.game")
    start = table.settings.start  # a game that was begun goes on by its rules, any other begins by those of today
    settings = make_settings(wanted, table.game if start else load(table.game.name), start)
    own = [table.sitters[p].name for p in table.players_of(actor.person)]
    name = clean_name(wanted.name) if wanted.name else own[0] if own else ""
    guests = {i: s for i, s in enumerate(table.sitters) if s.person not in (None, actor.person)}
    seated = {}
    for player, seat in enumerate(settings.seats):
        stays = seat.kind == "open" and player in guests
        seated[player] = guests[player] if stays else first_sitter(seat, player, actor.person, name)
    return Decision((Arranged(now, settings),), seated=seated)


def dismiss(table: Table, actor: Actor, guest: int | None, now: int) -> Decision:
    hosting(table, actor)
    if guest is None or guest >= table.settings.players or guest in table.players_of(actor.person):
        raise BadMessage("fault.no_guest", field="player")
    return Decision((Left(now, guest),) if table.sitters[guest].person is not None else ())


def begin(table: Table, actor: Actor, now: int) -> Decision:
    """The host begins where the last empty seat was given to a computer."""
    hosting(table, actor)
    if table.free():
        raise NotNow("fault.status.waiting")
    return began(table, now)


def leave(table: Table, player: int, now: int) -> tuple[Event, ...]:
    if table.over:
        raise NotNow(f"fault.status.{table.status}")
    if player in table.away:
        return ()
    others = [p for p in table.people() if p != player and table.sitters[p].person is not None]
    if table.status == "waiting" and not others:
        return (Left(now, player), Aborted(now))
    return (Left(now, player),)


def began(table: Table, now: int) -> Decision:
    """The next round: who begins, and the deal."""
    number, match = len(table.plays), table.match
    if match is None:
        match, rounds = table.prior()
        number += len(rounds)
        if match is not None and match.winners():
            return Decision((Began(now, match.first),))
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
    return Decision((event,), Foreseen(event.draws, draws, end, play))


def start(table: Table, now: int) -> Decision:
    if table.status != "between":
        raise NotNow("fault.not_between")
    return began(table, now)


def lost(table: Table, player: int, how: str, now: int) -> Lost:
    """Giving up, or running out of time."""
    if table.status not in ("playing", "between"):
        raise NotNow(f"fault.status.{table.status}")
    if player in table.gone:
        raise NotNow("fault.gone")
    level = table.stand_in_level() if table.settings.players > 2 else ""
    return Lost(now, player, "resign" if how == "resign" else "timeout", level)


def pause(table: Table, player: int, wanted: bool, now: int) -> Event:
    if table.status != "playing":
        raise NotNow(f"fault.status.{table.status}")
    if not table.settings.pause:
        raise NotAllowed("fault.no_pause")
    if table.paused == wanted:
        raise NotNow("fault.paused" if wanted else "fault.not_paused")
    return Paused(now, player) if wanted else Resumed(now, player)


def stand_in(table: Table, actor: Actor, player: int, command: StandIn, now: int) -> StoodIn:
    """A computer for oneself, or for somebody who has been away for a while. A clock that runs decides by itself: no
    computer comes between it and its player."""
    if table.status not in ("playing", "between"):
        raise NotNow(f"fault.status.{table.status}")
    if table.level(player) is not None:
        raise NotNow("fault.computer_there")
    if table.clocks.running == player and not table.alone(player):
        raise NotAllowed("fault.clock_decides")
    own = table.players_of(actor.person)
    if player in own:
        check_own_stand_in(table)
    else:
        check_absent(table, player, actor.replaceable(player), now)
    return StoodIn(now, player, agreed_level(table, player, command.level), by=player if player in own else own[0])


def check_own_stand_in(table: Table) -> None:
    """Where people play against each other by the clock nobody saves time by a computer."""
    if table.strangers and table.settings.clock.kind != "none":
        raise NotAllowed("fault.own_stand_in")


def check_absent(table: Table, player: int, since: int | None, now: int) -> None:
    if since is None:
        raise NotAllowed("fault.still_there")
    if table.settings.clock.kind == "days":  # being away is how such a game is played
        raise NotAllowed("fault.days_decide")
    if since > now:
        raise NotNow("fault.grace", n=-(-(since - now) // 1000))


def agreed_level(table: Table, player: int, wanted: str) -> str:
    if wanted and table.alone(player):
        return check_player(wanted, table.game)
    agreed = table.stand_in_level()
    if wanted not in ("", agreed):
        raise NotAllowed("fault.stand_in_level")
    return agreed


def come_back(table: Table, player: int, now: int) -> StoodIn:
    if player in table.gone:
        raise NotNow("fault.gone")
    if table.over or player not in table.stand_ins:
        raise NotNow("fault.no_stand_in")
    return StoodIn(now, player, "")


def out_of_time(table: Table, now: int) -> Decision | None:
    """Whose time is over has lost, whoever is connected; None while nobody's is."""
    running = table.clocks.running
    if running is None:
        return None
    deadline = table.clocks.deadline
    if deadline is None or deadline > now or table.status != "playing":
        return None
    return Decision((lost(table, running, "timeout", now),))
