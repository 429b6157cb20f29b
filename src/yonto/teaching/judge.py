"""The judge: whether a learner did what a step asks for, how well, and what would have been better. Pure."""

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from yonto.core import saying
from yonto.core.contract import CHANCE, Game, Line, MoveValue, Seat, State
from yonto.core.errors import BadNotation
from yonto.core.play import Play
from yonto.core.play import Step as Taken
from yonto.teaching.steps import REST, Done, Stars, Step, Turn

MOST = 3  # stars


class Better(NamedTuple):
    """A move of a better answer: in notation, and as it is said to people."""

    move: str
    said: Line


class Verdict(NamedTuple):
    """`going`: he may still do it; `done`; `missed`: his turns are over. `better` is empty where nothing is."""

    state: Literal["going", "done", "missed"]
    stars: int = 0
    better: tuple[Better, ...] = ()


class Answer(NamedTuple):
    """What a learner did from a position on."""

    game: Game
    seat: Seat
    start: State
    taken: Sequence[Taken]  # by everybody
    now: State
    tried: str  # a move that was refused

    @property
    def own(self) -> list[Taken]:
        return [each for each in self.taken if each.who == self.seat]

    @property
    def texts(self) -> list[str]:
        return [self.game.write(each.state, each.action) for each in self.own]

    @property
    def over(self) -> bool:
        return self.game.rules.is_over(self.now)

    @property
    def turns(self) -> int:
        """How many turns of his are over: so often another came after him."""
        people = [each.who for each in self.taken if each.who != CHANCE]
        now = self.game.rules.to_move(self.now)
        if now != CHANCE:
            people.append(now)
        return sum(a == self.seat != b for a, b in itertools.pairwise(people))

    @property
    def turn(self) -> int:
        """The turn of his that is on, or was the last one, from 1."""
        return max(1, self.turns + (self.game.rules.to_move(self.now) == self.seat))

    def after(self) -> Iterator[tuple[Taken, State]]:
        """Every action with the state that it led to."""
        states = [*(each.state for each in self.taken[1:]), self.now]
        return zip(self.taken, states, strict=True) if self.taken else iter(())

    def lines(self) -> list[Line]:
        """What was told of his actions, and of the draws among them."""
        told = self.game.tell
        return [
            line
            for each, then in self.after()
            if each.who in (self.seat, CHANCE)
            for line in told(each.state, each.action, then, self.seat)
        ]


def judge(game: Game, step: Step, before: Play, now: Play, tried: str = "") -> Verdict:
    """What a learner did since a step's position, judged. `tried`: a move of his that was refused just now."""
    seat = before.to_move
    answer = Answer(game, seat, before.state, now.steps[before.seq :], now.state, tried)
    spent = answer.over or answer.turns >= step.turns
    stars = step.stars
    if stars is None:
        verdict = told_done(step.done, answer, spent)
    elif stars.exact:
        verdict = exact(answer, spent)
    else:
        verdict = starred(step, stars, answer, spent)
    if verdict.better or verdict.state == "going" or verdict == Verdict("done", 0) or verdict.stars == MOST:
        return verdict
    return verdict._replace(better=better(game, before, best_of(step)))


def best_of(step: Step) -> Turn:
    return step.stars.best[0] if step.stars and step.stars.best else step.example


def told_done(wanted: Done, answer: Answer, spent: bool) -> Verdict:
    if fulfilled(wanted, answer):
        return Verdict("done")
    return Verdict("missed" if spent else "going")


def starred(step: Step, stars: Stars, answer: Answer, spent: bool) -> Verdict:
    """By whole turns that are listed; else by the turns that it took."""
    done = not step.done.reading and fulfilled(step.done, answer)
    listed = stars.best or stars.good or stars.fair
    if not listed and done:
        return Verdict("done", max(1, MOST - max(0, answer.turn - stars.par)))
    if not spent:
        return Verdict("going")
    # The very position first: the same acts in another order may be worth less, and are listed so
    for meets in (exactly, same):
        for worth, turns in ((3, stars.best), (2, stars.good), (1, stars.fair)):
            if any(meets(turn, answer) for turn in turns):
                return Verdict("done", worth)
    return Verdict("done", 1) if done else Verdict("missed")


