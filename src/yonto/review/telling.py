"""A review in words: what happened in a turn, and what speaks for a better one. Nothing is said that does not provably
happen: reasons are the merits that the rules themselves find in each action (core/saying.py), compared."""

from collections.abc import Sequence

from yonto.core import saying
from yonto.core.contract import Game, Line, Seat, State
from yonto.core.play import Play
from yonto.core.rng import seeded
from yonto.games import home_of
from yonto.review.depths import own_of
from yonto.review.model import ChoiceReview, DrawReview, Fact, TurnReview


def at(play: Play, action: int) -> State:
    """The position after so many actions."""
    return play.steps[action].state if action < play.seq else play.state


def read_all(game: Game, state: State, moves: Sequence[str]) -> list[int]:
    """Moves in writing, one after the other, as actions."""
    actions = []
    for text in moves:
        actions.append(game.read(state, text))
        state = game.after(state, actions[-1])
    return actions


def said(game: Game, state: State, moves: Sequence[str], seat: Seat) -> list[Line]:
    """Moves of a seat in words, one after the other."""
    lines = []
    for action in read_all(game, state, moves):
        lines.append(saying.phrase(game, state, action, seat))
        state = game.after(state, action)
    return lines


def turn_said(play: Play, turn: TurnReview) -> list[Line]:
    """What happened in a turn, in its order: the round is over, so what was drawn is told as its owner saw it."""
    lines: list[Line] = []
    pieces: list[ChoiceReview | DrawReview] = [*turn.choices, *turn.draws]
    for piece in sorted(pieces, key=lambda each: each.at):
        for step, number in zip(play.steps[piece.at : piece.until], range(piece.at, piece.until), strict=True):
            if isinstance(piece, DrawReview):
                lines += play.game.tell(step.state, step.action, at(play, number + 1), piece.seat)[:1]
            else:
                lines.append(saying.phrase(play.game, step.state, step.action, piece.seat))
    return lines


def merits_of(game: Game, state: State, moves: Sequence[str], seat: Seat) -> list[Line]:
    """What speaks for several actions in a row, each thing once: amounts added up, and nothing that is over by the end
    («3 more cards to put down»)."""
    own = own_of(home_of(game))
    amounts, passing = own.get("amounts", ()), own.get("passing", ())
    lines: list[Line] = []
    actions = read_all(game, state, moves)
    for number, action in enumerate(actions, 1):
        for line in saying.merits(game, state, action, seat):
            if line.key in amounts:
                add(lines, line)
            elif line not in lines and (line.key not in passing or number == len(actions)):
                lines.append(line)
        state = game.after(state, action)
    return lines


def add(lines: list[Line], more: Line) -> None:
    """To the amount that is told already, if one is."""
    for place, line in enumerate(lines):
        if line.key == more.key:
            lines[place] = Line(more.key, {**more.params, "n": line.params["n"] + more.params["n"]})
            return
    lines.append(more)


def reasons(play: Play, choice: ChoiceReview) -> tuple[list[Line], list[Line]]:
    """What speaks for the best way and not for the played one; and the other way round. Found in a position that the
    seat could believe in."""
    believed = play.game.believed(at(play, choice.at), choice.seat, seeded("reasons", choice.at))
    better = merits_of(play.game, believed, choice.best, choice.seat)
    played = merits_of(play.game, believed, choice.played, choice.seat)
    return [line for line in better if line not in played], [line for line in played if line not in better]


def fact_line(fact: Fact) -> Line:
    """The truth about a position of a solved game: «gagnant en 5»."""
    return Line(f"review.fact.{fact.result}", {"n": fact.plies})
