"""One websocket: messages in, answers and tables out. What waits to be sent is bounded, however slow the other end.

Tables are not queued: a change only marks the table, and when the line is free its newest state is sent. Answers
are queued up to a limit; beyond it they are dropped and the client is told to ask again.
"""

import asyncio
import logging
import time
from collections import deque
from dataclasses import dataclass

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from yonto import __version__
from yonto.core.errors import Stale, YontoError
from yonto.server import messages, shown
from yonto.server.chats import Chats
from yonto.server.faults import BadMessage, NotAllowed, NotNow, TooBig, error_data
from yonto.server.hall import Hall, allowed_to_watch, now_ms
from yonto.server.held import Held
from yonto.server.limits import Limit
from yonto.server.messages import Chat, Curtain, Hello, Hint, Ok, Ping, Preview, Told, Unwatch, Watch

log = logging.getLogger("yonto.live")

LONGEST_MESSAGE = 8192
MOST_ANSWERS = 64
MOST_TABLES = 50  # that one connection may watch
SEND_SECONDS = 20.0  # after which an end that takes nothing is given up


@dataclass
class Watching:
    held: Held
    facing: int | None = None  # the player for whom the curtain is open
    told: int = 0  # actions whose log lines were sent
    past: tuple[int, int] = (0, 0)  # the round and the number of takebacks for which that holds
    chat: int = 0  # the last chat line that was sent
    picture: bool = False  # whether the board is wanted as a drawing too


class Lines:
    """All connections: who is here."""

    def __init__(self) -> None:
        self.all: set[Line] = set()

    def absent(self, person: str) -> bool:
        return all(line.person != person for line in self.all)

    def hang_up(self, person: str) -> None:
        """Every connection of a person who is no more."""
        for line in list(self.all):
            if line.person == person:
                line.end.set()

    def bye(self) -> None:
        for line in list(self.all):
            line.answer(messages.Bye())


