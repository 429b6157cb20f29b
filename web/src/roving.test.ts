import { afterEach, describe, expect, test, vi } from "vitest";
import { inGrid, roving, type Group } from "./roving";

let leave = () => {};
afterEach(() => {
  leave();
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

function group(names: string, how: Group = {}): HTMLElement {
  const node = document.createElement("div");
  node.append(...[...names].map(button));
  document.body.append(node);
  leave = roving(how)(node);
  return node;
}

function button(name: string): HTMLButtonElement {
  return Object.assign(document.createElement("button"), { textContent: name });
}

const named = (name: string) =>
  [...document.querySelectorAll("button")].find((each) => each.textContent === name)!;
const stops = () => [...document.querySelectorAll("button")].filter((each) => each.tabIndex === 0);
const here = () => document.activeElement?.textContent;
const afterTasks = () => new Promise((done) => setTimeout(done));

function press(key: string, more: KeyboardEventInit = {}): KeyboardEvent {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more });
  document.activeElement!.dispatchEvent(event);
  return event;
}

test("Tab enters once, at the first or where it is said, and comes back to where one was", () => {
  group("abc", { first: 1 });
  expect(stops()).toEqual([named("b")]);
  named("c").focus();
  named("c").blur();
  expect(stops()).toEqual([named("c")]);
});

test("arrows go on and stop at the ends, Home and End jump there", () => {
  group("abc");
  named("a").focus();
  const walked = ["ArrowRight", "ArrowDown", "ArrowDown", "Home", "ArrowUp", "End", "ArrowLeft"].map(
    (key) => {
      press(key);
      return here();
    },
  );
  expect(walked.join("")).toBe("bccaacb");
});

test("a key that leads nowhere, or with a modifier, is left to the page", () => {
  group("ab");
  named("a").focus();
  expect(press("x").defaultPrevented).toBe(false);
  expect(press("ArrowRight", { altKey: true }).defaultPrevented).toBe(false);
  expect(here()).toBe("a");
  expect(press("ArrowRight").defaultPrevented).toBe(true);
});

test("keys pressed in something else inside the group are not ours", () => {
  const field = group("ab").appendChild(document.createElement("input"));
  field.focus();
  expect(press("ArrowLeft").defaultPrevented).toBe(false);
});

describe("in a grid of four columns and seven cells", () => {
  test.each([
    ["ArrowLeft", 5, 4],
    ["ArrowLeft", 4, 4],
    ["ArrowRight", 3, 3],
    ["ArrowRight", 6, 6],
    ["ArrowUp", 5, 1],
    ["ArrowUp", 1, 1],
    ["ArrowDown", 1, 5],
    ["ArrowDown", 3, 3],
    ["Home", 6, 4],
    ["End", 4, 6],
    ["x", 4, null],
  ])("%s from %s leads to %s", (key, from, to) => {
    expect(inGrid(key, from, 4, 7)).toBe(to);
  });
});

describe("by what is seen", () => {
  /** a b / c d in two rows, c a little to the right of a. */
  function laidOut(): HTMLElement {
    const places: Record<string, [number, number]> = { a: [0, 0], b: [100, 0], c: [20, 50], d: [120, 50] };
    vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
      const [x, y] = places[this.textContent ?? ""] ?? [0, 0];
      return new DOMRect(x, y, 40, 30);
    });
    return group("abcd");
  }

  test("arrows lead to the nearest in their direction", () => {
    laidOut();
    named("a").focus();
    const walked = ["ArrowDown", "ArrowRight", "ArrowUp", "ArrowUp", "ArrowLeft"].map(
      (key) => (press(key), here()),
    );
    expect(walked.join("")).toBe("cdbba");
  });

  test("on the other side of the screen they mean what is seen from there", () => {
    laidOut().classList.add("turned");
    named("d").focus();
    press("ArrowRight");
    expect(here()).toBe("c");
    press("ArrowDown");
    expect(here()).toBe("a");
  });
});

describe("when the button in use goes away", () => {
  test("its neighbour takes over", async () => {
    group("abc");
    named("b").focus();
    named("b").remove();
    await afterTasks();
    expect(here()).toBe("c");
    expect(stops()).toEqual([named("c")]);
  });

  test("and all others with it, whoever comes in their place takes over", async () => {
    const node = group("abc");
    named("b").focus();
    node.replaceChildren();
    await afterTasks();
    node.append(...[..."xyz"].map(button));
    await afterTasks();
    expect(here()).toBe("y");
  });

  test("somebody who has gone elsewhere is left there", async () => {
    const node = group("abc");
    named("b").focus();
    const field = document.body.appendChild(document.createElement("input"));
    node.replaceChildren();
    field.focus();
    node.append(...[..."xyz"].map(button));
    await afterTasks();
    expect(document.activeElement).toBe(field);
    expect(stops()).toEqual([named("y")]);
  });
});
