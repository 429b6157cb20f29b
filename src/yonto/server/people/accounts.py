"""Accounts for those who want one: a name and a password over the person a guest already is."""

import asyncio

import argon2

from yonto.server.errors import NotAllowed, SignIn
from yonto.server.ops.cost import aside
from yonto.server.people import passwords
from yonto.server.people.names import check_alphabet, folded, key_of
from yonto.server.store import Account, AccountStore, PeopleStore
from yonto.table.settings import clean_name

HASHER = argon2.PasswordHasher()
NOBODY = HASHER.hash("nobody has this password")  # checked where there is no account: both answers take as long


class Accounts:
    def __init__(self, store: AccountStore, people: PeopleStore) -> None:
        self.store = store
        self.people = people
        self.hashing = asyncio.Semaphore(2)  # argon2 takes memory on purpose

    async def open(self) -> None:
        """Names from before look-alikes were compared get the keys that they would get now."""
        await self.store.refold_names(key_of)

    async def hash(self, password: str) -> str:
        async with self.hashing:
            return await aside(HASHER.hash, password)

    async def verify(self, stored: str | None, password: str) -> bool:
        async with self.hashing:
            found = await aside(verifies, stored or NOBODY, password[: passwords.LONGEST])
        return found and stored is not None

    async def register(self, person: str, name: str, password: str, now: int) -> int:
        """The guest's person gets the account: all that was played stays where it is. The epoch of its cookies, since
        whoever had one of the guest's is not to have one of the account's."""
        name = clean_name(name)
        check_alphabet(name)
        passwords.check(password, name)
        return await self.store.register(person, name, key_of(name), await self.hash(password), now)

    async def find(self, name: str) -> Account | None:
        """The account that somebody means by a name. Two that look alike may be older than the comparison: then the
        one that is written so."""
        return await self.store.find(folded(name.strip()), key_of(name.strip()))

    async def sign_in(self, found: Account | None, password: str) -> Account:
        if not await self.verify(found.password if found else None, password) or found is None:
            raise SignIn("fault.sign_in")
        return found

    async def check_password(self, person: str, password: str | None) -> None:
        """Whoever has an account must know its password to change or do away with it."""
        stored = await self.store.password_of(person)
        if stored is not None and not await self.verify(stored, password or ""):
            raise NotAllowed("fault.wrong_password", field="password")

    async def change_password(self, person: str, old: str, new: str) -> int:
        """Another password; the epoch of the cookies from now on, since those from before end with the old one."""
        account, _ = await self.people.about(person)
        if account is None:
            raise NotAllowed("fault.no_account")
        await self.check_password(person, old)
        passwords.check(new, account)
        return await self.store.set_password(person, await self.hash(new))


def verifies(stored: str, password: str) -> bool:
    try:
        return HASHER.verify(stored, password)
    except argon2.exceptions.VerificationError:
        return False
