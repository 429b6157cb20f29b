// From pointing to notation. Somebody picks up a card, an ability or a tile and points at a site, in any order; what
// is picked is kept in a Pick. As soon as only one legal act fits, that act is said; when none fits and the picks are
// enough for a sentence, the sentence is said all the same, and the server answers why not.
import type { LegalMove, PagodePagoda, PagodeView } from "../../protocol.gen";
import { LETTERS, type Card, type Source } from "./colours";

export type By = "bowl" | "buddha" | "modified" | "fan";

export interface Pick {
  site: string | null;
  card: Card | null;
  by: By | null; // an ability, or the modified turn, that is to do it
  colour: string | null; // of the column, or of the tile's slots
  background: string | null; // of a tile taken from the supply
}

export const NOTHING: Pick = { site: null, card: null, by: null, colour: null, background: null };

/** A legal move as the server types it. */
export interface Act {
  type: "build" | "begin" | "pay" | "drop" | "turn";
  what?: string;
  site?: string;
  colour?: string;
  source?: Source;
  card?: string; // the colour of the card that pays for a build
  sources?: string;
  text: string;
}

export interface Table {
  view: PagodeView;
  legal: LegalMove[];
  seat: number | null;
}

export interface Answer {
  pick: Pick;
  say: string | null;
}

export function acts(legal: LegalMove[]): Act[] {
  return legal.map((each) => ({ ...(each.move as Act), text: each.text }));
}

export function siteOf(view: PagodeView, name: string | null): PagodePagoda | undefined {
  return view.sites.find((each) => each.site === name);
}

export const topColour = (place: PagodePagoda | undefined) => place?.floors.at(-1)?.colour ?? null;

/** No column more, and nothing on them: a tile is what one would lay here, if one is left. */
export function isFull(place: PagodePagoda | undefined): boolean {
  return place?.due === "tile" || place?.due === "roof" || !!place?.closed;
}

export const isTile = (act: Act) => act.what === "tile" || act.what === "roof" || act.what === "buddha";

function fits(view: PagodeView, pick: Pick, act: Act): boolean {
  if (act.type !== "build" && act.type !== "begin") return false;
  if (pick.site && act.site !== pick.site) return false;
  if (pick.by ? act.what !== pick.by : act.what === "modified") return false;
  if (pick.colour && act.colour !== pick.colour) return false;
  if (pick.background) {
    if (!isTile(act) || topColour(siteOf(view, act.site ?? null)) !== pick.background) return false;
  }
  if (!pick.card) return true;
  return act.type === "build" && act.source === pick.card.source && act.card === pick.card.colour;
}

export function fitting(table: Table, pick: Pick): Act[] {
  return acts(table.legal).filter((act) => fits(table.view, pick, act));
}

/** Whether any legal act uses this card, given what else is picked. */
export function cardIsLit(table: Table, pick: Pick, card: Card): boolean {
  if (acts(table.legal).some((act) => act.colour === card.colour && takes(act, pick, card))) return true;
  if (pick.by && pick.by !== "fan") return false; // two cards alike, or any four, are asked for later
  return fitting(table, { ...pick, card, by: null }).length > 0;
}

/** A payment of several cards, of which one may be picked already. */
function takes(act: Act, pick: Pick, card: Card): boolean {
  if (act.type === "drop") return act.source === card.source;
  if (act.type !== "pay" || !act.sources!.includes(card.source)) return false;
  if (pick.by === "bowl") return act.what === "spire+bowl";
  return !pick.card || same(pick.card, card) || act.sources === together(pick.card, card);
}

/** Whether this ability, or the modified turn, can do something with what else is picked. */
export function isUsable(table: Table, pick: Pick, name: string): boolean {
  const named = acts(table.legal);
  if (name === "lantern" || name === "dragon" || name === "fan")
    return named.some((act) => act.what === name);
  if (named.some((act) => act.what === `spire+${name}`)) return true;
  return fitting(table, { ...pick, card: null, by: name as By }).length > 0;
}

