"""A player of your own: joins a table by its code and plays over the documented protocol (docs/protocol.md).

    python examples/bot.py http://127.0.0.1:8000 CODE [NAME]

It takes a free place, then answers every position with a random one of the legal moves that the server lists. To make
it clever, change `choose`. It asks for whole tables, which is simplest; who plays much watches with `"changes": true`
and keeps the table up to date with `yonto.server.changes.Follower`, or forty lines like it.
"""

import json
import random
import secrets
import sys
import time
import urllib.request
import uuid
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect


def choose(shown: dict[str, Any]) -> str:
    """The text of the move to play. `shown["view"]` is all that this seat may see."""
    move: str = random.choice(shown["legal"])["text"]
    return move


def find(url: str, code: str) -> tuple[str, str]:
    """The table of a code, and the cookie that says who we are from now on."""
    with urllib.request.urlopen(f"{url}/api/codes/{code}") as response:
        cookie = response.headers["set-cookie"].split(";")[0]
        return json.load(response)["table"], cookie


def sitting(shown: dict[str, Any], name: str) -> dict[str, Any]:
    """Taking a seat, with our share of the chance: the server is bound already, now we add what it could not know."""
    message = {"type": "sit", "table": shown["table"], "id": "sit", "name": name}
    if shown["promised"] is not None:
        message["chance"] = {"sha256": shown["promised"]["sha256"], "share": secrets.token_hex(32)}
    return message


def play(url: str, table: str, cookie: str, name: str, pending: dict[str, Any] | None) -> dict[str, Any] | None:
    """One connection, until it is cut (then: the move that was not acknowledged) or the game is over (None)."""
    with connect(url.replace("http", "ws", 1) + "/api/live", additional_headers={"Cookie": cookie}) as line:
        line.send(json.dumps({"type": "watch", "table": table, "id": "watch"}))
        if pending is not None:
            line.send(json.dumps(pending))  # the same id: if it was stored, nothing happens twice
        shown: dict[str, Any] = {}
        sat = False
        try:
            for text in line:
                message = json.loads(text)
                if message["type"] == "table":
                    if not sat:
                        line.send(json.dumps(sitting(message, name)))
                        sat = True
                    shown = message
                elif pending is not None and message.get("id") == pending["id"]:
                    pending = None
                if shown and shown["result"] is not None:
                    sys.stdout.write(f"{shown['result']}\n")
                    return None
                if shown and shown["legal"] and pending is None:
                    pending = {"type": "play", "table": table, "seq": shown["seq"], "move": choose(shown)}
                    pending["id"] = str(uuid.uuid4())
                    line.send(json.dumps(pending))
                    shown = {}
        except ConnectionClosed:
            pass
    return pending or {}


def main() -> None:
    if not 3 <= len(sys.argv) <= 4:
        sys.exit(__doc__)
    url, code, name = (*sys.argv[1:], "Bot")[:3]
    table, cookie = find(url.rstrip("/"), code)
    pending: dict[str, Any] | None = {}
    while pending is not None:
        try:
            pending = play(url.rstrip("/"), table, cookie, name, pending or None)
        except OSError as error:
            sys.stdout.write(f"{error}; trying again\n")
            time.sleep(1)


if __name__ == "__main__":
    main()