class Line:
    """A connection."""

    def __init__(self, socket: WebSocket, person: str, lang: str, hall: Hall, chats: Chats, lines: Lines) -> None:
        self.socket = socket
        self.person = person
        self.lang = lang
        self.hall = hall
        self.chats = chats
        self.lines = lines
        self.watching: dict[str, Watching] = {}
        self.answers: deque[bytes] = deque()
        self.dirty: dict[str, None] = {}  # tables to send, in order
        self.overflowed = False
        self.ready = asyncio.Event()
        self.end = asyncio.Event()
        self.limit = Limit(hall.config.messages_per_second, 5 * hall.config.messages_per_second)

    # Out

    def changed(self, table: str) -> None:
        self.dirty[table] = None
        self.ready.set()

    def dropped(self, table: str) -> None:
        """The table was forgotten because its store failed: the client asks for it again."""
        self.watching.pop(table, None)
        self.answer(messages.Resync())

    def answer(self, told: Told) -> None:
        if len(self.answers) >= MOST_ANSWERS:
            self.overflowed = True
            self.hall.metrics.count("yonto_resyncs_total", "why", "slow")
            return
        self.answers.append(messages.encode(told))
        self.ready.set()

    async def send(self) -> None:
        """Send what there is whenever the line is free; end when it is not for too long."""
        while True:
            await self.ready.wait()
            self.ready.clear()
            while self.answers or self.dirty or self.overflowed:
                data = self.next_out()
                if data is not None:
                    async with asyncio.timeout(SEND_SECONDS):
                        await self.socket.send_text(data.decode())

    def next_out(self) -> bytes | None:
        if self.answers:
            return self.answers.popleft()
        if self.overflowed:
            self.overflowed = False
            return messages.encode(messages.Resync())
        table = next(iter(self.dirty))
        del self.dirty[table]
        return self.picture(table)

    def picture(self, name: str) -> bytes | None:
        """The table as this person may see it now."""
        watching = self.watching.get(name)
        if watching is None:
            return None
        table = watching.held.table
        self.draw_curtain(watching)
        if watching.past != (len(table.plays), table.rewinds):
            watching.past, watching.told = (len(table.plays), table.rewinds), 0
        picture = shown.show(
            table, self.person, watching.facing, watching.told, self.lang, now_ms(), watching.held.here(),
            watching.picture,
        )  # fmt: skip
        watching.told = picture.actions
        return messages.encode(picture)

    def draw_curtain(self, watching: Watching) -> None:
        """The curtain falls as soon as the turn is another's."""
        table = watching.held.table
        if watching.facing is not None and table.to_move not in (None, watching.facing):
            watching.facing, watching.told = None, 0

    # In

    async def run(self) -> None:
        self.lines.all.add(self)
        sender = asyncio.create_task(self.send())
        receiver = asyncio.create_task(self.receive())
        ending = asyncio.create_task(self.end.wait())
        try:
            self.answer(messages.Welcome(__version__, self.person, self.lang))
            await asyncio.wait({sender, receiver, ending}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.lines.all.discard(self)
            for name in list(self.watching):
                self.unwatch(name)
            for task in (sender, receiver, ending):
                task.cancel()
            for outcome in await asyncio.gather(sender, receiver, ending, return_exceptions=True):
                if isinstance(outcome, Exception) and not isinstance(outcome, TimeoutError | WebSocketDisconnect):
                    log.error("a connection failed", exc_info=outcome)
            await self.hang_up()

    async def hang_up(self) -> None:
        if self.socket.application_state is WebSocketState.CONNECTED:
            try:
                async with asyncio.timeout(1):
                    await self.socket.close(1011)
            except (RuntimeError, TimeoutError, WebSocketDisconnect):
                pass

    async def receive(self) -> None:
        while True:
            event = await self.socket.receive()
            if event["type"] == "websocket.disconnect":
                return
            await self.take(event.get("text"))

    async def take(self, text: str | None) -> None:
        """One message. Whatever it is, the answer is an answer and the server stays well."""
        number, start = "", time.perf_counter()
        try:
            try:
                message = read_message(text)
                number = message.id
            finally:
                self.limit.take("")
            self.hall.metrics.count("yonto_messages_total", "type", str(type(message).__struct_config__.tag))
            told = await self.reply(message)
            if told is not None:
                self.answer(told)
                self.hall.metrics.acted(time.perf_counter() - start)
        except YontoError as error:
            self.refuse(number, error, text)
        except Exception:
            log.exception("a message failed")
            self.refuse(number, BadMessage("fault.bug"), text)

    def refuse(self, number: str, error: YontoError, text: str | None) -> None:
        self.hall.metrics.count("yonto_refusals_total", "error", type(error).__name__)
        data = error_data(error, self.lang)
        self.answer(messages.Failed(number, **data))
        if isinstance(error, Stale):
            for table in self.watching:
                if text is not None and table in text:
                    self.changed(table)

    async def reply(self, message: messages.Message) -> Told | None:
        match message:
            case Hello(lang=lang):
                self.lang = lang
                for name, watching in self.watching.items():
                    watching.told = 0
                    self.changed(name)
                return Ok(message.id)
            case Ping():
                return Ok(message.id)
            case Watch() | Unwatch() | Curtain() | Hint() | Preview() | Chat():
                return await self.ask(message)
            case _:
                facing = self.watching[message.table].facing if message.table in self.watching else None
                seq = await self.hall.act(self.person, facing, message, self.lines.absent)
                return Ok(message.id, seq, message.table)

    async def ask(self, message: messages.Question) -> Told | None:
        """Messages that change nothing at the table itself."""
        if isinstance(message, Watch):
            await self.watch(message.table, message.picture)
            return Ok(message.id, self.watching[message.table].held.table.seq, message.table)
        watching = self.watching.get(message.table)
        if watching is None:
            raise NotNow("fault.not_watching")
        match message:
            case Unwatch():
                self.unwatch(message.table)
            case Curtain(player=player):
                self.open_curtain(watching, player)
            case Hint():
                return await self.hint(watching, message)
            case Preview():
                table = watching.held.table
                foreseen = shown.preview(table, self.mover(watching), message.move, self.lang)
                return messages.PreviewIs(message.id, message.table, table.seq, *foreseen)
            case Chat(text=text):
                await self.chats.say(watching.held, self.person, text)
        return Ok(message.id, watching.held.table.seq, message.table)

    async def watch(self, name: str, picture: bool) -> None:
        if name not in self.watching and len(self.watching) >= MOST_TABLES:
            raise TooBig("fault.too_many_watched", most=MOST_TABLES)
        held = await self.hall.find(name)
        allowed_to_watch(held.table, self.person)
        self.watching[name] = Watching(held, picture=picture)
        held.watchers.add(self)
        held.tell()
        for line in await self.chats.recent(held.table):
            self.answer(line)
        self.hall.follow(held)

    def unwatch(self, name: str) -> None:
        watching = self.watching.pop(name)
        watching.held.watchers.discard(self)
        self.dirty.pop(name, None)
        watching.held.tell()

    def open_curtain(self, watching: Watching, player: int | None) -> None:
        """Only for one's own player, and only for the one to move: nobody peeks while another thinks."""
        table = watching.held.table
        own = table.players_of(self.person)
        if player is not None and player not in own:
            raise NotAllowed("fault.not_yours")
        if player is not None and table.to_move is not None and player != table.to_move:
            raise NotNow("fault.curtain_turn")
        watching.facing, watching.told = player, 0
        self.changed(table.id)

    def mover(self, watching: Watching) -> int:
        """The player to move, if this person plays and faces him."""
        table = watching.held.table
        player = shown.faced(table, self.person, watching.facing)
        if player is None or player != table.to_move or table.paused:
            raise NotNow("fault.not_your_move")
        return player

    async def hint(self, watching: Watching, message: Hint) -> messages.HintIs:
        table = watching.held.table
        if not table.terms.hints:
            raise NotAllowed("fault.no_hints")
        player = self.mover(watching)
        seq = table.seq
        move, reasons = await self.hall.bots.hint(table, player)
        w = shown.speech(self.lang, table.game.name)
        return messages.HintIs(message.id, table.id, seq, move, tuple(shown.said(line, w) for line in reasons))


def read_message(text: str | None) -> messages.Message:
    """A typed message, or a clear error and nothing else."""
    if text is None:
        raise BadMessage("fault.binary")
    if len(text) > LONGEST_MESSAGE:
        raise TooBig("fault.message_size", most=LONGEST_MESSAGE)
    try:
        message: messages.Message = messages.decode(text)
    except msgspec.DecodeError as error:
        raise BadMessage("fault.message", reason=str(error)) from None
    except (UnicodeEncodeError, RecursionError):
        raise BadMessage("fault.message", reason="text") from None
    return message
