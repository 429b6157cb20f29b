"""The form for a new table, pressed as people press it."""

from typing import Any

import pytest
from playwright.sync_api import expect


@pytest.mark.parametrize("clock", ["none", "move", "total", "days"])
def test_the_form_opens_a_table_with_any_clock(visit: Any, clock: str) -> None:
    page = visit().go("/new?game=niya")
    page.get_by_text("Clock, match").click()
    page.get_by_label("Clock").select_option(clock)
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")
    expect(page.get_by_label("Code of the table")).to_be_visible()
