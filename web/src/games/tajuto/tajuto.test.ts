// The table of Tajuto in a small browser, on positions that the engine really showed.
import { cleanup, fireEvent, render } from "@testing-library/svelte";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { explaining } from "../../explain.svelte";
import { violations } from "../../accessibility";
import { settings } from "../../settings.svelte";
import type { TajutoView } from "../../protocol.gen";
import type { Trial } from "../game";
import Board from "./Board.svelte";
import Card from "./Card.svelte";
import { client } from "./index";
import * as positions from "./positions";
import Sheet from "./Sheet.svelte";
import { legalMove, speak, unpack, type Position } from "./unpack";

const NAMES = ["Ada", "Bruno", "Chloé", "Đức"];
const fr = speak("fr");

// A busy machine is no reason to fail.
vi.setConfig({ testTimeout: 60_000 });

beforeAll(() => {
  settings.motion = "less";
});
afterEach(cleanup);

function table(
  position: Position,
  more: { trial?: Trial<TajutoView> | null; still?: boolean; turned?: boolean } = {},
) {
  const choose = vi.fn<(move: string) => void>();
  const props = {
    view: position.view,
    legal: position.legal,
    seat: position.view.viewer,
    names: NAMES,
    words: fr,
    trial: more.trial ?? null,
    choose,
    turned: more.turned ?? false,
    still: more.still ?? false,
  };
  const shown = render(Board, props);
  const all = (selector: string) => [...shown.container.querySelectorAll<HTMLElement>(selector)];
  // By accessible name, with French spaces made plain; the library's own search takes seconds on so many drawings.
  const name = (each: HTMLElement) =>
    (each.querySelector(".hidden-but-read")?.textContent ?? each.textContent ?? "")
      .trim()
      .replace(/[\u00a0\u202f]/g, " ");
  const button = (label: RegExp) => {
    const found = all("button").filter((each) => label.test(name(each)));
    if (found.length !== 1) throw new Error(`${found.length} buttons are called ${label}`);
    return found[0]!;
  };
  const said = () => choose.mock.calls.map(([move]) => move);
  return { ...shown, props, choose, all, button, name, said };
}

const at = (name: keyof typeof positions) => unpack(positions[name]);
const texts = (position: Position) => position.legal.map((each) => each.text);

// What is lit, and what is possible but brings nothing.
const POSSIBLE = "[data-lit], [data-faint]";

describe("what is lit is what is legal", () => {
  it.each(Object.keys(positions) as (keyof typeof positions)[])("%s", async (name) => {
    const position = at(name);
    const t = table(position);
    // Every lit thing says a legal move, alone or after its question; together with each tile in hand they say them all.
    const reached = new Set<string>();
    const tiles = position.view.monks[position.view.viewer ?? 0]?.tiles.map((tile) => tile.name) ?? [];
    for (const tile of [null, ...tiles]) {
      if (tile !== null && !texts(position).some((text) => text.startsWith(tile))) continue;
      const possible = () => t.all(POSSIBLE).filter((each) => !each.closest(".tiles, .verbs"));
      if (tile !== null) await fireEvent.click(t.button(new RegExp(`^Tuile ${tile} .*prête`)));
      const count = possible().length;
      if (tile !== null) await fireEvent.click(t.button(new RegExp(`^Tuile ${tile} .*prête`)));
      for (let i = 0; i < count; i++) {
        if (tile !== null) await fireEvent.click(t.button(new RegExp(`^Tuile ${tile} .*prête`)));
        const lit = possible()[i]!;
        await fireEvent.click(lit);
        const answers = t.all(".ask [data-lit]").length;
        for (let k = 0; k < answers; k++) {
          if (k) await fireEvent.click(lit);
          await fireEvent.click(t.all(".ask [data-lit]")[k]!);
        }
      }
    }
    for (const move of t.said()) reached.add(move);
    // Ending the turn is the page's button, unless a floor is chosen for it.
    const end = client.finish!(position.legal, position.view);
    if (end) reached.add(end);
    expect([...reached].sort()).toEqual(texts(position).sort());
  });

  it("lights nothing when nothing is legal, and still answers", async () => {
    const t = table(at("WATCHED"));
    expect(t.all(POSSIBLE)).toEqual([]);
    await fireEvent.click(t.button(/^Chercher la taille 6/));
    expect(t.said()).toEqual([expect.stringMatching(/^[A-D] draw 6$/)]);
  });
});

