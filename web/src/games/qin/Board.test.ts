import { fireEvent, render } from "@testing-library/svelte";
import { beforeEach, expect, test, vi } from "vitest";
import type { QinView } from "../../protocol.gen";
import type { BoardProps } from "../game";
import Board from "./Board.svelte";
import { diagrams } from "./diagrams";
import { read } from "./place";
import { moment, moveOf, positions, wordsOf, type Moment } from "./positions";
import Sheet from "./Sheet.svelte";

const names = ["Ana", "Bo", "Cleo", "Dan"];
let choose = vi.fn<(move: string) => void>();
beforeEach(() => (choose = vi.fn()));

function show(at: Moment, more: Partial<BoardProps<QinView>> = {}) {
  const props = {
    ...at,
    names,
    words: wordsOf("en"),
    trial: null,
    choose,
    turned: false,
    still: false,
    ...more,
  };
  const { container, rerender } = render(Board, { props });
  const cell = (name: string) => container.querySelector<SVGElement>(`[data-name="${name}"]`)!;
  const lit = () =>
    [...container.querySelectorAll(".cell.lit")].map((each) => each.getAttribute("data-name"));
  const tiles = () => [...container.querySelectorAll<HTMLButtonElement>("button.tile")];
  const press = (key: string, on: Element = document.body) => fireEvent.keyDown(on, { key, bubbles: true });
  return {
    container,
    cell,
    lit,
    tiles,
    press,
    again: (now: Partial<typeof props>) => rerender({ ...props, ...now }),
  };
}

/** The cells under the first half of a tile that points right. */
const pointingRight = ({ view, legal }: Moment, tile: string) =>
  legal
    .map((move) => read(view, move.text)!)
    .filter((place) => place.tile === tile && place.two === place.one + 1)
    .map((place) => view.cells[place.one]!.name);

test("the cells that are lit are those of the legal moves, for each tile of the hand", async () => {
  const at = moment("middle");
  const { lit, tiles } = show(at);
  for (const [i, tile] of at.view.hand!.entries()) {
    await fireEvent.click(tiles()[i]!);
    // A tile that points right is pushed back from the last column, so that column answers like the one before it.
    const inside = lit().filter((name) => !name!.startsWith("m"));
    expect(inside.sort()).toEqual(pointingRight(at, tile).sort());
    expect(tiles()[i]!.getAttribute("aria-pressed")).toBe("true");
  }
});

test("nothing is lit when it is not our turn, and a click still asks the table", async () => {
  const { container, cell } = show(moment("waiting"));
  expect(container.querySelectorAll(".cell.lit, .cell.turns")).toHaveLength(0);
  await fireEvent.click(cell("e4"));
  expect(choose).toHaveBeenCalledExactlyOnceWith("RR e4-f4");
});

test("a click on a lit cell proposes the move as it is listed", async () => {
  const at = moment("first turn");
  const { cell, lit } = show(at);
  await fireEvent.click(cell(lit()[0]!));
  expect(at.legal.map((move) => move.text)).toContain(choose.mock.calls[0]![0]);
});

test("every cell that no move covers asks the table too: villages, water, starting and covered cells", async () => {
  const at = moment("middle");
  const { cell, lit } = show(at);
  for (const ground of ["village", "water", "start"]) {
    const name = at.view.cells.find((each) => each.ground === ground)!.name;
    expect(lit()).not.toContain(name);
    await fireEvent.click(cell(name));
    const asked = choose.mock.lastCall![0];
    expect(asked).toMatch(new RegExp(`^${at.view.hand![0]} .*\\b${name}\\b`));
    expect(at.legal.map((move) => move.text)).not.toContain(asked);
  }
  expect(choose).toHaveBeenCalledTimes(3);
});

test("keys choose a tile and turn it", async () => {
  const at = moment("first turn");
  const { container, cell, lit, press } = show(at);
  await press("3"); // RY
  const before = lit();
  await press("r");
  expect(lit()).not.toEqual(before);
  await press("R");
  const name = at.view.cells.find((each) => each.ground === "start")!.name;
  await fireEvent.click(cell(name));
  expect(choose.mock.lastCall![0]).toMatch(/^RY /);
  expect(container.querySelector(".picked .key")!.textContent).toBe("3");
});

test("the same keys typed into a field of the page do nothing", async () => {
  const { container, press } = show(moment("first turn"));
  const field = document.body.appendChild(document.createElement("input"));
  await press("2", field);
  expect(container.querySelector(".picked .key")!.textContent).toBe("1");
  field.remove();
});

