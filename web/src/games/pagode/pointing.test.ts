import { describe, expect, test } from "vitest";
import { ABILITIES, cards, LETTERS, SITES } from "./colours";
import { NAMES, position } from "./fixtures";
import * as p from "./pointing";

const card = (colour: string, source: "r" | "h", at = 0) => ({ colour, source, at });

/** Everything that can be pointed at on the board. */
function points(table: p.Table): ((pick: p.Pick) => p.Answer)[] {
  const mine = table.view.players[table.seat ?? 0]!;
  const held = [...cards(mine.reserve, "r"), ...cards(mine.hand ?? "", "h")];
  return [
    ...SITES.map((site) => (pick: p.Pick) => p.pointSite(table, pick, site)),
    ...held.map((each) => (pick: p.Pick) => p.pointCard(table, pick, each)),
    ...ABILITIES.map((name) => (pick: p.Pick) => p.pointAbility(table, pick, name)),
    (pick: p.Pick) => p.pointModified(table, pick),
    ...LETTERS.flatMap((b) => LETTERS.map((s) => (pick: p.Pick) => p.pointTile(table, pick, b, s))),
  ];
}

/** The colours that a picked site may ask for besides. */
const choices = (table: p.Table, pick: p.Pick) =>
  p.coloursAsked(table, pick).map((colour) => p.pointColour(table, pick, colour));

/** All that can be said by pointing, in any number of steps. */
function sayings(table: p.Table): Set<string> {
  const said = new Set<string>();
  const seen = new Set([JSON.stringify(p.NOTHING)]);
  const open = [p.NOTHING];
  while (open.length) {
    const pick = open.pop()!;
    for (const answer of [...points(table).map((point) => point(pick)), ...choices(table, pick)]) {
      if (answer.say) said.add(answer.say);
      const key = JSON.stringify(answer.pick);
      if (!seen.has(key)) open.push(answer.pick);
      seen.add(key);
    }
  }
  return said;
}

const BUTTONS = ["end", "fan", "done", "stuck"];

describe("every legal move can be pointed at", () => {
  test.each(NAMES.filter((name) => position(name).legal.length))("%s", (name) => {
    const table = position(name);
    const said = sayings(table);
    const missing = table.legal
      .map((each) => each.text)
      .filter((text) => !said.has(text) && !BUTTONS.includes(text));
    expect(missing).toEqual([]);
  });
});

test("nothing on the board is dead: a first touch picks something up or says something", () => {
  for (const name of NAMES.filter((each) => !position(each).view.over)) {
    const table = position(name);
    for (const point of points(table)) {
      const answer = point(p.NOTHING);
      expect(answer.say !== null || JSON.stringify(answer.pick) !== JSON.stringify(p.NOTHING)).toBe(true);
    }
  }
});

test("a card and then a site is a column; the other way round too", () => {
  const table = position("start");
  const first = p.pointCard(table, p.NOTHING, card("R", "r"));
  expect(first.say).toBeNull();
  expect(p.pointSite(table, first.pick, "c").say).toBe("col c R r");
  const site = p.pointSite(table, p.NOTHING, "c");
  expect(p.pointCard(table, site.pick, card("G", "h", 1)).say).toBe("col c G h");
});

test("the same card again is put back", () => {
  const table = position("start");
  const { pick } = p.pointCard(table, p.NOTHING, card("R", "r"));
  expect(p.pointCard(table, pick, card("R", "r"))).toEqual({ pick: p.NOTHING, say: null });
});

test("a card that does not fit its site is said all the same", () => {
  const table = position("abilities");
  const say = (colour: string, source: "r" | "h", site: string) =>
    p.pointSite(table, p.pointCard(table, p.NOTHING, card(colour, source)).pick, site).say;
  expect(say("R", "r", "a")).toBe("col a R r"); // the floor is green
  expect(say("R", "r", "b")).toBe("col b R r"); // the floor is full: a tile comes next
});

test("a full floor and a card of its colour ask which tile", () => {
  const table = position("abilities");
  const { pick, say } = p.pointSite(table, p.pointCard(table, p.NOTHING, card("Y", "r", 2)).pick, "b");
  expect(say).toBeNull();
  expect(p.pointColour(table, pick, "V").say).toBe("tile b V r");
  expect(p.pointColour(table, pick, "R").say).toBe("tile b R r"); // built in already: the server says so
});

test("a tile of the supply goes where its background stands, and never as another tile", () => {
  const table = position("abilities");
  const { pick } = p.pointTile(table, p.NOTHING, "Y", "B");
  expect(p.fitting(table, pick).map((act) => act.text)).toEqual(["tile b B r", "buddha b B"]);
  const astray = p.pointTile(table, p.NOTHING, "R", "B");
  expect(p.pointSite(table, astray.pick, "b")).toEqual({ pick: { ...p.NOTHING, site: "b" }, say: null });
});

test("an ability without uses answers at once", () => {
  expect(p.pointAbility(position("start"), p.NOTHING, "bowl").say).toBe("bowl a R");
  expect(p.pointAbility(position("start"), p.NOTHING, "fan").say).toBe("fan");
});

test("Rice bowl and Buddha look for their site first", () => {
  const table = position("abilities");
  const bowl = p.pointAbility(table, p.NOTHING, "bowl");
  expect(p.pointSite(table, bowl.pick, "c").say).toBe("bowl c V");
  const buddha = p.pointAbility(table, p.NOTHING, "buddha");
  const site = p.pointSite(table, buddha.pick, "b");
  expect(p.pointColour(table, site.pick, "Y").say).toBe("buddha b Y");
});

test("a pair is two cards of one colour; where only one pair is possible, one touch will do", () => {
  const table = position("pay_tile"); // RRBG in the reserve, RBVV in hand
  expect(p.pointCard(table, p.NOTHING, card("B", "r", 2)).say).toBe("pair B rh");
  const { pick } = p.pointCard(table, p.NOTHING, card("R", "r", 0));
  expect(p.pointCard(table, pick, card("R", "r", 1)).say).toBe("pair R rr");
  expect(p.pointCard(table, pick, card("R", "h", 0)).say).toBe("pair R rh");
  expect(p.pointCard(table, p.NOTHING, card("G", "r", 3)).say).toBe("pair G rr"); // refused by the server
});

test("cards are put down one by one for the modified turn, the Dragon and when stuck", () => {
  for (const name of ["modified", "dragon", "stuck_drops"]) {
    expect(p.pointCard(position(name), p.NOTHING, card("R", "r")).say).toBe("drop R r");
  }
});

test("when it is not our turn, everything still answers", () => {
  const table = position("waiting");
  expect(p.pointSite(table, p.NOTHING, "a").say).toMatch(/^col a [RBGYV] r$/);
  expect(p.pointCard(table, p.NOTHING, card("V", "h")).say).toBe("drop V h");
});
