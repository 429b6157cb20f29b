// Real positions of the golden records (tests/records/pagode, after so many actions) as the server shows them to a seat
// or a watcher, written short; `REAL` has some of them as they came, to show that the short form says the same.

import type { LegalMove, PagodeView } from "../../protocol.gen";
import { siteOf, topColour, type Act } from "./pointing";
import { picture, type Picture } from "./picture";

export interface Position {
  view: PagodeView;
  legal: LegalMove[];
  seat: number | null;
}

interface Short extends Picture {
  seat: number | null;
  legal: string; // in notation, with commas
}

const SHORT: Record<string, Short> = {
  // 2-off-off-stuck 4
  start: {
    sites: " |  |  |  |  | ",
    seats: ["RBGYV BG 00000 0", "RBGYV ?2/ 00000 0"],
    turn: "1 turn - - 0 - 0/3 +0 - -",
    deck: 41,
    discard: "",
    to_move: 0,
    seat: 0,
    legal:
      "col a R r,modified a R,col a B r,col a B h,modified a B,col a G r,col a G h,modified a G,col a Y r,modified a Y,col a V r,modified a V,col b R r,modified b R,col b B r,col b B h,modified b B,col b G r,col b G h,modified b G,col b Y r,modified b Y,col b V r,modified b V,col c R r,modified c R,col c B r,col c B h,modified c B,col c G r,col c G h,modified c G,col c Y r,modified c Y,col c V r,modified c V,col d R r,modified d R,col d B r,col d B h,modified d B,col d G r,col d G h,modified d G,col d Y r,modified d Y,col d V r,modified d V,col e R r,modified e R,col e B r,col e B h,modified e B,col e G r,col e G h,modified e G,col e Y r,modified e Y,col e V r,modified e V,col f R r,modified f R,col f B r,col f B h,modified f B,col f G r,col f G h,modified f G,col f Y r,modified f Y,col f V r,modified f V",
  },
  // 2-off-off-stuck 157
  abilities: {
    sites: "G4 Y4 G1 | Y4 | G4 V0 | B4 V1 | V4 G3 | Y4 R2",
    seats: ["RBYYV RG 02220 29", "RRGYY ?2/ 00000 24"],
    turn: "19 turn - - 0 - 0/3 +0 - -",
    deck: 20,
    discard: "RRRRBBBBBBGGGGYYYVVVV",
    to_move: 0,
    last: "b",
    seat: 0,
    legal:
      "col a G h,bowl a G,modified a G,tile b B r,buddha b B,tile b Y r,buddha b Y,tile b V r,buddha b V,col c V r,bowl c V,modified c V,col d V r,bowl d V,modified d V,col e G h,bowl e G,modified e G,col f R r,col f R h,bowl f R,modified f R,dragon",
  },
  // 2-off-off-stuck 157
  watched: {
    sites: "G4 Y4 G1 | Y4 | G4 V0 | B4 V1 | V4 G3 | Y4 R2",
    seats: ["RBYYV ?2 02220 29", "RRGYY ?2 00000 24"],
    turn: "19 turn - - 0 - 0/3 +0 - -",
    deck: 20,
    discard: "RRRRBBBBBBGGGGYYYVVVV",
    to_move: 0,
    last: "b",
    seat: null,
    legal: "",
  },
  // 2-off-off-stuck 244
  pay_tile: {
    sites: "G4 Y4 G4 | Y4 Y4 | G4 V4 R0 | B4 V4 V0 | V4 G3 | Y4 R3",
    seats: ["RRBG RBVV 01021 55", "BGGYY ?2/G 00000 34"],
    turn: "27 pay_tile b V 0 begun 1/3 +2 Y -",
    deck: 25,
    discard: "RRBBYYYYVVVVVV",
    to_move: 0,
    last: "b",
    seat: 0,
    legal: "pair R rr,pair R rh,pair B rh,pair V hh",
  },
  // 2-off-off-stuck 270
  pay_column: {
    sites: "G4 Y4 G4 B0 | Y4 Y4 V0 | G4 V4 R0 | B4 V4 V0 | V4 G3 | Y4 R4",
    seats: ["RRRGY RRVV 00210 57", "RGYYV ?2/G 00000 36"],
    turn: "29 pay_column b V 0 - 0/3 +0 - dragon",
    deck: 14,
    discard: "RRBBBBBGGGYYYYYYYVVVVVVVV",
    to_move: 0,
    last: "f",
    seat: 0,
    legal: "pair R rr,pair R rh,pair R hh,pair V hh",
  },
  // 2-off-off-stuck 263
  dragon: {
    sites: "G4 Y4 G4 B0 | Y4 Y4 V0 | G4 V4 R0 | B4 V4 V0 | V4 G3 | Y4 R4",
    seats: ["RRRVV RVV 00210 57", "RGYYV ?2/G 00000 36"],
    turn: "29 dragon - - 0 - 0/3 +0 G dragon",
    deck: 17,
    discard: "RRBBBBBGGYYYYYYYVVVVVV",
    to_move: 0,
    last: "f",
    seat: 0,
    legal: "drop R r,drop R h,drop V r,drop V h,done",
  },
  // 2-off-off-stuck 33
  modified: {
    sites: "G2 | Y2 | G2 | B2 | V2 | Y2",
    seats: ["RRBGV BV 00000 6", "RRBBY ?2/ 00000 6"],
    turn: "5 modified a G 4 - 0/3 +0 - -",
    deck: 29,
    discard: "BBGGGGYYYYVV",
    to_move: 0,
    last: "e",
    seat: 0,
    legal: "drop R r,drop B r,drop B h,drop G r,drop V r,drop V h",
  },
  // 2-off-off-stuck 94
  closing: {
    sites: "G4 Y3 | Y3 | G3 | B3 | V4 G1 | Y4 R0",
    seats: ["RBYYV ?2/ 00020 16", "RRRB R 00001 16"],
    turn: "12 closing - - 0 - 1/3 +2 GVVV -",
    deck: 4,
    discard: "RRRRBBBBBBBGGGGGGGGGYYYYYYYYVVVVVVV",
    to_move: 1,
    last: "a",
    seat: 1,
    legal: "end,fan",
  },
  // 2-off-off-standard-seen 124
  fan: {
    sites: "B2 | B4 Y1 | G4 V4 Y0 | G4 Y1 | Y4 V1 | Y3",
    seats: ["BBGGY RB 00022 16", "RRBGG ?2/G 02100 24"],
    turn: "15 fan - - 0 begun 1/3 +2 - -",
    deck: 35,
    discard: "BYYVVV",
    to_move: 0,
    last: "f",
    seat: 0,
    legal: "end,fan",
  },
  // 2-off-off-stuck 335
  roof: {
    sites: "G4 Y4 G4 B4 | Y4 Y4 V2 | G4 V4 R3 | B4 V4 V3 | V4 G4 R1 | Y4 R4 R0",
    seats: ["BYYVV ?2/V 00010 87", "RBGYY BY 00100 53"],
    turn: "36 turn - - 0 - 0/3 +0 - -",
    deck: 33,
    discard: "RBGGGYYV",
    to_move: 1,
    last: "e",
    seat: 1,
    legal:
      "roof a R r,roof a R h,roof a B r,roof a B h,roof a G r,roof a G h,roof a Y r,roof a Y h,bowl b V,modified b V,col c R r,bowl c R,modified c R,bowl d V,modified d V,col e R r,bowl e R,modified e R,col f R r,bowl f R,modified f R",
  },
  // 2-off-off-stuck 497
  spire: {
    sites: "G4 Y4 G4 B4 ^R! | Y4 Y4 V4 B4 ^Y! | G4 V4 R4 B4 | B4 V4 V4 Y4 | V4 G4 R4 Y4 | Y4 R4 R4 G4 ^G",
    seats: ["RRBVV ?2/ 00000 157", "GGYYV Y 11200 114"],
    turn: "54 spire f G 0 begun 0/4 +1 G lantern",
    deck: 6,
    discard: "RRRRRRRRBBBBBBBGGGGGGGYYYYYYYVVVVVV",
    to_move: 1,
    last: "f",
    seat: 1,
    legal: "spire rr,spire+bowl r",
  },
  // 2-off-off-stuck 498
  pay_spire: {
    sites: "G4 Y4 G4 B4 ^R! | Y4 Y4 V4 B4 ^Y! | G4 V4 R4 B4 | B4 V4 V4 Y4 | V4 G4 R4 Y4 | Y4 R4 R4 G4 ^G",
    seats: ["RRBVV ?2/ 00000 157", "GYYV Y 11200 114"],
    turn: "54 pay_spire f G 0 begun 0/4 +1 GG lantern",
    deck: 6,
    discard: "RRRRRRRRBBBBBBBGGGGGGGYYYYYYYVVVVVV",
    to_move: 1,
    last: "f",
    seat: 1,
    legal: "pair Y rr,pair Y rh",
  },
  // 2-off-off-stuck 485
  stuck: {
    sites: "G4 Y4 G4 B4 ^R! | Y4 Y4 V4 B4 ^Y! | G4 V4 R4 B4 | B4 V4 V4 Y4 | V4 G4 R4 Y4 | Y4 R4 R4 G4",
    seats: ["RRBYV RV 00000 157", "GGYYV ?2/ 21000 113"],
    turn: "53 turn - - 0 - 0/3 +0 - dragon",
    deck: 10,
    discard: "RRRRRRBBBBBBBGGGGGGGYYYYYYVVVVV",
    to_move: 0,
    last: "c",
    seat: 0,
    legal: "stuck",
  },
  // 2-off-off-stuck 486
  stuck_drops: {
    sites: "G4 Y4 G4 B4 ^R! | Y4 Y4 V4 B4 ^Y! | G4 V4 R4 B4 | B4 V4 V4 Y4 | V4 G4 R4 Y4 | Y4 R4 R4 G4",
    seats: ["RRBYV RV 00000 157", "GGYYV ?2/ 21000 113"],
    turn: "53 stuck - - 4 - 0/3 +0 - dragon",
    deck: 10,
    discard: "RRRRRRBBBBBBBGGGGGGGYYYYYYVVVVV",
    to_move: 0,
    last: "c",
    seat: 0,
    legal: "drop R r,drop R h,drop B r,drop Y r,drop V r,drop V h",
  },
  // 2-off-on 406
  closed: {
    sites: "B4 V4 R4 G4 x | R4 B4 G4 B4 | G4 R4 V4 Y2 | V4 G4 V4 V1 | G4 G4 Y0 | R4 Y4 Y4 G2",
    seats: ["RRBBY B 00000 101", "BBGVV ?2/ 00000 100"],
    turn: "47 turn - - 0 begun 1/3 +4 G -",
    deck: 6,
    discard: "RRRRRRBBBBBGGGGGGGGYYYYYYYYVVVVVVVV",
    to_move: 0,
    last: "a",
    options: "beginner",
    seat: 0,
    legal: "roof b R r,roof b R h,roof b B r,roof b B h,col c Y r,col e Y r,end",
  },
  // 2-off-off-stuck 270
  waiting: {
    sites: "G4 Y4 G4 B0 | Y4 Y4 V0 | G4 V4 R0 | B4 V4 V0 | V4 G3 | Y4 R4",
    seats: ["RRRGY ?4/ 00210 57", "RGYYV GG 00000 36 G"],
    turn: "29 pay_column b V 0 - 0/3 +0 - dragon",
    deck: 14,
    discard: "RRBBBBBGGGYYYYYYYVVVVVVVV",
    to_move: 0,
    last: "f",
    seat: 1,
    legal: "",
  },
  // 2-off-off, the end
  over: {
    sites: "Y4 Y4 R4 R4 | Y4 G4 Y4 B3 | Y4 V4 V4 B4 ^Y! | V4 R4 G4 V4 ^Y! | B4 G4 G4 B4 ^R! | V4 G4 R4 Y2",
    seats: ["BYYVV BB 12000 131", "RBGGV ?2/ 00020 133"],
    turn: "57 over - - 0 - 0/3 +0 - -",
    deck: 14,
    discard: "RRRRRRRRRBBBBBGGGGGGYYYYVVV",
    to_move: -2,
    last: "b",
    winners: [1],
    seat: 0,
    legal: "",
  },
  // 2-on-off, the end
  over_quick: {
    sites: "V4 B4 G4 | G4 B4 V2 | B4 Y4 Y4 ^R! | G4 Y4 V4 ^V! | V4 R4 G1 | Y4 G4 V4 ^Y!",
    seats: ["RGYYV GVVV 00021 69", "BGGYV ?2/ 01010 87"],
    turn: "41 over - - 0 - 0/3 +0 - -",
    deck: 8,
    discard: "RRRRRRRBBBBBBBBGGGGYYYYYYYYVVVV",
    to_move: -2,
    last: "a",
    options: "quick",
    winners: [1],
    seat: 0,
    legal: "",
  },
};

