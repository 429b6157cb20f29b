import { fireEvent, render, screen, within } from "@testing-library/svelte";
import { beforeEach, describe, expect, test, vi } from "vitest";
import room from "../../../../src/yonto/games/pagode/locale/en.json";
import roomFr from "../../../../src/yonto/games/pagode/locale/fr.json";
import { settings } from "../../settings.svelte";
import type { LogLine, PagodeView } from "../../protocol.gen";
import { words, type Lang } from "../../words";
import type { Trial } from "../game";
import Board from "./Board.svelte";
import Chip from "./Chip.svelte";
import { ABILITIES } from "./colours";
import { diagrams } from "./diagrams";
import { NAMES, position } from "./fixtures";
import Goal from "./Goal.svelte";
import { client } from "./index";
import en from "./locale/en.json";
import fr from "./locale/fr.json";
import { acts } from "./pointing";
import { prompt } from "./saying";
import SeatCard from "./SeatCard.svelte";
import Sheet from "./Sheet.svelte";
import * as what from "./what";

const say = (lang: Lang) => (lang === "en" ? words(lang, room, en) : words(lang, roomFr, fr));

function show(
  name: string,
  more: { trial?: Trial<PagodeView>; still?: boolean; turned?: boolean; lang?: Lang; log?: LogLine[] } = {},
) {
  const choose = vi.fn();
  const { view, legal, seat } = position(name);
  const { lang = "en", trial = null, still = false, turned = false } = more;
  const props = {
    view,
    legal,
    seat,
    names: ["Ada", "Bruno"],
    words: say(lang),
    trial,
    choose,
    turned,
    still,
    log: more.log ?? [],
  };
  const { container, rerender } = render(Board, props);
  const get = (selector: string) => container.querySelector<HTMLElement>(selector)!;
  const all = (selector: string) => [...container.querySelectorAll<HTMLElement>(selector)];
  return {
    choose,
    view,
    legal,
    container,
    get,
    all,
    change: (some: object) => rerender({ ...props, ...some }),
  };
}

beforeEach(() => {
  settings.motion = "less";
});

describe("every state of the view is drawn, in both languages", () => {
  for (const lang of ["en", "fr"] as Lang[]) {
    test.each(NAMES)(`%s ${lang}`, (name) => {
      const { container, all, view } = show(name, { lang });
      expect(all(".site")).toHaveLength(6);
      const labels = all("[aria-label]").map((each) => each.getAttribute("aria-label"));
      expect([container.textContent, ...labels].join(" ")).not.toMatch(
        /(board|draw|colour|ability)\.\w|undefined|\{\w+\}/,
      );
      const columns = view.sites
        .flatMap((site) => site.floors)
        .reduce((sum, floor) => sum + floor.columns, 0);
      expect(all(".column")).toHaveLength(columns);
    });
  }
});

test.each(["start", "abilities", "roof", "closed"])(
  "the sites that are lit are those of the legal builds: %s",
  (name) => {
    const { all, legal } = show(name);
    const found = acts(legal).filter((act) => act.what !== "modified" && act.site);
    expect(all(".site.lit").map((each) => each.dataset.site)).toEqual(
      [...new Set(found.map((act) => act.site))].sort(),
    );
  },
);

test("the cards that are lit are those that a legal move takes", () => {
  const lit = (name: string) => {
    const { all, container } = show(name);
    const found = all("button.pc.lit").map((each) => each.dataset.card);
    container.remove();
    return found;
  };
  expect(lit("abilities")).toEqual(["rR", "rY", "rY", "rV", "hR", "hG"]);
  expect(lit("pay_tile")).toEqual(["rR", "rR", "rB", "hR", "hB", "hV", "hV"]);
  expect(lit("waiting")).toEqual([]);
});

