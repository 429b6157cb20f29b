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
const PRESS = 500; // ms a finger stays on it
const STIR = 8; // px: a finger that goes further drags the thing

export const explaining = $state<{ card: Shown | null }>({ card: null });

export function stopExplaining(): void {
  explaining.card = null;
}

/** For `{@attach explained(() => …)}`; null where there is nothing to say just now. */
export function explained(what: () => Explained | null): Attachment<Element> {
  return (node) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let pressed = false; // a long press opened the card: the click that follows is none
    let from = { x: 0, y: 0 }; // where the finger came down

    function open(typed = 0): void {
      const found = what();
      if (found) explaining.card = { ...found, at: node.getBoundingClientRect(), typed };
    }
    function wait(time: number, then: () => void): void {
      clearTimeout(timer);
      timer = setTimeout(then, time);
    }
    function enter(event: PointerEvent): void {
      if (event.pointerType === "mouse") wait(REST, () => open());
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
    function move(event: PointerEvent): void {
      const far = Math.hypot(event.clientX - from.x, event.clientY - from.y);
      if (event.pointerType !== "mouse" && far > STIR) clearTimeout(timer);
    }
    function leave(event: PointerEvent): void {
      clearTimeout(timer);
      if (event.pointerType === "mouse") stopExplaining();
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
      ["pointerenter", enter],
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
    return () => {
      clearTimeout(timer);
      for (const [name, run, early] of heard) node.removeEventListener(name, run as EventListener, early);
    };
  };
}
