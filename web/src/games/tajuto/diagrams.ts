// Small positions for the page of rules, written as words: `red 3 @1` is a red pagoda of three floors with an offering
// of seat 1 on top; `=8` the price of its Inauguration tile, `+2` the seat that took it, `!` a tile turned over.
import type {
  LegalMove,
  TajutoFeel,
  TajutoMonk,
  TajutoPagoda,
  TajutoStack,
  TajutoTile,
  TajutoView,
} from "../../protocol.gen";
import type { Diagram } from "../game";
import { COLOURS } from "./art";

const NOTHING: TajutoView = {
  to_move: 0,
  viewer: 0,
  buyer: 0,
  turn: 0,
  drawing: null,
  pagodas: [],
  stacks: [],
  objectives: [],
  monks: [],
  bag: [],
  feels: [],
  idle: 0,
  idle_limit: 20,
  lowest_only: null,
  last: null,
  last_seat: null,
  touch: "sure",
  open_scores: false,
  over: false,
  winners: [],
};

export function pagoda(text: string): TajutoPagoda {
  const [colour = "red", height = "0", ...more] = text.split(" ");
  const number = (sign: string) => more.find((each) => each.startsWith(sign))?.slice(1);
  const [top, price, bettor] = [number("@"), number("="), number("+")];
  const turned = more.includes("!");
  return {
    colour,
    height: Number(height),
    complete: height === "6",
    offering: top ? Number(top) - 1 : null,
    inauguration: turned ? "turned" : bettor ? "taken" : "site",
    price: turned || bettor ? null : Number(price ?? 8),
    bettor: bettor ? Number(bettor) - 1 : null,
  };
}

const garden = (...texts: string[]): TajutoPagoda[] => texts.map(pagoda);

/** `W1 3 2-0`: three left, printed 2, price 0. */
function village(...texts: string[]): TajutoStack[] {
  return texts.map((text) => {
    const [item = "", left = "0", costs = ""] = text.split(" ");
    const [cost, price] = costs ? costs.split("-").map(Number) : [null, null];
    return { item, left: Number(left), cost: cost ?? null, price: price ?? cost ?? null };
  });
}

/** The tiles of the game: what their use costs and what they are for. */
const ALL = ["draw", "offer", "acquire"];
const TILES: Record<string, Pick<TajutoTile, "use_cost" | "deeds">> = {
  A: { use_cost: 0, deeds: ALL },
  B: { use_cost: 4, deeds: ALL },
  C: { use_cost: 6, deeds: ALL },
  D: { use_cost: 2, deeds: ["draw"] },
  E: { use_cost: 0, deeds: ["offer"] },
  F: { use_cost: 0, deeds: ["acquire"] },
};

/** `A B- D2`: A ready, B used, two copies of D ready. */
function tiles(text: string): TajutoTile[] {
  return text
    .split(" ")
    .filter(Boolean)
    .map((each) => {
      const copies = each.includes("2") ? 2 : 1;
      const name = each[0] ?? "A";
      return { name, ...TILES[name]!, copies, ready: each.endsWith("-") ? 0 : copies };
    });
}

function monk(mp: number, more: { floors?: string; tiles?: string; offerings?: string[] } = {}): TajutoMonk {
  return {
    seat: 0,
    mp,
    floors: (more.floors ?? "").split(" ").filter(Boolean),
    offerings: more.offerings ?? [],
    tiles: tiles(more.tiles ?? ""),
    markets: 0,
    bets: [],
    face_down: 0,
    sheet: null,
  };
}

/** The bag by the colours left of each size; what fits is read off the pagodas. */
function bag(pagodas: TajutoPagoda[], sizes: string[]): Pick<TajutoView, "bag" | "feels"> {
  const floors = sizes.flatMap((letters, i) =>
    letters
      .split(" ")
      .filter(Boolean)
      .map((colour) => `${colour}${i + 1}`),
  );
  const feels: TajutoFeel[] = sizes.map((letters, i) => {
    const colours = letters.split(" ").filter(Boolean);
    const fit = colours.filter((colour) => pagodas.find((p) => p.colour === colour)?.height === i).length;
    return {
      size: i + 1,
      left: colours.length,
      fit,
      allowed: colours.length > 0,
      odds_fit: [fit, Math.max(1, colours.length)],
      odds_size: sizes.map((_, k) => (k === i ? 1 : 0)),
    };
  });
  return { bag: floors, feels };
}

