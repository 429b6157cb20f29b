"""The endpoints of those who keep order. `app.answer` lets nobody else come this far."""

from typing import Any

from yonto.server.admin.commands import Acted, AnyCommand
from yonto.server.admin.shapes import AuditIs, HouseIs, LineIs, PersonIs, ReportIs, SanctionIs, TableIs
from yonto.server.http.request_context import RequestContext
from yonto.server.http.schemas import Done
from yonto.server.people.reports import MakeReport
from yonto.table.perspective import allowed_to_watch


async def house(context: RequestContext, _: Any) -> HouseIs:
    """How the house is: load, queue, store, last backup."""
    return await context.services.house_is(context.lang)


async def people(context: RequestContext, _: Any) -> tuple[PersonIs, ...]:
    return await context.services.overview.people(context.query)


async def tables(context: RequestContext, _: Any) -> tuple[TableIs, ...]:
    return await context.services.overview.tables(context.query, context.lang)


async def chat(context: RequestContext, _: Any) -> tuple[LineIs, ...]:
    """What was said at a table, with who said it."""
    return await context.services.overview.chat(context.path["table"])


async def reports(context: RequestContext, _: Any) -> tuple[ReportIs, ...]:
    return await context.services.overview.reports(context.query)


async def sanctions(context: RequestContext, _: Any) -> tuple[SanctionIs, ...]:
    """Who is muted or banned now."""
    return await context.services.overview.sanction_list()


async def audit(context: RequestContext, _: Any) -> tuple[AuditIs, ...]:
    """What those who keep order did."""
    return await context.services.overview.audit(context.query)


async def act(context: RequestContext, wanted: AnyCommand) -> Acted:
    """Mute, ban, remove, close: whatever keeps order."""
    assert context.by is not None
    return await context.services.administration.act(context.by, wanted, context.lang)


async def report(context: RequestContext, wanted: MakeReport) -> Done:
    """Anybody who sees a table may report what somebody wrote or did there."""
    live = await context.services.registry.find(wanted.table)
    allowed_to_watch(live.table, context.person)
    await context.services.reports.make(live.table, context.person, context.address, wanted)
    return Done()
