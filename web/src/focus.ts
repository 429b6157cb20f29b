// The keyboard is never lost: when what has the focus goes away, the focus stays where it was.

/** Gives the focus to something that need not be a stop of the Tab key; whether it took it. */
function focusOn(place: Element): boolean {
  if (!(place instanceof HTMLElement || place instanceof SVGElement)) return false;
  if (place.tabIndex < 0 && !place.hasAttribute("tabindex")) {
    place.setAttribute("tabindex", "-1");
    place.addEventListener("blur", () => place.removeAttribute("tabindex"), { once: true });
  }
  place.focus({ preventScroll: true });
  return document.activeElement === place;
}

const lost = () => !document.activeElement || document.activeElement === document.body;

/** For `use:keeping`: whatever in here has the focus and is taken away leaves it to the nearest part that still stands. */
export function keeping(node: HTMLElement): { destroy(): void } {
  let around: Element[] = []; // what has the focus, then what it stands in

  function focused(event: FocusEvent): void {
    around = [];
    for (let each = event.target as Element | null; each && each !== node; each = each.parentElement) {
      around.push(each);
    }
  }

  // Whoever knows better where the focus belongs (a group with arrow keys) has done so by then.
  const watcher = new MutationObserver(() => {
    if (!around.length || around[0]!.isConnected) return;
    const standing = around.filter((each) => each.isConnected);
    around = [];
    queueMicrotask(() => lost() && (standing.some(focusOn) || focusOn(node)));
  });
  watcher.observe(node, { childList: true, subtree: true });
  node.addEventListener("focusin", focused);
  return {
    destroy() {
      watcher.disconnect();
      node.removeEventListener("focusin", focused);
    },
  };
}

/** Back to where somebody was before a question was put to him, if the question took the focus with it. */
export function goBack(to: Element | null): void {
  if (lost() && to?.isConnected) focusOn(to);
}