function legal(...texts: string[]): LegalMove[] {
  return texts.map((text) => {
    const [first = "", deed = "", at = ""] = text.split(" ");
    if (first === "build") return { text, move: { type: "build", colour: deed } };
    if (first === "end") return { text, move: { type: "end", keep: at || null } };
    const aim = { draw: { size: Number(at) }, offer: { colour: at }, acquire: { item: at } }[deed];
    return { text, move: { type: deed, tile: first, ...aim } };
  });
}

function show(part: Partial<TajutoView>, more: Omit<Diagram<TajutoView>, "view"> = {}): Diagram<TajutoView> {
  return { view: { ...NOTHING, ...part }, seat: 0, ...more };
}

/** A move shown with what it brings. */
function before(part: Partial<TajutoView>, move: string, then: Partial<TajutoView>): Diagram<TajutoView> {
  const view = { ...NOTHING, ...part };
  return { view, seat: 0, legal: legal(move), trial: { move, lines: [], view: { ...view, ...then } } };
}

const all = COLOURS.join(" ");
const COSTS = [
  "W1 3 2",
  "W2 3 6",
  "W3 3 10",
  "W4 3 14",
  "W5 3 18",
  "market 2 10",
  "sanctuary 2 12",
  "D 2 8",
  "E 2 8",
  "F 2 10",
];
const begun = garden("red 1", "orange 0", "yellow 2", "green 0", "blue 0", "violet 3", "pink 0", "black 1");
const goals = ["wise5", "wise10", "offered4", "offered8", "reached30", "first", "fourth", "most"];

export const diagrams: Record<string, Diagram<TajutoView>> = {
  T1: show({
    pagodas: garden(
      ...COLOURS.map((colour, i) => `${colour} ${(i * 5 + 3) % 7}${(i * 5 + 3) % 7 === 6 ? " !" : ""}`),
    ),
  }),
  T2: show({ stacks: village(...COSTS) }),
  T5: show({ monks: [monk(8, { tiles: "A- B C D E F" })] }),
  T7: show(
    {
      ...bag(begun, [
        "orange green blue pink",
        "red orange green blue pink black",
        "red orange yellow green blue pink black",
        all,
        all,
        all,
      ]),
      pagodas: begun,
    },
    { legal: legal("A draw 1", "A draw 2", "A draw 3", "A draw 4", "A draw 5", "A draw 6") },
  ),
  T8: before({ pagodas: garden("red 2", "blue 3 @2"), monks: [monk(3)] }, "A offer red", {
    pagodas: garden("red 2 @1", "blue 3 @2"),
    monks: [monk(7)],
  }),
  T10: before(
    { pagodas: garden("green 2 @2", "pink 4"), monks: [monk(6, { floors: "green3" })] },
    "build green",
    {
      pagodas: garden("green 3", "pink 4"),
      monks: [monk(11)],
    },
  ),
  T11: show(
    {
      pagodas: garden("red 2", "yellow 1"),
      monks: [monk(4, { floors: "red3 red4 yellow6" })],
    },
    { legal: legal("build red") },
  ),
  T12: show({ pagodas: garden("blue 0", "pink 2"), monks: [monk(4, { floors: "blue3 pink5" })] }),
  T13: show({ pagodas: garden("violet 5", "black 6 !") }),
  T14: show({ pagodas: garden("red 4 =8", "green 3 +2", "blue 6 +1", "black 6 !") }),
  T15: show({
    stacks: village(...COSTS.map((each) => `${each}-${Math.max(0, Number(each.split(" ")[2]) - 2)}`)),
  }),
  T18: show({
    objectives: goals.map((name, i) => ({
      name,
      claimed: i === 0 || i === 2 || i === 5,
      by: i === 0 ? 0 : i === 2 || i === 5 ? 1 : null,
    })),
  }),
  T20: show({
    pagodas: garden(
      "red 6 +1",
      "orange 2",
      "yellow 6 !",
      "green 4",
      "blue 6 +2",
      "violet 1",
      "pink 6 +1",
      "black 5",
    ),
    over: true,
  }),
};
