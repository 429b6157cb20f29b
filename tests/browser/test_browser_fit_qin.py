"""Qin's table on one screen: it fits, stands still, and a tile is laid, carried, turned and confirmed where it lies."""

from collections.abc import Callable
from typing import Any

import hands
from fit import DESKS, PHONES, boxes, outside, too_large
from playwright.sync_api import Locator, Page, expect
from rooms import COMPUTER, PHONE, against

PLACES = ("#board .frame", "#board .hand", "#board .tile", "#board .tools", "#board .stock", ".acts > button")
LAID = "() => document.querySelector('#board [data-laid=trial]').outerHTML"  # how the tile on trial lies


def middle(thing: Locator) -> tuple[float, float]:
    box = thing.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def begun(visitor: Any) -> Page:
    page = against(visitor, "qin")
    page.mouse.move(1, 1)
    return page


def tried(page: Page) -> None:
    page.locator("#board .cell.lit").first.click()
    expect(page.locator("#board .decide")).to_be_visible()


def modes(page: Page) -> dict[str, Callable[[], Any]]:
    """What a person does in a turn, one after the other."""
    return {
        "a tile is picked": page.locator("#board .tile").nth(1).click,
        "it is turned": lambda: page.keyboard.press("r"),
        "it is aimed": page.locator("#board .cell.lit").first.hover,
        "it is tried": lambda: tried(page),
        "it is taken back": lambda: page.locator("#board .decide .no").click(),
        "a village refuses it": lambda: refused(page),
        "the master advises": lambda: advised(page),
    }


def refused(page: Page) -> None:
    page.locator("#board rect.cell[aria-label*=illage]").first.click()
    expect(page.locator(".why")).to_be_visible()


def advised(page: Page) -> None:
    page.keyboard.press("Escape")
    page.locator(".hinting").click()
    expect(page.locator("#board [data-laid=hint]")).to_be_visible(timeout=hands.THOUGHT)


def test_the_table_fits_every_desk_and_stands_still_in_every_mode_of_a_turn(visit: Any) -> None:
    page = against(visit(viewport={"width": 1280, "height": 800}), "qin", COMPUTER, COMPUTER, COMPUTER, first=0)
    assert not too_large(page, DESKS)
    page.set_viewport_size({"width": 1280, "height": 800})
    before = boxes(page, *PLACES)
    assert len(before["#board .tile"]) == 3
    for mode, act in modes(page).items():
        act()
        assert boxes(page, *PLACES) == before, mode
        assert not too_large(page, [(1280, 800)]), mode
    assert not too_large(page, DESKS)


def test_a_tile_is_carried_turned_and_confirmed_at_its_place(visit: Any) -> None:
    page = begun(visit(viewport={"width": 1280, "height": 800}, locale="fr-FR"))
    assert not too_large(page, DESKS)
    page.set_viewport_size({"width": 1280, "height": 800})
    x, y = middle(page.locator("#board .cell.lit").first)
    page.mouse.move(*middle(page.locator("#board .tile").first))
    page.mouse.down()
    page.mouse.move(x + 300, y, steps=3)
    page.mouse.move(x + 9, y - 9, steps=3)
    expect(page.locator("#board [data-laid=ghost]")).to_be_visible()
    page.mouse.up()
    expect(page.locator("#board .decide")).to_be_visible()
    lies = page.evaluate(LAID)
    page.keyboard.press("r")  # the focus is where the tile was let go
    page.wait_for_function(f"lies => ({LAID})() !== lies", arg=lies)
    before = page.locator("[data-seq]").get_attribute("data-seq")
    page.keyboard.press("Enter")
    page.wait_for_function(hands.MOVED, arg=before)
    hands.my_turn(page)
    tried(page)
    page.mouse.move(*middle(page.locator("#board .cell.held").first))
    page.mouse.down()
    page.mouse.move(x, y + 200, steps=3)
    page.keyboard.press("Escape")  # back into the hand
    page.mouse.up()
    expect(page.locator("#board [data-laid], #board .decide")).to_have_count(0)
    tried(page)
    before = page.locator("[data-seq]").get_attribute("data-seq")
    page.locator("#board .decide .yes").click()
    page.wait_for_function(hands.MOVED, arg=before)


def test_keys_lay_a_tile_and_reach_the_buttons_beside_it_and_what_things_are(visit: Any) -> None:
    page = begun(visit(viewport={"width": 1366, "height": 768}))
    page.locator("#board .cell.lit").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#board .decide")).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.locator("#board .decide .yes")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#board .decide")).to_have_count(0)
    page.locator("#board rect.cell[aria-label*=illage]").first.focus()
    page.keyboard.press("?")
    expect(page.locator(".explained")).to_contain_text("most pagodas in the provinces beside it")
    page.locator("#board .tile").first.focus()
    page.keyboard.press("?")
    expect(page.locator(".explained")).to_contain_text("Tile:")
    page.locator(".seats .chip").first.click()
    expect(page.locator(".seat-card:popover-open")).to_contain_text("Pagodas to put")
    page.keyboard.press("Escape")
    page.locator("button.goal").click()
    expect(page.locator("#panel")).to_contain_text("Whoever puts the last pagoda wins at once")


