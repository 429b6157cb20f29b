"""Finds a Chromium for the browser tests, or installs one and says so.

python tests/browser/chromium.py
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def find() -> str | None:
    """The browser to drive: the machine's, or the one Playwright keeps."""
    for name in NAMES:
        if path := shutil.which(name):
            return path
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def install() -> None:
    """Debian's package where we may install packages, else Playwright's own download."""
    if shutil.which("apt-get") and os.geteuid() == 0:
        print("No Chromium here: installing Debian's …", flush=True)
        quiet = {"stdout": subprocess.DEVNULL, "env": {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}}
        subprocess.run(["apt-get", "update", "-qq"], check=False, **quiet)  # type: ignore[call-overload]
        subprocess.run(["apt-get", "install", "-y", "-qq", "chromium"], check=False, **quiet)  # type: ignore[call-overload]
    if find() is None:
        print("No Chromium here: downloading Playwright's …", flush=True)
        subprocess.run([sys.executable, "-m", "playwright", "install", "--with-deps", "chromium"], check=False)


def main() -> None:
    if find() is None:
        install()
    if find() is None:
        sys.exit("The browser tests need Chromium, and it could not be installed: install the package chromium.")


if __name__ == "__main__":
    main()
