"""Websocket frames (RFC 6455, section 5.2): how long they are, and how texts are opened and wrapped."""

TEXT = 0x81  # a whole message of text
MASKED = 0x80
SIZE = 0x7F


def measure(data: bytes, at: int) -> tuple[int, int]:
    """The length of a frame's head, and where the frame ends; beyond the data if its head is not there whole."""
    if at + 2 > len(data):
        return 0, len(data) + 1
    size, head = data[at + 1] & SIZE, 2
    if size > 125:
        head = 4 if size == 126 else 10
        if at + head > len(data):
            return 0, len(data) + 1
        size = int.from_bytes(data[at + 2 : at + head], "big")
    if data[at + 1] & MASKED:
        head += 4
    return head, at + head + size


def short_text(data: bytes, at: int) -> int:
    """Where a client's whole text of at most 125 bytes ends that begins here, as nearly all do; 0: it is none, or not
    there whole. Its head has six bytes."""
    if at + 6 > len(data) or data[at] != TEXT:
        return 0
    size = data[at + 1] - MASKED
    end = at + 6 + size
    return end if 0 <= size <= 125 and end <= len(data) else 0


def is_text(data: bytes, at: int) -> bool:
    """Whether a client's whole text begins here, and no other kind of frame."""
    return data[at] == TEXT and data[at + 1] >= MASKED


def unmask(data: bytes, mask: bytes) -> bytes:
    """As one long number: no loop over bytes."""
    size = len(data)
    key = (mask * (size // 4 + 1))[:size]
    return (int.from_bytes(data, "little") ^ int.from_bytes(key, "little")).to_bytes(size, "little")


def head_of(size: int) -> bytes:
    """The head of a whole text frame from a server, which masks nothing."""
    if size < 126:
        return bytes((TEXT, size))
    if size < 65536:
        return b"\x81\x7e" + size.to_bytes(2, "big")
    return b"\x81\x7f" + size.to_bytes(8, "big")