def test_on_a_phone_a_finger_carries_the_tile_and_everything_is_in_reach(visit: Any) -> None:
    visitor = visit(**{**PHONE, "viewport": {"width": 390, "height": 844}})
    page = begun(visitor)
    assert not too_large(page, PHONES)
    page.set_viewport_size({"width": 390, "height": 844})
    assert not outside(page, "#board .tile", "#board .tools button", ".acts > button", "#board .frame")
    before = boxes(page, *PLACES)
    x, y = middle(page.locator("#board .tile").first)
    to_x, to_y = middle(page.locator("#board .cell.lit").first)
    finger = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        at = [{"x": px, "y": py, "id": i} for i, (px, py) in enumerate(points)]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})

    touch("touchStart", (x, y))
    page.wait_for_timeout(700)  # a long press
    expect(page.locator(".explained")).to_contain_text("Tile:")
    touch("touchEnd")
    expect(page.locator("#board .decide")).to_have_count(0)
    touch("touchStart", (x, y))
    for part in (0.2, 0.6, 1.0):
        touch("touchMove", (x + (to_x - x) * part, y + (to_y + 46 - y) * part))
    expect(page.locator("#board [data-laid=ghost]")).to_be_visible()
    turned = page.locator("#board .picked g").first.get_attribute("transform")
    touch("touchStart", (x + (to_x - x), to_y + 46), (30, 500))  # a second finger turns it
    expect(page.locator(f'#board .picked g[transform="{turned}"]')).to_have_count(0)
    touch("touchEnd")
    expect(page.locator("#board .decide, .why").first).to_be_visible()  # it may fit so, or not
    page.keyboard.press("Escape")
    expect(page.locator("#board .decide, .why")).to_have_count(0)
    page.locator("#board .cell.lit").first.tap()
    expect(page.locator("#board .decide")).to_be_visible()
    assert boxes(page, *PLACES) == before
    assert not outside(page, "#board .decide button", ".trial button", ".acts > button")
    assert not too_large(page, PHONES)
    page.set_viewport_size({"width": 390, "height": 844})
    page.keyboard.press("Escape")
    page.locator("#board .tool").nth(1).tap()  # enlarged, the tile and its buttons come into view
    page.locator("#board .nudge").last.tap()
    expect(page.locator("#board .decide")).to_be_visible()
    assert not outside(page, "#board [data-laid=trial]", "#board .decide button", "#board .tools button")


# Frame by frame: how many coloured cells are drawn, which cells flash, and whether a flash would hide what lies there.
WATCH = """() => {
  const middle = (thing) => {
    const box = thing.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [tile] = document.querySelectorAll('#board [data-laid=trial]');
  window.own = tile.getBoundingClientRect().toJSON();
  window.seen = [];
  const look = () => {
    const fresh = [...document.querySelectorAll('#board .fresh')];
    window.seen.push({
      coloured: document.querySelectorAll('#board .halo').length,
      flashes: fresh.map(middle),
      covering: fresh.some((each) => getComputedStyle(each).fill !== 'none'),
    });
    requestAnimationFrame(look);
  };
  look();
}"""


def test_a_confirmed_tile_stays_and_no_other_flashes_with_it(visit: Any) -> None:
    """The preview vanished for a moment, the other's tile landed again, and white squares lay over the neighbours."""
    page = against(visit(viewport={"width": 1280, "height": 800}, reduced_motion="no-preference"), "qin")
    hands.pointing(page, hands.Random(3))
    assert hands.my_turn(page)
    tried(page)
    page.evaluate(WATCH)
    page.locator("#board .decide .yes").click()
    page.wait_for_function("() => window.seen.at(-1).coloured > window.seen[0].coloured")  # the computer has moved
    own, seen = page.evaluate("window.own"), page.evaluate("window.seen")
    with_mine = seen[0]["coloured"]
    assert min(each["coloured"] for each in seen) == with_mine, "the tile was there in every frame"
    assert not any(each["covering"] for each in seen)
    alone = [each["flashes"] for each in seen if each["coloured"] == with_mine]
    assert any(alone), "one's own tile flashes when it has landed"
    assert all(own["left"] <= x <= own["right"] and own["top"] <= y <= own["bottom"] for some in alone for x, y in some)
