"""One who means harm, and a stranger whose ping is answered all the same; and what becomes of the one."""

import asyncio
import contextlib
import gc
import json
import socket as sockets
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from abuser import Abuser, Stranger, answer_times, frame, percentile, under
from parlour import PATIENCE, Client, Refused, Services, opened, pair, wait_awake
from real_house import RealHouse
from uvicorn.protocols.http.httptools_impl import RequestResponseCycle
from websockets.exceptions import ConnectionClosed

from effort import EFFORT
from yonto.server.errors import TooFast
from yonto.server.http import gate
from yonto.server.live import websocket
from yonto.server.ops import cost
from yonto.server.ops.cost import Payer, Processor, Purse, Purses, household, metered
from yonto.server.store import Place

SOON = 100.0  # ms within which a stranger's ping is to be answered
LINES = 30  # of the abuser: what one line may not do, many may not either

PINGS = 40 * EFFORT
# On a live line, what takes more than a turn of the loop, HTTP: nothing of this is asked of the store.
SAID = ["junk", "pings", "fragments", "hellos", "watches", "previews", "hints", "pipeline"]
STORED = ["creates", "forks", "imports"]
# Of those what the house's shares keep off. The others are as little felt without them: each line has its turn.
SHARED = ["junk", "pings", "fragments", "previews", "pipeline", "imports"]
SHARELESS = dict.fromkeys(["YONTO_LINE_SHARE", "YONTO_PERSON_SHARE", "YONTO_ADDRESS_SHARE"], "1000")


@pytest.fixture(scope="module")
def open_house(new_store: Callable[[str], Place]) -> Iterator[RealHouse]:
    """A house as it comes, in a process of its own."""
    with RealHouse(new_store("abuse"), YONTO_CREATES_PER_MINUTE="1000", YONTO_ADDRESS_SHARE="0.2") as house:
        wait_awake(house.url)
        yield house


@pytest.fixture(scope="module")
def shareless_house(new_folder: Callable[[str], Path]) -> Iterator[RealHouse]:
    """One in which whoever comes may cost what he likes."""
    with RealHouse(new_folder("shareless") / "yonto.sqlite3", **SHARELESS) as house:
        wait_awake(house.url)
        yield house


@pytest.mark.sqlite
@pytest.mark.parametrize("attack", SAID)
def test_a_stranger_is_answered_whatever_somebody_else_says(open_house: RealHouse, attack: str) -> None:
    answered_under(attack, open_house)


@pytest.mark.parametrize("attack", STORED)
def test_a_stranger_is_answered_whatever_somebody_else_does(open_house: RealHouse, attack: str) -> None:
    answered_under(attack, open_house)


def answered_under(attack: str, house: RealHouse) -> None:
    """Every single ping, not most of them."""
    times = times_under(attack, house)
    assert max(own for _, own in times) < SOON, sorted(times)[-5:]


def times_under(attack: str, house: RealHouse) -> list[tuple[float, float]]:
    """Of a ping's time only that is taken off for which the kernel let the house's loop wait for a processor: on a
    machine without other work, nothing."""
    with Stranger(house.url) as stranger, under(attack, house.url, LINES):
        time.sleep(0.5)  # until it has begun in earnest: what gathers takes a while
        return answer_times(stranger, house.process.pid, PINGS)


@pytest.mark.sqlite
@pytest.mark.parametrize("attack", SHARED)
def test_it_is_his_share_that_keeps_an_abuser_off(
    open_house: RealHouse, shareless_house: RealHouse, attack: str
) -> None:
    """The same attack in one run, with shares and without: were they gone, the stranger would wait many times as long.
    So these figures can tell, on a busy machine too."""
    held, free = (
        percentile([own for _, own in times_under(attack, house)], 90) for house in (open_house, shareless_house)
    )
    assert held < free / 3, (held, free)