test("arrows go from cell to cell, one cell is in the order of Tab, Enter proposes", async () => {
  const { container, cell, press } = show(moment("first turn"));
  expect(container.querySelectorAll('.cell[tabindex="0"]')).toHaveLength(1);
  const middle = cell("g7");
  middle.focus();
  await press("ArrowRight", middle);
  expect(document.activeElement).toBe(cell("h7"));
  await press("ArrowUp", cell("h7"));
  expect(document.activeElement).toBe(cell("h8"));
  await press("Home", cell("h8"));
  expect(document.activeElement).toBe(cell("a8"));
  await press("ArrowLeft", cell("a8"));
  expect(document.activeElement).toBe(cell("a8"));
  await press("Enter", cell("a8"));
  expect(choose).toHaveBeenCalledOnce();
});

test("the pointer carries the chosen tile", async () => {
  const { container, cell, lit } = show(moment("first turn"));
  await fireEvent.pointerEnter(cell(lit()[0]!), { pointerType: "mouse" });
  expect(container.querySelector('[data-laid="ghost"]')).not.toBeNull();
  await fireEvent.pointerEnter(cell("f13"), { pointerType: "mouse" });
  expect(container.querySelector('[data-laid="ghost not"]')).not.toBeNull();
});

test("a trial shows the tile, the pagodas put and returned, and what the seats have left then", () => {
  const at = moment("trial");
  const { container } = show(at, { trial: at.trial });
  expect(container.querySelectorAll('[data-laid="trial"]')).toHaveLength(1);
  const badges = [...container.querySelectorAll(".badge")].map((badge) => badge.textContent!.trim());
  expect(badges.some((text) => text.startsWith("+"))).toBe(true);
  expect(badges.some((text) => text.startsWith("−"))).toBe(true);
  const counts = [...container.querySelectorAll(".count")].map((each) => each.textContent!.trim());
  expect(counts).toEqual(["3 → 5", "5 → 3"]);
});

test("a trial without the table after it still shows its tile", () => {
  const at = moment("trial");
  const { container } = show(at, { trial: { ...at.trial!, view: null } });
  expect(container.querySelectorAll('[data-laid="trial"]')).toHaveLength(1);
  expect(container.querySelectorAll(".badge")).toHaveLength(0);
});

test("pointing again at the tile on trial turns it to another legal place around the same cell", async () => {
  const at = moment("first turn");
  const { cell, press, again } = show(at);
  await press("3"); // RY
  await fireEvent.click(cell("j11"));
  const first = choose.mock.lastCall![0];
  await again({ trial: { move: first, lines: [], view: null } });
  await fireEvent.click(cell("j11"));
  const second = choose.mock.lastCall![0];
  expect(second).not.toBe(first);
  expect(second).toMatch(/^RY j11-/);
  expect(at.legal.map((move) => move.text)).toContain(second);
});

test("a tile that fits in no other turn changes its ends", async () => {
  const { cell, press, again } = show(moment("first turn"));
  await press("3");
  await fireEvent.click(cell("j12"));
  expect(choose.mock.lastCall![0]).toBe("RY j12-j11");
  await again({ trial: { move: "RY j12-j11", lines: [], view: null } });
  await fireEvent.click(cell("j12"));
  expect(choose.mock.lastCall![0]).toBe("RY j11-j12");
});

test("steps for fingers propose legal places", async () => {
  const at = moment("first turn");
  const { container } = show(at);
  const steps = [...container.querySelectorAll<HTMLButtonElement>(".nudge")];
  expect(steps).toHaveLength(4);
  for (const step of steps) await fireEvent.click(step);
  expect(choose.mock.calls.length).toBeGreaterThan(1);
  for (const [text] of choose.mock.calls) expect(at.legal.map((move) => move.text)).toContain(text);
});

test("pass is offered where it is legal, and only there", async () => {
  const at = moment("middle");
  expect(show(at).container.querySelector(".pass")).toBeNull();
  const { container } = show({ ...at, legal: [moveOf("pass")] });
  await fireEvent.click(container.querySelector(".pass")!);
  expect(choose).toHaveBeenCalledExactlyOnceWith("pass");
});

