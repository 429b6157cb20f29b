"""The compiled search: does the attacker win within n plies? Every exact value of Niya is a few such questions.

A position is three masks: the tokens of the seat to move, those of the other, and the cells that may be taken. The
garden itself is only `fits`, the cells that may follow each cell. One question (a *proof*) has one attacker, who is
to move when n is odd; the other seat defends, and for it a draw is as good as a win. So a proof is a yes or a no,
and no bound is ever kept that could be mistaken for a value.

Every move that reaches `forced` is a quiet one: it does not end the round, and the answer to it cannot complete a
line or a square. A node looks two plies ahead to keep that promise to its children, which drops most moves before
they are ever played:

1. A move after which the other can blockade is dropped: it loses.
2. An answer after which the mover completes a pattern is dropped: it loses.
3. A move without any other answer wins: the node is done.
4. The rest is tried in the order: few answers, many threats, the centre first.
"""

from yonto.core.contract import Ints
from yonto.core.kernel import kernel
from yonto.games.niya.rules import BLOCKADE
from yonto.games.niya.solver.tables import ALL, COMPLETES, LIKING, count, slot

NO, YES, OPEN = 0, 1, -1  # to the question whether the attacker wins. A mover wants NO with n even, YES with n odd

# Scratch: entry 0 counts nodes; the frame of a node with n plies to go begins at FRAME * n.
ME, THEM, NEXT, END, MOVES = 0, 1, 2, 3, 4  # in a frame: tokens, place of the next move and behind the last, moves
FRAME = MOVES + 12
SCRATCH = FRAME * 17


@kernel
def quiet_answers(fits: Ints, free: int, threats: int, replies: int, full: bool) -> int:
    """The replies that do not lose at once to a threat; -1 if one of them is a blockade.

    `full` tells whether the last token on a full board wins (N10). If it does not, it is no answer for an attacker.
    """
    quiet = 0
    while replies:
        reply = replies & -replies
        replies ^= reply
        left = free ^ reply
        following = fits[slot(reply)] & left
        if following == 0:
            if left or full:
                return -1
        elif following & threats == 0:
            quiet |= reply
    return quiet


@kernel
def expand(fits: Ints, scratch: Ints, me: int, them: int, moves: int, n: int, full: bool) -> int:
    """Look at a node whose `moves` are quiet ones, n > 1: the answer, or OPEN with its moves in order in its frame."""
    scratch[0] += 1
    free = ALL ^ (me | them)
    frame = FRAME * n
    end = frame + MOVES
    while moves:
        bit = moves & -moves
        moves ^= bit
        left = free ^ bit
        threats = int(COMPLETES[me | bit]) & left
        answers = quiet_answers(fits, left, threats, fits[slot(bit)] & left, full)
        if answers < 0:
            continue
        if answers == 0:
            return n & 1
        if n == 2:  # the defender stands another ply: too late for the attacker
            return NO
        urgency = 4 * count(answers) - 8 * count(threats) - LIKING[n & 1, slot(bit)]
        move = ((urgency + 256) << 32) | (answers << 16) | bit
        i = end
        while i > frame + MOVES and scratch[i - 1] > move:
            scratch[i] = scratch[i - 1]
            i -= 1
        scratch[i] = move
        end += 1
    if end == frame + MOVES:
        return 1 - (n & 1)
    scratch[frame + ME] = me
    scratch[frame + THEM] = them
    scratch[frame + NEXT] = frame + MOVES
    scratch[frame + END] = end
    return OPEN


@kernel
def forced(fits: Ints, scratch: Ints, me: int, them: int, moves: int, n: int, full: bool) -> bool:
    """Whether the attacker wins within n plies; n > 1, and `moves` are the quiet ones of the seat to move.

    A walk down and up the frames, not a recursion: numba's disk cache cannot hold functions that call themselves.
    """
    top = n
    answer = expand(fits, scratch, me, them, moves, n, full)
    if answer != OPEN:
        return answer == YES
    while n <= top:
        frame = FRAME * n
        if scratch[frame + NEXT] == scratch[frame + END]:
            answer = 1 - (n & 1)  # no move was what its mover wanted
        else:
            move = scratch[scratch[frame + NEXT]]
            scratch[frame + NEXT] += 1
            me, them = scratch[frame + THEM], scratch[frame + ME] | (move & ALL)
            answer = expand(fits, scratch, me, them, (move >> 16) & ALL, n - 1, full)
            if answer == OPEN:
                n -= 1
                continue
            if answer != n & 1:
                continue
        n += 1
        while n <= top and answer == n & 1:  # what a node's mover wanted settles it too
            n += 1
    return answer == YES


@kernel
def wins_within(fits: Ints, scratch: Ints, me: int, them: int, moves: int, n: int, full: bool) -> bool:
    """The same for any moves: those that end the round and those that lose to the next are settled here."""
    attacking = n & 1 == 1
    free = ALL ^ (me | them)
    if int(COMPLETES[me]) & moves:
        return attacking
    quiet = 0
    while moves:
        bit = moves & -moves
        moves ^= bit
        replies = fits[slot(bit)] & (free ^ bit)
        if replies == 0:
            if free != bit or full:
                return attacking
        elif int(COMPLETES[them]) & replies == 0:
            quiet |= bit
    if n < 2:
        return False
    if quiet == 0:
        return not attacking
    return forced(fits, scratch, me, them, quiet, n, full)


@kernel
def shortest(fits: Ints, scratch: Ints, me: int, them: int, moves: int, n: int, full: bool) -> int:
    """The fewest plies in which the attacker wins, who is known to win within n.

    Counted down: most wins are nearly as long as the garden allows, and the one question that fails ends it.
    """
    while n > 2 and wins_within(fits, scratch, me, them, moves, n - 2, full):
        n -= 2
    return n


@kernel
def value(fits: Ints, scratch: Ints, me: int, them: int, moves: int, full_board: int, exact: bool) -> int:
    """For the seat to move: n if it wins in n plies, -n if it loses in n, 0 for a draw.

    Without `exact` only the sign counts. The position goes on: there is a move.
    """
    left = count(ALL ^ (me | them))
    # Who lays the last token is a matter of parity. For the attacker who does not, a full board is never a win.
    full = full_board == BLOCKADE or left & 1 == 0
    most = left - 1 + (left & 1)
    if wins_within(fits, scratch, me, them, moves, most, full):
        return shortest(fits, scratch, me, them, moves, most, full) if exact else most
    full = full_board == BLOCKADE or left & 1 == 1
    most = left - (left & 1)
    # With N10 as a blockade there is no draw: who does not win loses.
    if full_board == BLOCKADE or wins_within(fits, scratch, me, them, moves, most, full):
        return -(shortest(fits, scratch, me, them, moves, most, full) if exact else most)
    return 0


@kernel
def move_value(fits: Ints, scratch: Ints, me: int, them: int, bit: int, full_board: int, exact: bool) -> int:
    """The value of one legal move for the seat that makes it, the move itself being the first ply."""
    left = (ALL ^ (me | them)) ^ bit
    if int(COMPLETES[me]) & bit:
        return 1
    replies = fits[slot(bit)] & left
    if replies == 0:
        return 1 if left or full_board == BLOCKADE else 0
    answer = value(fits, scratch, them, me | bit, replies, full_board, exact)
    if answer == 0:
        return 0
    return -answer - 1 if answer > 0 else 1 - answer