/** The text of a move as the server types it. */
export function typed(text: string, view: PagodeView): LegalMove {
  const [verb = "", ...rest] = text.split(" ");
  const act = (move: Partial<Act>) => ({ text, move });
  if (["col", "tile", "roof"].includes(verb)) {
    const [site = "", colour, source] = rest;
    const card = verb === "col" ? colour : (topColour(siteOf(view, site)) ?? "");
    return act({ type: "build", what: verb, site, colour, source: source as "r" | "h", card });
  }
  if (["bowl", "buddha", "modified"].includes(verb))
    return act({ type: "begin", what: verb, site: rest[0], colour: rest[1] });
  if (verb === "pair") return act({ type: "pay", what: verb, sources: rest[1], colour: rest[0] });
  if (verb.startsWith("spire"))
    return act({ type: "pay", what: verb, sources: rest[0], colour: view.turn.colour ?? "" });
  if (verb === "drop") return act({ type: "drop", source: rest[1] as "r" | "h", colour: rest[0] });
  return act({ type: "turn", what: verb });
}

export function position(name: string): Position {
  const { seat, legal, ...short } = SHORT[name]!;
  const view = picture(short);
  return { view, seat, legal: legal ? legal.split(",").map((text) => typed(text, view)) : [] };
}

export const NAMES = Object.keys(SHORT);

