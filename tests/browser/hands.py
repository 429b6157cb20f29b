"""Hands that play: one action by clicks on the board of each game, the way a person would."""

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

THOUGHT = 240_000  # ms: on a cold machine a computer's first thought is compiled first

def start(page: Page, game: str, level: str = "discoverer") -> None:
    """From the home page to a table against a computer, in two clicks at most."""
    card = page.get_by_role("article").filter(has=page.get_by_role("heading", name=game, exact=True))
    card.get_by_role("combobox").select_option(level)
    card.get_by_role("button").click()
    page.wait_for_url("**/t/*")
    expect(page.locator("#board")).to_be_visible()


def my_turn(page: Page) -> bool:
    """Waits until it is our turn or the game is over; which of them."""
    page.wait_for_function(
        """() => document.querySelector('.now.mine') && !document.querySelector('[aria-busy=true]')
              || document.querySelector('.seats .won')""",
        timeout=THOUGHT,
    )
    return page.locator(".seats .won").count() == 0


def confirm(page: Page) -> None:
    """The move that is being considered, if the table asks."""
    button = page.locator(".trial button.first")
    if button.count():
        button.click()


def niya(page: Page) -> None:
    page.locator("#board button.cell.lit").first.click()


HANDS: dict[str, Callable[[Page], None]] = {"Niya": niya}


def lit(page: Page) -> Locator:
    return page.locator("#board .lit")


def play_out(page: Page, game: str, most: int = 600) -> int:
    """Plays by clicks until the game is over; how many actions that took."""
    for done in range(most):
        if not my_turn(page):
            return done
        before = page.locator("[data-seq]").get_attribute("data-seq")
        HANDS[game](page)
        confirm(page)
        page.wait_for_function("seq => document.querySelector('[data-seq]').dataset.seq !== seq", arg=before)
    raise AssertionError(f"{game} did not end within {most} actions")
