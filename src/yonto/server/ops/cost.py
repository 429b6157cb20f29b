"""What somebody costs the house, and how much of that is allowed.

There is one event loop, and whoever keeps it busy keeps everybody waiting. So what is limited is not how many messages
somebody sends but the processor time that they take, by the thread's own clock (another program on the machine costs
nobody anything; see Processor). A connection, a person and an address have a purse each. A purse fills by a share of
one processor core and holds ten seconds' worth of it. Work is paid for when it is done, so a purse may be in debt: then
its owner waits, and nobody else does.

Computers think in processes of their own, which keep no loop: what is thought for somebody has purses of its own, by
person and address, so that who asks for many hints waits for the next one and still can move.

A full purse still must not be spent in one go: at a stretch no one keeps the loop for more than STRETCH, and then at
most for PEAK of the time. That is what keeps a stranger's ping short while somebody spends what he has saved. It goes
by the wall's clock, which also counts while the machine does something else in the middle of it.
"""

import asyncio
import ipaddress
import time
import types
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Generator
from contextlib import asynccontextmanager
from contextvars import ContextVar
from functools import partial
from random import Random
from typing import Any, ParamSpec, TypeVar

from yonto.server.errors import too_fast
from yonto.server.interpreter import timed

monotonic = time.monotonic  # looked up once: it is asked around every stretch of work

T = TypeVar("T")
P = ParamSpec("P")

SAVED = 10.0  # seconds' worth of a share that a purse holds
DEEPEST = 2.0  # times what a purse holds: no debt is deeper, so that whoever stops is welcome again soon
STRETCH = 0.02  # seconds of the loop in one go
PEAK = 0.3  # of the loop's time after that, while there are savings
MOMENT = 0.01  # seconds in which a purse is filled once
CRUMB = 0.0005  # seconds of work that a line gathers before it goes to its purses
LONGEST = 2.0  # seconds for which somebody is kept waiting for the time that he kept the loop
MOST_KEYS = 20_000  # the memory that strangers can make us use is bounded
PATIENT = 2.0  # seconds for which a request is kept waiting rather than refused
THREADS = 2  # in which long work may be done for one address at a time; there are few, and others need them too

# What is not measured because it happens in uvicorn and in the transport, before and after our own code. `python
# bench/abuse.py --prices` gives the server's whole processor time for a connection that says nothing (70 µs), the
# cheapest request (350 µs) and an empty ping (20 µs); of the last two most is charged as it runs. In seconds, rounded
# up.
KNOCK = 0.0001  # a connection that is opened and closed
REQUEST = 0.0002  # an HTTP request
FRAME = 0.000002  # a websocket frame


class Purse:
    """Seconds of the loop: `share` of a core on average, ten seconds' worth of it at once."""

    __slots__ = ("deepest", "holds", "longest", "peak", "saved", "share", "stretch", "then", "threads")

    def __init__(self, share: float) -> None:
        self.threads: asyncio.Semaphore | None = None  # made when somebody has long work done
        self.share = share
        self.peak = max(PEAK, share)
        self.holds = self.saved = SAVED * share
        self.deepest = -DEEPEST * self.holds
        self.stretch = STRETCH
        self.longest = -LONGEST * self.peak
        self.then = 0.0

    def fill(self, now: float) -> None:
        passed = now - self.then
        self.then = now
        self.saved = min(self.holds, max(self.saved, self.deepest) + passed * self.share)
        self.stretch = min(STRETCH, max(self.stretch, self.longest) + passed * self.peak)

    def wait(self, now: float) -> float:
        """Seconds until more may be asked for; 0 now."""
        self.fill(now)
        return max(0.0, -self.saved / self.share, -self.stretch / self.peak)


class Debts:
    """Until when anybody in this process may be in debt, so that nearly always nobody's purses need to be looked at."""

    until = float("-inf")