def test_what_is_not_read_yet_stays_with_its_sender(store: Path) -> None:
    """Whoever is made to wait fills his own machine's memory, also before anybody listens to the line."""
    with opened(store, line_share=0.001) as house, contextlib.ExitStack() as stack:
        assert house.server is not None
        lines = [stack.enter_context(Abuser(house.url).line()) for _ in range(3)]
        for line in lines:
            line.setblocking(False)
        most = 0
        for _ in range(100):
            for line in lines:
                with contextlib.suppress(BlockingIOError):
                    line.send(frame(b"junk") * 50_000)
            most = max([most, *(len(each.rest) for each in house.server.websockets)])
            time.sleep(0.002)
        assert 0 < most < 1_000_000


# What is allowed


def paid(purse: Purse, seconds: float, kept: float, now: float) -> None:
    payer = Payer(purse)
    payer.add(seconds, kept)
    payer.settle(now)


def test_a_purse_fills_by_its_share_and_is_not_spent_in_one_go() -> None:
    purse = Purse(0.1)
    paid(purse, 0.5, 0.5, 100.0)
    assert purse.wait(100.0) == pytest.approx((0.5 - cost.STRETCH) / cost.PEAK), "half a second in one go"
    assert purse.wait(102.0) == 0, "it had saved a second"
    paid(purse, 1.0, 0.0, 102.0)
    assert purse.wait(102.0) == pytest.approx((1.0 - 0.7) / 0.1)
    paid(purse, 1000.0, 1000.0, 102.0)
    assert purse.wait(102.0) == pytest.approx(cost.SAVED * cost.DEEPEST), "who stops is welcome again"
    assert purse.wait(200.0) == 0


def test_a_purse_that_is_filled_once_for_a_moment_holds_no_more_for_it() -> None:
    """Many small charges, close together or not, end where one look at every one of them would."""
    often, seldom = Purse(0.1), Purse(0.1)
    now = 100.0
    for number in range(3000):
        now += 0.0005 if number % 3 else 0.02
        often.fill(now)
        for purse in (often, seldom):
            paid(purse, 0.003, 0.003, now)
    for purse in (often, seldom):
        assert purse.wait(now) > 0
    assert seldom.wait(now) == pytest.approx(often.wait(now), abs=2 * cost.MOMENT)


def test_all_of_a_payers_purses_are_charged_and_the_emptiest_counts() -> None:
    line, other, shared = Purse(1.0), Purse(1.0), Purse(0.1)
    one, two = Payer(line, shared), Payer(other, shared)
    one.charge(5.0, kept=0.0)
    assert 0 < two.wait() <= 10 * (5.0 - 1.0)
    assert not two.overspent, "it is not his own debt"


def test_a_lines_crumbs_are_paid_together_and_none_is_lost() -> None:
    purse = Unfilled(1.0)
    payer = Payer(purse, crumb=cost.CRUMB)
    for _ in range(10):
        with payer:
            pass
    gathered = payer.seconds
    assert 0 < gathered < cost.CRUMB
    assert purse.charged == 0
    payer.add(cost.CRUMB, cost.CRUMB)
    with payer:
        pass
    assert purse.charged > gathered + cost.CRUMB
    assert payer.seconds == payer.kept == 0


