// From pointing to notation. What is lit is read from the legal moves only, and so are the prices; what is pointed at
// becomes a text, legal or not: the server then plays it or says why not.
import type { LegalMove, TajutoMonk, TajutoView } from "../../protocol.gen";

export type Deed = "draw" | "offer" | "acquire";

export type Move =
  | { type: "draw"; tile: string; size: number | null; cost: number; gain: number }
  | { type: "offer"; tile: string; colour: string; cost: number; gain: number }
  | { type: "acquire"; tile: string; item: string; cost: number; price: number }
  | { type: "build"; colour: string; gain: number }
  | { type: "end"; keep: string | null };

/** What a click here would do to my meditation points. */
export interface Deal {
  tile: string; // that is used; none for building
  cost: number; // of its use
  price: number; // of what is bought
  gain: number; // what it brings; of a draw, what it brings at best
  poor: boolean; // it brings nothing, or less than it costs
}

/** What a use of a tile is aimed at, as its text says it; "" for a blind draw. */
export function target(move: Move): string {
  if (move.type === "draw") return move.size === null ? "" : String(move.size);
  if (move.type === "offer" || move.type === "build") return move.colour;
  return move.type === "acquire" ? move.item : (move.keep ?? "");
}

export function textOf(tile: string, deed: Deed, at: string): string {
  return at ? `${tile} ${deed} ${at}` : `${tile} ${deed}`;
}

export function signed(n: number): string {
  return n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0";
}

/** A deal as a sum, where there is one: «−6 +3 = −3», else what comes of it: «+3». */
export function sum({ cost, price, gain }: Deal): string {
  const parts = [-cost, -price, gain].filter((n) => n !== 0);
  const net = signed(gain - price - cost);
  return parts.length > 1 ? `${parts.map(signed).join("\u00a0")} =\u00a0${net}` : net;
}

function dealOf(move: Exclude<Move, { type: "end" }>): Deal {
  if (move.type === "build") return { tile: "", cost: 0, price: 0, gain: move.gain, poor: false };
  const { tile, cost } = move;
  if (move.type === "acquire") return { tile, cost, price: move.price, gain: 0, poor: false };
  const { gain } = move;
  return { tile, cost, price: 0, gain, poor: move.type === "draw" ? !gain || gain < cost : gain <= cost };
}

/** The legal moves, looked at from what can be pointed at. */
export class Points {
  readonly moves: Move[];
  private deals: Map<string, Deal[]> = new Map(); // "offer red" -> what the tiles make of it, cheapest first
  readonly ends: (string | null)[] = []; // floors that may be kept; null: a bare end
  private good = false; // something is worth doing; where nothing is, all that is possible is lit

  constructor(
    readonly legal: LegalMove[],
    readonly monk: TajutoMonk | undefined,
    readonly held: string | null,
  ) {
    this.moves = legal.map((each) => each.move as Move);
    for (const move of this.moves) {
      if (move.type === "end") this.ends.push(move.keep);
      else {
        const [key, deal] = [`${move.type} ${target(move)}`, dealOf(move)];
        this.deals.set(key, [...(this.deals.get(key) ?? []), deal]);
        if (!deal.poor) this.good = true;
      }
    }
    if (this.ends.length) this.good = true;
    for (const deals of this.deals.values()) deals.sort((a, b) => this.rank(a.tile) - this.rank(b.tile));
  }

  /** The cheaper tile first; of two alike the one that does only this, so that A stays free for anything. */
  private rank(tile: string): number {
    const own = this.monk?.tiles.find((each) => each.name === tile);
    return own ? own.use_cost * 10 + own.deeds.length : 0;
  }

  /** What a click here would do, with the tile in hand, else with the cheapest; null if it would be refused. */
  deal(deed: Deed | "build", at: string): Deal | null {
    const deals = this.deals.get(`${deed} ${at}`) ?? [];
    if (deed === "build" || !this.held) return deals[0] ?? null;
    return deals.find((deal) => deal.tile === this.held) ?? null;
  }

