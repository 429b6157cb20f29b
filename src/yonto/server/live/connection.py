"""One websocket: messages in, answers and tables out. What waits to be sent is bounded, however slow the other end.

Tables are not queued: a change only marks the table, and when the line is free its newest state is sent. Answers
are queued up to a limit; beyond it they are dropped and the client is told to ask again.
"""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable
from typing import Any

import msgspec

from yonto import __version__
from yonto.core.errors import Refused, Stale, YontoError
from yonto.server import protocol
from yonto.server.errors import BadMessage, NotAllowed, NotNow, TooBig, error_data, too_fast
from yonto.server.live.socket import Socket
from yonto.server.live.watching import Watching
from yonto.server.ops.cost import PAYING, Payer, metered
from yonto.server.people.sanctions import lies_in
from yonto.server.protocol import (
    TYPES,
    Chat,
    Curtain,
    Hello,
    Hint,
    InWords,
    Ok,
    Ping,
    Preview,
    ServerMessage,
    Unwatch,
    Watch,
)
from yonto.server.tables import presenter
from yonto.server.tables.chat import Chats
from yonto.server.tables.live_table import LiveTable, now_ms
from yonto.server.tables.registry import Registry
from yonto.server.unreadable import unreadable
from yonto.table import perspective
from yonto.table.commands import Command, Move, TableCommand, TableRequest
from yonto.table.player_names import named_refusal

log = logging.getLogger("yonto.live")

LONGEST_MESSAGE = 8192
MOST_ANSWERS = 64
MOST_TABLES = 50  # that one connection may watch
MOST_WAITING = 32  # messages behind one that is being answered: then no more are read

INVALID_TEXT = 1007  # websocket close codes
NORMAL = 1000
NOT_WANTED = 1008
FAILED = 1011


class Connections:
    """All connections: who is here."""

    def __init__(self) -> None:
        self.all: set[Connection] = set()
        self.due: list[Connection] = []  # that have something to send in this turn of the loop
        self.elsewhere: Callable[[str], bool] = lambda person: False  # whether a person is connected to another process
        self.publish: Callable[[dict[str, Any]], None] = lambda message: None

    def soon(self, line: "Connection") -> None:
        """All that one turn of the loop has to say goes out together: one commit tells many."""
        if not self.due:
            asyncio.get_running_loop().call_soon(self.flush)
        self.due.append(line)

    def flush(self) -> None:
        due, self.due = self.due, []
        for line in due:
            line.send()

    def absent(self, person: str) -> bool:
        return all(line.person != person for line in self.all) and not self.elsewhere(person)

    def hang_up(self, person: str, session: str = "") -> None:
        """Every connection of a person, to whichever process; where a session is named, those that its cookie
        opened."""
        self.publish({"hang_up": [person, session]})
        self.hang_up_here(person, session)

    def hang_up_here(self, person: str, session: str) -> None:
        for line in list(self.all):
            if line.person == person and session in ("", line.session):
                line.socket.close(NORMAL)

    def put_out(self, error: YontoError, person: str = "", network: str = "") -> None:
        """End every connection of a person, or from a network, with a sentence that says why."""
        for line in list(self.all):
            if line.person == person or (network and lies_in(line.address, network)):
                line.refuse(None, error)
                line.send()
                line.socket.close(NOT_WANTED)

    def bye(self) -> None:
        for line in list(self.all):
            line.answer(protocol.Bye())


