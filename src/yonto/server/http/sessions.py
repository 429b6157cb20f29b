"""Coming and going: accounts, signing in and out, and being forgotten."""

import time

from yonto.server.errors import SignIn
from yonto.server.http.request_context import RequestContext
from yonto.server.http.schemas import Credentials, Done, Goodbye, NewPassword, Registration, SignOut
from yonto.server.people.names import key_of
from yonto.server.tables.live_table import now_ms


async def register(context: RequestContext, body: Registration) -> Done:
    services = context.services
    services.attempts.addresses.take(context.home)
    services.sanctions.check_names([body.name])
    epoch = await services.accounts.register(context.person, body.name, body.password, now_ms())
    welcome(context, context.person, epoch)
    services.connections.hang_up(context.person)  # with the guest's cookie, which is void
    return Done()


def welcome(context: RequestContext, person: str, epoch: int) -> None:
    """A new cookie, of a session of its own, for whoever has shown who he is."""
    context.cookie = context.services.signer.issue(person, epoch, int(time.time()))
    context.vouched = context.services.signer.vouch(person)


async def sign_in(context: RequestContext, body: Credentials) -> Done:
    services, name = context.services, key_of(body.name)
    found = await services.accounts.find(body.name)
    known = found is not None and services.signer.vouches(context.known, found.person)
    services.attempts.take(name, context.home, known)
    try:
        person, epoch, _ = await services.accounts.sign_in(found, body.password)
    except SignIn:
        services.attempts.failed(name)
        raise
    services.sanctions.check(person, context.address)
    if body.keep and person != context.person:
        tables = await services.store.people.merge(context.person, person)
        if tables is not None:
            services.connections.hang_up(context.person)  # it comes back as the account
            await services.registry.people.merge(context.person, person, tables)
            await services.sanctions.load()  # what the guest was told to keep to is the account's now
    if body.keep:
        await end_session(context)
    services.connections.hang_up(context.person, context.session)
    welcome(context, person, epoch)
    return Done()


async def end_session(context: RequestContext) -> None:
    """The visitor's cookie is void, in every copy, and the lines that it opened are closed."""
    await context.services.store.sessions.end(context.session, now_ms())
    context.services.connections.hang_up(context.person, context.session)


async def sign_out(context: RequestContext, body: SignOut) -> Done:
    await end_session(context)
    if body.everywhere:
        await context.services.store.sessions.void(context.person, now_ms())
        context.services.connections.hang_up(context.person)
    context.cookie = ""
    return Done()


async def change_password(context: RequestContext, body: NewPassword) -> Done:
    context.services.attempts.owners.take(context.person)
    epoch = await context.services.accounts.change_password(context.person, body.old, body.password)
    welcome(context, context.person, epoch)
    context.services.connections.hang_up(context.person)  # here it comes back with the new cookie
    return Done()


async def forget_me(context: RequestContext, body: Goodbye) -> Done:
    context.services.attempts.owners.take(context.person)
    await context.services.accounts.check_password(context.person, body.password)
    tables = await context.services.store.people.forget(context.person)
    context.services.connections.hang_up(context.person)
    await context.services.registry.people.forget(context.person, tables)
    await context.services.store.upkeep.purge_erased()
    context.cookie = ""
    return Done()
