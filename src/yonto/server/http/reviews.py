"""The endpoints of «Revoir»: what was luck and what was choice in a round that is over, and trying to do better."""

from typing import Any

from yonto.core import typed
from yonto.core.contract import Line, State
from yonto.core.play import Play
from yonto.core.rng import seeded
from yonto.core.words import Words
from yonto.review.model import ChoiceReview, Fact, Review, TurnReview
from yonto.review.telling import at, fact_line, merits_of, reasons, said, turn_said
from yonto.review.work import Judged, seat_at
from yonto.server.errors import NotAllowed, Unknown
from yonto.server.http.request_context import RequestContext
from yonto.server.http.review_schemas import (
    ChoiceShown,
    DrawShown,
    ReviewQuery,
    ReviewShown,
    ReviewState,
    Tried,
    TryMoves,
    TurnShown,
    Verdict,
    Word,
)
from yonto.server.tables import drawing, presenter
from yonto.server.tables.reviews import Making, check_over
from yonto.server.tables.shapes import LegalMove
from yonto.table.perspective import allowed_to_watch
from yonto.table.table import Table

NEAR = 0.02  # of the win: what costs less is nearly as good


async def find_over(context: RequestContext, number: int) -> Table:
    """The table a path names, if this person may look at it and the round is over."""
    table = (await context.services.registry.fresh(context.path["table"])).table
    allowed_to_watch(table, context.person)
    if number > len(table.plays):
        raise Unknown("fault.no_round")
    check_over(table, number - 1)
    return table


async def review_of(context: RequestContext, _: Any) -> ReviewState:
    """What was luck and what was choice in a round that is over; while it is being found out, how far it is."""
    query: ReviewQuery = context.query
    table = await find_over(context, query.round)
    found = await context.services.reviews.find(table, query.round - 1, context.home)
    number = query.round - 1
    who = presenter.seated(table, number, presenter.speech(context.lang, table.game.name))
    mine = [presenter.seating(table, number).index(player) for player in table.players_of(context.person)]
    about = (
        table.game.name, query.round, len(table.plays), table.plays[number].seq, who, presenter.worn(table, number),
        tuple(sorted(mine)),
    )  # fmt: skip
    if isinstance(found, Making):
        return ReviewState(*about, found.done, found.of)
    shown = await context.payer.aside(review_shown, found, table, number, context.lang)
    return ReviewState(*about, 1, 1, shown)


def speaking(table: Table, number: int, lang: str) -> Words:
    w = presenter.speech(lang, table.game.name)
    return w.naming(presenter.seated(table, number, w))


def spoken(lines: list[Line], w: Words) -> tuple[str, ...]:
    return tuple(w(line.key, **line.params) for line in lines)


def review_shown(found: Review, table: Table, number: int, lang: str) -> ReviewShown:
    play, w = table.plays[number], speaking(table, number, lang)
    return ReviewShown(
        found.engine, found.depth, found.exact, found.cut_short, found.start, found.result,
        tuple(turn_shown(play, turn, w) for turn in found.turns), found.seats, found.residue,
    )  # fmt: skip


def turn_shown(play: Play, turn: TurnReview, w: Words) -> TurnShown:
    draws = tuple(
        DrawShown(draw.at, draw.until, draw.seat, draw.luck, draw.outcomes, draw.exact) for draw in turn.draws
    )
    return TurnShown(
        turn.number, turn.seat, turn.at, turn.until, turn.chances, turn.error, spoken(turn_said(play, turn), w),
        tuple(choice_shown(play, choice, w) for choice in turn.choices), draws,
    )  # fmt: skip


def fact_said(fact: Fact | None, w: Words) -> str:
    return "" if fact is None else spoken([fact_line(fact)], w)[0]


def choice_shown(play: Play, choice: ChoiceReview, w: Words) -> ChoiceShown:
    state = at(play, choice.at)
    wrong = choice.error > 0
    gains, losses = reasons(play, choice) if wrong else ([], [])
    return ChoiceShown(
        choice.at, choice.until, choice.seat, choice.error, choice.deviation, choice.given, choice.unseen,
        choice.forced, spoken(said(play.game, state, choice.played, choice.seat), w),
        spoken(said(play.game, state, choice.best, choice.seat), w) if wrong else (),
        choice.best if wrong else (), spoken(gains, w), spoken(losses, w),
        fact_said(choice.before, w), fact_said(choice.after, w),
    )  # fmt: skip


async def try_moves(context: RequestContext, wanted: TryMoves) -> Tried:
    """A position of a round that is over as the seat to move saw it, some moves further; judged once chance or another
    seat has a say, if that is asked for."""
    table = await find_over(context, wanted.round)
    play = table.plays[wanted.round - 1]
    seat = seat_at(play, wanted.at)
    state, texts = followed(play, wanted, seat)
    w = speaking(table, wanted.round - 1, context.lang)
    moving = play.game.rules.to_move(state) == seat
    legal = tuple(LegalMove(text, move) for text, move in play.game.legal_moves(state)) if moving else ()
    picture = drawing.runs(drawing.draw(play.game, state, seat, w)) if wanted.picture else None
    verdict = None
    if wanted.judge and texts and not moving:
        verdict = await verdict_of(context, table, wanted, texts, w)
    before = at(play, wanted.at)
    return Tried(
        seat, play.game.view(state, seat), legal, moving, texts, spoken(said(play.game, before, texts, seat), w),
        tuple(w(line.key, **line.params) for line in merits_of(play.game, before, texts, seat)), verdict, picture,
    )  # fmt: skip


def followed(play: Play, wanted: TryMoves, seat: int) -> tuple[State, tuple[str, ...]]:
    """The position after the moves, as the seat could believe it to be, and the moves as records write them. What is
    hidden is drawn afresh, so that no move tells what the seat did not know."""
    game = play.game
    state = game.believed(at(play, wanted.at), seat, seeded("try", wanted.at))
    texts = []
    for text in wanted.moves:
        if game.rules.to_move(state) != seat:
            raise NotAllowed("fault.turn_passed")
        action = typed.read(game, state, text)
        if refused := game.refusal(state, action):
            raise refused
        texts.append(game.write(state, action))
        state = game.after(state, action)
    return state, tuple(texts)


async def verdict_of(
    context: RequestContext, table: Table, wanted: TryMoves, texts: tuple[str, ...], w: Words
) -> Verdict | None:
    found = await context.services.reviews.find(table, wanted.round - 1, context.home)
    if isinstance(found, Making):
        return None
    choice = next((c for turn in found.turns for c in turn.choices if c.at == wanted.at), None)
    if choice is None:
        raise Unknown("fault.no_round")
    judged = await context.services.reviews.judge(
        table,
        wanted.round - 1,
        wanted.at,
        texts,
        choice.best,
        context.person,
        context.services.thinker(context.home, context.person),
    )
    return Verdict(
        word_of(judged, choice, texts), judged.error, judged.deviation, choice.error, fact_said(judged.before, w),
        fact_said(judged.after, w),
    )  # fmt: skip


def word_of(judged: Judged, choice: ChoiceReview, texts: tuple[str, ...]) -> Word:
    """best: nothing better is known; same: it is what was played; near: costs next to nothing; better or worse than
    what was played."""
    if judged.error <= 0:
        return "best"
    if texts == choice.played:
        return "same"
    if judged.error < NEAR and choice.error > judged.error:
        return "near"
    return "better" if judged.error < choice.error else "worse"
