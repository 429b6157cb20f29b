"""A keyboard and nothing else: Tab from group to group, arrows inside a group, Enter."""

from playwright.sync_api import Locator, Page

# Where the focus must go from here: nowhere (it is there), along the order of the same group (what shares one stop of
# the Tab key), or on by Tab.
WAY = """(wanted) => {
  const here = document.activeElement;
  if (here === wanted) return '';
  let group = wanted;
  while (wanted.tabIndex < 0 && group && !group.querySelector('[tabindex="0"]')) group = group.parentElement;
  if (wanted.tabIndex >= 0 || !group?.contains(here)) return 'Tab';
  return here.compareDocumentPosition(wanted) & Node.DOCUMENT_POSITION_FOLLOWING ? 'ArrowRight' : 'ArrowLeft';
}"""
# At the end of a row, or where the order leads to and fro between two rows: up or down, as the wanted one lies.
ROW = """(wanted) => {
  const [here, there] = [document.activeElement, wanted].map((each) => each.getBoundingClientRect().y);
  return there > here ? 'ArrowDown' : 'ArrowUp';
}"""
FRESH = "() => (window.before = window.earlier = null)"
HERE = "() => ([window.earlier, window.before] = [window.before, document.activeElement])"
STUCK = "() => [window.before, window.earlier].includes(document.activeElement)"


def reach(page: Page, wanted: Locator) -> None:
    """Until this has the focus."""
    page.evaluate(FRESH)
    for _ in range(200):
        way = wanted.evaluate(WAY)
        if not way:
            return
        page.evaluate(HERE)
        page.keyboard.press(way)
        if way != "Tab" and wanted.evaluate(WAY) and page.evaluate(STUCK):
            page.keyboard.press(wanted.evaluate(ROW))
    name = wanted.get_attribute("aria-label") or wanted.inner_text()
    raise AssertionError(f"the keyboard never reached {name} from {page.evaluate(FOCUSED)}")


FOCUSED = "() => document.activeElement.outerHTML.slice(0, 300)"


def press(wanted: Locator) -> None:
    reach(wanted.page, wanted)
    wanted.page.keyboard.press("Enter")
