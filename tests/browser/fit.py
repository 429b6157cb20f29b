"""Whether a table fits the screen and stands still: what is measured in every mode of a turn."""

from collections.abc import Iterable

from playwright.sync_api import Page

DESKS = ((1280, 800), (1366, 768), (1920, 1080))
PHONES = ((390, 844), (360, 740))
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50))))"

# Nothing scrolls: neither the page nor the board's region, and nothing of the board lies outside of it.
TOO_LARGE = """() => {
  const found = [], page = document.documentElement, region = document.querySelector('#board');
  if (page.scrollHeight > innerHeight) found.push(`the page is ${page.scrollHeight} px high`);
  if (page.scrollWidth > innerWidth) found.push(`the page is ${page.scrollWidth} px wide`);
  if (region.scrollHeight > region.clientHeight + 1)
    found.push(`the board is ${region.scrollHeight} px high in ${region.clientHeight}`);
  if (region.scrollWidth > region.clientWidth + 1)
    found.push(`the board is ${region.scrollWidth} px wide in ${region.clientWidth}`);
  return found;
}"""

# Where things stand, to a tenth of a pixel.
BOXES = """(wanted) => {
  const box = (thing) => {
    const { x, y, width, height } = thing.getBoundingClientRect();
    return [x, y, width, height].map((n) => Math.round(n * 10) / 10);
  };
  return Object.fromEntries(wanted.map((each) => [each, [...document.querySelectorAll(each)].map(box)]));
}"""

Boxes = dict[str, list[list[float]]]


def too_large(page: Page, sizes: Iterable[tuple[int, int]]) -> list[str]:
    """What does not fit, at each of these sizes; the last one stays."""
    found = []
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        found += [f"{width}×{height}: {each}" for each in still_too_large(page)]
    return found


def still_too_large(page: Page) -> list[str]:
    """What does not fit once everything has found its new place: a busy machine draws late."""
    left: list[str] = []
    for _ in range(20):
        page.evaluate(DRAWN)
        left = page.evaluate(TOO_LARGE)
        if not left:
            break
        page.wait_for_timeout(100)
    return left


def boxes(page: Page, *wanted: str) -> Boxes:
    """Where the things that these selectors find stand, once they stand still."""
    last, found = None, now(page, *wanted)
    while found != last:
        last, found = found, now(page, *wanted)
    return found


def now(page: Page, *wanted: str) -> Boxes:
    page.evaluate(DRAWN)
    found: Boxes = page.evaluate(BOXES, list(wanted))
    return found


def outside(page: Page, *wanted: str) -> list[str]:
    """Which of these are not wholly inside the viewport."""
    size = page.viewport_size
    assert size is not None
    return [
        f"{each} at {box}"
        for each, found in boxes(page, *wanted).items()
        for box in found or [[-1.0, -1.0, 0.0, 0.0]]
        if box[0] < 0 or box[1] < 0 or box[0] + box[2] > size["width"] + 0.5 or box[1] + box[3] > size["height"] + 0.5
    ]