class Connection:
    """A connection. Messages are taken one after another; what a message asks for may take a while, and those behind
    it wait for it."""

    def __init__(
        self,
        socket: Socket,
        person: str,
        lang: str,
        registry: Registry,
        chats: Chats,
        connections: Connections,
        payer: Payer,
        session: str = "",
        address: str = "",
    ) -> None:
        self.socket = socket
        self.session = session
        self.address = address
        self.person = person
        self.lang = lang
        self.registry = registry
        self.chats = chats
        self.connections = connections
        self.payer = payer
        self.watching: dict[str, Watching] = {}
        self.answers: deque[bytes] = deque()
        self.dirty: dict[str, None] = {}  # tables to send, in order
        self.overflowed = False
        self.due = False  # whether what there is will be sent in this turn of the loop
        self.owing = False  # whether tables are sent later because of what they cost
        self.busy = False  # whether a message is being answered
        self.gone = False  # whether the other end is
        self.waiting: deque[tuple[bytes, bool]] = deque()

    async def run(self) -> None:
        """Until somebody hangs up."""
        self.connections.all.add(self)
        self.registry.peers.came("", self.person)
        try:
            self.socket.attach(self, self.payer)
            self.answer(protocol.Welcome(__version__, self.person, self.lang))
            await self.socket.closed()
        finally:
            self.gone = True
            self.waiting.clear()
            self.connections.all.discard(self)
            self.registry.peers.went("", self.person)
            for name in list(self.watching):
                self.unwatch(name)
            self.socket.close(FAILED)
            self.payer.charge(0.0)  # and what was gathered

    # Out

    def changed(self, table: str) -> None:
        self.dirty[table] = None
        self.soon()

    def dropped(self, table: str) -> None:
        """The table was forgotten because its store failed: the client asks for it again."""
        self.watching.pop(table, None)
        self.answer(protocol.Resync())

    def shut_out(self, table: str) -> None:
        """The table is for its players only now: the client asks for it again and hears why not."""
        self.unwatch(table)
        self.answer(protocol.Resync())

    def answer(self, told: ServerMessage) -> None:
        if len(self.answers) >= MOST_ANSWERS:
            if not self.overflowed:  # once for all that it will have to ask for again
                self.overflowed = True
                self.registry.metrics.count("yonto_resyncs_total", "why", "slow")
            return
        self.answers.append(protocol.encode(told))
        self.soon()

    def soon(self) -> None:
        """In this turn of the loop, if the other end takes it."""
        if not self.due and not self.socket.full:
            self.due = True
            self.connections.soon(self)

    def relieved(self) -> None:
        self.soon()

    def send(self) -> None:
        """Answers, and one table at a time: who watches many holds nobody up. Who costs too much is shown tables later;
        changes meanwhile are shown together."""
        self.due = False
        try:
            if parts := self.parts():
                self.socket.send(parts)
            if self.dirty:
                self.send_later()
        except Exception:
            log.exception("a connection failed")
            self.socket.close(FAILED)

    def parts(self) -> list[bytes]:
        payer, parts = self.payer, []
        payer.begin()
        try:
            while self.answers or self.overflowed:
                parts.append(self.next_answer())
            if self.dirty and not payer.wait() and (data := self.next_table()):
                parts.append(data)
        finally:
            payer.end()
        return parts

    def send_later(self) -> None:
        wait = self.payer.wait()
        if not wait:
            self.soon()
        elif not self.owing and not self.gone:
            self.owing = True
            asyncio.get_running_loop().call_later(wait, self.paid)

    def paid(self) -> None:
        self.owing = False
        self.soon()

    def next_answer(self) -> bytes:
        if self.answers:
            return self.answers.popleft()
        self.overflowed = False
        return protocol.encode(protocol.Resync())

    def next_table(self) -> bytes | None:
        table = next(iter(self.dirty))
        del self.dirty[table]
        watching = self.watching.get(table)
        return watching.news(self.person, self.lang, now_ms()) if watching else None

    # In

    def heard(self, data: bytes, text: bool) -> None:
        """Whoever reads it pays for what is done at once."""
        if not self.busy:
            self.take(data, text)
            return
        self.waiting.append((data, text))
        if len(self.waiting) == MOST_WAITING:
            self.socket.pause()

    def take(self, data: bytes, text: bool) -> None:
        """One message. Whatever it is, the answer is an answer and the server stays well."""
        if PAYING.get() is not self.payer:
            PAYING.set(self.payer)  # also for what is done in a task or thread because of it
        message, start = None, time.perf_counter()
        try:
            message = self.read(data, text)
            if message is None:
                return
            self.registry.metrics.count("yonto_messages_total", "type", TYPES[type(message)])
            self.busy = True
            if isinstance(message, TableCommand):
                self.act(message, start)
            elif isinstance(message, Unwatch):  # comes with every rematch, and there is nothing to wait for
                self.reply_with(self.unwatched(message), start)
                self.busy = False
            else:
                self.registry.spawn(metered(self.reply_later(message, start), self.payer))
        except Exception as error:
            self.refuse(message, error)
            self.busy = False

    def outspent(self) -> None:
        """Who goes on asking for too much is told so, and that the line is closed for it."""
        self.registry.metrics.count("yonto_outspent_total", "how", "closed")
        self.send()  # so that there is room for one more answer
        self.refuse(None, too_fast(self.payer.wait()))
        self.send()
        self.socket.close(NOT_WANTED)

    def read(self, data: bytes, text: bool) -> protocol.ClientMessage | None:
        """The message; None where the line is at an end because text was none."""
        try:
            return read_message(data if text else None)
        except UnicodeDecodeError:
            self.socket.close(INVALID_TEXT)
            return None

    def act(self, command: Command, start: float) -> None:
        """Something that changes the table, if it may."""
        watching = self.watching.get(command.table)

        def answered(seq: int, error: BaseException | None) -> None:
            if error is None:
                self.reply_with(Ok(command.id, seq, command.table), start)
            else:
                self.refuse(command, error)
            self.go_on()

        facing = watching.facing if watching else None
        self.registry.act(self.person, facing, command, answered)

    async def reply_later(self, message: protocol.Inquiry, start: float) -> None:
        try:
            if self.payer.wait():  # other lines of the same person may have been quicker
                await self.payer.pace()
            self.reply_with(await self.reply(message), start)
        except Exception as error:
            self.refuse(message, error)
        finally:
            self.go_on()

    def reply_with(self, told: ServerMessage, start: float) -> None:
        self.answer(told)
        self.registry.metrics.acted(time.perf_counter() - start)

    def go_on(self) -> None:
        """The next message, if one waits and its sender may ask for more."""
        if self.waiting and (wait := self.payer.wait()):
            asyncio.get_running_loop().call_later(wait, self.go_on)
            return
        self.busy = False
        if self.waiting:
            with self.payer:
                self.take_waiting()

    def take_waiting(self) -> None:
        while self.waiting and not self.busy:
            if len(self.waiting) == MOST_WAITING:
                self.socket.resume()
            self.take(*self.waiting.popleft())

    def refuse(self, message: protocol.ClientMessage | None, error: BaseException) -> None:
        if not isinstance(error, YontoError):
            log.error("a message failed", exc_info=error)
            error = BadMessage("fault.bug")
        self.registry.metrics.count("yonto_refusals_total", "error", type(error).__name__)
        data = error_data(error, self.lang)
        watching = self.watching.get(message.table) if isinstance(message, TableRequest) else None
        if watching and isinstance(error, Refused):
            table = watching.live.table
            w = presenter.speech(self.lang, table.game.name)
            data["text"] = named_refusal(error, w, presenter.seated(table, -1, w))
            data["words"] = self.refused_words(watching, message)
        self.answer(protocol.Failed(message.id if message else "", **data))
        if watching and isinstance(error, Stale):
            watching.has = None  # whatever it has, it has not what is there
            self.changed(watching.live.table.id)

    def refused_words(self, watching: Watching, message: protocol.ClientMessage | None) -> str:
        """The move in a message that a rule forbids, in words."""
        player = perspective.faced(watching.live.table, self.person, watching.facing)
        if player is None or not isinstance(message, Move | Preview):
            return ""
        return presenter.move_words(watching.live.table, player, message.move, self.lang)

    async def reply(self, message: protocol.Inquiry) -> ServerMessage:
        match message:
            case Hello(lang=lang):
                self.lang = lang
                for name in self.watching:
                    self.changed(name)
                return Ok(message.id)
            case Ping():
                return Ok(message.id)
            case _:
                return await self.ask(message)

    async def ask(self, message: protocol.Question) -> ServerMessage:
        """Messages that change nothing at the table itself."""
        if isinstance(message, Watch):
            live = await self.watch(message)
            return Ok(message.id, live.table.seq, message.table)
        watching = self.watched(message.table)
        match message:
            case Curtain(player=player):
                self.open_curtain(watching, player)
            case Hint():
                return await self.hint(watching, message)
            case InWords():
                table = watching.live.table
                said = presenter.legal_words(table, self.mover(watching), self.lang)
                return protocol.WordsAre(message.id, table.id, table.seq, tuple(said))
            case Preview():
                table = watching.live.table
                player = self.mover(watching)
                foreseen = presenter.preview(table, player, message.move, self.lang, watching.picture)
                return protocol.PreviewIs(message.id, message.table, table.seq, *foreseen)
            case Chat(text=text):
                await self.chats.say(watching.live, self.person, text, message.id)
        return Ok(message.id, watching.live.table.seq, message.table)

    def watched(self, table: str) -> Watching:
        watching = self.watching.get(table)
        if watching is None:
            raise NotNow("fault.not_watching")
        return watching

    def unwatched(self, message: Unwatch) -> ServerMessage:
        table = self.watched(message.table).live.table
        self.unwatch(message.table)
        return Ok(message.id, table.seq, message.table)

    async def watch(self, wanted: Watch) -> LiveTable:
        name = wanted.table
        if name not in self.watching and len(self.watching) >= MOST_TABLES:
            raise TooBig("fault.too_many_watched", most=MOST_TABLES)
        live = await self.registry.fresh(name)
        perspective.allowed_to_watch(live.table, self.person)
        if self.gone:
            return live
        self.watching[name] = Watching(live, wanted.changes, wanted.picture)
        live.come(self)
        self.changed(name)
        await self.registry.welcome_back(live, self.person)
        if live.in_demand:
            self.answer(protocol.InDemand(name, True))
        for line in await self.chats.recent(live.table):
            self.answer(line)
        self.registry.go_on(live)
        return live

    def unwatch(self, name: str) -> None:
        watching = self.watching.pop(name)
        watching.live.go(self)
        self.registry.left(watching.live)
        self.dirty.pop(name, None)

    def open_curtain(self, watching: Watching, player: int | None) -> None:
        """Only for one's own player, and only for the one to move: nobody peeks while another thinks."""
        table = watching.live.table
        own = table.players_of(self.person)
        if player is not None and player not in own:
            raise NotAllowed("fault.not_yours")
        if player is not None and table.to_move is not None and player != table.to_move:
            raise NotNow("fault.curtain_turn")
        watching.facing = player
        self.changed(table.id)

    def mover(self, watching: Watching) -> int:
        """The player to move, if this person plays and faces him."""
        table = watching.live.table
        player = perspective.faced(table, self.person, watching.facing)
        if player is None or player != table.to_move or table.paused:
            raise NotNow("fault.not_your_move")
        return player

    async def hint(self, watching: Watching, message: Hint) -> protocol.HintIs:
        table = watching.live.table
        if not table.settings.hints:
            raise NotAllowed("fault.no_hints")
        player = self.mover(watching)
        seq, state = table.seq, perspective.believed_by(table, player)
        choice = await self.registry.bots.hint(table, player, self.person)
        return protocol.HintIs(message.id, table.id, seq, *presenter.hint(table, state, player, choice, self.lang))


def read_message(data: bytes | None) -> protocol.ClientMessage:
    """A typed message, or a clear error and nothing else."""
    if data is None:
        raise BadMessage("fault.binary")
    if len(data) > LONGEST_MESSAGE and len(data.decode()) > LONGEST_MESSAGE:
        raise TooBig("fault.message_size", most=LONGEST_MESSAGE)
    try:
        message: protocol.ClientMessage = protocol.decode(data)
    except msgspec.DecodeError as error:
        data.decode()
        raise unreadable(error) from None
    except RecursionError as error:
        raise unreadable(error) from None
    return message
