import { fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import { describe, expect, test, vi } from "vitest";
import type { LegalMove, Run } from "../../protocol.gen";
import { words } from "../../words";
import en from "../../locale/en.json";
import Board from "./Board.svelte";
import { CHALK, contrast, lookOf, readable, SLATE } from "./ink";
import { choices, heaps, search } from "./moves";

const legalOf = (...texts: string[]): LegalMove[] => texts.map((text) => ({ text, move: {} }));
const texts = (list: { text: string }[]) => list.map((each) => each.text).join(" ");

describe("moves", () => {
  const all = choices(legalOf("RB a1-a2", "RY b1-b2"), ["Ada pose à côté du Lac.", "Ada lays red."]);

  test("are found by any of their words, without accents and capitals, and by their notation", () => {
    expect(texts(search(all, "lac POSE"))).toBe("RB a1-a2");
    expect(texts(search(all, "a cote"))).toBe("RB a1-a2");
    expect(texts(search(all, "ry b"))).toBe("RY b1-b2");
    expect(search(all, "nothing")).toEqual([]);
    expect(search(all, "  ")).toEqual(all);
  });

  test("without words are their notation alone", () => {
    expect(choices(legalOf("a1"), [])).toEqual([{ text: "a1", words: "" }]);
  });

  test("lie in heaps by their first word where that tells something", () => {
    const long = choices(legalOf(...[..."abcdefgh"].flatMap((at) => [`col ${at}`, `tile ${at}`])), []);
    expect(heaps(long).map(({ title, choices }) => [title, choices.length])).toEqual([
      ["col", 8],
      ["tile", 8],
    ]);
    expect(heaps(choices(legalOf("col a", "tile b"), [])).map((heap) => heap.title)).toEqual([""]);
    const cells = choices(legalOf(...[..."abcdefghijklmnop"]), []);
    expect(heaps(cells).map((heap) => heap.title)).toEqual([""]);
    expect(heaps([])).toEqual([]);
  });
});

describe("ink", () => {
  test.each([
    ["#000080", SLATE],
    ["#800000", "#000080"],
    ["#ffffff", "#ffff00"],
    ["#888888", "#777777"],
  ])("%s on %s becomes readable", (ink, ground) => {
    expect(contrast(readable(ink, ground), ground)).toBeGreaterThanOrEqual(4.5);
  });

  test("what can be read is left as it is", () => {
    expect(readable("#ffffff", "#000000")).toBe("#ffffff");
  });

  test("of nothing in particular is chalk on the slate, and reversed the other way round", () => {
    expect(lookOf(["a", "", "", ""])).toMatchObject({ ink: CHALK, ground: "", bold: false });
    expect(lookOf(["a", "bold reverse", "", ""])).toMatchObject({ ground: CHALK, bold: true });
  });
});

describe("the board", () => {
  const drawing: Run[] = [
    ["3 · ", "", "", ""],
    ["X", "bold", "#cc0000", ""],
    ["\n  a b", "", "", ""],
  ];
  const after: Run[] = [["after", "", "", ""]];

  function show(more: object = {}) {
    const choose = vi.fn();
    const look = vi.fn(async (move: string) => ({ move, lines: ["It would."], view: null, drawing: after }));
    const told = { drawing, moves: ["Ada marks a1.", "Ada marks b2."] };
    const board = render(Board, {
      view: {}, legal: legalOf("a1", "b2"), seat: 0, names: ["Ada", "Bo"], words: words("en", en), trial: null,
      choose, turned: false, still: false, told, look, ...more,
    }); // prettier-ignore
    return { ...board, choose, look };
  }

  test("shows the picture as text, and a button a move with its words and its notation", async () => {
    const { choose } = show();
    expect(screen.getByRole("region", { name: "The board, drawn in characters" }).textContent).toContain(
      "3 · X\n  a b",
    );
    const move = screen.getByRole("button", { name: "Ada marks b2." });
    await fireEvent.click(move);
    expect(choose).toHaveBeenCalledExactlyOnceWith("b2");
  });

  test("shows what a move leads to while a pointer rests on it, and asks once", async () => {
    const { look } = show();
    const move = screen.getByRole("button", { name: /a1/ });
    for (let i = 0; i < 2; i++) {
      await fireEvent.pointerEnter(move, { pointerType: "mouse" });
      const region = await screen.findByRole("region", { name: "The board after this move" });
      expect(region.textContent).toContain("after");
      expect(screen.getByText("It would.")).toBeTruthy();
      await fireEvent.pointerLeave(move);
      await waitFor(() => expect(screen.queryByText("It would.")).toBeNull());
    }
    expect(look).toHaveBeenCalledOnce();
  });

  test("asks nothing for a finger", async () => {
    const { look } = show();
    await fireEvent.pointerEnter(screen.getByRole("button", { name: /a1/ }), { pointerType: "touch" });
    await new Promise((done) => setTimeout(done, 250));
    expect(look).not.toHaveBeenCalled();
  });

  test("has one tab stop for all moves", () => {
    show();
    const stops = screen.getAllByRole("button").filter((each) => each.tabIndex === 0);
    expect(stops).toHaveLength(1);
  });

  test("lets a long list be searched", async () => {
    const many = Array.from({ length: 30 }, (_, i) => `cell ${i}`);
    show({ legal: legalOf(...many), told: { drawing, moves: many.map((text) => `Ada takes ${text}.`) } });
    await fireEvent.input(screen.getByRole("searchbox"), { target: { value: "29" } });
    expect(screen.getAllByRole("button")).toHaveLength(1);
    expect(screen.getByText("1 move")).toBeTruthy();
  });

  test("as a still picture has nothing to click", () => {
    const { container } = show({ still: true, legal: [] });
    expect(within(container).queryAllByRole("button")).toEqual([]);
    expect(container.querySelector("pre")?.textContent).toBe("3 · X\n  a b");
  });

  test("waits for a picture that is still on its way", () => {
    show({ told: null, legal: [] });
    expect(screen.queryByRole("region", { name: /characters/ })).toBeNull();
  });
});