def test_whoever_owes_is_seen_to_owe_until_it_is_paid(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    monkeypatch.setattr(cost, "monotonic", clock.monotonic)
    monkeypatch.setattr(cost.Debts, "until", float("-inf"))
    payer = Payer(Purse(0.1))
    payer.charge(3.0, kept=0.0)
    while wait := payer.wait():
        clock.goes_on(wait / 2 + 1e-6)
    assert clock.now == pytest.approx(100 + (3.0 - 1.0) / 0.1, abs=0.001)


class Unfilled(Purse):
    """Nothing comes back, so that it shows all that it was charged."""

    __slots__ = ()

    def fill(self, now: float) -> None:
        pass

    @property
    def charged(self) -> float:
        return self.holds - self.saved


class Clock:
    """A time that goes on when it is told to: on a busy machine the real one goes on by itself."""

    def __init__(self) -> None:
        self.now = 100.0

    def monotonic(self) -> float:
        return self.now

    thread_time = monotonic

    def goes_on(self, seconds: float) -> None:
        self.now += seconds

    async def wait(self, seconds: float) -> None:
        """Until the loop, which has other things to do, comes back."""
        loop = asyncio.get_running_loop()
        back = loop.create_future()
        loop.call_soon(self.goes_on, seconds)
        loop.call_soon(back.set_result, None)
        await back


def test_work_that_waits_costs_nothing_and_its_failure_is_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    purse, clock = Unfilled(1.0), Clock()
    payer = Payer(purse)
    monkeypatch.setattr(cost, "time", clock)
    monkeypatch.setattr(cost, "monotonic", clock.monotonic)
    monkeypatch.setattr(cost, "PROCESSOR", Processor())

    async def work(fail: bool) -> int:
        await clock.wait(5.0)
        clock.goes_on(0.02)
        if fail:
            raise KeyError("x")
        await clock.wait(7.0)
        return 7

    async def scene() -> None:
        assert await metered(work(False), payer) == 7
        assert purse.charged == pytest.approx(0.02)
        with pytest.raises(KeyError):
            await metered(work(True), payer)
        assert purse.charged == pytest.approx(0.04)
        task = asyncio.ensure_future(metered(asyncio.sleep(100), payer))
        await asyncio.sleep(0)
        clock.goes_on(50.0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(scene())
    assert purse.charged == pytest.approx(0.04)


def test_a_stretch_is_charged_the_part_of_it_for_which_the_loop_had_the_processor() -> None:
    processor = Processor()
    looks = [processor.looked_at() for _ in range(1000 * cost.EVERY)]
    for i in range(cost.EVERY):  # by lot: whoever counts along cannot tell which one
        assert 10 < looks[i :: cost.EVERY].count(True) < 70, "of a thousand, one in thirty-two"
    for _ in range(200):
        processor.learn(had=0.001, passed=0.004)
    assert processor.share == pytest.approx(0.25)
    processor.learn(had=0.5, passed=0.4)  # two clocks never agree
    assert processor.share <= 1


def test_ipv6_counts_by_network_and_ipv4_by_address() -> None:
    assert household("2001:db8::1") == household("2001:db8::ffff:2") != household("2001:db8:0:1::1")
    assert household("::ffff:192.0.2.7") == household("192.0.2.7") != household("192.0.2.8")
    assert household("fe80::1%eth0") == household("fe80::2%eth1")
    assert household("unknown") == "unknown"


def test_the_memory_of_purses_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cost, "MOST_KEYS", 10)
    purses = Purses(1.0)
    for i in range(100):
        purses.of(str(i))
    assert len(purses.all) == 10


def test_whoever_asks_pays_for_what_readers_of_the_store_do(store: Path) -> None:
    with opened(store, person_share=0.5) as house:
        assert house.server is not None
        services, client = house.server.services, Client(house.url)
        person = client.api("GET", "/api/me")["person"]
        payers: list[tuple[Payer, float]] = []
        services.store.engine.worked = lambda seconds: payers.append((cost.PAYING.get(), seconds))
        client.api("GET", "/api/me/tables")
        purse = services.people.of(person)
        assert sum(seconds for payer, seconds in payers if purse in payer.purses) > 0


def test_one_address_does_not_have_all_the_threads_in_which_long_work_is_done() -> None:
    """However much of it comes at once; and what came with it is looked at again when its turn comes."""
    home, other, until = Purse(0.3), Purse(0.3), threading.Event()
    done: list[int] = []
    most = 0

    def work() -> None:
        nonlocal most
        most = max(most, len(done) + 1)
        done.append(1)
        until.wait(PATIENCE)
        done.pop()

    async def scene() -> list[BaseException | None]:
        crowd = [asyncio.ensure_future(Payer(home, home=home).aside(work)) for _ in range(100)]
        await asyncio.sleep(0)
        try:
            assert await asyncio.wait_for(Payer(other, home=other).aside(lambda: 7), PATIENCE / 4) == 7
            assert await asyncio.wait_for(Payer().aside(lambda: 8), PATIENCE / 4) == 8
        finally:
            paid(home, 1000.0, 0.0, time.monotonic())  # they turn out to be dear
            until.set()
        return await asyncio.gather(*crowd, return_exceptions=True)

    ends = asyncio.run(scene())
    assert most == cost.THREADS
    assert [type(end) for end in ends] == [type(None)] * cost.THREADS + [TooFast] * (100 - cost.THREADS)


def test_a_hint_is_paid_for_from_a_purse_of_its_own(store: Path) -> None:
    """Whoever has spent it waits for the next hint and plays on; who comes from elsewhere has his own."""
    with opened(store, hint_share=0.00001) as house:  # less than any hint takes, however quick the machine
        wait_awake(house.url)
        assert house.server is not None
        services = house.server.services
        client = Client(house.url)
        with client.live() as live:
            table = client.create("niya", ["me", "screen"])
            live.watch(table)
            assert live.ask("hint", table=table)["move"]
            with pytest.raises(Refused) as caught:
                live.ask("hint", table=table)
            assert caught.value.data["error"] == "TooFast"
            assert caught.value.data["params"]["n"] > 0
            live.play(table)
        thought = services.payer("192.0.2.1", "somebody else").thought
        assert thought is not None
        assert thought.wait() == 0


# What becomes of who goes on


def test_who_goes_on_is_told_so_and_the_line_is_closed(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(websocket, "GOES_ON", 0.2)
    monkeypatch.setattr(websocket, "GOODBYE", 3.0)
    with opened(store, line_share=0.02) as house:
        abuser = Abuser(house.url)
        with abuser.line() as line:
            sender = threading.Thread(target=go_on, args=(line,))
            sender.start()
            heard = ends(line)
            sender.join(PATIENCE)
        assert heard.rstrip().endswith(b"\x88\x02\x03\xf0"), "1008"
        assert b"fault.too_fast" in heard
        assert b"Try again in" in heard


def go_on(line: sockets.socket) -> None:
    with contextlib.suppress(OSError):
        while True:
            line.sendall(frame(b"junk") * 100)


def test_who_waits_a_moment_is_not_closed(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In debt a message is read later, and that is all."""
    monkeypatch.setattr(websocket, "CALM", 0.0)
    monkeypatch.setattr(websocket, "GOES_ON", 0.2)
    with opened(store, line_share=0.01) as house, Client(house.url).live() as live:
        for _ in range(30):
            live.socket.send("junk")
        assert live.ask("ping")["type"] == "ok"


def test_a_message_in_too_many_parts_ends_the_line(house: Services) -> None:
    with Client(house.url).live() as live:
        assert live.next()["type"] == "welcome"
        live.socket.socket.sendall(frame(b"x", 0x01) + frame(b"", 0x00) * 100)
        with pytest.raises(ConnectionClosed, match="1008"):
            live.next()


def test_a_tables_budget_is_not_spent_by_who_does_not_sit_there(store: Path) -> None:
    with opened(store, events_per_second=1.0) as house:
        table, one, two = pair(house.url)
        with one, two, Client(house.url).live() as outsider:
            outsider.watch(table)
            for _ in range(20):
                with pytest.raises(Refused):
                    outsider.ask("play", table=table, seq=0, move="a1")
            one.play(table)


# HTTP


@pytest.mark.parametrize("path", ["/openapi.json", "/health", "/seen", "/api/games", "/", "/nothing", "/print/qin"])
def test_whatever_is_asked_for_is_counted(store: Path, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "HOPELESS", 1e9)
    with opened(store, address_share=0.00001) as house:
        status, headers, raw = Client(house.url).http("GET", path)
        for _ in range(20):
            if status == 429:
                break
            status, headers, raw = Client(house.url).http("GET", path)
        assert status == 429
        assert int(headers["retry-after"]) > 0
        assert "Try again in" in json.loads(raw)["text"]
        assert headers["x-content-type-options"] == "nosniff"


def knock(house: Services) -> sockets.socket:
    host, port = Client(house.url).place.split(":")
    return sockets.create_connection((host, int(port)), PATIENCE)


def ends(line: sockets.socket) -> bytes:
    """All that comes until the line is closed."""
    data = b""
    with contextlib.suppress(ConnectionResetError):
        while more := line.recv(4096):
            data += more
    return data


def test_heads_and_bodies_that_do_not_come_are_not_waited_for(store: Path) -> None:
    head = "POST /api/records HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n"
    with opened(store, header_seconds=0.3, body_seconds=0.3) as house, knock(house) as silent, knock(house) as slow:
        silent.sendall(b"GET / HTTP/1.1\r\nHo")
        slow.sendall(head.format(Client(house.url).place).encode() + b"{")
        assert ends(silent) == b""
        answer = ends(slow)
        assert answer.startswith(b"HTTP/1.1 408")
        assert b"Try again" in answer
        with knock(house) as again:  # one request, and then nothing whole any more
            again.sendall(f"GET /health HTTP/1.1\r\nHost: {Client(house.url).place}\r\n\r\nGET /he".encode())
            assert ends(again).count(b"HTTP/1.1 200") == 1
        assert Client(house.url).http("GET", "/health")[0] == 200


def test_connections_that_ask_for_nothing_give_way(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many are half open, there is room for who comes and asks, and for the store's own files."""
    monkeypatch.setattr(gate, "VISITS", 20)
    monkeypatch.setattr(gate, "RIPE", 0.0)
    with opened(store, connections=10) as house, contextlib.ExitStack() as stack:
        for _ in range(100):
            stack.enter_context(knock(house)).send(b"G")
        for _ in range(10):
            assert Client(house.url).http("GET", "/health")[0] == 200


def test_one_address_has_only_so_many_connections(store: Path) -> None:
    with opened(store, sockets_per_address=5) as house, contextlib.ExitStack() as stack:
        lines = [stack.enter_context(knock(house)) for _ in range(5)]
        assert ends(stack.enter_context(knock(house))) == b""
        lines[0].close()
        while True:
            with contextlib.suppress(OSError):
                if Client(house.url).http("GET", "/health")[0] == 200:
                    break


def test_many_requests_in_one_piece_are_answered_one_after_another(house: Services) -> None:
    """And uvicorn, which would keep all that it has read, has one of them at a time."""
    place = Client(house.url).place
    chunked = "Transfer-Encoding: chunked\r\nContent-Type: application/json\r\n\r\n2\r\n{}\r\n0\r\n\r\n"
    asked = (
        f"GET /health HTTP/1.1\r\nHost: {place}\r\n\r\n",
        f"POST /api/records HTTP/1.1\r\nHost: {place}\r\nContent-Length: 2\r\n\r\n{{}}\r\n",
        f"POST /api/records HTTP/1.1\r\nHost: {place}\r\n{chunked}",
    )
    with knock(house) as line:
        line.sendall("".join(asked).encode() * 100)
        kept = 0
        while (got := len(line.recv(1 << 16, sockets.MSG_PEEK))) < 60_000:
            kept = max(kept, sum(type(each) is RequestResponseCycle for each in gc.get_objects()))
            time.sleep(0.01)
        line.sendall(f"GET /health HTTP/1.1\r\nHost: {place}\r\nConnection: close\r\n\r\n".encode())
        answers = ends(line)
        assert answers.count(b"HTTP/1.1 200") == 101, got
        assert answers.count(b"HTTP/1.1 4") == 200
        assert kept < 10


@pytest.mark.parametrize("endless", [b"GET / HTTP/1.1\r\nX: ", b"GET /"])
def test_a_head_without_end_is_not_read_to_its_end(house: Services, endless: bytes) -> None:
    with knock(house) as line:
        with contextlib.suppress(OSError):
            line.sendall(endless + b"x" * 100_000)
        assert ends(line).startswith((b"HTTP/1.1 431", b"HTTP/1.1 400"))
