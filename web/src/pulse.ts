// Whether the other end of a line is still there. A line may die without a word: a tunnel, a lid that was closed, another
// network. Who only listens would wait for ever, so after a silence the other end is asked, and a second silence is taken
// for its end.

export const SILENCE = 10_000; // ms without a word after which the other end is asked
export const PATIENCE = 12_000; // ms it has for an answer; a store that is away has ten seconds to come back

export class Pulse {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private heard = false;
  private beating = false;

  /** `ask` says whether it could ask: while an answer may take long, nobody is told dead. */
  constructor(
    private ask: () => boolean,
    private dead: () => void,
  ) {}

  start(): void {
    this.stop();
    this.beating = true;
    this.listen();
  }

  stop(): void {
    this.beating = false;
    clearTimeout(this.timer);
  }

  /** The other end said something. */
  hear(): void {
    this.heard = true;
  }

  /** Asks at once: something happened after which a line may be dead. */
  check(): void {
    if (!this.beating) return;
    this.heard = false;
    if (this.ask()) this.after(PATIENCE, () => (this.heard ? this.listen() : this.dead()));
    else this.listen();
  }

  private listen(): void {
    this.heard = false;
    this.after(SILENCE, () => (this.heard ? this.listen() : this.check()));
  }

  private after(time: number, then: () => void): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(then, time);
  }
}