test("with a card in hand only its sites are lit", async () => {
  const { get, all, legal } = show("abilities");
  await fireEvent.click(get("[data-card=rV]"));
  const takes = acts(legal)
    .filter((act) => act.text.match(/^col . V r$/))
    .map((act) => act.site);
  expect(all(".site.lit").map((each) => each.dataset.site)).toEqual(takes);
  expect(get("[data-card=rV]").getAttribute("aria-pressed")).toBe("true");
});

test("a click on a card and a site says the move, legal or not", async () => {
  const { get, choose } = show("abilities");
  await fireEvent.click(get("[data-card=rV]"));
  await fireEvent.click(get("[data-site=c]"));
  expect(choose).toHaveBeenLastCalledWith("col c V r");
  await fireEvent.click(get("[data-card=rR]"));
  await fireEvent.click(get("[data-site=a]"));
  expect(choose).toHaveBeenLastCalledWith("col a R r");
});

test("a site asks for its tile in the lit row of the supply, then on the cards for who pays", async () => {
  const { get, all, choose } = show("abilities");
  await fireEvent.click(get("[data-site=b]"));
  expect(all("[data-tile].lit").map((each) => each.dataset.tile)).toEqual(["YB", "YY", "YV"]);
  expect(all("[data-tile].aside")).toHaveLength(20);
  await fireEvent.click(get("[data-tile=YV]"));
  expect(choose).not.toHaveBeenCalled();
  expect(all(".pc.lit").map((each) => each.dataset.card)).toEqual(["rY", "rY"]);
  await fireEvent.click(get("[data-ability=buddha]"));
  expect(choose).toHaveBeenLastCalledWith("buddha b V");
  await fireEvent.click(get("[data-site=b]"));
  await fireEvent.click(get("[data-tile=YV]"));
  await fireEvent.click(get("[data-card=rY]"));
  expect(choose).toHaveBeenLastCalledWith("tile b V r");
});

test("one possible payment is played at once, several wait for a card", async () => {
  const { get, all, choose, change, legal } = show("abilities");
  await fireEvent.click(get("[data-site=f]"));
  expect(choose).not.toHaveBeenCalled();
  expect(all(".pc.lit").map((each) => each.dataset.card)).toEqual(["rR", "hR"]);
  await fireEvent.click(get("[data-card=hR]"));
  expect(choose).toHaveBeenLastCalledWith("col f R h");
  await change({ legal: legal.filter((each) => !each.text.startsWith("bowl")) });
  await fireEvent.click(get("[data-site=e]"));
  expect(choose).toHaveBeenLastCalledWith("col e G h");
});

test("an act of several steps is given up by taking back all of them", async () => {
  const undo = vi.fn();
  const { change, container } = show("modified");
  await change({ undo });
  await fireEvent.click(container.querySelector("button.cancel")!);
  expect(undo).toHaveBeenCalledTimes(1);
  await change({ undo, view: { ...position("modified").view, deck: 28 } }); // still under way: once more
  expect(undo).toHaveBeenCalledTimes(2);
  await change({ undo, ...position("start") });
  expect(undo).toHaveBeenCalledTimes(2);
  expect(container.querySelector("button.cancel")).toBeNull();
});

test("what was taken up is put back by a button, by Escape and by a touch beside everything", async () => {
  const { get, all } = show("abilities");
  for (const away of [
    () => fireEvent.click(get("button.cancel")),
    () => fireEvent.keyDown(get("[data-ability=bowl]"), { key: "Escape" }),
    () => fireEvent.click(get(".garden")),
  ]) {
    await fireEvent.click(get("[data-ability=bowl]"));
    expect(all(".ability.picked")).toHaveLength(1);
    await away();
    expect(all(".ability.picked")).toHaveLength(0);
  }
});