export const REAL: Record<string, { view: PagodeView; legal: LegalMove[] }> = {
  watched: JSON.parse(
    '{"view":{"sites":[{"site":"a","floors":[{"colour":"G","columns":4},{"colour":"Y","columns":4},{"colour":"G","columns":1}],"spire":null,"crowned":false,"closed":false,"due":"column"},{"site":"b","floors":[{"colour":"Y","columns":4}],"spire":null,"crowned":false,"closed":false,"due":"tile"},{"site":"c","floors":[{"colour":"G","columns":4},{"colour":"V","columns":0}],"spire":null,"crowned":false,"closed":false,"due":"column"},{"site":"d","floors":[{"colour":"B","columns":4},{"colour":"V","columns":1}],"spire":null,"crowned":false,"closed":false,"due":"column"},{"site":"e","floors":[{"colour":"V","columns":4},{"colour":"G","columns":3}],"spire":null,"crowned":false,"closed":false,"due":"column"},{"site":"f","floors":[{"colour":"Y","columns":4},{"colour":"R","columns":2}],"spire":null,"crowned":false,"closed":false,"due":"column"}],"floors":4,"supply":[["R","B","G","Y","V"],["R","B","G","Y",null],["R","B","G",null,null],[null,"B",null,"Y","V"],["R","B",null,"Y","V"]],"players":[{"reserve":"RBYYV","hand":null,"hand_size":2,"known":null,"abilities":[0,2,2,2,0],"points":29},{"reserve":"RRGYY","hand":null,"hand_size":2,"known":null,"abilities":[0,0,0,0,0],"points":24}],"deck":20,"discard":"RRRRBBBBBBGGGGYYYVVVV","turn":{"number":19,"stage":"turn","site":null,"colour":null,"drops":0,"begun":false,"built":0,"limit":3,"used":[],"played":"","points":0},"to_move":0,"complete":0,"goal":3,"over":false,"winners":[],"quick":false,"beginner":false,"last":"b"},"legal":[]}',
  ),
  spire: JSON.parse(
    '{"view":{"sites":[{"site":"a","floors":[{"colour":"G","columns":4},{"colour":"Y","columns":4},{"colour":"G","columns":4},{"colour":"B","columns":4}],"spire":"R","crowned":true,"closed":false,"due":null},{"site":"b","floors":[{"colour":"Y","columns":4},{"colour":"Y","columns":4},{"colour":"V","columns":4},{"colour":"B","columns":4}],"spire":"Y","crowned":true,"closed":false,"due":null},{"site":"c","floors":[{"colour":"G","columns":4},{"colour":"V","columns":4},{"colour":"R","columns":4},{"colour":"B","columns":4}],"spire":null,"crowned":false,"closed":false,"due":"roof"},{"site":"d","floors":[{"colour":"B","columns":4},{"colour":"V","columns":4},{"colour":"V","columns":4},{"colour":"Y","columns":4}],"spire":null,"crowned":false,"closed":false,"due":"roof"},{"site":"e","floors":[{"colour":"V","columns":4},{"colour":"G","columns":4},{"colour":"R","columns":4},{"colour":"Y","columns":4}],"spire":null,"crowned":false,"closed":false,"due":"roof"},{"site":"f","floors":[{"colour":"Y","columns":4},{"colour":"R","columns":4},{"colour":"R","columns":4},{"colour":"G","columns":4}],"spire":"G","crowned":false,"closed":false,"due":"spire"}],"floors":4,"supply":[[null,null,null,null,"V"],[null,"B","G",null,null],[null,null,null,null,null],[null,"B",null,null,null],[null,null,null,null,null]],"players":[{"reserve":"RRBVV","hand":null,"hand_size":2,"known":"","abilities":[0,0,0,0,0],"points":157},{"reserve":"GGYYV","hand":"Y","hand_size":1,"known":"","abilities":[1,1,2,0,0],"points":114}],"deck":6,"discard":"RRRRRRRRBBBBBBBGGGGGGGYYYYYYYVVVVVV","turn":{"number":54,"stage":"spire","site":"f","colour":"G","drops":0,"begun":true,"built":0,"limit":4,"used":["lantern"],"played":"G","points":1},"to_move":1,"complete":3,"goal":3,"over":false,"winners":[],"quick":false,"beginner":false,"last":"f"},"legal":[{"text":"spire rr","move":{"type":"pay","what":"spire","sources":"rr","colour":"G"}},{"text":"spire+bowl r","move":{"type":"pay","what":"spire+bowl","sources":"r","colour":"G"}}]}',
  ),
  over_quick: JSON.parse(
    '{"view":{"sites":[{"site":"a","floors":[{"colour":"V","columns":4},{"colour":"B","columns":4},{"colour":"G","columns":4}],"spire":null,"crowned":false,"closed":false,"due":"roof"},{"site":"b","floors":[{"colour":"G","columns":4},{"colour":"B","columns":4},{"colour":"V","columns":2}],"spire":null,"crowned":false,"closed":false,"due":"column"},{"site":"c","floors":[{"colour":"B","columns":4},{"colour":"Y","columns":4},{"colour":"Y","columns":4}],"spire":"R","crowned":true,"closed":false,"due":null},{"site":"d","floors":[{"colour":"G","columns":4},{"colour":"Y","columns":4},{"colour":"V","columns":4}],"spire":"V","crowned":true,"closed":false,"due":null},{"site":"e","floors":[{"colour":"V","columns":4},{"colour":"R","columns":4},{"colour":"G","columns":1}],"spire":null,"crowned":false,"closed":false,"due":"column"},{"site":"f","floors":[{"colour":"Y","columns":4},{"colour":"G","columns":4},{"colour":"V","columns":4}],"spire":"Y","crowned":true,"closed":false,"due":null}],"floors":3,"supply":[["R","B",null,"Y","V"],["R","B",null,null,null],["R",null,"G",null,null],[null,"B",null,null,null],[null,null,"G",null,null]],"players":[{"reserve":"RGYYV","hand":"GVVV","hand_size":4,"known":"","abilities":[0,0,0,2,1],"points":69},{"reserve":"BGGYV","hand":null,"hand_size":2,"known":"","abilities":[0,1,0,1,0],"points":87}],"deck":8,"discard":"RRRRRRRBBBBBBBBGGGGYYYYYYYYVVVV","turn":{"number":41,"stage":"over","site":null,"colour":null,"drops":0,"begun":false,"built":0,"limit":3,"used":[],"played":"","points":0},"to_move":-2,"complete":3,"goal":3,"over":true,"winners":[1],"quick":true,"beginner":false,"last":"a"},"legal":[]}',
  ),
};
/** The legal moves of `abilities` as they came. */
export const REAL_MOVES: LegalMove[] = JSON.parse(
  '[{"text":"col a G h","move":{"type":"build","what":"col","site":"a","colour":"G","source":"h","card":"G"}},{"text":"bowl a G","move":{"type":"begin","what":"bowl","site":"a","colour":"G"}},{"text":"modified a G","move":{"type":"begin","what":"modified","site":"a","colour":"G"}},{"text":"tile b B r","move":{"type":"build","what":"tile","site":"b","colour":"B","source":"r","card":"Y"}},{"text":"buddha b B","move":{"type":"begin","what":"buddha","site":"b","colour":"B"}},{"text":"tile b Y r","move":{"type":"build","what":"tile","site":"b","colour":"Y","source":"r","card":"Y"}},{"text":"buddha b Y","move":{"type":"begin","what":"buddha","site":"b","colour":"Y"}},{"text":"tile b V r","move":{"type":"build","what":"tile","site":"b","colour":"V","source":"r","card":"Y"}},{"text":"buddha b V","move":{"type":"begin","what":"buddha","site":"b","colour":"V"}},{"text":"col c V r","move":{"type":"build","what":"col","site":"c","colour":"V","source":"r","card":"V"}},{"text":"bowl c V","move":{"type":"begin","what":"bowl","site":"c","colour":"V"}},{"text":"modified c V","move":{"type":"begin","what":"modified","site":"c","colour":"V"}},{"text":"col d V r","move":{"type":"build","what":"col","site":"d","colour":"V","source":"r","card":"V"}},{"text":"bowl d V","move":{"type":"begin","what":"bowl","site":"d","colour":"V"}},{"text":"modified d V","move":{"type":"begin","what":"modified","site":"d","colour":"V"}},{"text":"col e G h","move":{"type":"build","what":"col","site":"e","colour":"G","source":"h","card":"G"}},{"text":"bowl e G","move":{"type":"begin","what":"bowl","site":"e","colour":"G"}},{"text":"modified e G","move":{"type":"begin","what":"modified","site":"e","colour":"G"}},{"text":"col f R r","move":{"type":"build","what":"col","site":"f","colour":"R","source":"r","card":"R"}},{"text":"col f R h","move":{"type":"build","what":"col","site":"f","colour":"R","source":"h","card":"R"}},{"text":"bowl f R","move":{"type":"begin","what":"bowl","site":"f","colour":"R"}},{"text":"modified f R","move":{"type":"begin","what":"modified","site":"f","colour":"R"}},{"text":"dragon","move":{"type":"turn","what":"dragon"}}]',
);