describe("what is not legal is said all the same", () => {
  it.each([
    [/^la pagode noire/, "A offer black"],
    [/^la tuile Inauguration rouge/, "A acquire red"],
    [/^un Marché/, "A acquire market"],
    [/^Offrande pour la pagode bleue/, "A offer blue"],
    [/^Tuile B /, "B draw 1"],
  ])("%s says %s", async (label, move) => {
    const position = at("START");
    expect(texts(position)).not.toContain(move);
    const t = table(position);
    await fireEvent.click(t.button(label));
    expect(t.said()).toEqual([move]);
  });

  it("names a used tile when that tile is pointed at", async () => {
    const t = table(at("RICH"));
    await fireEvent.click(t.button(/^Tuile A .*a servi/));
    expect(t.said()[0]).toMatch(/^A draw/);
  });

  it("asks to build a floor that does not fit", async () => {
    const position = at("KEEPS");
    const floor = position.view.monks[position.view.viewer!]!.floors[0]!;
    const t = table({ ...position, legal: position.legal.filter((each) => !each.text.startsWith("end")) });
    await fireEvent.click(t.button(new RegExp(`^étage .* ${floor.slice(-1)}.*attend`)));
    expect(t.said()).toEqual([`build ${floor.slice(0, -1)}`]);
  });

  it("says what a tile in hand cannot do, and lets go of it", async () => {
    const t = table(at("RICH"));
    await fireEvent.click(t.button(/^Tuile D .*prête/));
    expect(t.button(/^Tuile D .*prête/).getAttribute("aria-pressed")).toBe("true");
    await fireEvent.click(t.button(/^une tuile Sagesse de 2/));
    expect(t.said()).toEqual(["D acquire W2"]);
    expect(t.button(/^Tuile D .*prête/).getAttribute("aria-pressed")).toBe("false");
  });
});

describe("composing", () => {
  it("uses the cheapest tile, and of two free ones the one that does nothing else", async () => {
    const t = table(at("RICH"));
    await fireEvent.click(t.button(/^une tuile Sagesse de 2/));
    expect(t.said()).toEqual(["F acquire W2"]);
    expect(t.all(".with").map((each) => each.textContent)).toContain("acquérir avec F");
  });

  it("asks where a pagoda can be built on and offered to", async () => {
    const position = at("BOTH");
    const colour = position.trial!.move.split(" ")[2]!;
    const t = table(position);
    await fireEvent.click(t.button(new RegExp(`^${fr(`pagoda.${colour}`)}`)));
    expect(t.said()).toEqual([]);
    expect(document.activeElement?.textContent).toMatch(/^Bâtir \+\d$/);
    expect(t.all("[data-lit]").every((each) => each.closest(".ask"))).toBe(true);
    await fireEvent.keyDown(document.activeElement!, { key: "Escape" });
    expect(t.all(".ask")).toEqual([]);
    await fireEvent.click(t.button(new RegExp(`^${fr(`pagoda.${colour}`)}`)));
    await fireEvent.click(t.button(/^Offrir avec A \+\d/));
    expect(t.said()).toEqual([`A offer ${colour}`]);
    expect(t.all(".ask")).toEqual([]);
  });

  it("ends the turn with the floor that is kept, once that is confirmed", async () => {
    const position = at("KEEPS");
    expect(client.finish!(position.legal, position.view)).toBe(null);
    const t = table(position);
    const floors = t.all(".floors button[data-lit]");
    expect(floors.length).toBe(2);
    await fireEvent.click(floors[1]!);
    expect(t.said()).toEqual([]);
    await fireEvent.click(t.button(/^Finir le tour/));
    expect(texts(position)).toContain(t.said()[0]);
  });

  it("says what everything would cost and bring, and lights no losing choice", async () => {
    const position = at("BOTH");
    const view = {
      ...position.view,
      monks: position.view.monks.map((m) => (m.seat ? m : { ...m, mp: 30 })),
    };
    const legal = [
      "A offer yellow",
      "C offer green",
      "C offer yellow",
      "C draw 6",
      "B acquire W1",
      "A draw 1",
    ];
    const t = table({ ...position, view, legal: legal.map((text) => legalMove(text, view)) });
    const { pagodas, stacks } = view;
    const height = (colour: string) => pagodas.find((each) => each.colour === colour)!.height;
    expect(height("green")).toBe(1);
    expect(t.button(/^la pagode verte/).textContent).toContain(
      "−6 +3 = −3".replaceAll(" ", "\u00a0").replace("\u00a0=", " ="),
    );
    expect(t.button(/^la pagode verte/).matches("[data-faint]:not([data-lit])")).toBe(true);
    expect(t.button(/^la pagode jaune/).matches("[data-lit]:not([data-faint])")).toBe(true);
    expect(t.button(/^Chercher la taille 6/).matches("[data-faint]:not([data-lit])")).toBe(true);
    const price = stacks.find((each) => each.item === "W1")!.price!;
    expect(t.button(/^une tuile Sagesse de 1/).querySelector(".price b")?.textContent).toBe(`−${price + 4}`);
  });

  it("draws the move that was advised", async () => {
    const t = table(at("RICH"));
    await t.rerender({ ...t.props, hint: "F acquire W2" });
    expect(t.all(".stacks .hinted, .tiles .hinted").length).toBe(2);
    await t.rerender({ ...t.props, hint: null });
    expect(t.all(".hinted").length).toBe(0);
  });

  it("tells what an objective asks", async () => {
    const t = table(at("START"));
    await fireEvent.click(t.button(/^30 PM atteints/));
    expect(explaining.card?.text).toBe(fr("what.objective.reached30"));
    expect(t.said()).toEqual([]);
  });
});

