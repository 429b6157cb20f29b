"""axe-core in the page: what it finds fault with."""

from functools import cache
from typing import Any

from playwright.sync_api import Page
from rooms import ROOT

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
# What passes is not reported, and no style sheet is fetched for the one rule that would read it, which is not run.
QUICKLY: dict[str, Any] = {"resultTypes": ["violations"], "preload": {"assets": ["media"]}, "elementRef": False}
EVERYTHING: dict[str, Any] = QUICKLY
CONTRAST = {**QUICKLY, "runOnly": ["color-contrast"]}
# Contrast is that of a page which is drawn.
RUN = """async (asked) => {
  window.drawn?.(true);
  const found = await axe.run(document, asked);
  window.drawn?.(false);
  return found.violations;
}"""
# Colours change over a moment; what goes round for ever is not waited for.
FADED = """async () => {
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  const ends = (each) => each.effect.getComputedTiming().endTime !== Infinity;
  await Promise.allSettled(document.getAnimations().filter(ends).map((each) => each.finished));
}"""


@cache
def source() -> str:
    return AXE.read_text(encoding="utf-8")


def violations(page: Page, asked: dict[str, Any] = EVERYTHING) -> list[str]:
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(source())
    found: list[dict[str, Any]] = page.evaluate(RUN, asked)
    return [f"{each['id']}: {node['target']} {node['failureSummary']}" for each in found for node in each["nodes"]]


def by_day_and_night(page: Page) -> list[str]:
    """Everything in the light theme, and then the same page in the dark one, which differs by its colours alone."""
    page.emulate_media(color_scheme="light")
    found = violations(page)
    page.emulate_media(color_scheme="dark")
    page.evaluate(FADED)
    found += [f"dark: {each}" for each in violations(page, CONTRAST)]
    page.emulate_media(color_scheme="light")
    return found
