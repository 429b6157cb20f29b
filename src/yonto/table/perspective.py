"""Who may see what: through whose eyes a person looks at a table, and what a player can believe it to be.

Everything that leaves a table goes through the game's `view`, `tell` and `legal` for the seat that looks, or is told
from a state that this seat could believe in.
"""

from typing import NamedTuple

import msgspec

from yonto.core import typed
from yonto.core.contract import CHANCE, Line, Seat, State
from yonto.core.errors import NoUndo
from yonto.core.rng import seeded
from yonto.table import takeback
from yonto.table.errors import NotAllowed
from yonto.table.table import Table


def curtained(table: Table, person: str) -> bool:
    """Whether a curtain hangs: several players with hidden hands at one screen."""
    return table.game.hidden and not table.over and len(table.players_of(person)) > 1


def faced(table: Table, person: str, facing: int | None) -> int | None:
    return looking(table, person, facing).player


class Looking(NamedTuple):
    """How a person looks at a table: as whom of his own players, if any, and whether a curtain hangs before it."""

    own: list[int]
    player: int | None
    curtain: bool


def looking(table: Table, person: str, facing: int | None) -> Looking:
    """A person looks through the eyes of his own player; behind a curtain only of the one it was opened for; on an open
    table of whoever of his players is to move."""
    own = table.players_of(person)
    if not own:
        return Looking(own, None, False)
    if len(own) > 1 and curtained(table, person):
        return Looking(own, facing, False) if facing in own else Looking(own, None, True)
    return Looking(own, table.to_move if table.to_move in own else own[0], False)


def allowed_to_watch(table: Table, person: str) -> None:
    """While a place is free before the game anybody may look, who may want it; from then on the table's word holds,
    also for those who came before, and whoever of the players leaves."""
    joinable = table.status == "waiting" and table.free()
    if not table.settings.watchers and not table.players_of(person) and table.host != person and not joinable:
        raise NotAllowed("fault.no_watchers")


def believed_by(table: Table, player: int, *why: int | str) -> State:
    """A state this player could believe in; the same one each time for the same table, position and purpose."""
    rng = seeded("believed", table.id, len(table.plays), table.play.seq, *why)
    return table.game.believed(table.play.state, table.seat_of(player), rng)


def action_of(table: Table, player: int, text: str) -> int:
    """The action a text means, if no rule forbids it. What stands in the list of legal moves that the player was shown
    is known already. Anything else is, where hands are hidden, first read and judged as this seat believes the table to
    be, so that no error can tell what the seat does not know."""
    if (known := table.play.position.listed_action(text)) is not None:
        return known
    if table.game.hidden:
        legal_action(table, believed_by(table, player), text)
    return legal_action(table, table.play.state, text)


def legal_action(table: Table, state: State, text: str) -> int:
    action = typed.read(table.game, state, text)
    if refused := table.game.refusal(state, action):
        raise refused
    return action


class Preview(NamedTuple):
    """What a move would do before CHANCE does anything, as its player believes."""

    lines: tuple[Line, ...]
    after: State
    chance: bool  # whether CHANCE would act next


def preview(table: Table, player: int, text: str) -> Preview:
    """Without doing it, and told from what the player believes, so that trying tells nothing that playing would
    not."""
    game, seat = table.game, table.seat_of(player)
    state = believed_by(table, player)
    action = legal_action(table, state, text)
    after = game.after(state, action)
    lines = tuple(game.tell(state, action, after, seat))
    return Preview(lines, after, game.to_move(after) == CHANCE)


class WayBack(msgspec.Struct, frozen=True):
    """To how many actions the undo button would lead at once, None where it would do nothing; and whether this player
    has a move that the others could let him take back."""

    goal: int | None
    asking: bool


NO_WAY_BACK = WayBack(None, False)


def way_back(table: Table, player: int | None) -> WayBack:
    """Asked at every showing."""
    undo = table.settings.undo
    if player is None or table.status != "playing" or table.paused or undo == "off":
        return NO_WAY_BACK
    play, seat, start = table.play, table.seat_of(player), table.starts[-1]
    goal = undo_goal(table, player, seat) if undo == "free" else None
    return WayBack(goal, takeback.can_take_back(play, seat, start))


def undo_goal(table: Table, player: int, seat: Seat) -> int | None:
    play = table.play
    goes_on = player == table.to_move and play.steps and play.steps[-1].who == seat
    if not goes_on and not table.alone(player):
        return None  # the usual case
    try:
        return takeback.undo_to(play, seat, table.starts[-1], table.alone(player))
    except NoUndo:
        return None
