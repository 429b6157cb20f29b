// A study while it is being looked at. The tree is text that the server reads, changes and gives back; nothing of it is kept
// there. What is thought of the position is asked for again and again, each time a little deeper, until something else is
// looked at.
import { call, Refusal } from "../api";
import type { NodeShown, StudiedPosition, StudyShown, ThoughtShown } from "../protocol.gen";
import { backward, last, onward, path, sideways } from "./tree";

const DEPTHS = [300, 1200, 4000, 10_000, 24_000]; // simulations, one after the other
const PAUSE = 250; // ms: who walks through a game asks nothing on the way
const AGAIN = 3000; // ms until it is asked for again after it was refused

export class StudyModel {
  text = $state("");
  nodes = $state.raw<NodeShown[]>([]);
  shown = $state.raw<StudyShown | null>(null); // what the board shows
  thought = $state.raw<ThoughtShown | null>(null);
  busy = $state(false);
  refused = $state(""); // why something was not possible, in words
  trouble = $state.raw<unknown>(null);
  eyes = $state<number | null>(null); // null: whoever is to move
  byChance = $state(true); // draw at once after a move
  open = $state(false); // hidden hands are known to who thinks
  thinking = $state(true);
  touched = $state(false); // it is no longer what it was opened as
  colours = $state.raw<number[] | undefined>(undefined); // what the seats wear at the table it comes from
  picture = false;
  private asked = 0;
  private aim = 0; // the node that was asked for last: who presses a key twice means two steps

  get position(): StudiedPosition | null {
    return this.shown?.position ?? null;
  }

  get at(): number {
    return this.position?.at ?? 0;
  }

  async load(method: string, address: string, body?: unknown): Promise<boolean> {
    return this.take(() => call<StudyShown>(method, address, body));
  }

  private async take(fetch: () => Promise<StudyShown>): Promise<boolean> {
    const mine = ++this.asked;
    this.busy = true;
    this.refused = "";
    try {
      const found = await fetch();
      if (mine !== this.asked) return false;
      if (found.study !== null) this.text = found.study;
      if (found.nodes !== null) this.nodes = found.nodes;
      if (found.colours !== null) this.colours = found.colours;
      this.shown = found;
      this.aim = found.position.at;
      this.trouble = null;
      return true;
    } catch (error) {
      if (mine === this.asked) {
        this.aim = this.at;
        if (this.shown && error instanceof Refusal && error.text) this.refused = error.text;
        else this.trouble = error;
      }
      return false;
    } finally {
      if (mine === this.asked) this.busy = false;
    }
  }

  private async act(act: string, at: number, move = "", typed = false): Promise<boolean> {
    const wish = { study: this.text, at, act, move, typed, eyes: this.eyes, picture: this.picture };
    const done = await this.take(() => call<StudyShown>("POST", "/api/study", wish));
    if (done && act !== "look") this.touched = true;
    return done;
  }

  async look(at: number): Promise<void> {
    this.aim = at;
    await this.act("look", at);
  }

  /** A move or a draw from here; after a move chance may go on by itself. What a person typed is in his language: V is
   *  vert in French, and violet in what the server sends. */
  async move(text: string, typed = false): Promise<boolean> {
    if (this.busy || !text.trim()) return false;
    const drawing = !!this.position?.draws.length;
    if (!(await this.act("move", this.at, text, typed))) return false;
    if (!drawing && this.byChance && this.position?.draws.length) await this.draw();
    return true;
  }

  /** A whole turn. */
  async play(moves: string[]): Promise<void> {
    for (const move of moves) if (!(await this.move(move))) return;
  }

  async draw(): Promise<void> {
    await this.act("draw", this.at);
  }

  async remove(): Promise<void> {
    await this.act("remove", this.at);
  }

  async promote(): Promise<void> {
    await this.act("promote", this.at);
  }

  async step(by: "first" | "back" | "next" | "last" | "up" | "down"): Promise<void> {
    const { nodes, aim: at } = this;
    const ways = {
      first: () => 0,
      back: () => backward(nodes, at),
      next: () => onward(nodes, at),
      last: () => last(nodes, at),
      up: () => sideways(nodes, at, -1),
      down: () => sideways(nodes, at, 1),
    };
    const to = ways[by]();
    if (to !== at) await this.look(to);
  }

  /** Back to where the last draw before this position was due, to choose another. */
  drawBefore(): number | null {
    const draws = path(this.nodes, this.at).filter((id) => this.nodes[id - 1]?.who === null);
    const drawn = draws.at(-1);
    return drawn ? this.nodes[drawn - 1]!.parent : null;
  }

  /** Think about what is looked at, until it is no longer; for an effect. */
  ponder(): () => void {
    const [study, at, open] = [this.text, this.at, this.open];
    const stop = new AbortController();
    let [stopped, depth] = [false, 0];
    let timer: ReturnType<typeof setTimeout> | undefined;
    this.thought = null;
    const ask = async (): Promise<void> => {
      if (document.hidden) return later(AGAIN);
      const wish = { study, at, open, simulations: DEPTHS[depth] };
      try {
        const found = await call<ThoughtShown>("POST", "/api/study/think", wish, stop.signal);
        if (stopped) return;
        this.thought = found;
        if (found.done) return;
        if (found.simulations >= DEPTHS[depth]!) depth = Math.min(depth + 1, DEPTHS.length - 1);
        later(0);
      } catch (error) {
        if (!stopped && !(error instanceof Refusal && error.status === 403)) later(AGAIN);
      }
    };
    const later = (pause: number) => void (timer = setTimeout(ask, pause));
    later(PAUSE);
    return () => {
      stopped = true;
      stop.abort();
      clearTimeout(timer);
    };
  }
}
