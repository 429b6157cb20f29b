"""`python -m yonto.server.ops.healthy`: exit 0 if the server of this container, or this machine, answers."""

import os
import sys
import urllib.request


def healthy(port: str) -> bool:
    """Whether the house lives; it may have more to do before it is ready."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(f"http://127.0.0.1:{port}/health", timeout=4) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


if __name__ == "__main__":
    sys.exit(0 if healthy(os.environ.get("YONTO_PORT", "8000")) else 1)
