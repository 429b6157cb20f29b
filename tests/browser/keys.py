"""A keyboard and nothing else: Tab from group to group, arrows inside a group, Enter."""

from playwright.sync_api import Locator, Page

# Which key leads on from here: none (it is there), an arrow along the order of the same group (what shares one stop of
# the Tab key), or Tab. Where the last arrow led nowhere new, at the end of a row or to and fro between two rows: up or
# down, as the wanted one lies.
WAY = """(wanted, last) => {
  const here = document.activeElement, stuck = [window.before, window.earlier].includes(here);
  [window.earlier, window.before] = last ? [window.before, here] : [null, here];
  if (here === wanted) return '';
  let group = wanted;
  while (wanted.tabIndex < 0 && group && !group.querySelector('[tabindex="0"]')) group = group.parentElement;
  if (wanted.tabIndex >= 0 || !group?.contains(here)) return 'Tab';
  if (stuck && ['ArrowLeft', 'ArrowRight'].includes(last))
    return wanted.getBoundingClientRect().y > here.getBoundingClientRect().y ? 'ArrowDown' : 'ArrowUp';
  return here.compareDocumentPosition(wanted) & Node.DOCUMENT_POSITION_FOLLOWING ? 'ArrowRight' : 'ArrowLeft';
}"""

# How many stops of the Tab key lie between the focus and a thing, or where its group is entered; less than none where
# it stands before.
STOPS = """(wanted) => {
  const here = document.activeElement;
  let group = wanted;
  while (group && group.tabIndex < 0 && !group.querySelector('[tabindex="0"]')) group = group.parentElement;
  if (wanted.tabIndex < 0 && (!group || group.contains(here))) return 0;
  const stop = wanted.tabIndex < 0 ? group.querySelector('[tabindex="0"]') : wanted;
  const after = (a, b) => !!(a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING);
  const on = after(here, stop) ? 1 : -1;
  const [first, last] = on > 0 ? [here, stop] : [stop, here];
  const between = [...document.querySelectorAll('a[href], button, input, summary, [tabindex]')].filter((each) =>
    each.tabIndex >= 0 && !each.disabled && each.checkVisibility() && after(first, each) && after(each, last));
  return here === stop ? 0 : on * (between.length + 1);
}"""


def reach(page: Page, wanted: Locator) -> None:
    """Until this has the focus. The way is counted first, so that not every stop is a question to the page; whatever
    was counted wrongly is gone step by step."""
    stops = int(wanted.evaluate(STOPS))
    for _ in range(abs(stops)):
        page.keyboard.press("Tab" if stops > 0 else "Shift+Tab")
    way = ""
    for _ in range(200):
        way = wanted.evaluate(WAY, way)
        if not way:
            return
        page.keyboard.press(way)
    name = wanted.get_attribute("aria-label") or wanted.inner_text()
    raise AssertionError(f"the keyboard never reached {name} from {page.evaluate(FOCUSED)}")


FOCUSED = "() => document.activeElement.outerHTML.slice(0, 300)"


def press(wanted: Locator) -> None:
    reach(wanted.page, wanted)
    wanted.page.keyboard.press("Enter")
