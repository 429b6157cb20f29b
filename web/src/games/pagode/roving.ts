// A group of buttons that the Tab key enters once: arrows lead from one to the next, Home and End to the ends.

/** For `use:roving`; with `columns`, up and down go by rows. */
export function roving(node: HTMLElement, columns = 0) {
  const buttons = () => [...node.querySelectorAll<HTMLButtonElement>("button")];

  function enter(current: HTMLButtonElement | undefined): void {
    for (const each of buttons()) each.tabIndex = each === current ? 0 : -1;
  }

  function refresh(): void {
    const all = buttons();
    enter(
      all.find((each) => each === document.activeElement) ??
        all.find((each) => each.tabIndex === 0 && "roved" in each.dataset) ??
        all[0],
    );
    for (const each of all) each.dataset.roved = "";
  }

  function keys(event: KeyboardEvent): void {
    const all = buttons();
    const at = all.indexOf(event.target as HTMLButtonElement);
    const rows = columns || 1;
    const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -rows, ArrowDown: rows };
    let to = at + (steps[event.key] ?? 0);
    if (event.key === "Home") to = 0;
    if (event.key === "End") to = all.length - 1;
    if (at < 0 || to === at || !all[to]) return;
    event.preventDefault();
    enter(all[to]);
    all[to]!.focus();
  }

  const focused = (event: FocusEvent) => enter(event.target as HTMLButtonElement);
  const watcher = new MutationObserver(refresh);
  watcher.observe(node, { childList: true, subtree: true });
  node.addEventListener("keydown", keys);
  node.addEventListener("focusin", focused);
  refresh();
  return {
    destroy() {
      watcher.disconnect();
      node.removeEventListener("keydown", keys);
      node.removeEventListener("focusin", focused);
    },
  };
}