def exact(answer: Answer, spent: bool) -> Verdict:
    """By the solver: three stars for the best moves, two where the result is the same, none where it was given away.
    Where all is lost already, holding out longest is best and anything else is worth one star."""
    solve = answer.game.exact
    assert solve is not None, f"{answer.game.name} is not solved"
    least, hint = MOST, tuple[Better, ...]()
    for each in answer.own:
        values = solve(each.state)
        best = max(values, key=lambda value: value.worth)
        worth = stars_for(next(value for value in values if value.action == each.action), best)
        if worth < least:
            least, hint = worth, (said(answer.game, each.state, best.action, answer.seat),)
    if least == 0:
        return Verdict("missed", 0, hint)
    return Verdict("done", least, hint) if spent else Verdict("going")


def stars_for(found: MoveValue, best: MoveValue) -> int:
    if found.worth == best.worth:
        return MOST
    return (1 if best.result == "loss" else 2) if found.result == best.result else 0


# What was asked for


def fulfilled(wanted: Done, answer: Answer) -> bool:
    """Whether all that counts as done holds."""
    if (wanted.over and not answer.over) or (wanted.won and not has_won(answer)):
        return False
    if wanted.refused and not was_refused(wanted.refused, answer):
        return False
    if wanted.moves and not any(same(turn, answer) for turn in wanted.moves):
        return False
    lines = answer.lines() if wanted.told else []
    return all(any(fits(line, key, wanted) for line in lines) for key in wanted.told)


def fits(line: Line, key: str, wanted: Done) -> bool:
    return line.key in key.split("|") and all(line.params.get(name) == value for name, value in wanted.params.items())


def has_won(answer: Answer) -> bool:
    rules = answer.game.rules
    return answer.over and answer.seat in answer.game.outcome(answer.now, rules.seats(answer.now)).winners


def was_refused(rule: str, answer: Answer) -> bool:
    """Whether the move that he tried is forbidden by this very rule, where he stands."""
    if not answer.tried or answer.game.rules.to_move(answer.now) != answer.seat:
        return False
    try:
        refused = answer.game.refusal(answer.now, answer.game.read(answer.now, answer.tried))
    except BadNotation:
        return False
    return refused is not None and refused.rule == rule


def same(turn: Turn, answer: Answer) -> bool:
    """Whether he did what is listed, in any order; or something else that leads to the same position."""
    wanted, did = Counter(text for text in turn if text != REST), Counter(answer.texts)
    if REST in turn:
        return wanted <= did
    return wanted == did or led_to(turn, answer)


def exactly(turn: Turn, answer: Answer) -> bool:
    return REST not in turn and led_to(turn, answer)


def led_to(turn: Turn, answer: Answer) -> bool:
    """Whether the listed moves lead where his did; not asked where something was drawn in between."""
    own = answer.own
    if not own or [each.who for each in answer.taken[: len(own)]] != [answer.seat] * len(own):
        return False
    game, state = answer.game, answer.start
    for text in turn:
        if game.rules.to_move(state) != answer.seat:
            return False
        action = game.read(state, text)
        if game.rules.why_not(state, action):
            return False
        state = game.after(state, action)
    mine = game.after(own[-1].state, own[-1].action)
    return bool(state.tobytes() == mine.tobytes())


# What would have been better


def said(game: Game, state: State, action: int, seat: Seat) -> Better:
    return Better(game.write(state, action), saying.phrase(game, state, action, seat))


def better(game: Game, before: Play, turn: Turn) -> tuple[Better, ...]:
    """The moves of a turn from a position, in words. What is drawn in between is nobody's to foretell: any draw after
    which the turn can go on will do for saying it."""
    seat, state = before.to_move, before.state
    moves: list[Better] = []
    for text in turn:
        found = reached(game, state, text)
        if text == REST or found is None:
            break
        state, action = found
        moves.append(said(game, state, action, seat))
        state = game.after(state, action)
    return tuple(moves)


def onward(game: Game, turn: Turn, before: Play, now: Play) -> tuple[Better, ...]:
    """What is left of a turn, from where the learner stands; nothing where he went another way."""
    seat = before.to_move
    did = tuple(game.write(each.state, each.action) for each in now.steps[before.seq :] if each.who == seat)
    if now.to_move != seat or turn[: len(did)] != did:
        return ()
    return better(game, now, turn[len(did) :])


def reached(game: Game, state: State, text: str) -> tuple[State, int] | None:
    """Where this move can be made, a draw or more from here, and its action; None where it cannot."""
    if game.rules.to_move(state) == CHANCE:
        tries = (reached(game, game.after(state, outcome), text) for outcome in game.chance(state)[0])
        return next((found for found in tries if found), None)
    if game.rules.to_move(state) < 0:
        return None
    try:
        action = game.read(state, text)
    except BadNotation:
        return None
    return None if game.rules.why_not(state, action) else (state, action)
