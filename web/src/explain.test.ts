import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { explained, explaining, stopExplaining } from "./explain.svelte";

let thing: HTMLElement;
let gone: ReturnType<ReturnType<typeof explained>>;

beforeEach(() => {
  vi.useFakeTimers();
  thing = document.body.appendChild(document.createElement("span"));
  gone = explained(() => ({ name: "the pile", text: "what it is" }))(thing);
});
afterEach(() => {
  if (gone) gone();
  thing.remove();
  stopExplaining();
  vi.useRealTimers();
});

let x = 0; // a mouse that really moves is somewhere else each time
function rest(): void {
  x += 1;
  thing.dispatchEvent(
    new PointerEvent("pointermove", { pointerType: "mouse", clientX: x, clientY: 1, bubbles: true }),
  );
}

test("a thing on which the mouse rests says what it is", () => {
  rest();
  vi.advanceTimersByTime(1000);
  expect(explaining.card?.name).toBe("the pile");
});

test("whoever takes to the keyboard meanwhile asks nothing with the mouse", () => {
  rest();
  dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
  vi.advanceTimersByTime(1000);
  expect(explaining.card).toBeNull();
});
