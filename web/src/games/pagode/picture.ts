// A view written short, for diagrams and tests:
//
//   sites    "R4 B2 | | Y4 V4 G4 B4 ^R! | Y4 x"   floors from the ground up with their columns, ^ the roof's spire,
//                                                 ! once it stands, x where no tile is left for it
//   seats    "RBGYV RR 00200 12"                  reserve, hand, uses of the abilities, points; a hidden hand is ?2,
//                                                 or ?2/R if its red card is known; a dash is no card
//   turn     "7 turn b G 0 begun 1/3 +4 RRB bowl" number, stage, site, colour, cards to drop, begun or -, columns,
//                                                 points, cards played, abilities used; what is left out is usual
import type { PagodePagoda, PagodePlayer, PagodeTurn, PagodeView } from "../../protocol.gen";
import { LETTERS, SITES } from "./colours";

export interface Picture {
  sites: string;
  seats?: string[];
  turn?: string;
  deck?: number;
  discard?: string;
  to_move?: number;
  last?: string;
  options?: string; // "quick", "beginner", both, "bare": without the tiles that are left
  winners?: number[]; // of a game that is over
  floors?: number; // drawn, where the sky above may be left out
}

const none = (word: string | undefined) => (word === undefined || word === "-" ? "" : word);

function site(text: string, i: number, high: number): PagodePagoda {
  const words = text.split(" ").filter(Boolean);
  const roof = words.find((word) => word.startsWith("^"));
  const floors = words.filter((word) => /^[A-Z]\d$/.test(word));
  const crowned = roof?.endsWith("!") ?? false;
  const closed = words.includes("x");
  return {
    site: SITES[i]!,
    floors: floors.map(([colour, columns]) => ({ colour: colour!, columns: Number(columns) })),
    spire: roof?.[1] ?? null,
    crowned,
    closed,
    due: crowned || closed ? null : roof ? "spire" : due(floors, high),
  };
}

/** A whole floor has four columns in these pictures, as in the game. */
function due(floors: string[], high: number): string {
  if (!floors.at(-1)?.endsWith("4")) return "column";
  return floors.length < high ? "tile" : "roof";
}

function seat(text: string): PagodePlayer {
  const [reserve, hand = "-", uses = "00000", points = "0", known = ""] = text.split(" ");
  const [size, shown] = hand.split("/");
  const hidden = hand.startsWith("?");
  return {
    reserve: none(reserve),
    hand: hidden ? null : none(hand),
    hand_size: hidden ? Number(size!.slice(1)) : none(hand).length,
    known: hidden ? (shown ?? null) : known && none(known),
    abilities: [...uses].map(Number),
    points: Number(points),
  };
}

function turn(text: string): PagodeTurn {
  const [number, stage, place, colour, drops, begun, columns = "0/3", points, played, used] = text.split(" ");
  const [built, limit] = columns.split("/");
  return {
    number: Number(number),
    stage: stage ?? "turn",
    site: none(place) || null,
    colour: none(colour) || null,
    drops: Number(none(drops) || 0),
    begun: begun === "begun",
    built: Number(built),
    limit: Number(limit),
    used: none(used) ? none(used).split(",") : [],
    played: none(played),
    points: Number(none(points) || 0),
  };
}

/** The tiles that are not built in; the spire of a tile has the colour of its slots (P2). */
function left(sites: PagodePagoda[]): (string | null)[][] {
  const gone = new Set<string>();
  for (const { floors, spire } of sites) {
    const colours = [...floors.map((floor) => floor.colour), ...(spire ? [spire] : [])];
    colours.slice(1).forEach((slot, i) => gone.add(colours[i]! + slot));
  }
  return LETTERS.map((background) => LETTERS.map((slot) => (gone.has(background + slot) ? null : slot)));
}

export function picture(short: Picture): PagodeView {
  const options = (short.options ?? "").split(" ");
  const floors = options.includes("quick") ? 3 : 4;
  const sites = short.sites.split("|").map((text, i) => site(text, i, floors));
  return {
    sites,
    floors: short.floors ?? floors,
    supply: options.includes("bare") ? [] : left(sites),
    players: (short.seats ?? []).map(seat),
    deck: short.deck ?? 0,
    discard: short.discard ?? "",
    turn: turn(short.turn ?? "1 turn"),
    to_move: short.to_move ?? 0,
    complete: sites.filter((each) => each.spire !== null || each.closed).length,
    goal: 3,
    over: short.winners !== undefined,
    winners: short.winners ?? [],
    quick: options.includes("quick"),
    beginner: options.includes("beginner"),
    last: short.last ?? null,
  };
}
