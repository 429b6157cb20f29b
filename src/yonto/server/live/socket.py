"""What a connection needs of a websocket, whoever brings its bytes."""

from typing import Protocol

from yonto.server.ops.cost import Payer


class Listener(Protocol):
    """Whoever the messages are for."""

    def heard(self, data: bytes, text: bool) -> None:
        """A message: text as it came, not yet known to be UTF-8, or binary."""

    def relieved(self) -> None:
        """The peer takes messages again."""

    def outspent(self) -> None:
        """The peer goes on costing more than it may, though it was made to wait."""


class Socket(Protocol):
    """An open websocket. Nothing here waits but `closed`."""

    @property
    def full(self) -> bool:
        """Whether the peer takes less than it is sent: then nothing should be sent until it is relieved. A peer that
        stays so is given up."""

    def attach(self, listener: Listener, payer: Payer) -> None:
        """From now on messages go there. What reading them takes is paid for: who is in debt is not read."""

    def send(self, messages: list[bytes]) -> None:
        """Send texts in one go. They are not kept back: look at `full` first."""

    def pause(self) -> None:
        """Read no more until resumed, so that the peer feels it."""

    def resume(self) -> None:
        """Read on."""

    def close(self, code: int) -> None:
        """Say goodbye. Nothing is heard from now on."""

    async def closed(self) -> None:
        """Wait until one side has closed."""
