// «Trouvez mieux»: a turn of a finished game played otherwise. Every move is asked of the server, which knows the rules; when
// the turn is over it is judged.
import { call, Refusal } from "../api";
import type { ChoiceShown, Tried } from "../protocol.gen";

export class Trying {
  now: Tried | null = $state.raw(null); // the position after what was tried
  best: Tried | null = $state.raw(null); // the position after the best turn known, while it is shown
  moves: string[] = $state([]);
  busy = $state(false);
  refused = $state(""); // why a move was not possible, in words
  trouble = $state.raw<unknown>(null);

  constructor(
    readonly table: string,
    readonly round: number,
    readonly choice: ChoiceShown,
    readonly picture: boolean,
  ) {
    void this.ask([]);
  }

  /** What the board shows. */
  get shown(): Tried | null {
    return this.best ?? this.now;
  }

  async choose(move: string): Promise<void> {
    if (this.busy || !this.now?.moving || this.best) return;
    await this.ask([...this.moves, move]);
  }

  async back(): Promise<void> {
    this.best = null;
    await this.ask(this.moves.slice(0, -1));
  }

  async again(): Promise<void> {
    this.best = null;
    await this.ask([]);
  }

  async showBest(): Promise<void> {
    if (this.best) this.best = null;
    else this.best = await this.fetch(this.choice.best_moves, false);
  }

  private async ask(moves: string[]): Promise<void> {
    this.refused = "";
    const found = await this.fetch(moves, true);
    if (!found) return;
    this.now = found;
    this.moves = found.moves;
  }

  private async fetch(moves: string[], judge: boolean): Promise<Tried | null> {
    this.busy = true;
    this.trouble = null;
    try {
      return await call<Tried>("POST", `/api/tables/${this.table}/review`, {
        at: this.choice.at,
        round: this.round,
        moves,
        judge,
        picture: this.picture,
      });
    } catch (error) {
      if (error instanceof Refusal && error.text && moves.length) this.refused = error.text;
      else this.trouble = error;
      return null;
    } finally {
      this.busy = false;
    }
  }
}
