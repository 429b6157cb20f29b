"""Who is connected to the other processes and looks at which table there: hearsay, repeated now and then, and forgotten
where it is not."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

Look = tuple[str, str]  # a table and a person; the table "" is the house itself
SOME = 100  # looks in one message

Heard = dict[str, float]  # processes, and when each last said so


class Elsewhere:
    def __init__(self, publish: Callable[[dict[str, Any]], None]) -> None:
        self.publish = publish
        self.tables: dict[str, dict[str, Heard]] = {}  # by table and person
        self.alive: Heard = {}

    # What others say

    def at(self, table: str) -> Iterable[str]:
        """The people who look at a table through another process."""
        return self.tables.get(table, ())

    def connected(self, person: str) -> bool:
        return person in self.tables.get("", ())

    def came(self, process: str, looks: Iterable[Look], now: float) -> set[Look]:
        """Those of whom nobody had said it before."""
        changed = set()
        for table, person in looks:
            heard = self.tables.setdefault(table, {}).setdefault(person, {})
            if not heard:
                changed.add((table, person))
            heard[process] = now
        return changed

    def went(self, process: str, looks: Iterable[Look]) -> set[Look]:
        """Those of whom nobody says it any more."""
        return {(table, person) for table, person in looks if self.forget(table, person, process)}

    def forget(self, table: str, person: str, process: str) -> bool:
        """Whether nobody says any more that this person is there."""
        people = self.tables.get(table, {})
        heard = people.get(person, {})
        if heard.pop(process, None) is None or heard:
            return False
        del people[person]
        if not people:
            del self.tables[table]
        return True

    def gone(self, process: str) -> set[Look]:
        """A process is no more, and so is everything it said."""
        self.alive.pop(process, None)
        return self.went(process, [(table, person) for table, person, by, _ in self.all() if by == process])

    def expire(self, before: float, silent_since: float) -> set[Look]:
        """Forget what was not repeated, and processes that say nothing."""
        changed: set[Look] = set()
        for process in [name for name, at in self.alive.items() if at < silent_since]:
            changed |= self.gone(process)
        for table, person, process, at in self.all():
            if at < before and self.forget(table, person, process):
                changed.add((table, person))
        return changed

    def all(self) -> list[tuple[str, str, str, float]]:
        return [
            (table, person, process, at)
            for table, people in self.tables.items()
            for person, heard in people.items()
            for process, at in heard.items()
        ]

    # What we say

    def publish_looks(self, what: str, looks: Iterable[Look]) -> None:
        for part in parts(list(looks)):
            self.publish({what: part})


def parts(looks: list[Look]) -> Iterator[list[Look]]:
    for begin in range(0, len(looks), SOME):
        yield looks[begin : begin + SOME]
