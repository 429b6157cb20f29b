// From pointing to notation. What is lit is read from the legal moves only; what is pointed at becomes a text, legal or
// not: the server then plays it or says why not.
import type { LegalMove, TajutoMonk, TajutoView } from "../../protocol.gen";

export type Deed = "draw" | "offer" | "acquire";

export type Move =
  | { type: "draw"; tile: string; size: number | null }
  | { type: "offer"; tile: string; colour: string }
  | { type: "acquire"; tile: string; item: string }
  | { type: "build"; colour: string }
  | { type: "end"; keep: string | null };

/** What a use of a tile is aimed at, as its text says it; "" for a blind draw. */
export function target(move: Move): string {
  if (move.type === "draw") return move.size === null ? "" : String(move.size);
  if (move.type === "offer" || move.type === "build") return move.colour;
  return move.type === "acquire" ? move.item : (move.keep ?? "");
}

export function textOf(tile: string, deed: Deed, at: string): string {
  return at ? `${tile} ${deed} ${at}` : `${tile} ${deed}`;
}

/** The legal moves, looked at from what can be pointed at. */
export class Points {
  readonly moves: Move[];
  private tiles: Map<string, string[]> = new Map(); // "offer red" -> tiles, cheapest first
  private builds = new Set<string>();
  readonly ends: (string | null)[] = []; // floors that may be kept; null: a bare end

  constructor(
    readonly legal: LegalMove[],
    readonly monk: TajutoMonk | undefined,
    readonly held: string | null,
  ) {
    this.moves = legal.map((each) => each.move as Move);
    for (const move of this.moves) {
      if (move.type === "build") this.builds.add(move.colour);
      else if (move.type === "end") this.ends.push(move.keep);
      else {
        const key = `${move.type} ${target(move)}`;
        this.tiles.set(key, [...(this.tiles.get(key) ?? []), move.tile]);
      }
    }
    for (const tiles of this.tiles.values()) tiles.sort((a, b) => this.rank(a) - this.rank(b));
  }

  /** The cheaper tile first; of two alike the one that does only this, so that A stays free for anything. */
  private rank(tile: string): number {
    const own = this.monk?.tiles.find((each) => each.name === tile);
    return own ? own.use_cost * 10 + own.deeds.length : 0;
  }

  /** The tile that a click here would use: the one in hand, else the cheapest; null if it would be refused. */
  tileFor(deed: Deed, at: string): string | null {
    const tiles = this.tiles.get(`${deed} ${at}`) ?? [];
    return this.held ? (tiles.includes(this.held) ? this.held : null) : (tiles[0] ?? null);
  }

  /** The tile that clicks of this deed use now, if any would do. */
  doer(deed: Deed): string | null {
    const tiles = [...this.tiles].filter(([key]) => key.startsWith(deed)).flatMap(([, names]) => names);
    if (this.held) return tiles.includes(this.held) ? this.held : null;
    return tiles.sort((a, b) => this.rank(a) - this.rank(b))[0] ?? null;
  }

  /** What pointing here says, with the tile in hand or the likeliest one. */
  text(deed: Deed, at: string): string {
    return textOf(this.tileFor(deed, at) ?? this.held ?? this.likely(deed), deed, at);
  }

  canBuild(colour: string): boolean {
    return this.builds.has(colour);
  }

  /** Whether a tile has anything to do. */
  serves(tile: string): boolean {
    return [...this.tiles.values()].some((tiles) => tiles.includes(tile));
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
  const deed = own?.deeds[0] ?? "draw";
  if (deed === "offer") return textOf(tile, deed, likelyPagoda(view));
  if (deed === "acquire") return textOf(tile, deed, view.stacks.find((stack) => stack.left)?.item ?? "W1");
  const feel = view.feels.find((each) => each.allowed) ?? view.feels[0];
  return textOf(tile, "draw", feel?.size == null ? "" : String(feel.size));
}

function likelyPagoda(view: TajutoView): string {
  const begun = view.pagodas.find((each) => each.height > 0 && !each.complete);
  return (begun ?? view.pagodas[0])?.colour ?? "red";
}

/** What the last move touched, as words of its text: `build red`, `A offer red`, `F acquire W3`, `red3`. */
export function touched(text: string | null): { deed: string; tile: string; at: string } {
  const parts = (text ?? "").split(" ");
  if (parts[0] === "end") return { deed: "end", tile: "", at: parts[2] ?? "" };
  if (parts[0] === "build") return { deed: "build", tile: "", at: parts[1] ?? "" };
  if (parts.length === 1) return { deed: text ? "drawn" : "", tile: "", at: text ?? "" };
  return { deed: parts[1] ?? "", tile: parts[0] ?? "", at: parts[2] ?? "" };
}
