"""How far a request goes: of all that comes on a connection, which bytes still belong to the one that is being read.

Only that is looked for; what a request says, and whether it is one, uvicorn's parser decides. Where the two could
differ this one ends a request too early rather than too late: then uvicorn waits, and its time runs out.
"""

import re
from collections.abc import Callable

MOST_HEAD = 32_768  # bytes: all of a browser's cookies have room in it
MOST_LINE = 1024  # of one line between the chunks of a body
MOST_LINES = 100  # after the last chunk

BLANK_LINE = re.compile(rb"\n\r?\n")
CHUNKED = re.compile(rb"\ntransfer-encoding[ \t]*:", re.IGNORECASE)
LENGTH = re.compile(rb"\ncontent-length[ \t]*:[ \t]*([0-9]{1,18})[ \t]*\r?\n", re.IGNORECASE)


class TooLong(Exception):
    """A head, or a line, without end."""


class Request:
    """One request while it comes: its head, then a body of known length, or one in chunks."""

    __slots__ = ("body", "left", "line", "lines", "step", "whole")

    def __init__(self) -> None:
        self.line = bytearray()  # the head so far, or a line between chunks
        self.lines = 0
        self.left = 0  # bytes of the body, or of a chunk, that are to come
        self.body = 0  # bytes after the head that have come
        self.whole = False
        # Not bound to it: each request would be a circle, which only the collector could free.
        self.step: Callable[[Request, bytes], int] = Request.in_head

    def take(self, data: bytes) -> int:
        """How many of these bytes belong to it."""
        at = 0
        while at < len(data) and not self.whole:
            in_body = self.step is not Request.in_head
            used = self.step(self, data[at:])
            self.body += used if in_body else 0
            at += used
        return at

    def in_head(self, data: bytes) -> int:
        if not self.line and data[:1] in (b"\r", b"\n"):
            return 1  # an empty line before it is passed over
        before = len(self.line)
        self.line += data
        end = BLANK_LINE.search(self.line, max(0, before - 2))
        if (end.end() if end else len(self.line)) > MOST_HEAD:
            raise TooLong
        if end is None:
            return len(data)
        head = bytes(self.line[: end.end()])
        self.line.clear()
        self.expect_body(head)
        return end.end() - before

    def expect_body(self, head: bytes) -> None:
        length = LENGTH.search(head)
        self.left = int(length[1]) if length else 0
        if CHUNKED.search(head):
            self.step = Request.in_size
        elif self.left:
            self.step = Request.in_body
        else:
            self.whole = True

    def in_body(self, data: bytes) -> int:
        used = min(self.left, len(data))
        self.left -= used
        self.whole = not self.left
        return used

    def in_chunk(self, data: bytes) -> int:
        used = min(self.left, len(data))
        self.left -= used
        if not self.left:
            self.step = Request.in_size
        return used

    def in_size(self, data: bytes) -> int:
        """The line before a chunk; what is no number is for uvicorn to refuse."""
        used, line = self.one_line(data)
        if line is not None:
            try:
                size = int(line.partition(b";")[0], 16)
            except ValueError:
                size = 0
            self.left = size + 2  # its own end of line
            self.step = Request.in_chunk if size > 0 else Request.in_trailers
        return used

    def in_trailers(self, data: bytes) -> int:
        used, line = self.one_line(data)
        if line is not None:
            self.lines += 1
            self.whole = not line.strip()
            if self.lines > MOST_LINES:
                raise TooLong
        return used

    def one_line(self, data: bytes) -> tuple[int, bytes | None]:
        """How much of this belongs to a line, and the line when it has come whole."""
        end = data.find(b"\n") + 1
        self.line += data[:end] if end else data
        if len(self.line) > MOST_LINE:
            raise TooLong
        if not end:
            return len(data), None
        line = bytes(self.line)
        self.line.clear()
        return end, line
