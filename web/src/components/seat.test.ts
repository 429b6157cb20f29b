import { render } from "@testing-library/svelte";
import { expect, test } from "vitest";
import { position } from "../games/niya/diagrams";
import NiyaBoard from "../games/niya/Board.svelte";
import { words } from "../words";
import SeatMark from "./SeatMark.svelte";

const board = (colours?: number[]) =>
  render(NiyaBoard, {
    view: position("row"),
    legal: [],
    seat: 0,
    names: ["Ada", "Bo"],
    ...(colours ? { colours } : {}),
    words: words("en", {}),
    trial: null,
    choose: () => {},
    turned: false,
    still: true,
  }).container;

const tokens = (container: Element, colour: number) =>
  container.querySelectorAll(`.token.seat-${colour}`).length;

test("a board draws a seat with the colour that its player wears", () => {
  const [usual, swapped] = [board(), board([1, 0])];
  expect(tokens(usual, 0)).toBeGreaterThan(0);
  expect(tokens(swapped, 1)).toBe(tokens(usual, 0));
  expect(tokens(swapped, 0)).toBe(tokens(usual, 1));
});

test("every one of the four signs is drawn, whichever is chosen", () => {
  const drawn = new Set(
    [0, 1, 2, 3].map((colour) => board([colour, colour]).querySelector(".token .body")?.outerHTML),
  );
  expect(drawn.size).toBe(4);
});

test("a mark shows its usual sign where nobody chose, and the one that it is told", () => {
  expect(render(SeatMark, { seat: 1 }).container.querySelector("text")?.textContent).toBe("2");
  expect(render(SeatMark, { seat: 1, colour: 3 }).container.querySelector("text")?.textContent).toBe("4");
});
