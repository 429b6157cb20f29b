"""The endpoints about one's own reviewed games: what they have in common, and the turns worth another look."""

from collections.abc import AsyncIterator
from typing import Any, NamedTuple

from yonto.core.errors import UnknownRules
from yonto.core.words import Words
from yonto.review.analysis import decode
from yonto.review.depths import stamp
from yonto.review.model import Review
from yonto.review.statistics import Missed, called, of_round
from yonto.server.http.own_schemas import MissedShown, OwnGames, OwnRound
from yonto.server.http.request_context import RequestContext
from yonto.server.http.reviews import speaking, spoken
from yonto.server.tables import presenter
from yonto.server.tables.results import players_of
from yonto.server.tables.reviews import DEPTH
from yonto.table.table import Table

MOST = 100  # games that are looked at, the newest


class Played(NamedTuple):
    """A round that is over, and the one seat in it that was mine."""

    table: Table
    number: int
    seat: int
    ended: int


async def played(context: RequestContext) -> AsyncIterator[Played]:
    """My rounds, the newest first. Where I sat at several places there is no game of mine."""
    services = context.services
    for listing in (await services.store.lists.finished_of(context.person))[:MOST]:
        if len(players_of(listing, context.person)) != 1:
            continue
        try:
            table = (await services.registry.find(listing.id)).table
        except UnknownRules:
            continue
        await context.payer.pace()  # there may be many: others have their turn in between
        (own,) = table.players_of(context.person)
        for number in reversed(range(len(table.plays))):
            yield Played(table, number, presenter.seating(table, number).index(own), listing.updated)


async def kept(context: RequestContext, each: Played) -> Review | None:
    engine = stamp(each.table.plays[each.number].game, DEPTH)
    found = await context.services.store.reviews.find(each.table.number, each.number, engine)
    return None if found is None else decode(found)


async def own_games(context: RequestContext, _: Any) -> OwnGames:
    """My reviewed games in numbers."""
    rounds: list[OwnRound] = []
    finished = 0
    async for each in played(context):
        finished += 1
        review = await kept(context, each)
        if review is not None:
            rounds.append(await context.payer.aside(round_shown, each, review, context.lang))
    return OwnGames(tuple(rounds), finished, len(context.services.reviews.making))


async def review_rest(context: RequestContext, _: Any) -> OwnGames:
    """Have those reviewed that are not yet: behind everybody's moves, as many as may wait."""
    async for each in played(context):
        if await kept(context, each) is None:
            await context.services.reviews.find(each.table, each.number, context.home)
    return await own_games(context, None)


def round_shown(each: Played, review: Review, lang: str) -> OwnRound:
    found = of_round(review, each.table.plays[each.number], each.seat)
    w = speaking(each.table, each.number, lang)
    return OwnRound(
        each.table.id, each.number + 1, review.game, each.ended, review.exact, found.summary, found.phases,
        tuple(missed_shown(one, w) for one in found.missed), found.dearest,
    )  # fmt: skip


def missed_shown(one: Missed, w: Words) -> MissedShown:
    """By what it is called whenever it happens; a game of somebody's own without such words tells of this time."""
    key = called(one.event)
    return MissedShown(one.event, w(key) if key in w else spoken([one.line], w)[0], one.turn, one.cost)