describe("keyboard", () => {
  it("has one tab stop a group and walks with arrows", async () => {
    const t = table(at("START"));
    const sizes = t.all(".sizes button");
    expect(sizes.map((each) => each.tabIndex)).toEqual([0, -1, -1, -1, -1, -1]);
    sizes[0]!.focus();
    await fireEvent.keyDown(sizes[0]!, { key: "ArrowRight" });
    expect(document.activeElement).toBe(sizes[1]);
    await fireEvent.keyDown(sizes[1]!, { key: "End" });
    expect(document.activeElement).toBe(sizes[5]);
    expect(sizes.map((each) => each.tabIndex)).toEqual([-1, -1, -1, -1, -1, 0]);
  });

  it("takes a tile by its letter, feels by a digit, lets go by Escape", async () => {
    const t = table(at("RICH"));
    const bag = t.all(".sizes button")[2]!;
    await fireEvent.keyDown(bag, { key: "c" });
    expect(t.button(/^Tuile C .*prête/).getAttribute("aria-pressed")).toBe("true");
    expect(t.getByRole("status").textContent).toContain(fr("board.held.draw", { tile: "C" }));
    await fireEvent.keyDown(bag, { key: "Escape" });
    expect(t.button(/^Tuile C .*prête/).getAttribute("aria-pressed")).toBe("false");
    await fireEvent.keyDown(bag, { key: "b" });
    await fireEvent.keyDown(bag, { key: "4" });
    expect(t.said()).toEqual(["B draw 4"]);
  });
});

describe("a move being considered", () => {
  it("shows the offering and its points before it is placed", () => {
    const position = at("BOTH");
    const t = table(position, { trial: position.trial });
    const mine = position.view.viewer!;
    const gain = position.trial!.view!.monks[mine]!.mp - position.view.monks[mine]!.mp;
    expect(gain).toBeGreaterThan(0);
    expect(t.all(".garden .gain").map((each) => each.textContent)).toEqual([`+${gain}`]);
    expect(t.all(".path .ghost text").map((each) => each.textContent)).toEqual([`+${gain}`]);
    expect(t.all(".garden .tried").length).toBe(1);
  });

  it("shows the floor that would rise and the offering it would cover", () => {
    const position = at("COVER");
    const t = table(position, { trial: position.trial });
    expect(t.all(".garden .ghost").length).toBe(1);
  });

  it("shows what would be acquired and the tile that would be used", () => {
    const position = at("RICH");
    const t = table(position, { trial: position.trial });
    expect(t.all(".stacks .tried").map(t.name)).toEqual([expect.stringMatching(/^une tuile Sagesse de 2/)]);
    expect(t.all(".tiles .tried").map(t.name)).toEqual([expect.stringMatching(/^Tuile F/)]);
  });
});