/** The colours among which an ability or a modified turn must choose on an empty site; none elsewhere. */
export function coloursAsked(table: Table, pick: Pick): string[] {
  const begins = pick.by === "bowl" || pick.by === "modified";
  if (!pick.site || !begins || pick.colour || topColour(siteOf(table.view, pick.site))) return [];
  return fitting(table, pick).map((act) => act.colour!);
}

export function isOpen(table: Table): boolean {
  return table.legal.length > 0 && table.view.turn.stage === "turn";
}

const only = (say: string): Answer => ({ pick: NOTHING, say });

/** Where the seat to move would take a card of this colour from. */
function sourceOf(table: Table, colour: string | null): Source {
  const player = table.view.players[table.seat ?? 0];
  return colour && !player?.reserve.includes(colour) && player?.hand?.includes(colour) ? "h" : "r";
}

function firstSlot(view: PagodeView, background: string | null): string {
  const row = view.supply[LETTERS.indexOf(background ?? "")] ?? [];
  const left = row.findIndex((spire) => spire !== null);
  return LETTERS[left] ?? "R";
}

/** The sentence of a pick that no legal act fits, for the answer why not. */
function sentence(table: Table, pick: Pick): string | null {
  const { site, card, by } = pick;
  const place = siteOf(table.view, site);
  const top = topColour(place);
  const column = () =>
    `col ${site} ${card?.colour ?? top ?? "R"} ${card?.source ?? sourceOf(table, card?.colour ?? top)}`;
  if (by === "bowl" || by === "modified") {
    const colour = pick.colour ?? top;
    return colour ? `${by} ${site} ${colour}` : null;
  }
  if (card && isFull(place) && card.colour !== top) return column();
  if (!isFull(place) && by !== "buddha" && !pick.background) return column();
  const slot = pick.colour ?? firstSlot(table.view, top);
  return by === "buddha"
    ? `buddha ${site} ${slot}`
    : `tile ${site} ${slot} ${card?.source ?? sourceOf(table, top)}`;
}

/** One act is played at once, several wait for one more touch, none is said all the same. */
function resolve(table: Table, pick: Pick): Answer {
  if (!pick.site) return { pick, say: null };
  const found = fitting(table, pick);
  if (found.length === 1) return only(found[0]!.text);
  const bare = !pick.card && !pick.by && !pick.colour;
  const waits = found.length || (bare && fitting(table, { ...pick, by: "modified" }).length);
  const say = waits ? null : sentence(table, pick);
  return say ? { pick: { ...pick, site: null, colour: pick.background && pick.colour }, say } : { pick, say };
}

export function pointSite(table: Table, pick: Pick, site: string): Answer {
  const place = siteOf(table.view, site);
  const colour = topColour(place) ?? "R";
  if (!isOpen(table)) return only(`col ${site} ${pick.card?.colour ?? colour} ${pick.card?.source ?? "r"}`);
  if (pick.site === site) return { pick: { ...pick, site: null, colour: null, background: null }, say: null };
  // A tile of another colour cannot be named for this site in notation: the site shows the tiles it takes instead.
  const astray = pick.background && isFull(place) && pick.background !== topColour(place);
  const tile = astray || !pick.background ? { colour: null, background: null } : {};
  const by = pick.by === "fan" ? null : pick.by;
  return resolve(table, { ...pick, ...tile, by, site });
}

export function pointCard(table: Table, pick: Pick, card: Card): Answer {
  const { stage } = table.view.turn;
  if (!table.legal.length) return only(`drop ${card.colour} ${card.source}`);
  if (stage === "spire") return pointSpireCard(table, pick, card);
  if (stage.startsWith("pay_")) return pointPairCard(table, pick, card);
  if (stage !== "turn") return only(`drop ${card.colour} ${card.source}`);
  if (same(pick.card, card)) return { pick: { ...pick, card: null }, say: null };
  return resolve(table, { ...pick, card, by: null });
}

export const same = (a: Card | null, b: Card) =>
  a?.colour === b.colour && a.source === b.source && a.at === b.at;

