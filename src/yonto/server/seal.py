"""Signing records: Ed25519 (RFC 8032), so that whoever knows the server's public key sees if a copy was changed.

Plain integers are enough: a round is signed once, when its record is first asked for, which takes a few milliseconds.
Points of the curve are (X, Y, Z, T) with x = X/Z, y = Y/Z and x·y = T/Z.
"""

import hashlib
import secrets
from dataclasses import replace

from yonto.core import records
from yonto.core.records import Record

NOTE = "signed"  # the header of a record that holds the signature

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
ROOT = pow(2, (P - 1) // 4, P)  # of -1

Point = tuple[int, int, int, int]
NEUTRAL: Point = (0, 1, 1, 0)


def add(a: Point, b: Point) -> Point:
    one, two = (a[1] - a[0]) * (b[1] - b[0]) % P, (a[1] + a[0]) * (b[1] + b[0]) % P
    three, four = 2 * a[3] * b[3] * D % P, 2 * a[2] * b[2] % P
    e, f, g, h = two - one, four - three, four + three, two + one
    return e * f % P, g * h % P, f * g % P, e * h % P


def multiply(number: int, point: Point) -> Point:
    result = NEUTRAL
    while number:
        if number & 1:
            result = add(result, point)
        point = add(point, point)
        number >>= 1
    return result


def equal(a: Point, b: Point) -> bool:
    return (a[0] * b[2] - b[0] * a[2]) % P == 0 and (a[1] * b[2] - b[1] * a[2]) % P == 0


def x_of(y: int, odd: int) -> int | None:
    """The x that belongs to a y of the curve; None if there is none."""
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT % P
    if (x * x - square) % P or (x == 0 and odd):
        return None
    return P - x if x & 1 != odd else x


def write_point(point: Point) -> bytes:
    inverse = pow(point[2], -1, P)
    x, y = point[0] * inverse % P, point[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def read_point(data: bytes) -> Point | None:
    number = int.from_bytes(data, "little")
    y, odd = number & ((1 << 255) - 1), number >> 255
    x = x_of(y, odd) if y < P else None
    return None if x is None else (x, y, 1, x * y % P)


BASE_Y = 4 * pow(5, -1, P) % P
BASE = read_point(BASE_Y.to_bytes(32, "little")) or NEUTRAL


def hashed(*parts: bytes) -> int:
    return int.from_bytes(hashlib.sha512(b"".join(parts)).digest(), "little")


class Key:
    """A secret of 32 bytes, and the public key that follows from it."""

    def __init__(self, secret: bytes) -> None:
        half = hashlib.sha512(secret).digest()
        self.number = int.from_bytes(half[:32], "little") & ((1 << 254) - 8) | 1 << 254
        self.prefix = half[32:]
        self.public = write_point(multiply(self.number, BASE))

    def sign(self, message: bytes) -> bytes:
        nonce = hashed(self.prefix, message) % ORDER
        commitment = write_point(multiply(nonce, BASE))
        challenge = hashed(commitment, self.public, message) % ORDER
        return commitment + ((nonce + challenge * self.number) % ORDER).to_bytes(32, "little")


def holds(public: bytes, message: bytes, signature: bytes) -> bool:
    """Whether the owner of this key signed exactly this."""
    key, commitment = read_point(public), read_point(signature[:32])
    answer = int.from_bytes(signature[32:], "little")
    if key is None or commitment is None or len(signature) != 64 or answer >= ORDER:
        return False
    challenge = hashed(signature[:32], public, message) % ORDER
    return equal(multiply(answer, BASE), add(commitment, multiply(challenge, key)))


def new_secret() -> bytes:
    return secrets.token_bytes(32)


def bare(record: Record) -> bytes:
    """What is signed: the whole record but for the signature."""
    notes = {name: value for name, value in record.notes.items() if name != NOTE}
    return records.write(replace(record, notes=notes)).encode()


def signed(record: Record, key: Key) -> Record:
    """The record with a signature among its headers."""
    value = f"ed25519={key.public.hex()} {key.sign(bare(record)).hex()}"
    return replace(record, notes={**record.notes, NOTE: value})