test("cards that were just drawn are marked until one is played; what is taken back is not new", async () => {
  const { view, change, all } = show("start");
  const held = (reserve: string, hand: string, deck: number) => ({
    view: { ...view, deck, players: [{ ...view.players[0]!, reserve, hand }, view.players[1]!] },
  });
  await change(held("BGYV", "BG", 41));
  await change(held("RBGYV", "BG", 41));
  expect(all(".mark.fresh")).toHaveLength(0); // taken back: nothing was drawn
  await change(held("BGV", "BG", 41));
  await change(held("BGVV", "BG", 40));
  await change(held("BGGVV", "BG", 39));
  const marked = all(".pc:has(.mark.fresh)");
  expect(marked.map((each) => each.dataset.card)).toEqual(["rG", "rV"]);
  expect(marked[0]!.getAttribute("aria-label")).toContain("just drawn");
  await change(held("BGGV", "BG", 39));
  expect(all(".mark.fresh")).toHaveLength(0);
});

test("who comes back finds the same cards marked: the log tells what was drawn", () => {
  const line = (key: string, params: object) => ({ n: 0, key, params: { ...params }, text: "" });
  const dealt = [line("log.draw.reserve", { seat: 1, colour: "@colour.red" })];
  const turn = [
    line("log.column", { seat: 1, colour: "@colour.red" }),
    line("log.turn", { seat: 1, n: 1 }),
    line("log.draw.reserve", { seat: 1, colour: "@colour.green" }),
    line("log.draw.own", { colour: "@colour.blue" }),
    line("log.column", { seat: 2, colour: "@colour.red" }),
    line("log.draw.reserve", { seat: 2, colour: "@colour.violet" }),
  ];
  const marked = (log: LogLine[]) =>
    show("start", { log })
      .all(".pc:has(.mark.fresh)")
      .map((each) => each.dataset.card);
  expect(marked(dealt), "the first cards are not news").toEqual([]);
  expect(marked([...dealt, ...turn])).toEqual(["rG", "hB"]);
});

test("advice is drawn at once: a ghost, and a ring around all that it needs", async () => {
  const { change, get, view } = show("abilities");
  const sites = view.sites.map((each) =>
    each.site === "b" ? { ...each, floors: [...each.floors, { colour: "V", columns: 0 }] } : each,
  );
  const look = vi.fn(async (move: string) => ({ move, lines: [], view: { ...view, sites } }));
  await change({ hint: "tile b V r", look });
  for (const ringed of ["[data-site=b]", "[data-tile=YV]", "[data-card=rY].advised"])
    expect(get(ringed).classList).toContain("advised");
  await vi.waitFor(() => expect(get("[data-site=b] .ghost")).not.toBeNull());
  await change({ hint: "bowl c V", look });
  expect(get("[data-ability=bowl]").classList).toContain("advised");
  await change({ hint: null });
  expect(get(".advised")).toBeNull();
});

test("the modified turn: its button, a site, a colour", async () => {
  const { get, choose } = show("start");
  await fireEvent.click(get("[data-ability=modified]"));
  await fireEvent.click(get("[data-site=d]"));
  await fireEvent.click(get("[data-kind=Y]"));
  expect(choose).toHaveBeenLastCalledWith("modified d Y");
});

test("the sentence says when only a modified turn is left", () => {
  const { view, legal } = position("start");
  const only = legal.filter((each) => each.text.startsWith("modified"));
  expect(prompt({ view, legal, words: say("en") })).toMatch(/^Your turn/);
  expect(prompt({ view, legal: only, words: say("en") })).toMatch(/modified turn/);
});

test("a spire is paid on the cards, or by one of them and the Rice bowl", async () => {
  const { get, choose } = show("spire");
  await fireEvent.click(get("[data-card=rG]"));
  expect(choose).not.toHaveBeenCalled();
  await fireEvent.click(get("[data-ability=bowl]"));
  expect(choose).toHaveBeenLastCalledWith("spire+bowl r");
});

