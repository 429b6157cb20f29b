// Positions for the tests: what the engine showed, with the names of its fields put back.
import type { LegalMove, TajutoView } from "../../protocol.gen";
import type { Trial } from "../game";
import { words, type Catalogue, type Lang, type Words } from "../../words";

const FIELDS: Record<string, string> = {
  view:
    "to_move viewer buyer turn drawing pagodas:pagoda[] stacks:stack[] objectives:objective[] monks:monk[] bag " +
    "feels:feel[] idle idle_limit lowest_only last last_seat touch open_scores over winners",
  pagoda: "colour height complete offering inauguration price bettor",
  stack: "item left cost price",
  objective: "name claimed by",
  monk: "seat mp floors offerings tiles:tile[] markets bets face_down sheet:sheet",
  tile: "name deeds use_cost copies ready",
  feel: "size left fit allowed odds_fit odds_size",
  sheet:
    "wisdom_tiles wisdom inaugurated unfinished inauguration sanctuaries sanctuary objective_names objectives total",
};

function named(kind: string, values: unknown[]): unknown {
  const names = (FIELDS[kind] ?? "").split(" ");
  if (names.length !== values.length)
    throw new Error(`${kind}: ${values.length} values for ${names.length} fields`);
  return Object.fromEntries(
    names.map((each, i) => {
      const [name = "", type = ""] = each.split(":");
      const value = values[i];
      if (type.endsWith("[]"))
        return [name, (value as unknown[][]).map((part) => named(type.slice(0, -2), part))];
      return [name, type && value !== null ? named(type, value as unknown[]) : value];
    }),
  );
}

export function legalMove(text: string): LegalMove {
  const [first = "", second = "", third = ""] = text.split(" ");
  if (first === "build") return { text, move: { type: "build", colour: second } };
  if (first === "end") return { text, move: { type: "end", keep: third || null } };
  const aim = {
    draw: { size: third ? Number(third) : null },
    offer: { colour: third },
    acquire: { item: third },
  };
  return { text, move: { type: second, tile: first, ...aim[second as keyof typeof aim] } };
}

export interface Position {
  view: TajutoView;
  legal: LegalMove[];
  trial: Trial<TajutoView> | null;
}

export function unpack(text: string): Position {
  const packed = JSON.parse(text) as { view: unknown[]; legal: string[]; trial?: [string, unknown[]] };
  const trial = packed.trial;
  return {
    view: named("view", packed.view) as TajutoView,
    legal: packed.legal.map(legalMove),
    trial: trial ? { move: trial[0], lines: [], view: named("view", trial[1]) as TajutoView } : null,
  };
}

const rooms = import.meta.glob<Catalogue>("../../../../src/yonto/games/tajuto/locale/*.json", {
  import: "default",
  eager: true,
});
const boards = import.meta.glob<Catalogue>("./locale/*.json", { import: "default", eager: true });

export function speak(lang: Lang): Words {
  const [room, board] = [rooms, boards].map(
    (from) => Object.entries(from).find(([path]) => path.endsWith(`/${lang}.json`))?.[1] ?? {},
  );
  return words(lang, room ?? {}, board ?? {});
}
