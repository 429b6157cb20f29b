import { fireEvent, render } from "@testing-library/svelte";
import { beforeEach, describe, expect, test, vi } from "vitest";
import en from "../../../../src/yonto/games/niya/locale/en.json";
import { violations } from "../../accessibility";
import { settings } from "../../settings.svelte";
import type { NiyaView } from "../../protocol.gen";
import { words } from "../../words";
import type { BoardProps } from "../game";
import Board from "./Board.svelte";
import { legalAt, position, type Name } from "./diagrams";
import own from "./locale/en.json";

const say = words("en", en, own);
const NAMES = ["Ada", "Bruno"];
const ALL: Name[] = [
  "begin",
  "opened",
  "answered",
  "middle",
  "diagonal",
  "row",
  "square",
  "blockade",
  "full",
  "draw",
];

// happy-dom plays no animations; users who want nothing to move see the same.
beforeEach(() => {
  settings.motion = "less";
});

function show(name: Name, more: Partial<BoardProps<NiyaView>> = {}) {
  const choose = vi.fn();
  const shown = render(Board, {
    view: position(name),
    legal: legalAt(name),
    seat: position(name).to_move,
    names: NAMES,
    words: say,
    trial: null,
    choose,
    turned: false,
    still: false,
    ...more,
  });
  // The library's own search by role computes styles of everything: seconds on so many drawings.
  const buttons = () => [...shown.container.querySelectorAll("button")];
  const button = (cell: string) => {
    const found = buttons().filter((each) => each.getAttribute("aria-label")?.startsWith(`${cell},`));
    if (found.length !== 1) throw new Error(`${found.length} buttons are called ${cell}`);
    return found[0]!;
  };
  const cellsWith = (className: string) =>
    buttons()
      .filter((each) => each.classList.contains(className))
      .map((each) => each.getAttribute("aria-label")?.slice(0, 2));
  return { ...shown, choose, buttons, button, cellsWith };
}

describe("what is lit", () => {
  test.each<Name>(["begin", "opened", "answered", "middle"])("%s: exactly the legal cells", (name) => {
    const { cellsWith } = show(name);
    expect(cellsWith("lit")).toEqual(legalAt(name).map((each) => each.text));
  });

  test("comes from the legal moves, not from the view", () => {
    const two = legalAt("begin").slice(0, 2);
    expect(show("begin", { legal: two }).cellsWith("lit")).toEqual(["a4", "b4"]);
  });

  test("is nothing while others move, but what they may take is marked", () => {
    const { cellsWith, button, container } = show("opened", { legal: [], seat: 0 });
    expect(cellsWith("lit")).toEqual([]);
    expect(container.querySelectorAll(".pip.seat-1")).toHaveLength(legalAt("opened").length);
    expect(button("a4").getAttribute("aria-label")).toBe("a4, pine, birds; open to Bruno");
  });
});

describe("pointing", () => {
  test("at a lit tile chooses its cell", async () => {
    const { choose, button } = show("middle");
    await fireEvent.click(button("c3"));
    expect(choose).toHaveBeenCalledExactlyOnceWith("c3");
  });

  test.each([
    ["a tile that does not match", "a4"],
    ["a token", "b4"],
  ])("at %s chooses as well, so that the table can say why not", async (_, cell) => {
    const { choose, button } = show("middle");
    await fireEvent.click(button(cell));
    expect(choose).toHaveBeenCalledExactlyOnceWith(cell);
  });

  test.each<Name>(["opened", "square"])(
    "%s: every cell answers when it is nobody's turn here",
    async (name) => {
      const { choose, buttons } = show(name, { legal: [], seat: null });
      for (const each of buttons()) await fireEvent.click(each);
      expect(choose.mock.calls.flat()).toEqual(position(name).cells.map((cell) => cell.name));
    },
  );
});

describe("keys", () => {
  test("Tab reaches one cell, arrows walk and stop at the edge", async () => {
    const { button, buttons } = show("begin");
    expect(buttons().filter((each) => each.tabIndex === 0)).toEqual([button("a4")]);
    button("a4").focus();
    for (const key of ["ArrowRight", "ArrowDown", "ArrowDown", "ArrowLeft", "ArrowLeft", "End", "ArrowUp"]) {
      await fireEvent.keyDown(document.activeElement ?? document.body, { key });
    }
    expect(document.activeElement).toBe(button("d3"));
    expect(buttons().filter((each) => each.tabIndex === 0)).toEqual([button("d3")]);
  });

  test("N goes round the lit tiles", async () => {
    const { button } = show("middle");
    button("a4").focus();
    const visited = [];
    for (let i = 0; i < 6; i++) {
      await fireEvent.keyDown(document.activeElement ?? document.body, { key: "n" });
      visited.push(document.activeElement?.getAttribute("aria-label")?.slice(0, 2));
    }
    expect(visited).toEqual(["c3", "d3", "b2", "a1", "d1", "c3"]);
  });

  test("with a modifier are left to the browser", async () => {
    const { button } = show("begin");
    button("a4").focus();
    await fireEvent.keyDown(button("a4"), { key: "ArrowRight", altKey: true });
    expect(document.activeElement).toBe(button("a4"));
  });
});

