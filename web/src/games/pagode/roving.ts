// A group of buttons that the Tab key enters once: arrows lead from one to the next, Home and End to the ends. When the
// button in use goes away (a card that was played), its neighbour takes over, so that the keyboard is never lost.

/** For `use:roving`; with `columns`, up and down go by rows. */
export function roving(node: HTMLElement, columns = 1) {
  const buttons = () => [...node.querySelectorAll<HTMLButtonElement>("button")];
  let current: HTMLButtonElement | null = null; // has the focus, or had it when it was taken away
  let at = 0; // its place

  function enter(chosen: HTMLButtonElement | undefined): void {
    for (const each of buttons()) each.tabIndex = each === chosen ? 0 : -1;
  }

  function refresh(): void {
    const all = buttons();
    const heir = all[Math.min(at, all.length - 1)];
    const lost = current !== null && !current.isConnected;
    enter(current?.isConnected ? current : heir);
    if (lost) heir?.focus();
  }

  function keys(event: KeyboardEvent): void {
    const all = buttons();
    const from = all.indexOf(event.target as HTMLButtonElement);
    const steps: Record<string, number> = {
      ArrowLeft: -1,
      ArrowRight: 1,
      ArrowUp: -columns,
      ArrowDown: columns,
    };
    let to = from + (steps[event.key] ?? 0);
    if (event.key === "Home") to = 0;
    if (event.key === "End") to = all.length - 1;
    if (from < 0 || to === from || !all[to]) return;
    event.preventDefault();
    all[to]!.focus();
  }

  function focused(event: FocusEvent): void {
    current = event.target as HTMLButtonElement;
    at = buttons().indexOf(current);
    enter(current);
  }

  // A button that is taken away may or may not say so; only one that stays has truly been left.
  const left = () =>
    queueMicrotask(() => current?.isConnected && !node.contains(document.activeElement) && (current = null));

  const watcher = new MutationObserver(refresh);
  watcher.observe(node, { childList: true, subtree: true });
  node.addEventListener("keydown", keys);
  node.addEventListener("focusin", focused);
  node.addEventListener("focusout", left);
  refresh();
  return {
    destroy() {
      watcher.disconnect();
      node.removeEventListener("keydown", keys);
      node.removeEventListener("focusin", focused);
      node.removeEventListener("focusout", left);
    },
  };
}
