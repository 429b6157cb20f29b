"""The page printed into a PDF file by whatever browser there is."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from yonto.paper.settings import CannotPrint

# By their names on the path, the quickest first; on other systems they lie where their makers put them.
NAMES = (
    "chromium-headless-shell", "chrome-headless-shell", "chromium", "chromium-browser", "google-chrome",
    "google-chrome-stable", "microsoft-edge", "msedge", "brave-browser", "chrome",
)  # fmt: skip
PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    "/Applications/Brave Browser.app/Contents/MacOS/Brave Browser",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
)
PATIENCE = 180  # seconds: a slow machine with all pages of a large box


def browser(named: str | None, html_instead: str) -> str:
    """The browser that was named, or the first that is found; else the sentence that says what can be done."""
    found = shutil.which(named) if named else next(filter(None, map(shutil.which, (*NAMES, *PLACES))), None)
    if found is None:
        raise CannotPrint("pdf.no_browser", file=html_instead)
    return found


def print_page(html: str, file: Path, program: str) -> None:
    """Have the browser print a page into a file; the file is there whole or not at all."""
    with tempfile.TemporaryDirectory(prefix="yonto-print-") as folder:
        page, draft = Path(folder, "box.html"), Path(folder, "box.pdf")
        page.write_text(html, encoding="utf-8")
        run(
            program,
            [*SWITCHES, *sandbox(), f"--user-data-dir={folder}/profile", f"--print-to-pdf={draft}", page.as_uri()],
        )
        if not draft.is_file() or not draft.read_bytes().startswith(b"%PDF"):
            raise CannotPrint("pdf.failed", browser=program, reason="no file")
        beside = file.with_name(f".{file.name}.part")
        shutil.copyfile(draft, beside)
        beside.replace(file)


SWITCHES = ("--headless", "--disable-gpu", "--no-pdf-header-footer", "--no-first-run", "--hide-scrollbars")


def sandbox() -> list[str]:
    """Chromium refuses its sandbox to root; the page is our own and loads nothing."""
    return ["--no-sandbox"] if sys.platform != "win32" and os.geteuid() == 0 else []


def run(program: str, switches: list[str]) -> None:
    try:
        done = subprocess.run([program, *switches], capture_output=True, text=True, timeout=PATIENCE, check=False)
    except subprocess.TimeoutExpired:
        raise CannotPrint("pdf.late", browser=program, n=PATIENCE) from None
    except OSError as error:
        raise CannotPrint("pdf.failed", browser=program, reason=str(error.strerror)) from None
    if done.returncode:
        said = done.stderr.strip().splitlines()
        raise CannotPrint("pdf.failed", browser=program, reason=said[-1] if said else str(done.returncode))