  tileFor(deed: Deed, at: string): string | null {
    return this.deal(deed, at)?.tile ?? null;
  }

  /** How this may be lit: well, faintly where it is possible but brings nothing or loses, or not at all. */
  light(...deals: (Deal | null)[]): { lit: boolean; faint: boolean } {
    const lit = deals.some((deal) => deal && !(deal.poor && this.good));
    return { lit, faint: !lit && deals.some((deal) => deal) };
  }

  /** All that this deed could do now with the tile in hand, or with any. */
  all(deed: Deed | "build"): Deal[] {
    const found = [...this.deals].filter(([key]) => key.startsWith(`${deed} `)).flatMap(([, deals]) => deals);
    return this.held && deed !== "build" ? found.filter((deal) => deal.tile === this.held) : found;
  }

  /** The tile that clicks of this deed use now, if any would do. */
  doer(deed: Deed): string | null {
    const tiles = this.all(deed).map((deal) => deal.tile);
    return tiles.sort((a, b) => this.rank(a) - this.rank(b))[0] ?? null;
  }

  /** What pointing here says, with the tile in hand or the likeliest one. */
  text(deed: Deed, at: string): string {
    return textOf(this.tileFor(deed, at) ?? this.held ?? this.likely(deed), deed, at);
  }

  canBuild(colour: string): boolean {
    return this.deals.has(`build ${colour}`);
  }

  /** What a tile can do. */
  uses(tile: string): Deal[] {
    return [...this.deals.values()].flat().filter((deal) => deal.tile === tile);
  }

  serves(tile: string): boolean {
    return this.uses(tile).length > 0;
  }

  /** A tile to name in a move that will be refused: a ready one if there is one, so that the reason is the real one. */
  private likely(deed: Deed): string {
    const able = (this.monk?.tiles ?? []).filter((each) => each.deeds.includes(deed) && each.ready > 0);
    const names = able.map((each) => each.name).sort((a, b) => this.rank(a) - this.rank(b));
    return names[0] ?? "A";
  }
}

/** A move that names this tile, for a tile that has nothing to do: the refusal tells why. */
export function anyUse(view: TajutoView, tile: string): string {
  const own = view.monks.flatMap((monk) => monk.tiles).find((each) => each.name === tile);
  const deed = own?.deeds[0] ?? ({ E: "offer", F: "acquire" } as Record<string, string>)[tile] ?? "draw";
  if (deed === "offer") return textOf(tile, deed, likelyPagoda(view));
  if (deed === "acquire") return textOf(tile, deed, view.stacks.find((stack) => stack.left)?.item ?? "W1");
  const feel = view.feels.find((each) => each.allowed) ?? view.feels[0];
  return textOf(tile, "draw", feel?.size == null ? "" : String(feel.size));
}

function likelyPagoda(view: TajutoView): string {
  const begun = view.pagodas.find((each) => each.height > 0 && !each.complete);
  return (begun ?? view.pagodas[0])?.colour ?? "red";
}

/** What a move touches, as words of its text: `build red`, `A offer red`, `F acquire W3`, `red3`. */
export interface Touched {
  deed: string;
  tile: string;
  at: string;
}

export function touched(text: string | null): Touched {
  const parts = (text ?? "").split(" ");
  if (parts[0] === "end") return { deed: "end", tile: "", at: parts[2] ?? "" };
  if (parts[0] === "build") return { deed: "build", tile: "", at: parts[1] ?? "" };
  if (parts.length === 1) return { deed: text ? "drawn" : "", tile: "", at: text ?? "" };
  return { deed: parts[1] ?? "", tile: parts[0] ?? "", at: parts[2] ?? "" };
}

/** What a monk can do, in the order of a phone's buttons; each has a sheet of its own. */
export const VERBS = ["draw", "offer", "acquire", "build"] as const;
export type Verb = (typeof VERBS)[number];
