"""A move in words, for people: in hints and their reasons, lists of moves, refusals, lessons and the terminal.

A game that has `say` puts its moves into phrases such as «a red column on f, paid from the reserve»; of any other game
`tell` tells what the move does. Records and programs keep the notation. Nothing here may be asked of a state that the
reader could not believe in.
"""

from yonto.core.contract import Game, Line, Seat, State


def phrase(game: Game, state: State, action: int, seat: Seat | None) -> Line:
    """An action as a phrase; of a draw, what this seat may know of it. A refused action can be said too."""
    moves = game.to_move(state) >= 0
    if moves and game.say is not None:
        return game.say(state, action)
    if not moves or game.calls.why_not(state, action) == 0:
        for line in game.tell(state, action, game.after(state, action), seat):
            return line
    return Line("say.notation", {"move": game.write(state, action)})


def merits(game: Game, state: State, action: int, seat: Seat) -> tuple[Line, ...]:
    """What speaks for a legal action, from a state that its seat could believe in."""
    if game.merits is None:
        return ()
    return tuple(game.merits(state, action, game.after(state, action), seat))