const together = (a: Card, b: Card) => [a.source, b.source].sort().reverse().join("");

function pointPairCard(table: Table, pick: Pick, card: Card): Answer {
  const found = acts(table.legal).filter(
    (act) => act.colour === card.colour && act.sources?.includes(card.source),
  );
  if (!found.length) return only(`pair ${card.colour} ${card.source}${card.source}`);
  if (found.length === 1) return only(found[0]!.text);
  if (same(pick.card, card)) return { pick: NOTHING, say: null };
  if (pick.card?.colour === card.colour) return only(`pair ${card.colour} ${together(pick.card, card)}`);
  return { pick: { ...NOTHING, card }, say: null };
}

function pointSpireCard(table: Table, pick: Pick, card: Card): Answer {
  const { site, colour } = table.view.turn;
  if (card.colour !== colour) return only(`col ${site} ${card.colour} ${card.source}`);
  if (pick.by === "bowl") return only(`spire+bowl ${card.source}`);
  const found = acts(table.legal).filter((act) => act.sources?.includes(card.source));
  if (!found.length) return only(`spire ${card.source}${card.source}`);
  if (found.length === 1) return only(found[0]!.text);
  if (same(pick.card, card)) return { pick: NOTHING, say: null };
  if (pick.card) return only(`spire ${together(pick.card, card)}`);
  return { pick: { ...NOTHING, card }, say: null };
}

export function pointAbility(table: Table, pick: Pick, name: string): Answer {
  if (name === "lantern" || name === "dragon") return only(name);
  if (name === "fan") {
    if (table.view.turn.stage === "fan" || !table.legal.some((each) => each.text === "fan"))
      return only("fan");
    return { pick: { ...NOTHING, by: pick.by === "fan" ? null : "fan" }, say: null };
  }
  const { stage, colour, used } = table.view.turn;
  if (name === "bowl" && stage === "spire" && table.legal.length) {
    const found = acts(table.legal).filter((act) => act.what === "spire+bowl");
    if (pick.card) return only(`spire+bowl ${pick.card.source}`);
    if (found.length === 1) return only(found[0]!.text);
    if (found.length) return { pick: { ...NOTHING, by: "bowl" }, say: null };
    return only(`spire+bowl ${sourceOf(table, colour)}`);
  }
  const index = name === "bowl" ? 2 : 1;
  const spent = !table.view.players[table.seat ?? 0]?.abilities[index] || used.includes(name);
  if (!isOpen(table) || spent) return only(`${name} ${pick.site ?? "a"} ${pick.colour ?? "R"}`);
  return toggle(table, pick, name as By);
}

function toggle(table: Table, pick: Pick, by: By): Answer {
  if (pick.by === by) return { pick: { ...pick, by: null }, say: null };
  return resolve(table, { ...pick, by, card: null });
}

export function pointModified(table: Table, pick: Pick): Answer {
  if (!isOpen(table) || table.view.turn.begun)
    return only(`modified ${pick.site ?? "a"} ${pick.colour ?? "R"}`);
  return toggle(
    table,
    { ...pick, background: null, colour: pick.background ? null : pick.colour },
    "modified",
  );
}

/** A tile of the supply. */
export function pointTile(table: Table, pick: Pick, background: string, slot: string): Answer {
  const place = siteOf(table.view, pick.site);
  if (!isOpen(table)) return only(`tile ${table.view.turn.site ?? "a"} ${slot} r`);
  if (place && isFull(place) && topColour(place) === background)
    return pick.colour === slot
      ? { pick: { ...pick, background: null, colour: null }, say: null }
      : resolve(table, { ...pick, background, colour: slot });
  if (pick.background === background && pick.colour === slot) {
    return { pick: { ...pick, background: null, colour: null }, say: null };
  }
  const by = pick.by === "buddha" ? pick.by : null;
  return { pick: { ...NOTHING, card: pick.card, by, background, colour: slot }, say: null };
}

/** The colour of a first column that no card decides. */
export function pointColour(table: Table, pick: Pick, colour: string): Answer {
  return resolve(table, { ...pick, colour });
}
