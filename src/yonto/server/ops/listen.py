"""The port: bound before anything else is opened, so that one that is taken is one sentence; and the addresses under
which people reach it."""

import contextlib
import errno
import socket

from yonto.core.errors import BadOption
from yonto.server.ops.config import Config

EVERYWHERE = ("0.0.0.0", "::", "")
LOWEST, HIGHEST = 0, 65535  # ports
NEAR = 50  # ports that are tried for one that is free
# Addresses that exist for documentation: asking the way there sends nothing.
NOWHERE = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))


def listen(host: str, port: int) -> list[socket.socket]:
    """Sockets bound to every address of the host; BadOption says what is in the way, and which port is free."""
    check_port(port)
    sockets: list[socket.socket] = []
    try:
        found = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        for family, kind, protocol, _, address in dict.fromkeys(found):
            sockets.append(bind(family, kind, protocol, (address[0], port, *address[2:])))
            port = port or sockets[0].getsockname()[1]
    except (socket.gaierror, UnicodeError):
        raise BadOption("start.host", "server", host=host) from None
    except OSError as error:
        for each in sockets:
            each.close()
        raise refusal(error, host, port) from None
    return sockets


def check_port(port: int) -> None:
    if not LOWEST <= port <= HIGHEST:
        raise BadOption("start.port_range", "server", value=port, lowest=LOWEST, highest=HIGHEST)


def bind(family: int, kind: int, protocol: int, address: tuple[object, ...]) -> socket.socket:
    sock = socket.socket(family, kind, protocol)
    try:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        sock.bind(address)
        sock.listen()  # else two could be bound to it, and the second would hear of it later
        sock.setblocking(False)
    except BaseException:
        sock.close()
        raise
    return sock


def refusal(error: OSError, host: str, port: int) -> BadOption:
    if error.errno == errno.EADDRINUSE:
        return BadOption("start.port_taken", "server", port=port, free=next_free(host, port))
    if error.errno in (errno.EACCES, errno.EPERM):
        return BadOption("start.port_denied", "server", port=port, free=next_free(host, 8000))
    if error.errno == errno.EADDRNOTAVAIL:
        return BadOption("start.host", "server", host=host)
    return BadOption("start.port", "server", port=port, reason=error.strerror or str(error))


def next_free(host: str, port: int) -> int:
    """The next port that could be had; 0, which takes any, if none of the near ones can."""
    for near in range(port + 1, min(port + NEAR, HIGHEST + 1)):
        with contextlib.suppress(OSError):
            found = socket.getaddrinfo(host or None, near, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
            for family, kind, protocol, _, address in found:
                bind(family, kind, protocol, address).close()
            return near
    return 0


def addresses(config: Config, port: int) -> list[str]:
    """Under which a browser reaches the house: the first from this machine, the others from elsewhere."""
    if config.host not in EVERYWHERE:
        return [f"http://{bracketed(config.host)}:{port}/"]
    here = "[::1]" if config.host == "::" else "127.0.0.1"
    others = [f"{origin}/" for origin in config.origins] or [
        f"http://{name}:{port}/" for name in of_this_machine(config)
    ]
    return [f"http://{here}:{port}/", *others]


def bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def of_this_machine(config: Config) -> list[str]:
    """The addresses from which packets would leave, of the family that is listened at."""
    found = []
    for family, far in NOWHERE:
        if (family == socket.AF_INET6) != (config.host == "::"):
            continue
        with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((far, 9))
            found.append(bracketed(probe.getsockname()[0]))
    return [name for name in dict.fromkeys(found) if name not in ("127.0.0.1", "[::1]", "0.0.0.0")]
