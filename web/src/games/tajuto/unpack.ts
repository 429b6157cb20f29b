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

/** A legal move as the server tells it. Its prices (which the engine's own tests check) are read off the view here. */
export function legalMove(text: string, view?: TajutoView): LegalMove {
  const [first = "", second = "", third = ""] = text.split(" ");
  const pagoda = (colour: string) => view?.pagodas.find((each) => each.colour === colour);
  const built = (colour: string) =>
    (pagoda(colour)?.height ?? 0) + 1 + (pagoda(colour)?.offering != null ? 2 : 0);
  if (first === "build") return { text, move: { type: "build", colour: second, gain: built(second) } };
  if (first === "end") return { text, move: { type: "end", keep: third || null } };
  const monk = view?.monks[view.buyer];
  const cost = monk?.tiles.find((each) => each.name === first)?.use_cost ?? 0;
  const fitting = (view?.bag ?? []).filter(
    (floor) => pagoda(floor.slice(0, -1))?.height === Number(floor.slice(-1)) - 1,
  );
  const felt = fitting
    .filter((floor) => !third || floor.endsWith(third))
    .map((floor) => built(floor.slice(0, -1)));
  const price = view?.stacks.find((each) => each.item === third)?.price ?? pagoda(third)?.price ?? 0;
  const aim = {
    draw: { size: third ? Number(third) : null, cost, gain: Math.max(0, ...felt) },
    offer: { colour: third, cost, gain: (pagoda(third)?.height ?? 0) + 2 },
    acquire: { item: third, cost, price },
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
  const view = named("view", packed.view) as TajutoView;
  return {
    view,
    legal: packed.legal.map((text) => legalMove(text, view)),
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
