// Going to a place of a page whose pictures are still being laid out: it is brought into view again whenever the page
// grows, until somebody scrolls, presses or types, or a while has passed.

const SETTLED = 3000; // ms
const HANDS = ["wheel", "pointerdown", "touchstart", "keydown"] as const;

let stop: (() => void) | undefined;

export function aimAt(place: Element): void {
  stop?.();
  place.scrollIntoView();
  const watcher = new ResizeObserver(() => place.scrollIntoView());
  watcher.observe(document.body);
  const timer = setTimeout(() => stop?.(), SETTLED);
  stop = () => {
    watcher.disconnect();
    clearTimeout(timer);
    for (const hand of HANDS) removeEventListener(hand, leave);
    stop = undefined;
  };
  for (const hand of HANDS) addEventListener(hand, leave, { passive: true });
}

function leave(): void {
  stop?.();
}