class Purses:
    """A purse for each key: an address, a person."""

    def __init__(self, share: float) -> None:
        self.share = share
        self.all: OrderedDict[str, Purse] = OrderedDict()

    def of(self, key: str) -> Purse:
        purse = self.all.get(key)
        if purse is None:
            purse = self.all[key] = Purse(self.share)
            if len(self.all) > MOST_KEYS:
                self.all.popitem(last=False)
        self.all.move_to_end(key)
        return purse


class Processor:
    """How much of the wall's time the loop really had the processor. Its own clock is a call into the system, which
    takes microseconds on a virtual machine and several times in a move would be a tenth of it. So it is read around one
    stretch of work in EVERY, and the others are taken to be alike.

    Can that be used? What is estimated is only which part of the wall's time was the processor's, never more than all
    of it; how long each stretch took by the wall is always measured, and that alone bounds what somebody keeps of the
    loop (PEAK). A stretch does not wait for anything but the processor and the interpreter, so all are alike in this,
    whatever they do; and which ones are looked at is drawn by lot, so that nobody can choose what he shows."""

    __slots__ = ("had", "passed", "share")

    def __init__(self) -> None:
        self.had = self.passed = 0.0  # of late: what is long ago counts for less and less
        self.share = 1.0

    def looked_at(self) -> bool:
        """Whether the stretch that begins now is measured by the processor's clock too."""
        return LOTS() * EVERY < 1

    def learn(self, had: float, passed: float) -> None:
        self.had = FADES * self.had + had
        self.passed = FADES * self.passed + passed
        self.share = min(1.0, self.had / self.passed) if self.passed else 1.0


EVERY = 32
LOTS = Random().random  # of our own: others may have set the seed of the common one
FADES = 0.95
PROCESSOR = Processor()


