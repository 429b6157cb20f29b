"""Accounts for those who want one: a name and a password over the person a guest already is."""

import asyncio
import unicodedata

import argon2

from yonto.server.errors import BadMessage, NotAllowed, SignIn
from yonto.server.store import Account, Store
from yonto.table.settings import clean_name

HASHER = argon2.PasswordHasher()
NOBODY = HASHER.hash("nobody has this password")  # checked where there is no account: both answers take as long
SHORTEST, LONGEST = 10, 200


def key_of(name: str) -> str:
    """Names that look alike are one."""
    return unicodedata.normalize("NFKC", name).casefold()


class Accounts:
    def __init__(self, store: Store) -> None:
        self.store = store
        self.hashing = asyncio.Semaphore(2)  # argon2 takes memory on purpose

    async def hash(self, password: str) -> str:
        if not SHORTEST <= len(password) <= LONGEST:
            raise BadMessage("fault.password", least=SHORTEST, most=LONGEST)
        async with self.hashing:
            return await asyncio.to_thread(HASHER.hash, password)

    async def verify(self, stored: str | None, password: str) -> bool:
        async with self.hashing:
            return await asyncio.to_thread(verifies, stored or NOBODY, password[:LONGEST]) and stored is not None

    async def register(self, person: str, name: str, password: str, now: int) -> None:
        """The guest's person gets the account: all that was played stays where it is."""
        name = clean_name(name)
        await self.store.register(person, name, key_of(name), await self.hash(password), now)

    async def sign_in(self, name: str, password: str) -> Account:
        found = await self.store.account(key_of(name.strip()))
        if not await self.verify(found.password if found else None, password) or found is None:
            raise SignIn("fault.sign_in")
        return found

    async def check_password(self, person: str, password: str | None) -> None:
        """Whoever has an account must know its password to do away with it."""
        stored = await self.store.password_of(person)
        if stored is not None and not await self.verify(stored, password or ""):
            raise NotAllowed("fault.wrong_password")


def verifies(stored: str, password: str) -> bool:
    try:
        return HASHER.verify(stored, password)
    except argon2.exceptions.VerificationError:
        return False
