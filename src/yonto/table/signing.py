"""Signing records with Ed25519, so that whoever knows the server's public key sees if a copy was changed.

The key is the server's own, made once and kept in its store; a record is signed whenever it is written out.
"""

import secrets
from dataclasses import replace

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from yonto.core import records
from yonto.core.records import Record

NOTE = "signed"  # the header of a record that holds the signature


class Key:
    """A secret of 32 bytes, and the public key that follows from it."""

    def __init__(self, secret: bytes) -> None:
        self.private = Ed25519PrivateKey.from_private_bytes(secret)
        self.public = self.private.public_key().public_bytes_raw()

    def sign(self, message: bytes) -> bytes:
        return self.private.sign(message)


def holds(public: bytes, message: bytes, signature: bytes) -> bool:
    """Whether the owner of this key signed exactly this."""
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


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
