"""axe-core in the page: what it finds fault with."""

from typing import Any

from playwright.sync_api import Page
from rooms import ROOT

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"


def violations(page: Page) -> list[str]:
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = page.evaluate("async () => (await axe.run(document)).violations")
    return [f"{each['id']}: {node['target']} {node['failureSummary']}" for each in found for node in each["nodes"]]
