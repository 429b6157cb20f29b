"""Why no house answers at an address, in the reader's language; the system and the libraries speak their own."""

import socket
import ssl
import urllib.error

from yonto.core.words import Key, Plain

# The first that fits: some are a kind of another.
REASONS: tuple[tuple[type[Exception], str], ...] = (
    (ssl.SSLCertVerificationError, "certificate"),
    (ssl.SSLError, "tls"),
    (socket.gaierror, "name"),
    (TimeoutError, "late"),
    (ConnectionRefusedError, "refused"),
    (ConnectionError, "cut"),
    (urllib.error.HTTPError, "other"),
    (ValueError, "other"),
    (KeyError, "other"),
    (TypeError, "other"),
)


def why_silent(error: Exception) -> Key | Plain:
    said = error
    if isinstance(error, urllib.error.URLError) and isinstance(error.reason, Exception):
        said = error.reason
    for kind, name in REASONS:
        if isinstance(said, kind):
            return Key(f"@silence.{name}")
    return Plain(said)
