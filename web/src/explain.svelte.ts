// «What is this?»: a small card with a thing's name, what it does, how it is got and the rule behind it. It opens for who
// rests on the thing with the mouse, presses it for long, or has it focused and types a question mark; a second question
// mark asks for the rule itself.
import type { Attachment } from "svelte/attachments";

export interface Explained {
  name: string;
  text: string; // what it does and how it is got
  rule?: string; // the number of its rule
}

interface Shown extends Explained {
  at: DOMRect;
  typed?: number; // question marks so far
}

const REST = 700; // ms the mouse rests on a thing
const LEAVE = 250; // ms in which the mouse may go from the thing to its card, to follow the link there
const PRESS = 500; // ms a finger stays on it
const STIR = 8; // px: a finger that goes further drags the thing

export const explaining = $state<{ card: Shown | null }>({ card: null });

// Whether the pointer has really moved: browsers also tell of a move where the page moved under it.
let stirred = false;
let last = { x: -1, y: -1 };
addEventListener(
  "pointermove",
  ({ clientX: x, clientY: y }) => {
    stirred = x !== last.x || y !== last.y;
    last = { x, y };
  },
  { capture: true, passive: true },
);
addEventListener("pointerdown", ({ clientX: x, clientY: y }) => (last = { x, y }), {
  capture: true,
  passive: true,
});

// Whoever has taken to the keyboard since the mouse came to rest asks nothing with it any more.
let keys = 0;
addEventListener("keydown", () => (keys += 1), { capture: true, passive: true });

const things = new Set<() => Explained | null>();

/** Everything that explains itself on this page now, each name once. */
export function allExplained(): Explained[] {
  const found = new Map<string, Explained>();
  for (const what of things) {
    const each = what();
    if (each && !found.has(each.name)) found.set(each.name, each);
  }
  return [...found.values()];
}

let leaving: ReturnType<typeof setTimeout> | undefined;

export function stopExplaining(): void {
  clearTimeout(leaving);
  explaining.card = null;
}

/** The mouse has left the thing or its card: the card goes unless the mouse comes to it in time. */
export function leaveExplaining(): void {
  clearTimeout(leaving);
  leaving = setTimeout(stopExplaining, LEAVE);
}

export function stayExplaining(): void {
  clearTimeout(leaving);
}

/** For `{@attach explained(() => …)}`; null where there is nothing to say just now. A thing that is no button is a stop of
 *  the Tab key where `stop` says so, for who asks by keyboard. */
export function explained(what: () => Explained | null, stop = false): Attachment<Element> {
  return (node) => {
    if (stop) node.setAttribute("tabindex", "0");
    let timer: ReturnType<typeof setTimeout> | undefined;
    let pressed = false; // a long press opened the card: the click that follows is none
    let from = { x: 0, y: 0 }; // where the finger came down

    function open(typed = 0): void {
      const found = what();
      stayExplaining();
      if (found) explaining.card = { ...found, at: node.getBoundingClientRect(), typed };
    }
    function wait(time: number, then: () => void): void {
      clearTimeout(timer);
      timer = setTimeout(then, time);
    }
    function down(event: PointerEvent): void {
      clearTimeout(timer);
      stopExplaining();
      pressed = false;
      from = { x: event.clientX, y: event.clientY };
      if (event.pointerType !== "mouse")
        wait(PRESS, () => {
          pressed = true;
          open();
        });
    }
    /** A mouse must have come here itself: a thing that appears under one that lies still is not asked for. */
    function move(event: PointerEvent): void {
      if (event.pointerType === "mouse") {
        const before = keys;
        if (stirred && !event.buttons) wait(REST, () => keys === before && open());
      } else if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > STIR) clearTimeout(timer);
    }
    function leave(event: PointerEvent): void {
      clearTimeout(timer);
      if (event.pointerType === "mouse" && explaining.card) leaveExplaining();
    }
    function click(event: Event): void {
      if (!pressed) return;
      pressed = false;
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    function key(event: KeyboardEvent): void {
      if (event.key !== "?" || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      open((explaining.card?.typed ?? 0) + 1);
    }
    const hold = (event: Event) => pressed && event.preventDefault();

    const heard: [string, (event: never) => void, boolean?][] = [
      ["pointerdown", down],
      ["pointermove", move],
      ["pointerup", () => clearTimeout(timer)],
      ["pointercancel", () => clearTimeout(timer)],
      ["pointerleave", leave],
      ["click", click, true],
      ["contextmenu", hold],
      ["keydown", key],
      ["blur", () => queueMicrotask(stopExplaining)], // a thing may lose the focus by being taken away, while drawing
    ];
    for (const [name, run, early] of heard) node.addEventListener(name, run as EventListener, early);
    things.add(what);
    return () => {
      things.delete(what);
      if (stop) node.removeAttribute("tabindex");
      clearTimeout(timer);
      for (const [name, run, early] of heard) node.removeEventListener(name, run as EventListener, early);
    };
  };
}
