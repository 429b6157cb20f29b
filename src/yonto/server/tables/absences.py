"""Who of a table's people is away, and since when: a computer may play for somebody only after a while."""

from yonto.table.table import Table


class Absences:
    """By person, in the house's time. Whoever has not come since the table was taken into memory is away since then."""

    def __init__(self, grace: int, now: int) -> None:
        self.grace = grace
        self.opened = now
        self.here: set[str] = set()
        self.left: dict[str, int] = {}

    def come(self, person: str) -> None:
        self.here.add(person)
        self.left.pop(person, None)

    def go(self, person: str, now: int) -> None:
        """With his last line."""
        self.here.discard(person)
        self.left[person] = now

    def begin_again(self, now: int) -> None:
        """What was known until now is not to be relied on: who is away is away since now."""
        self.opened = now
        self.left.clear()

    def since(self, person: str) -> int | None:
        return None if person in self.here else self.left.get(person, self.opened)

    def replaceable(self, table: Table, player: int) -> int | None:
        """The moment from which on a computer may play for this player; None while he is there."""
        person = table.sitters[player].person
        since = table.away.get(player)
        if since is None and person is not None:
            since = self.since(person)
        return None if since is None else since + self.grace