describe("every state is drawn", () => {
  it.each(Object.keys(positions) as (keyof typeof positions)[])(
    "%s, playable, still and turned",
    async (name) => {
      const position = at(name);
      const t = table(position);
      for (const p of position.view.pagodas) {
        const label = fr("board.tower", { pagoda: fr(`pagoda.${p.colour}`), n: p.height });
        expect(t.all("button").filter((each) => t.name(each).startsWith(label)).length, label).toBe(1);
      }
      expect(t.container.textContent).not.toMatch(/board\.|draw\.|item\./);
      await t.rerender({ ...t.props, still: true, turned: true });
      expect(t.all("button, [tabindex='0']")).toEqual([]);
      expect(t.all(".tajuto.turned[role=img]").length).toBe(1);
    },
  );

  it("tells in words which colours of a size would fit", () => {
    const t = table(at("BOTH"));
    expect(t.name(t.button(/^Chercher la taille 2/))).toMatch(/à leur place maintenant.: orange/);
  });

  it("tells the odds of a hand that may slip", () => {
    expect(table(at("HUMAN")).all(".sizes .slip").length).toBeGreaterThan(0);
  });

  it("has one mouth when hands are blind", async () => {
    const t = table(at("BLIND"));
    expect(t.all(".sizes button").length).toBe(1);
    const inside = t.all(".contents .waits, .contents .fits").length;
    expect(inside).toBe(at("BLIND").view.bag.length);
    await fireEvent.click(t.all(".sizes button")[0]!);
    expect(t.said()).toEqual(
      texts(at("BLIND"))
        .filter((text) => text.includes("draw"))
        .slice(0, 1),
    );
  });

  it("says that only the lowest size may be felt for", () => {
    const position = at("FORCED");
    expect(table(position).container.textContent).toContain(
      fr("draw.forced", { size: position.view.lowest_only }),
    );
  });

  it("strikes the printed cost where a Market lowers it", () => {
    expect(table(at("RICH")).all(".stacks s").length).toBeGreaterThan(0);
  });

  it("keeps the others' points to itself, and counts everybody's at the end", () => {
    const { view } = at("WATCHED");
    for (const { seat } of view.monks) {
      const props = { view, seat, names: NAMES, words: fr };
      expect(render(client.SeatCard!, props).container.querySelector("b")?.textContent).toBe(NAMES[seat]);
      expect(render(client.Chip!, props).container.textContent).not.toMatch(/PS/);
    }
    cleanup();
    const over = at("OVER");
    const sheet = render(Sheet, { view: over.view, names: NAMES, words: fr });
    const totals = [...sheet.container.querySelectorAll(".total")].map((each) => Number(each.textContent));
    expect(totals).toEqual(over.view.monks.map((monk) => monk.sheet!.total));
    expect(sheet.container.querySelectorAll("thead .won").length).toBe(over.view.winners.length);
  });

  it("follows a change of the view", async () => {
    const position = at("COVER");
    const t = table(position);
    const before = t.all(".garden .roof").length;
    await t.rerender({ ...t.props, view: position.trial!.view! });
    expect(t.all(".garden .roof").length).toBe(before + 1);
    expect(t.all(".path .rise").length).toBe(1);
  });
});

describe("for everybody", () => {
  it.each(["START", "RICH", "WATCHED", "OVER"] as const)(
    "axe finds nothing in %s",
    { timeout: 60_000 },
    async (name) => {
      expect(await violations(table(at(name)).container)).toEqual([]);
    },
  );

  it("says the same things in both languages", () => {
    const [first, second] = ["fr", "en"].map((lang) => Object.keys(catalogue(lang)));
    expect(second).toEqual(first);
    for (const [key, sentence] of Object.entries(catalogue("fr"))) {
      const places = (text: unknown) => [...new Set(JSON.stringify(text).match(/\{\w+/g))].sort();
      expect(places(catalogue("en")[key]), key).toEqual(places(sentence));
    }
  });

  it("draws its card", () => {
    const { container } = render(Card);
    expect(container.querySelector("svg")?.getAttribute("aria-hidden")).toBe("true");
  });
});

describe("the prompt", () => {
  it.each([
    ["START", "Vous pouvez piocher."],
    ["KEEPS", "Vous pouvez finir le tour."],
    ["COVER", "Vous pouvez bâtir. Ce qui va doit être bâti ce tour-ci."],
  ] as const)("at %s says: %s", (name, sentence) => {
    expect(client.prompt!({ ...at(name), words: fr })).toBe(sentence);
  });
});

describe("pictures of the rules", () => {
  it.each(Object.keys(client.diagrams!))("%s belongs to a rule and draws", (rule) => {
    const { view, legal = [], seat = null, trial = null } = client.diagrams![rule]!;
    expect(fr.has(`rule.${rule}`) && fr.has(`diagram.${rule}`)).toBe(true);
    const shown = render(Board, {
      ...{ view, legal, seat, trial, names: NAMES, words: fr, choose: () => {}, turned: false, still: true },
    });
    expect(shown.container.querySelectorAll("svg").length).toBeGreaterThan(0);
    expect(shown.container.textContent).not.toMatch(/board\.|draw\./);
  });
});

const catalogues = import.meta.glob<Record<string, unknown>>("./locale/*.json", {
  import: "default",
  eager: true,
});
function catalogue(lang: string): Record<string, unknown> {
  return catalogues[`./locale/${lang}.json`] ?? {};
}

it("reads texts as the server's typed moves", () => {
  expect(legalMove("A draw 3").move).toEqual({ type: "draw", tile: "A", size: 3, cost: 0, gain: 0 });
  expect(legalMove("end keep red5").move).toEqual({ type: "end", keep: "red5" });
});
