// A group of buttons that the Tab key enters once: arrows lead from one to the next, Home and End to the ends. When the
// button in use goes away (a card that was played), its neighbour takes over, so that the keyboard is never lost.

export interface Group {
  items?: string; // what is walked over, as a selector; usually buttons
  columns?: number; // a grid with so many in a row; without it arrows lead to what lies nearest in their direction
  first?: number; // where Tab enters at first
}

type Item = HTMLElement | SVGElement;

const STEPS: Record<string, [dx: number, dy: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** For `{@attach roving()}`. */
export function roving({ items = "button", columns = 0, first = 0 }: Group = {}) {
  return (group: Item): (() => void) => {
    let current: Item | null = null; // has the focus, or had it last
    let at = first; // its place
    let held = false; // the focus is here, or was when its button was taken away
    const list = () => [...group.querySelectorAll<Item>(items)];

    function enter(chosen: Item | null | undefined): void {
      for (const each of list()) each.setAttribute("tabindex", each === chosen ? "0" : "-1");
    }

    function refresh(): void {
      const all = list();
      if (current && all.includes(current)) return enter(current);
      const heir = all[Math.min(at, all.length - 1)];
      enter(heir);
      // With no button left the focus went to what stands around the group (see focus.ts).
      if (held && heir && document.activeElement?.contains(group)) heir.focus({ preventScroll: true });
    }

    function keys(event: Event): void {
      const { key, altKey, ctrlKey, metaKey } = event as KeyboardEvent;
      const all = list();
      const from = all.indexOf(event.target as Item);
      if (from < 0 || altKey || ctrlKey || metaKey) return;
      const to = columns ? all[inGrid(key, from, columns, all.length) ?? -1] : near(key, from, all);
      if (!to) return;
      event.preventDefault();
      to.focus();
    }

    function focused(event: Event): void {
      const found = list().indexOf((event.target as Element).closest<Item>(items)!);
      if (found < 0) return;
      current = list()[found]!;
      at = found;
      held = true;
      enter(current);
    }

    // A button that is taken away may or may not say so; only one that stays has truly been left.
    const left = () =>
      queueMicrotask(() => {
        if (current?.isConnected && !group.contains(document.activeElement)) held = false;
      });

    // Chromium lets Tab stop at a drawing that listens for the focus. One without a button listens for nothing.
    if (!list().length && group instanceof SVGElement) return () => {};
    if (group instanceof SVGElement) group.setAttribute("tabindex", "-1");
    const watcher = new MutationObserver(refresh);
    watcher.observe(group, { childList: true, subtree: true });
    group.addEventListener("keydown", keys);
    group.addEventListener("focusin", focused);
    group.addEventListener("focusout", left);
    refresh();
    return () => {
      watcher.disconnect();
      group.removeEventListener("keydown", keys);
      group.removeEventListener("focusin", focused);
      group.removeEventListener("focusout", left);
    };
  };
}

/** Where a key leads in a grid, by index; null when it means nothing. Arrows stop at the edge. */
export function inGrid(key: string, from: number, columns: number, count: number): number | null {
  const start = from - (from % columns);
  const end = Math.min(start + columns, count) - 1;
  if (key === "Home") return start;
  if (key === "End") return end;
  const step = STEPS[key];
  if (!step) return null;
  const to = from + step[0] + step[1] * columns;
  const inside = step[0] ? to >= start && to <= end : to >= 0 && to < count;
  return inside ? to : from;
}

/** The one that a key leads to by what is seen: the nearest in a direction; where nothing is laid out, the next. */
function near(key: string, from: number, all: Item[]): Item | undefined {
  if (key === "Home") return all[0];
  if (key === "End") return all.at(-1);
  const step = STEPS[key];
  if (!step) return undefined;
  const a = all[from]!.getBoundingClientRect();
  if (!a.width) return all[from + step[0] + step[1]];
  // Keys mean what the player on the other side of the screen sees: there the window is upside down.
  const turn = all[from]!.closest(".turned") ? -1 : 1;
  let best: Item | undefined;
  let least = Infinity;
  for (const each of all) {
    const far = distance(a, each.getBoundingClientRect(), [step[0] * turn, step[1] * turn]);
    if (each !== all[from] && far < least) [least, best] = [far, each];
  }
  return best;
}

/** How far one lies from another in a direction; what lies aside counts thrice, what lies behind not at all. */
function distance(a: DOMRect, b: DOMRect, [dx, dy]: [number, number]): number {
  const [x, y] = [b.x + b.width / 2 - a.x - a.width / 2, b.y + b.height / 2 - a.y - a.height / 2];
  const along = x * dx + y * dy;
  return along < 4 ? Infinity : along + 3 * (Math.abs(x * dy) + Math.abs(y * dx));
}
