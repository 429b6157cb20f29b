"""Finds a Chromium for the browser tests, or installs one and says so.

python tests/browser/chromium.py
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

# The headless shell draws the same pages for half the work: it has no window, so nothing is composed for a screen.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
PACKAGES = ("chromium-headless-shell", "chromium")  # Debian's; older releases have only the second
LIBRARY = "libatomic1"  # what Playwright's own node asks for, and a bare Debian has not


def find() -> str | None:
    """The browser to drive: the machine's, or the one Playwright keeps."""
    for name in NAMES:
        if path := shutil.which(name):
            return path
    if not driver_runs():
        return None
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def driver_runs() -> bool:
    """Whether the program with which Playwright drives a browser starts at all."""
    return subprocess.run([sys.executable, "-m", "playwright", "--version"], capture_output=True).returncode == 0


def install() -> None:
    """Debian's packages where we may install packages, else Playwright's own download."""
    if shutil.which("apt-get") and os.geteuid() == 0:
        print("No Chromium here, or nothing that drives it: installing Debian's …", flush=True)
        quiet = {"stdout": subprocess.DEVNULL, "env": {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}}
        subprocess.run(["apt-get", "update", "-qq"], check=False, **quiet)  # type: ignore[call-overload]
        if not driver_runs():
            subprocess.run(["apt-get", "install", "-y", "-qq", LIBRARY], check=False, **quiet)  # type: ignore[call-overload]
        for package in PACKAGES:
            if find() is None:
                subprocess.run(["apt-get", "install", "-y", "-qq", package], check=False, **quiet)  # type: ignore[call-overload]
    if find() is None:
        print("No Chromium here: downloading Playwright's …", flush=True)
        subprocess.run([sys.executable, "-m", "playwright", "install", "--with-deps", "chromium"], check=False)


def main() -> None:
    if find() is None or not driver_runs():
        install()
    if not driver_runs():
        sys.exit(
            f"Playwright does not start here: python -m playwright --version says why (Debian: install {LIBRARY})."
        )
    if find() is None:
        sys.exit("The browser tests need Chromium, and it could not be installed: install the package chromium.")


if __name__ == "__main__":
    main()