test("the turn is ended by the page's button, with the Fan after a question", async () => {
  const { legal, view, get, choose } = show("closing");
  expect(client.finish!(legal, view)).toBe("end");
  expect(client.finish!(position("start").legal, position("start").view)).toBeNull();
  await fireEvent.click(get("[data-ability=fan]"));
  expect(choose).not.toHaveBeenCalled();
  await fireEvent.click(get("[data-verb=fan]"));
  expect(choose).toHaveBeenLastCalledWith("fan");
});

test("once the draw was seen the Fan is a question with two answers, and the page's button gives none of them", async () => {
  const { legal, view, get, choose } = show("fan");
  expect(client.finish!(legal, view)).toBeNull();
  await fireEvent.click(get("[data-verb=fan]"));
  expect(choose).toHaveBeenLastCalledWith("fan");
  await fireEvent.click(get("[data-verb=end]"));
  expect(choose).toHaveBeenLastCalledWith("end");
  await fireEvent.click(get("[data-ability=fan]"));
  expect(choose).toHaveBeenLastCalledWith("fan");
});

test("a chip shows the points and the known cards of the other, the card of his seat everything", () => {
  const { view } = position("pay_tile");
  const props = { view, seat: 1, names: ["Ada", "Bruno"], words: say("en") };
  const chip = render(Chip, props).container;
  expect(chip.querySelectorAll(".one")).toHaveLength(7); // five open, one known, a back
  expect(chip.querySelectorAll(".known")).toHaveLength(1);
  expect(chip.textContent).toMatch(/34.*2 cards in hand.*You know of these: green/s);
  const card = render(SeatCard, props).container;
  expect(card.querySelectorAll(".pc")).toHaveLength(7);
  expect(card.textContent).toMatch(/Bruno.*34 points.*Lantern.*Fan/s);
  const goal = render(Goal, { view, names: ["Ada", "Bruno"], words: say("en") }).container;
  expect(goal.textContent).toMatch(/3 more pagodas until the end.*21 points behind/s);
});

test("everything on the table explains itself, in both languages", () => {
  for (const lang of ["en", "fr"] as Lang[])
    for (const name of NAMES) {
      const { view } = position(name);
      const words = say(lang);
      const cards = [
        ...view.sites.map((place) => what.site(words, view, place)),
        ...ABILITIES.map((each) => what.ability(words, each, 2)),
        ...["modified", "columns", "played", "deck", "discard", "complete"].map((each) =>
          what.thing(words, each),
        ),
        what.card(words, "G", "r"),
        what.card(words, "V", "h"),
        what.tile(words, "R", "B", "B"),
        what.tile(words, "R", "B", null),
      ];
      for (const card of cards) {
        expect(card.name + card.text).not.toMatch(/(what|board|colour|ability)\.\w|undefined|\{\w+\}/);
        expect(words.has(`rule.${card.rule}`)).toBe(true);
      }
    }
});

test("keys: arrows over the sites, Enter chooses, letters and digits point, Escape puts back", async () => {
  const { get, choose, all } = show("start");
  get("[data-site=a]").focus();
  await fireEvent.keyDown(get("[data-site=a]"), { key: "ArrowRight" });
  expect(document.activeElement).toBe(get("[data-site=b]"));
  expect(get("[data-site=b]").getAttribute("tabindex")).toBe("0");
  await fireEvent.keyDown(get("[data-site=b]"), { key: "1" });
  expect(get("[data-card=rR]").classList).toContain("picked");
  await fireEvent.keyDown(get("[data-site=b]"), { key: "Escape" });
  expect(all(".pc.picked")).toHaveLength(0);
  await fireEvent.keyDown(get("[data-site=b]"), { key: "2" });
  await fireEvent.keyDown(get("[data-site=b]"), { key: "Enter" });
  expect(choose).toHaveBeenLastCalledWith("col b B r");
  await fireEvent.keyDown(get("[data-site=b]"), { key: "7" });
  await fireEvent.keyDown(get("[data-site=b]"), { key: "f" });
  expect(choose).toHaveBeenLastCalledWith("col f G h");
});

