// Counting points at the end of a game, one after the other, while somebody looks on.
import { moves } from "../settings.svelte";

/** How many of the things are counted by now: one more with every beat if it is the moment, else all of them. */
export class Counting {
  private done = $state(0);

  constructor(
    private of: () => number,
    private moment: () => boolean | undefined,
    beat = 420, // ms
  ) {
    $effect(() => {
      if (!this.slow) return;
      this.done = 0;
      const timer = setInterval(() => ++this.done >= this.of() && clearInterval(timer), beat);
      return () => clearInterval(timer);
    });
  }

  private get slow(): boolean {
    return !!this.moment() && moves();
  }

  get n(): number {
    return this.slow ? Math.min(this.done, this.of()) : this.of();
  }

  get whole(): boolean {
    return this.n >= this.of();
  }
}
