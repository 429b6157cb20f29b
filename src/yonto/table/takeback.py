"""Taking back: one law of it, for the server's tables and the terminal's.

Inside one's own turn anybody goes back action by action, while nothing new was seen. Who plays against computers alone
may go further: before his own last action, with their answers and whatever was drawn since. Chance follows the seed of
the round and the number of the action, so the same draw comes again and trying gains nothing. Among people a takeback
needs the others' consent, and never goes past a draw, nor past another's turn where hands are hidden: what was seen
cannot be unseen.
"""

from yonto.core.contract import CHANCE, Seat
from yonto.core.errors import NoUndo
from yonto.core.play import Play


def undo_to(play: Play, seat: Seat, start: int, alone: bool) -> int:
    """To how many actions this seat may go back without asking anybody; `start` are those the round began with,
    `alone` tells that every other seat is a computer's."""
    to = before_last_action(play, seat, start) if alone else play.undo_to(seat)
    if to < start:
        raise NoUndo("undo.nothing")
    return to


def takeback_to(play: Play, seat: Seat, start: int) -> int:
    """Where a takeback by consent leads: before this seat's last action."""
    to = before_last_action(play, seat, start)
    if draws_again(play, to):
        raise NoUndo("undo.seen")
    if play.game.hidden and any(step.who != seat for step in play.steps[to:]):
        raise NoUndo("undo.passed")
    return to


def can_take_back(play: Play, seat: Seat, start: int) -> bool:
    """Whether `takeback_to` leads anywhere; asked at every showing, so without looking further than need be."""
    steps, hidden = play.steps, play.game.hidden
    for number in range(len(steps) - 1, start - 1, -1):
        who = steps[number].who
        if who == seat:
            return True
        if hidden or who == CHANCE:
            return False
    return False


def before_last_action(play: Play, seat: Seat, start: int) -> int:
    for number in reversed(range(start, play.seq)):
        if play.steps[number].who == seat:
            return number
    raise NoUndo("undo.nothing")


def draws_again(play: Play, to: int) -> bool:
    """Whether CHANCE acted since: going back there, its draw comes out the same again."""
    return any(step.who == CHANCE for step in play.steps[to:])
