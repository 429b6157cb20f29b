"""Who may not speak or come in: in memory, since every request asks; the store keeps it."""

import ipaddress
from collections.abc import Iterable, Iterator
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network

from yonto.core.words import Key, Plain
from yonto.server.errors import BadMessage, Banned, Muted, NotAllowed
from yonto.server.ops.house_time import HOUSE
from yonto.server.people.names import key_of
from yonto.server.store import Processes, Sanction, SanctionStore

HOUR = 3_600_000  # ms
SAME = 60_000
HOME = 64  # bits of an IPv6 address that belong to one household
SENTENCES = {
    "ban": ("fault.banned", "fault.banned_hours", "fault.banned_days"),
    "mute": ("fault.muted", "fault.muted_hours", "fault.muted_days"),
}
WIDEST = {4: 8, 6: 16}  # networks that hold more of the world than that are a slip of the pen


Subject = tuple[str, str, str]  # kind, subject, value


class Sanctions:
    def __init__(self, store: SanctionStore, processes: Processes) -> None:
        self.store = store
        self.processes = processes
        self.known: dict[Subject, Sanction] = {}
        self.changes = 0  # made here: what was read before one of them is old
        self.lengths: dict[int, set[int]] = {4: set(), 6: set()}  # of the networks that are banned, by IP version

    async def load(self) -> None:
        """All of them, as the store has them now. What was read before a change made here is read again."""
        seen = -1
        while seen != self.changes:
            seen = self.changes
            found = await self.store.all()
        self.known.clear()
        for each in found:
            self.remember(each)

    def remember(self, found: Sanction) -> None:
        self.known[found[:3]] = found
        if found.subject == "address":
            network = ipaddress.ip_network(found.value)
            self.lengths[network.version].add(network.prefixlen)

    async def add(self, wanted: Sanction) -> bool:
        """False where it is so already, for as long and for the same reason."""
        known = self.active(*wanted[:3])
        if known is not None and known.reason == wanted.reason and same_time(known.until, wanted.until):
            return False
        await self.store.set(wanted)
        self.changes += 1
        self.remember(wanted)
        self.processes.publish({"sanctions": True})
        return True

    async def lift(self, kind: str, subject: str, value: str) -> bool:
        lifted = await self.store.lift(kind, subject, value)
        self.changes += 1
        self.known.pop((kind, subject, value), None)
        self.processes.publish({"sanctions": True})
        return lifted

    def active(self, kind: str, subject: str, value: str) -> Sanction | None:
        """The sanction, unless its time is over."""
        found = self.known.get((kind, subject, value))
        return found if found and (found.until is None or found.until > HOUSE.now()) else None

    def all(self) -> Iterator[Sanction]:
        for found in list(self.known.values()):
            if self.active(*found[:3]):
                yield found

    # What others ask before they do something

    def ban_of(self, person: str, address: str) -> Sanction | None:
        found = self.active("ban", "person", person)
        if found is not None or not (self.lengths[4] or self.lengths[6]):
            return found
        networks = (self.active("ban", "address", value) for value in self.networks_around(address))
        return next(filter(None, networks), None)

    def networks_around(self, address: str) -> Iterator[str]:
        """The networks of every length that was banned in which an address lies."""
        try:
            found = unmapped(ipaddress.ip_address(address))
        except ValueError:
            return
        for length in self.lengths[found.version]:
            yield str(ipaddress.ip_network((found, length), strict=False))

    def check(self, person: str, address: str) -> None:
        """Banned, with until when and why."""
        if found := self.ban_of(person, address):
            raise banned(found)

    def check_speech(self, person: str) -> None:
        if found := self.active("mute", "person", person):
            raise muted(found)

    def check_names(self, names: Iterable[str]) -> None:
        for name in names:
            if self.active("ban", "name", key_of(name)):
                raise NotAllowed("fault.name_banned", name=Plain(name))


def same_time(one: int | None, two: int | None) -> bool:
    """Whoever asks twice means the same end."""
    return one == two if one is None or two is None else abs(one - two) < SAME


def banned(found: Sanction) -> Banned:
    key, params = told(found)
    return Banned(key, **params)


def muted(found: Sanction) -> Muted:
    key, params = told(found)
    return Muted(key, **params)


def told(found: Sanction) -> tuple[str, dict[str, object]]:
    """The sentence, with for how long and why."""
    always, for_hours, for_days = SENTENCES[found.kind]
    params: dict[str, object] = {
        "reason": Plain(found.reason.rstrip(" .")) if found.reason else Key("@fault.no_reason")
    }
    if found.until is None:
        return always, params
    hours = max(1, -((HOUSE.now() - found.until) // HOUR))
    if hours > 48:
        return for_days, params | {"n": -(-hours // 24)}
    return for_hours, params | {"n": hours}


def lies_in(address: str, network: str) -> bool:
    try:
        return unmapped(ipaddress.ip_address(address)) in ipaddress.ip_network(network)
    except ValueError:
        return False


def unmapped(address: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    """An IPv4 address that came as IPv6 is still one."""
    return getattr(address, "ipv4_mapped", None) or address


def network_of(text: str) -> str:
    """What is banned with an address: itself, or for IPv6 the /64 that its household has. Networks may be given too."""
    try:
        if "/" not in text:
            address = unmapped(ipaddress.ip_address(text.strip()))
            length = HOME if address.version == 6 else 32
            return str(ipaddress.ip_network((address, length), strict=False))
        network: IPv4Network | IPv6Network = ipaddress.ip_network(text.strip(), strict=False)
    except ValueError:
        raise BadMessage("fault.address", address=Plain(text)) from None
    if network.prefixlen < WIDEST[network.version]:
        raise BadMessage("fault.wide_address", address=Plain(text))
    return str(network)
