// A tile carried over the land by a mouse or a finger: from the hand, or from where it lies on trial. A second finger, the
// right button, the wheel and R turn it on the way; Escape puts it back.
import type { Attachment } from "svelte/attachments";
import type { Aiming } from "./aiming.svelte";
import { CELL, type Point } from "./place";

const STIR = 6; // px: less is a click
const LIFT = 46; // px: a finger hides what lies under it, so the tile is held above it

interface Held {
  pointer: number;
  x: number;
  y: number;
  touch: boolean;
  index: number | null; // of the hand; null: the one on trial
}

export class Carrying {
  at: Point | null = $state.raw(null); // where it is held, in the window; null: nothing is carried
  private held: Held | null = null;

  constructor(
    private aiming: Aiming,
    private land: () => SVGSVGElement | null,
    private laid: (cell: number) => void,
  ) {}

  /** What is pressed here and moved is taken up: a tile of the hand by its index, null for the one on trial. */
  from(index: (event: Event) => number | null | undefined): Attachment<Element> {
    return (node) => {
      const down = (event: Event) => this.press(event as PointerEvent, index(event));
      node.addEventListener("pointerdown", down);
      return () => node.removeEventListener("pointerdown", down);
    };
  }

  stop(): void {
    this.held = null;
    this.at = null;
    for (const [name, heard] of this.heard) removeEventListener(name, heard as EventListener, true);
  }

  private press(event: PointerEvent, index: number | null | undefined): void {
    if (this.held || event.button !== 0 || index === undefined) return;
    const touch = event.pointerType !== "mouse";
    this.held = { pointer: event.pointerId, x: event.clientX, y: event.clientY, touch, index };
    for (const [name, heard] of this.heard)
      addEventListener(name, heard as EventListener, { capture: true, passive: false });
  }

  private move = (event: PointerEvent): void => {
    const held = this.held;
    if (!held || event.pointerId !== held.pointer) return;
    if (!this.at) {
      if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < STIR) return;
      this.aiming.lift(held.index);
    }
    event.preventDefault();
    this.at = { x: event.clientX, y: event.clientY };
    this.aiming.carry(this.over(this.at, held.touch ? LIFT : 0));
  };

  private up = (event: PointerEvent): void => {
    if (event.pointerId !== this.held?.pointer) return;
    const carried = !!this.at;
    this.stop();
    if (!carried) return;
    swallowClick();
    const cell = this.aiming.drop();
    if (cell !== null) this.laid(cell);
  };

  private lost = (event: PointerEvent): void => {
    if (event.pointerId === this.held?.pointer) this.putBack();
  };

  private turn = (event: Event): void => {
    if (!this.at || (event instanceof PointerEvent && event.pointerId === this.held?.pointer)) return;
    event.preventDefault();
    event.stopPropagation();
    this.aiming.turn(1);
  };

  private key = (event: KeyboardEvent): void => {
    if (!this.at || (event.key !== "Escape" && event.key.toLowerCase() !== "r")) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Escape") this.putBack();
    else this.aiming.turn(event.shiftKey ? -1 : 1);
  };

  private readonly heard: [string, (event: never) => void][] = [
    ["pointermove", this.move],
    ["pointerup", this.up],
    ["pointercancel", this.lost],
    ["pointerdown", this.turn],
    ["contextmenu", this.turn],
    ["keydown", this.key],
  ];

  private putBack(): void {
    this.stop();
    this.aiming.carry(null);
  }

  /** The point of the land, in cells, under a point of the window; the land may be turned. */
  private over({ x, y }: Point, lift: number): Point | null {
    const seen = this.land()?.getScreenCTM();
    if (!seen) return null;
    const at = new DOMPoint(x, y).matrixTransform(seen.inverse());
    return { x: at.x / CELL, y: (at.y - lift / Math.hypot(seen.a, seen.b)) / CELL };
  }
}

/** The click that follows when a carried tile is let go means nothing more. */
function swallowClick(): void {
  const swallow = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener("click", swallow, true);
  setTimeout(() => removeEventListener("click", swallow, true), 50);
}