class Payer:
    """Whoever pays, out of every purse at once. `with payer:` is a stretch of work in the loop; one within another is
    paid once. A line, which lives long and has much to pay for, gathers crumbs."""

    __slots__ = ("began", "crumb", "depth", "home", "kept", "purses", "seconds", "start", "thought")

    def __init__(
        self, *purses: Purse, home: Purse | None = None, thought: "Payer | None" = None, crumb: float = 0.0
    ) -> None:
        self.purses = list(purses)
        self.home = home  # the purse of the address, if it is known
        self.thought = thought  # pays where a computer thinks for somebody
        self.crumb = crumb  # seconds of the loop that are gathered before they are paid
        self.seconds = self.kept = 0.0  # of the processor and of the loop, gathered
        self.depth = 0
        self.start: float | None = None  # by the thread's clock, where that is looked at
        self.began = 0.0  # by the wall's

    def __enter__(self) -> None:
        self.begin()

    def __exit__(self, *_: object) -> None:
        self.end()

    def begin(self) -> None:
        """A stretch of work, which must come to its `end`: what `with` does, in half the time of that."""
        self.depth += 1
        if self.depth == 1:
            self.start = time.thread_time() if PROCESSOR.looked_at() else None
            self.began = monotonic()

    def end(self) -> None:
        self.depth -= 1
        if self.depth:
            return
        now = monotonic()
        kept = now - self.began
        if self.start is None:
            seconds = kept * PROCESSOR.share
        else:
            seconds = time.thread_time() - self.start
            PROCESSOR.learn(seconds, kept)
        self.seconds += seconds
        self.kept += kept
        if self.kept > self.crumb:
            self.settle(now)

    def add(self, seconds: float, kept: float) -> None:
        """Seconds of the processor, in which the loop was kept for so many; paid with the next stretch that ends."""
        self.seconds += seconds
        self.kept += kept

    def settle(self, now: float) -> None:
        """Pay what was gathered. A purse is filled once for what is paid within a MOMENT; whoever then seems to be in
        debt is filled by `wait`."""
        seconds, self.seconds = self.seconds, 0.0
        kept, self.kept = self.kept, 0.0
        for purse in self.purses:
            if now - purse.then > MOMENT:
                purse.fill(now)
            purse.saved -= seconds
            purse.stretch -= kept
            if purse.saved < 0 or purse.stretch < 0:
                Debts.until = max(Debts.until, now - purse.saved / purse.share, now - purse.stretch / purse.peak)

    def charge(self, seconds: float, kept: float | None = None) -> None:
        """Something that was not measured, or was elsewhere."""
        self.add(seconds, seconds if kept is None else kept)
        self.settle(monotonic())

    def wait(self) -> float:
        """Seconds until more may be asked for; 0 now."""
        now = monotonic()
        return 0.0 if now > Debts.until else max((purse.wait(now) for purse in self.purses), default=0.0)

    @property
    def overspent(self) -> bool:
        """Whether the first purse, the payer's own, is in debt: not because of others with whom the rest is shared."""
        return self.purses[0].saved < 0

    async def admitted(self) -> None:
        """Wait a little, if need be; TooFast where that is not enough."""
        end = monotonic() + PATIENT
        while wait := self.wait():
            if monotonic() + wait > end:
                raise too_fast(wait)
            await asyncio.sleep(wait)

    async def pace(self) -> None:
        """In the middle of long work: others have their turn, and whoever owes waits. Of several that wait for the same
        purse one goes on, and the others look again."""
        await asyncio.sleep(0)
        while wait := self.wait():
            await asyncio.sleep(wait)

    async def aside(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Work that takes long, in a thread: others go on, and it is paid for all the same."""
        async with self.thread():
            done, seconds = await asyncio.to_thread(timed, partial(work, *args, **kwargs))
            self.charge(seconds, kept=0.0)
        return done

    @asynccontextmanager
    async def thread(self) -> AsyncIterator[None]:
        """One of those that an address may keep busy. All that came together owed nothing yet, so whoever had to wait
        for it is looked at again: TooFast where those before have spent what was there."""
        if self.home is None:
            yield
            return
        if self.home.threads is None:
            self.home.threads = asyncio.Semaphore(THREADS)
        waits = self.home.threads.locked()
        async with self.home.threads:
            if waits:
                await self.admitted()
            yield


NOBODY = Payer()
PAYING: ContextVar[Payer] = ContextVar("paying", default=NOBODY)  # for whom something is being done


async def aside(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Long work in a thread, paid for by whoever asked for what is being done."""
    return await PAYING.get().aside(work, *args, **kwargs)


async def at_once(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Short work, where a thread would cost more than it does."""
    return work(*args, **kwargs)


def charge(seconds: float) -> None:
    """Work that was done in another thread, for whoever asked for what is being done."""
    PAYING.get().charge(seconds, kept=0.0)


async def thinks(work: Callable[[], Awaitable[T]], seconds_of: Callable[[T], float]) -> T:
    """Let a computer think for whoever asked: not before what was thought for him is paid for; TooFast where that takes
    too long."""
    payer = PAYING.get().thought or NOBODY
    await payer.admitted()
    found = await work()
    payer.charge(seconds_of(found), kept=0.0)
    return found


async def metered(work: Awaitable[T], payer: Payer) -> T:
    """The same work, each of its stretches in the loop paid for; while it waits it costs nothing."""
    PAYING.set(payer)
    return await stretches(work.__await__(), payer)


@types.coroutine
def stretches(work: Generator[Any, Any, T], payer: Payer) -> Generator[Any, Any, T]:
    step: Callable[[Any], Any] = work.send
    value: Any = None
    while True:
        try:
            with payer:
                waited = step(value)
        except StopIteration as end:
            result: T = end.value
            return result
        try:
            step, value = work.send, (yield waited)
        except BaseException as error:
            step, value = work.throw, error


def household(address: str) -> str:
    """Whom an address stands for: IPv6 gives everybody a network of 2^64 addresses, so that counts as one."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, 64), strict=False))
