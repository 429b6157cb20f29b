"""Hands that play by clicks on the board, the way a person would who does not know the rules: what is lit is tried."""

from collections.abc import Callable
from random import Random as Random

from playwright.sync_api import Locator, Page, TimeoutError, expect

WIDE = {"viewport": {"width": 1500, "height": 900}}  # where the panel has a column of its own and is open
TRIES = 200  # blind clicks choose and drop the same thing again and again before they make a move
THOUGHT = 240_000  # ms: on a cold machine a computer's first thought is compiled first


def start(page: Page, game: str, level: str = "discoverer") -> None:
    """From the home page to a table against a computer, in two clicks at most."""
    card = page.get_by_role("article").filter(has=page.get_by_role("heading", name=game, exact=True))
    choose_level(card, level)
    card.locator(".now > button.first").click()
    page.wait_for_url("**/t/*")
    expect(page.locator("#board")).to_be_visible()


def choose_level(card: Locator, level: str) -> None:
    """By its picture, in the dialog that the card's button opens."""
    card.locator("button.level").click()
    card.locator("dialog label", has=card.page.locator(f'input[value="{level}"]')).click()
    expect(card.locator("dialog")).to_be_hidden()


def my_turn(page: Page) -> bool:
    """Waits until it is our turn or the game is over; which of them."""
    page.wait_for_function(
        """() => document.querySelector('.now.mine') && !document.querySelector('[aria-busy=true]')
              || document.querySelector('.seats .won')""",
        timeout=THOUGHT,
    )
    return page.locator(".seats .won").count() == 0


def panel(page: Page, tab: str, press: Callable[[Locator], None] = Locator.click) -> None:
    """Opens the panel beside the board at this tab."""
    if not page.locator("#panel").count():
        press(page.locator(".acts .panel"))
    press(page.locator("#panel").get_by_role("tab", name=tab))


def niya(page: Page) -> None:
    page.locator("#board button.cell.lit").first.click()


def pointing(page: Page, rng: Random, press: Callable[[Locator], None] = Locator.click) -> None:
    """Point at things that are lit, one after another, until they make a move."""
    before = page.locator("[data-seq]").get_attribute("data-seq")
    for _ in range(TRIES):
        stands, spots = page.evaluate(STANDS, [before, LIGHTS])
        if stands == "moved":
            wait_answered(page)
            return
        if stands == "asked":
            press(page.locator(".trial button.first"))
            page.wait_for_function(MOVED, arg=before)
            return
        assert stands == "on", f"nothing can be pointed at: {page.locator('main').inner_text()}"
        number = rng.randrange(len(spots))
        if press is Locator.click and spots[number]:
            page.mouse.click(*spots[number])
        elif press is Locator.click and page.locator(".why").count():
            page.keyboard.press("Escape")  # an answer that lies over it is put away
        else:
            press_one(page.locator(LIT).filter(visible=True), number, press)
    raise AssertionError(f"{TRIES} clicks on lit things made no move: {page.locator('main').inner_text()}")


def press_one(things: Locator, number: int, press: Callable[[Locator], None]) -> None:
    """One of them, unless it goes out or is put away at this moment: whoever points then points again."""
    thing = None
    try:
        thing = things.nth(number).element_handle(timeout=5_000)
        press(things.nth(number))
    except TimeoutError:
        if thing is not None and thing.is_visible():
            raise


# Qin has two lights: for where the tile goes as it is turned, and for where it goes when turned.
LIGHTS = "#board :is(button, [role=button]):is(.lit, .turns, [data-lit], .first), .acts .finish.first"
LIT = f":is({LIGHTS}):visible"
# How a move stands, in one question, once what was sent is answered: it is made, or asked for once more, or these spots
# are lit (nothing for what lies under something or out of sight, which has to be brought there first).
STANDS = """([seq, lights]) => new Promise((told) => {
  const spot = (thing) => {
    const { x, y, width, height } = thing.getBoundingClientRect();
    const at = [x + width / 2, y + height / 2], hit = document.elementFromPoint(...at);
    return hit && (thing === hit || thing.contains(hit)) ? at : null;
  };
  const shown = (thing) => {
    const { width, height } = thing.getBoundingClientRect();
    return width > 0 && height > 0 && getComputedStyle(thing).visibility === 'visible';
  };
  const end = performance.now() + 30_000;
  const look = () => {
    const answered = !document.querySelector('[data-sending=true]');
    if (answered && (document.querySelector('[data-seq]').dataset.seq !== seq || !document.querySelector('.now.mine')))
      return told(['moved', []]);
    if (answered && document.querySelector('.trial button.first')) return told(['asked', []]);
    const lit = answered ? [...document.querySelectorAll(lights)].filter(shown) : [];
    if (lit.length) return told(['on', lit.map(spot)]);
    if (performance.now() > end) return told(['late', []]);
    setTimeout(look, 15);  // what may be clicked is on its way
  };
  requestAnimationFrame(look);  // once the last click is drawn
})"""
MOVED = "seq => document.querySelector('[data-seq]').dataset.seq !== seq"


def wait_answered(page: Page) -> None:
    """Until what was sent is answered."""
    page.wait_for_function("() => !document.querySelector('[data-sending=true]')")


def play_out(page: Page, game: str, most: int = 1000) -> int:
    """Plays by clicks until the game is over; how many actions that took."""
    rng = Random(game)
    for done in range(most):
        if not my_turn(page):
            return done
        pointing(page, rng)
    raise AssertionError(f"{game} did not end within {most} actions")
