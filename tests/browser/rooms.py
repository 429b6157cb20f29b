"""Where things are for the browser tests."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
CLIENT = ROOT / "src" / "yonto" / "server" / "client"