test.each(Object.keys(positions))("%s is drawn whole", (name) => {
  const at = moment(name as keyof typeof positions & "middle");
  const { container } = show(at);
  const owned = [...at.view.provinces, ...at.view.villages].filter((each) => each.owner !== null);
  expect(container.querySelectorAll("[data-tower]")).toHaveLength(owned.length);
  expect(container.querySelectorAll(".cell")).toHaveLength(at.view.width * at.view.height);
  expect(container.querySelectorAll("button.tile")).toHaveLength(
    at.view.over ? 0 : (at.view.hand?.length ?? 0),
  );
  for (const button of container.querySelectorAll("[role=button], button")) {
    const label = button.getAttribute("aria-label") ?? button.textContent!.trim();
    expect(label).not.toMatch(/^$|\{|board\.|undefined/);
  }
});

test("cells say what they are, in both languages", () => {
  const at = moment("first turn");
  expect(show(at).cell("a1").getAttribute("aria-label")).toBe("a1, free steppe");
  const { cell, lit } = show(at, { words: wordsOf("fr") });
  expect(cell("g7").getAttribute("aria-label")).toBe("g7, case de départ, jaune");
  expect(cell(lit()[0]!).getAttribute("aria-label")).toMatch(/steppe libre\s; posable$/);
});

test("what the others did is marked when the view changes", async () => {
  const at = moment("trial");
  const { container, again } = show(at);
  expect(container.querySelectorAll(".fresh")).toHaveLength(0);
  await again({ view: at.trial!.view!, legal: [] });
  expect(container.querySelectorAll(".fresh")).toHaveLength(2);
  expect(container.querySelectorAll(".going").length).toBeGreaterThan(0);
});

test("a move that was tried is laid without being played a second time, and nothing before it either", async () => {
  const at = moment("trial");
  const moving = () =>
    [...container.querySelectorAll(".fresh, .touched, .just, .going")].filter(
      (each) => !each.matches(".calm, .trying"),
    );
  const { container, again } = show({ ...at, trial: null });
  await again({ trial: at.trial });
  expect(container.querySelector("[data-laid=trial]")).not.toBe(null);
  await again({ trial: null, view: at.trial!.view!, legal: [] });
  expect(container.querySelectorAll(".fresh").length).toBeGreaterThan(0);
  expect(moving()).toEqual([]);
});

test("a trial that is put back does not play the other's last move again", async () => {
  const before = moment("trial");
  const { container, again } = show({ ...before, trial: null });
  const now = before.trial!.view!;
  await again({ trial: null, view: now });
  expect(container.querySelectorAll(".fresh:not(.calm)")).toHaveLength(2);
  const again2 = { ...before.trial!, view: null };
  await again({ trial: again2, view: now });
  await again({ trial: null, view: now });
  expect(container.querySelectorAll(".fresh:not(.calm)")).toHaveLength(0);
});

test("a still picture of the whole table has the hand and the stock, and nothing to press", () => {
  const at = moment("first turn");
  const { container } = show(at, { still: true, whole: true });
  expect(container.querySelectorAll("button.tile")).toHaveLength(at.view.hand!.length);
  expect(container.querySelectorAll("button:not(:disabled), [role=button]")).toHaveLength(0);
  expect(container.querySelector(".stock")).not.toBe(null);
});

test.each(Object.entries(diagrams))("the diagram of %s is a still picture", (_, diagram) => {
  const at = { legal: [], seat: null, trial: null, ...diagram };
  const { container } = show(at, { trial: diagram.trial ?? null, still: true });
  expect(container.querySelectorAll("button, [role=button], [tabindex]")).toHaveLength(0);
  expect(container.querySelector("svg")!.getAttribute("role")).toBe("img");
  const forbidden = !!diagram.trial && !diagram.trial.view;
  expect(container.querySelectorAll(".refused")).toHaveLength(forbidden ? 1 : 0);
});

test("the score sheet counts every pagoda of every seat, the winner first", () => {
  const { view } = moment("over");
  const { container } = render(Sheet, { props: { view, names, words: wordsOf("en") } });
  const rows = [...container.querySelectorAll("tbody tr")].map((row) =>
    [...row.querySelectorAll("td")].map((cell) => Number(cell.textContent)),
  );
  for (const [small, great, villages, built, left] of rows as [number, number, number, number, number][]) {
    expect(small + 2 * great + villages).toBe(built);
    expect(built + left).toBe(24);
  }
  expect(container.querySelector("tbody tr")!.textContent).toContain(names[view.winners[0]!]);
  expect(container.querySelector("caption")!.textContent).toContain("Q20");
});
