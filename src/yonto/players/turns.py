"""Who waits for a worker: each person in turn, however much each of them asks for; what nobody waits for comes last,
and there each address for which it is done in turn."""

import asyncio
from collections import OrderedDict, deque

Waiting = deque[asyncio.Future[None]]


class Turns:
    """`places` may be taken at a time. A person is any name; None is nobody: served where no person waits, one at a
    time."""

    def __init__(self, places: int) -> None:
        self.places = places
        self.free = places
        self.queues: OrderedDict[str, Waiting] = OrderedDict()  # by person, whose turn is next first
        self.nobodys: OrderedDict[str, Waiting] = OrderedDict()  # by address, whose turn is next first
        self.taken: dict[str, int] = {}  # places that a person has
        self.for_nobody = False  # whether one has been taken for nobody

    @property
    def waiting(self) -> int:
        return sum(map(len, self.queues.values())) + sum(map(len, self.nobodys.values()))

    @property
    def people(self) -> int:
        """How many people want something now."""
        return len(self.queues.keys() | self.taken.keys())

    def wants(self, person: str) -> int:
        """How much this person wants now."""
        return len(self.queues.get(person, ())) + self.taken.get(person, 0)

    async def take(self, person: str | None, home: str = "") -> None:
        """Wait for a place. `home`: for which address it is, where nobody waits."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queues, name = (self.nobodys, home) if person is None else (self.queues, person)
        queues.setdefault(name, deque()).append(future)
        self.serve()
        try:
            await future
        except asyncio.CancelledError:
            if future.cancelled():
                forget(queues, name, future)
            else:
                self.give(person)  # it had just become ours
            raise

    def give(self, person: str | None) -> None:
        """Give a place back."""
        self.free += 1
        if person is None:
            self.for_nobody = False
        else:
            self.taken[person] -= 1
            if not self.taken[person]:
                del self.taken[person]
        self.serve()

    def serve(self) -> None:
        while self.free and self.queues:
            person, future = first(self.queues)
            if not future.done():
                self.free -= 1
                self.taken[person] = self.taken.get(person, 0) + 1
                future.set_result(None)
        while self.free and self.nobodys and not self.for_nobody:
            _, future = first(self.nobodys)
            if not future.done():
                self.free -= 1
                self.for_nobody = True
                future.set_result(None)


def first(queues: OrderedDict[str, Waiting]) -> tuple[str, "asyncio.Future[None]"]:
    """Whoever's turn it is, and what he waits with; for the next he stands behind all others."""
    name, queue = queues.popitem(last=False)
    future = queue.popleft()
    if queue:
        queues[name] = queue
    return name, future


def forget(queues: OrderedDict[str, Waiting], name: str, future: "asyncio.Future[None]") -> None:
    queue = queues.get(name, deque())
    if future in queue:
        queue.remove(future)
    if not queue:
        queues.pop(name, None)
