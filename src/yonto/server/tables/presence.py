"""Who is connected and looks at a table. Comings and goings are no events: they are counted here and told apart."""


class Presence:
    """`version` grows when what is shown of it changes; `watchers` is the number that was told last."""

    def __init__(self) -> None:
        self.lines: dict[str, int] = {}  # how many connections each person has to this table
        self.version = 0
        self.watchers = 0

    def __contains__(self, person: object) -> bool:
        return person in self.lines

    def come(self, person: str) -> bool:
        """Whether somebody is here now who was not."""
        self.lines[person] = self.lines.get(person, 0) + 1
        return self.lines[person] == 1

    def go(self, person: str) -> bool:
        """Whether that was this person's last connection."""
        left = self.lines.get(person, 0) - 1
        if left > 0:
            self.lines[person] = left
        else:
            self.lines.pop(person, None)
        return left <= 0

    def count(self, players: set[str | None]) -> bool:
        """Count those who look on and do not play. Whether there are more or fewer than were told."""
        watchers = sum(person not in players for person in self.lines)
        changed = watchers != self.watchers
        self.watchers = watchers
        self.version += changed
        return changed
