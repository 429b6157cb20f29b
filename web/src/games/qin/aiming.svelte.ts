// The tile in hand: which one is chosen, how it is turned, where it points. It speaks in notation and knows no rule.
import type { LegalMove, QinView } from "../../protocol.gen";
import type { Trial } from "../game";
import {
  aimed,
  aimOf,
  cellAt,
  litFor,
  nearest,
  placed,
  quarter,
  read,
  snapped,
  written,
  type Aim,
  type Placement,
  type Point,
} from "./place";

export interface Board {
  view: QinView;
  legal: LegalMove[];
  trial: Trial<QinView> | null;
  hint?: string | null;
  choose(move: string): void;
  cancel?(): void;
}

export class Aiming {
  spin = $state(0);
  over: number | null = $state(null); // the cell that pointer or focus is on
  refused: Placement | null = $state.raw(null);
  private wish: { hand: string; index: number } | null = $state.raw(null);
  private carried: Point | null = $state.raw(null); // where a tile is carried over the land
  private turnedAt: number | null = $state(null); // turned by hand over this cell: shown as it is, fitting or not
  private last: { text: string; aim: Aim } | null = null; // what was asked last, with its direction

  constructor(private board: () => Board) {}

  readonly texts = $derived.by(() => new Set(this.board().legal.map((move) => move.text)));
  readonly hand = $derived.by(() => this.board().view.hand ?? []);
  /** The chosen tile; by itself the first that can be laid. A new hand forgets the choice. */
  readonly picked = $derived.by(() => {
    if (this.wish && this.wish.hand === this.hand.join()) return this.wish.index;
    const can = this.hand.findIndex((tile) => this.board().legal.some(({ text }) => text.startsWith(tile)));
    return Math.max(can, 0);
  });
  readonly tile = $derived.by(() => this.hand[this.picked] ?? null);
  readonly lit = $derived.by(() => litFor(this.board().view, this.board().legal, this.tile, this.spin));
  readonly trying = $derived.by(() => {
    const { view, trial } = this.board();
    return trial ? read(view, trial.move) : null;
  });
  readonly advised = $derived.by(() => {
    const { view, hint } = this.board();
    return hint ? read(view, hint) : null;
  });
  readonly ghost = $derived.by(() => {
    if (this.over === null || !this.tile || this.holds(this.over)) return null;
    return placed(this.board().view, this.tile, this.aimAt(this.over));
  });
  readonly fits = $derived.by(() => !!this.ghost && this.texts.has(written(this.board().view, this.ghost)));
  readonly passing = $derived.by(() => this.texts.has("pass"));

  pick(index: number): void {
    this.wish = { hand: this.hand.join(), index };
    const tile = this.hand[index];
    const lying = this.trialAim();
    if (!tile || !lying || tile === this.trying?.tile) return;
    // Another tile in the same place, if it goes there.
    const aim = aimed(this.board().view, this.texts, tile, lying.at, lying.spin);
    if (this.texts.has(written(this.board().view, placed(this.board().view, tile, aim)))) this.ask(tile, aim);
  }

  point(cell: number | null): void {
    this.over = cell;
    if (cell !== this.turnedAt) this.turnedAt = null;
  }

  /** The tile is taken up, from the hand or from where it lies on trial, to be carried over the land. */
  lift(index: number | null): void {
    const lying = this.trialAim();
    const at = index ?? this.hand.indexOf(this.trying?.tile ?? "");
    if (at < 0) return;
    if (index === null && lying) this.spin = lying.spin;
    this.wish = { hand: this.hand.join(), index: at };
    this.board().cancel?.();
  }

  carry(point: Point | null): void {
    const cell = point && cellAt(this.board().view, point);
    this.carried = cell === null ? null : point;
    this.point(cell);
  }

  /** Where it is let go it is meant to lie; beside the land it goes back to the hand. Returns the cell it was held over. */
  drop(): number | null {
    const [cell, tile] = [this.over, this.tile];
    const aim = this.carried && cell !== null ? this.aimAt(cell) : null;
    this.carry(null);
    if (!aim || !tile) return null;
    this.ask(tile, aim);
    return aim.at;
  }

  /** Somebody means this cell. On the tile that is being tried it means: turn it. */
  press(cell: number): void {
    if (this.holds(cell)) return this.turn(1);
    // Watchers and empty hands point with a tile too: the table says why they cannot.
    this.ask(this.tile ?? "RR", this.aimAt(cell));
  }

  turn(by: number): void {
    const lying = this.trialAim();
    const tile = this.trying?.tile;
    if (!lying || !tile) {
      this.spin = quarter(this.spin + by);
      this.turnedAt = this.over;
      return;
    }
    const around = (at: number, from: number) =>
      [0, 1, 2, 3].map((n) => ({ at, spin: quarter(lying.spin + from + n * by) }));
    // Around the half under the pointer; if it fits in no other turn, with its ends changed and around that.
    const other = this.trying!.one === lying.at ? this.trying!.two : this.trying!.one;
    const turns = [...around(lying.at, by).slice(0, 3), ...around(other, 2)];
    this.ask(tile, turns.find((aim) => this.legalAt(tile, aim)) ?? turns[0]!);
  }

  /** To the next place where the tile can be laid, in a direction. */
  nudge(way: number): void {
    const { view, legal } = this.board();
    const middle = Math.floor(view.cells.length / 2);
    const from = this.trialAim() ?? { at: this.over ?? middle, spin: this.spin };
    const tile = this.trying?.tile ?? this.tile;
    const place = tile ? nearest(view, legal, tile, from, way) : null;
    if (tile && place) this.ask(tile, aimOf(view, place));
  }

  holds(cell: number): boolean {
    return this.trying?.one === cell || this.trying?.two === cell;
  }

  private legalAt(tile: string, aim: Aim): boolean {
    const { view, trial } = this.board();
    const text = written(view, placed(view, tile, aim));
    return text !== trial?.move && this.texts.has(text);
  }

  private aimAt(cell: number): Aim {
    if (this.turnedAt === cell || !this.tile) return { at: cell, spin: this.spin };
    const { view, legal } = this.board();
    if (!this.carried) return aimed(view, this.texts, this.tile, cell, this.spin);
    return snapped(view, legal, this.tile, this.carried, this.spin) ?? { at: cell, spin: this.spin };
  }

  /** How the tile on trial lies: as it was aimed if we aimed it, else as its text says. */
  private trialAim(): Aim | null {
    const { view, trial } = this.board();
    if (!trial || !this.trying) return null;
    return this.last?.text === trial.move ? this.last.aim : aimOf(view, this.trying);
  }

  private ask(tile: string, aim: Aim): void {
    const { view, choose } = this.board();
    const place = placed(view, tile, aim);
    const text = written(view, place);
    const legal = this.texts.has(text);
    this.spin = aim.spin;
    this.refused = legal ? null : place;
    if (legal) this.last = { text, aim };
    choose(text);
  }
}
