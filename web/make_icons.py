"""Draws the PNG icons in public/ from public/icon.svg, with rsvg-convert.

python web/make_icons.py

Phones cut icons to shapes of their own: theirs have no round corners, and the mark stays inside the middle.
"""

import re
import subprocess
from pathlib import Path

PUBLIC = Path(__file__).parent / "public"
# name: pixels, share of the width that the field of the mark takes, whether the corners stay round
ICONS = {
    "icon-192.png": (192, 0.88, True),
    "icon-512.png": (512, 0.88, True),
    "icon-180.png": (180, 0.82, False),
    "icon-maskable-512.png": (512, 0.7, False),
}


def drawn(svg: str, share: float, rounded: bool) -> str:
    """The icon with its mark at another size."""
    at = 32 * (1 - share)
    svg, found = re.subn(r'transform="[^"]*"', f'transform="translate({at:g} {at:g}) scale({share})"', svg)
    assert found == 1, "one group holds the mark"
    return svg if rounded else re.sub(r' rx="\d+"', "", svg)


def main() -> None:
    svg = (PUBLIC / "icon.svg").read_text(encoding="utf-8")
    for name, (pixels, share, rounded) in ICONS.items():
        size = ["-w", str(pixels), "-h", str(pixels)]
        data = drawn(svg, share, rounded).encode()
        subprocess.run(["rsvg-convert", *size, "-o", str(PUBLIC / name)], input=data, check=True)


if __name__ == "__main__":
    main()