describe("a move being tried", () => {
  const trial = { move: "b4", lines: [], view: position("answered") };

  test("shows the token, the new top of the pile and what the other may take then", () => {
    const { container, button, getByText } = show("opened", { trial });
    expect(container.querySelectorAll(".ghost.token")).toHaveLength(1);
    expect(button("b4").getAttribute("aria-label")).toBe("b4, cherry, rain; tile chosen, to be confirmed");
    expect(container.querySelectorAll(".pip.seat-0")).toHaveLength(legalAt("answered").length);
    getByText("That would leave Ada a choice of 5 tiles.");
    getByText("cherry");
  });

  test("shows at least the token when the table after it is not known", () => {
    const { container } = show("opened", { trial: { ...trial, view: null } });
    expect(container.querySelectorAll(".ghost.token")).toHaveLength(1);
    expect(container.querySelectorAll(".pip")).toHaveLength(0);
  });

  test("says that it would win", () => {
    const view = { ...position("square"), winner: 0 };
    const { getByText, container } = show("middle", { trial: { move: "b2", lines: [], view } });
    getByText("A square of four. Winner: Ada.");
    expect(container.querySelectorAll(".rays")).toHaveLength(4);
  });
});

describe("the pile in words", () => {
  test.each<[Name, boolean, string]>([
    ["begin", true, "You open: take a tile from the edge of the garden."],
    ["begin", false, "Ada opens with a tile from the edge."],
    ["middle", true, "Your turn: take a tile with an iris or a poem."],
    ["opened", false, "Bruno takes a pine or rain."],
    ["diagonal", false, "Four in a line. Winner: Ada."],
    ["blockade", false, "Blockade: no tile fits any more. Winner: Bruno."],
    ["full", false, "Garden empty, no line and no square. The last token wins: Bruno."],
    ["draw", false, "Garden empty, no line and no square: the round is a draw."],
  ])("%s, ours: %s", (name, ours, text) => {
    show(name, ours ? {} : { legal: [] }).getByText(text);
  });
});

describe("every state", () => {
  test.each(ALL)(
    "%s: each tile and token is drawn once, the last one and the winning four are marked",
    (name) => {
      const view = position(name);
      const { container } = show(name, { seat: null, legal: [] });
      expect(container.querySelectorAll(".cell .card")).toHaveLength(view.left);
      expect(container.querySelectorAll("svg.token")).toHaveLength(view.taken);
      expect(container.querySelectorAll(".mark")).toHaveLength(view.taken ? 1 : 0);
      expect(container.querySelectorAll(".rays")).toHaveLength(view.won.length);
      expect(container.querySelectorAll(".bar")).toHaveLength(view.rule === "N9" ? view.left : 0);
    },
  );

  test.each(ALL)("%s: a picture has nothing to press and says what it shows", (name) => {
    const { container } = show(name, { still: true, names: [] });
    expect(container.querySelectorAll("button, [role=button], [tabindex]")).toHaveLength(0);
    const pictures = container.querySelectorAll("[role=img]");
    expect(pictures).toHaveLength(1);
    expect(pictures[0]!.getAttribute("aria-label")).toMatch(/\.$/);
  });

  test("a garden not laid yet has sixteen bare cells", () => {
    const begin = position("begin");
    const cells = begin.cells.map((cell) => ({ ...cell, tile: null, open: false }));
    const { button } = show("begin", { view: { ...begin, cells, to_move: -1 }, legal: [], seat: null });
    expect(button("d1").getAttribute("aria-label")).toBe("d1, empty");
  });

  test("a view that changes moves the pieces with it", async () => {
    const { rerender, button, container } = show("opened", { legal: [], seat: 0 });
    await rerender({ view: position("answered"), legal: legalAt("answered") });
    expect(button("b4").getAttribute("aria-label")).toBe("b4, token of Bruno; last move");
    expect(container.querySelectorAll("svg.token")).toHaveLength(2);
    expect(container.querySelectorAll(".stack .top")).toHaveLength(1);
    await rerender({ view: position("begin"), legal: legalAt("begin") });
    expect(container.querySelectorAll("svg.token")).toHaveLength(0);
  });

  test("the board of the other side of the screen is turned", () => {
    expect(show("middle", { turned: true }).container.querySelector(".board.turned")).not.toBeNull();
  });

  test.each([
    ["playing", "middle", false],
    ["over", "square", false],
    ["a picture", "middle", true],
  ] as const)("%s: axe finds nothing", async (_, name, still) => {
    const { container } = show(name, { still });
    expect(await violations(container)).toEqual([]);
  });
});
