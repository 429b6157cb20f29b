"""People: who they are, their accounts, and their sessions."""

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol


class PeopleStore(Protocol):
    async def about(self, person: str) -> tuple[str | None, str | None]:
        """The account's name and what the person was last called at a table."""
        ...

    async def data_of(self, person: str) -> dict[str, Any]:
        """All that is kept about a person."""
        ...

    async def merge(self, guest: str, person: str) -> list[str] | None:
        """A guest's seats, tables and chat become an account's; the guest is no more. The tables concerned; None if
        there is nobody to merge, or that somebody has an account too."""
        ...

    async def forget(self, person: str) -> list[str]:
        """Delete a person: account, names, chat. The games remain for those who played them. The tables concerned."""
        ...


class Account(NamedTuple):
    """What signing in compares with."""

    person: str
    epoch: int
    password: str


class AccountStore(Protocol):
    async def register(self, person: str, name: str, key: str, password: str, now: int) -> int:
        """The guest's person gets the account; NotNow where the name is taken or there is one already. All cookies
        from before are void: the epoch of new ones."""
        ...

    async def find(self, *keys: str) -> Account | None:
        """The account with the first of these keys that there is."""
        ...

    async def refold_names(self, key_of: Callable[[str], str]) -> None:
        """Every account under the key that its name has now, unless another has that key."""
        ...

    async def password_of(self, person: str) -> str | None: ...
    async def set_password(self, person: str, password: str) -> int:
        """All cookies from before are void: the epoch of new ones."""
        ...


class SessionStore(Protocol):
    async def valid(self, person: str, epoch: int, session: str) -> bool:
        """Whether neither this session nor, since that epoch, all of the person's were ended."""
        ...

    async def end(self, session: str, now: int) -> None:
        """The cookies of a session are void from now on."""
        ...

    async def void(self, person: str, now: int) -> None: ...
