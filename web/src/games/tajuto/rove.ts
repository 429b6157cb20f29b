// One tab stop a group: arrow keys go to the nearest button in their direction, Home and End to the first and last.

const STEP: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export function rove(group: HTMLElement): () => void {
  const buttons = () => [...group.querySelectorAll<HTMLElement>("button")];

  function settle(): void {
    const all = buttons();
    const here =
      all.find((each) => each === document.activeElement) ?? all.find((each) => each.tabIndex === 0);
    for (const each of all) each.tabIndex = each === (here ?? all[0]) ? 0 : -1;
  }

  function move(event: KeyboardEvent): void {
    const all = buttons();
    const from = event.target as HTMLElement;
    if (!all.includes(from) || event.altKey || event.ctrlKey || event.metaKey) return;
    const step = STEP[event.key];
    const to = step ? near(all, from, step) : { Home: all[0], End: all.at(-1) }[event.key];
    if (!to) return;
    event.preventDefault();
    for (const each of all) each.tabIndex = each === to ? 0 : -1;
    to.focus();
  }

  settle();
  const watch = new MutationObserver(settle);
  watch.observe(group, { childList: true, subtree: true });
  group.addEventListener("keydown", move);
  group.addEventListener("focusin", settle);
  return () => {
    watch.disconnect();
    group.removeEventListener("keydown", move);
    group.removeEventListener("focusin", settle);
  };
}

/** The nearest button in a direction on the screen; where nothing is laid out, the next in order. */
function near(all: HTMLElement[], from: HTMLElement, [dx, dy]: [number, number]): HTMLElement | undefined {
  const a = from.getBoundingClientRect();
  if (!a.width) return all[all.indexOf(from) + dx + dy];
  const turn = from.closest(".turned") ? -1 : 1; // the arrows mean what the player on the other side sees
  let best: HTMLElement | undefined;
  let least = Infinity;
  for (const each of all) {
    const b = each.getBoundingClientRect();
    const [x, y] = [
      (b.x + b.width / 2 - a.x - a.width / 2) * turn,
      (b.y + b.height / 2 - a.y - a.height / 2) * turn,
    ];
    const along = x * dx + y * dy;
    const aside = Math.abs(x * dy) + Math.abs(y * dx);
    if (each === from || along < 4) continue;
    const far = along + 3 * aside;
    if (far < least) [least, best] = [far, each];
  }
  return best;
}
