"""Who waits for a worker: each person in turn, however much each of them asks for; what nobody waits for comes last."""

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
        self.nobodys: Waiting = deque()
        self.taken: dict[str, int] = {}  # places that a person has
        self.for_nobody = False  # whether one has been taken for nobody

    @property
    def waiting(self) -> int:
        return sum(map(len, self.queues.values())) + len(self.nobodys)

    @property
    def people(self) -> int:
        """How many people want something now."""
        return len(self.queues.keys() | self.taken.keys())

    def wants(self, person: str) -> int:
        """How much this person wants now."""
        return len(self.queues.get(person, ())) + self.taken.get(person, 0)

    async def take(self, person: str | None) -> None:
        """Wait for a place."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queue = self.nobodys if person is None else self.queues.setdefault(person, deque())
        queue.append(future)
        self.serve()
        try:
            await future
        except asyncio.CancelledError:
            if future.cancelled():
                self.forget(person, future)
            else:
                self.give(person)  # it had just become ours
            raise

    def forget(self, person: str | None, future: "asyncio.Future[None]") -> None:
        queue = self.nobodys if person is None else self.queues.get(person, deque())
        if future in queue:
            queue.remove(future)
        if person is not None and not queue:
            self.queues.pop(person, None)

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
            person, queue = self.queues.popitem(last=False)
            future = queue.popleft()
            if queue:
                self.queues[person] = queue  # behind all others
            if not future.done():
                self.free -= 1
                self.taken[person] = self.taken.get(person, 0) + 1
                future.set_result(None)
        while self.free and self.nobodys and not self.for_nobody:
            future = self.nobodys.popleft()
            if not future.done():
                self.free -= 1
                self.for_nobody = True
                future.set_result(None)