test("arrows over cards and tiles: one of each group is on the Tab key's way", async () => {
  const { get, all } = show("start");
  for (const group of [".cards.own", ".tools", ".supply .grid"]) {
    const buttons = [...get(group).querySelectorAll("button")];
    expect(buttons.filter((each) => each.tabIndex === 0)).toHaveLength(1);
  }
  get("[data-tile=RR]").focus();
  await fireEvent.keyDown(get("[data-tile=RR]"), { key: "ArrowDown" });
  expect(document.activeElement).toBe(get("[data-tile=BR]"));
  expect(all("[data-tile]")).toHaveLength(25);
});

test("when the card in use is played, its neighbour takes the focus", async () => {
  const { get, change, view } = show("start");
  const [first, second] = [...get(".cards.own").querySelectorAll("button")];
  first!.focus();
  const played = view.players.map((each, i) =>
    i === view.to_move ? { ...each, reserve: each.reserve.slice(1) } : each,
  );
  await change({ view: { ...view, players: played } });
  await vi.waitFor(() => expect(document.activeElement).toBe(second));
});

test("a move being considered is a ghost, its cards leave, its points are counted", () => {
  const { view } = position("abilities");
  const later = {
    ...view,
    players: view.players.map((each, i) => (i ? each : { ...each, points: each.points + 2 })),
  };
  const sites = view.sites.map((each) =>
    each.site === "c" ? { ...each, floors: [each.floors[0]!, { colour: "V", columns: 1 }] } : each,
  );
  const { all, get } = show("abilities", {
    trial: { move: "col c V r", lines: [], view: { ...later, sites } },
  });
  expect(all(".column.ghost")).toHaveLength(1);
  expect(get("[data-site=c]").querySelectorAll(".ghost")).toHaveLength(1);
  expect(get("[data-card=rV]").classList).toContain("leaving");
  expect(get(".worth").textContent).toBe("+2");
});

test("a watcher sees no hand and has nothing to play with", () => {
  const { all } = show("watched");
  expect(all("button.pc, button.ability, .strip button")).toHaveLength(0);
});

test("a picture has nothing to click", () => {
  const { all } = show("abilities", { still: true });
  expect(all("button, [role=button], [tabindex]")).toHaveLength(0);
});

test("the board turns to a player on the other side", () => {
  expect(show("start", { turned: true, still: true }).get(".pagode").classList).toContain("turned");
});

test("what was picked up is put back when the table changes", async () => {
  const { get, all, change, view } = show("start");
  await fireEvent.click(get("[data-card=rR]"));
  expect(all(".pc.picked")).toHaveLength(1);
  await change({ view: { ...view, deck: 40 } });
  expect(all(".pc.picked")).toHaveLength(0);
});

test("the sheet names the winner and his points", () => {
  const { view } = position("over");
  render(Sheet, { view, names: ["Ada", "Bruno"], words: say("en") });
  const row = screen.getByRole("rowheader", { name: /wins/ }).closest("tr")!;
  expect(within(row).getByText(String(Math.max(...view.players.map((each) => each.points))))).toBeTruthy();
  expect(screen.getByRole("table").querySelector("caption")).not.toBeNull();
});

test("the two catalogues have the same keys in the same order", () => {
  expect(Object.keys(fr)).toEqual(Object.keys(en));
});

describe("every diagram of the rules is drawn", () => {
  test.each(Object.keys(diagrams))("%s", (rule) => {
    const { view, legal = [], seat = null, trial = null } = diagrams[rule]!;
    expect(say("en").has(`rule.${rule}`)).toBe(true);
    const { container } = render(Board, {
      view,
      legal,
      seat,
      trial,
      names: [],
      words: say("en"),
      choose: () => {},
      turned: false,
      still: true,
    });
    expect(container.querySelectorAll(".site")).toHaveLength(view.sites.length);
  });
});
