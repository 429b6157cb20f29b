// One table as this browser follows it: what the server last said, what is shown just now, and what was asked.
//
// The others' moves are shown one after the other: states that arrive while an earlier one is still being looked at wait
// in `queue`. Our own moves are shown at once. Nothing may be clicked until the newest state is shown.
import { shareFor, wanted } from "./chance";
import { live, type Answer } from "./live.svelte";
import { moves, settings } from "./settings.svelte";
import type { InCharacters, Trial } from "./games/game";
import { isMine } from "./turn";
import { bound } from "./words";
import type { ChatLine, HintIs, LegalMove, LogLine, TableShown } from "./protocol.gen";

export interface WhyNot {
  text: string;
  rule: string;
  move: string;
  unread: boolean; // it is no move at all: nobody could read it
  words: string; // the same move in words, where it is one
}

const LOOK = 900; // ms for which another seat's move is looked at, at usual speed
const KEPT = 60; // frames kept for "show the last turn"

const agreedToRematch = (table: TableShown): boolean =>
  table.offers.some(
    ({ what, agreed }) => what === "rematch" && table.you.some((player) => agreed.includes(player)),
  );

export class TableModel {
  latest: TableShown | null = $state.raw(null);
  shown: TableShown | null = $state.raw(null);
  log: LogLine[] = $state.raw([]);
  chat: ChatLine[] = $state([]);
  sending = $state(false); // something that changes the table is on its way
  asking = $state(false); // anything is
  saved = $state(false); // the last thing we did is on the server's disk
  whyNot: WhyNot | null = $state(null);
  trial: (Trial<unknown> & { words: string }) | null = $state.raw(null);
  hint: Pick<HintIs, "move" | "words" | "reasons" | "details"> | null = $state.raw(null);
  toldHint: TableModel["hint"] = $state.raw(null); // a hint whose card was put away: it is still drawn on the board
  thinking = $state(false); // a hint is being thought about
  inDemand = $state(false); // the computers have so much to do that ours was kept waiting or hurried
  skew = 0; // our clock minus the server's, in ms
  since = $state(performance.now()); // when the table was last told, in steady ms
  replaying = $state(false);
  follows = $state(false); // we agreed to a rematch, so we go there when it is laid
  moment = $state(false); // a game or a round has just ended before our eyes
  fresh: LogLine[] = $state.raw([]); // the newest lines, for the announcer

  private opened = Date.now();
  private readTo = $state(0); // the number of the last line of talk that was read
  private phrases: ReadonlyMap<string, string> | null = $state.raw(null); // the legal moves in words, where asked for
  private worded: TableShown | null = null; // the table that those words were asked for
  private confirmed: Trial<unknown> | null = null; // the trial that is being played
  private mixed = new Set<string>(); // promises to which our share was sent
  private queue: TableShown[] = [];
  private frames: TableShown[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private stop: () => void;

  constructor(readonly id: string) {
    this.stop = live.watch(id, (told) => {
      if (told.type === "chat") this.heard(told);
      else if (told.type === "in_demand") this.inDemand = told.much;
      else this.take(told);
    });
  }

  close(): void {
    this.stop();
    clearTimeout(this.timer);
  }

  /** What may be done now: only when the newest state is shown, and by nobody while a computer stands in. */
  get legal(): LegalMove[] {
    const ready = this.shown === this.latest && !this.replaying;
    return ready && this.latest && isMine(this.latest) ? this.latest.legal : [];
  }

  /** Whether the one to move sits here and is no computer standing in. */
  get mine(): boolean {
    return !!this.shown && isMine(this.shown);
  }

  get seat(): number | null {
    const facing = this.shown?.facing;
    return facing == null ? null : (this.shown?.players[facing]?.seat ?? null);
  }

  /** What happened, as far as it is shown: the log never runs ahead of the board. */
  get happened(): LogLine[] {
    const actions = this.shown?.actions ?? 0;
    return this.behind ? this.log.filter((line) => line.n < actions) : this.log;
  }

  get behind(): boolean {
    return this.shown !== this.latest;
  }

  /** Somebody pointed at a move: play it, try it, or say why not. */
  async choose(move: string, tryFirst: boolean): Promise<void> {
    const table = this.latest;
    if (!table || this.sending) return;
    this.whyNot = null;
    const legal = this.legal.some((each) => each.text === move);
    if (legal && !tryFirst) return this.play(move);
    const answer = await this.ask({ type: "preview", move }, false);
    if (answer.type === "preview") {
      const { lines, words, drawing } = answer;
      this.trial = { move, lines, words, view: answer.view ?? null, drawing };
    } else if (answer.type === "error") this.refuse(answer, move);
  }

  /** What a move would do, for who only looks at it: nothing is proposed, and a refusal is no event. */
  async look(move: string): Promise<Trial<unknown> | null> {
    const answer = await live.ask({ type: "preview", table: this.id, move });
    if (answer.type !== "preview" || answer.seq !== this.latest?.seq) return null;
    return { move, lines: answer.lines, view: answer.view ?? null, drawing: answer.drawing };
  }

  /** The position as the server draws it and says it, for a board that wants that. */
  get told(): InCharacters | null {
    const shown = this.shown;
    if (!shown?.drawing) return null;
    return { drawing: shown.drawing, moves: this.legal.length ? shown.legal_words : [] };
  }

  /** A legal move in words; null until they have come. */
  inWords(move: string): string | null {
    return this.phrases?.get(move) ?? null;
  }

  /** Have the legal moves put into words, for lists and lessons: boards show them otherwise. */
  async askWords(): Promise<void> {
    const table = this.latest;
    if (!table?.legal.length || table === this.worded) return;
    this.worded = table;
    const answer = await live.ask({ type: "words", table: this.id });
    if (table !== this.latest) return;
    const said = answer.type === "words" && answer.seq === table.seq ? answer.words : [];
    this.phrases = new Map(table.legal.map(({ text }, i) => [text, said[i] ?? text]));
  }

  async play(move: string): Promise<void> {
    // What was tried and is now played stays on the board until the table shows it.
    if (this.trial?.move !== move) this.trial = null;
    this.hint = null;
    const answer = await this.ask({ type: "play", move, seq: this.latest?.seq ?? 0 });
    if (answer.type !== "error") return;
    this.trial = null;
    this.refuse(answer, move);
  }

  async confirm(): Promise<void> {
    if (!this.trial || this.trial === this.confirmed) return;
    this.confirmed = this.trial;
    await this.play(this.trial.move);
  }

  cancel(): void {
    this.trial = null;
    this.whyNot = null;
  }

  async undo(): Promise<void> {
    this.cancel();
    this.refuse(await this.ask({ type: "undo", seq: this.latest?.seq ?? 0 }), "");
  }

  /** Anything else: resign, offer, answer, sit, leave, pause, curtain … */
  async act(type: string, more: Record<string, unknown> = {}): Promise<Answer> {
    const promise = type === "sit" ? this.latest?.promised?.sha256 : undefined;
    const answer = await this.ask({ type, ...more, ...(promise ? { chance: shareFor(promise) } : {}) });
    this.refuse(answer, "");
    return answer;
  }

  /** Ask everybody for another game. */
  async rematch(): Promise<void> {
    this.follows = true;
    const answer = await this.act("offer", { what: "rematch" });
    if (answer.type === "error") this.follows = false;
  }

  /** To what somebody offers. */
  async answer(what: string, yes: boolean): Promise<void> {
    if (what === "rematch") this.follows = yes;
    await this.act("answer", { what, yes });
  }

  async askHint(): Promise<void> {
    this.thinking = true;
    const answer = await this.ask({ type: "hint" }, false);
    this.thinking = false;
    if (answer.type === "hint") this.hint = { ...answer, details: answer.details.map(bound) };
    else this.refuse(answer, "");
  }

  /** Show again what happened since our turn before. */
  replayLastTurn(): void {
    const latest = this.latest;
    if (!latest || this.replaying) return;
    const from = this.lastTurn();
    if (from.length < 2) return;
    this.replaying = true;
    this.queue = from.slice(1);
    this.shown = from[0] ?? latest;
    this.next(LOOK / 2);
  }

  get canReplay(): boolean {
    return !!this.latest && this.lastTurn().length > 1;
  }

  /** The frames from the end of our last move on. */
  private lastTurn(): TableShown[] {
    const mine = isMine;
    let i = this.frames.length - 1;
    while (i > 0 && mine(this.frames[i]!)) i--;
    while (i > 0 && !mine(this.frames[i - 1]!)) i--;
    return this.frames.slice(Math.max(i - 1, 0));
  }

  private async ask(more: { type: string } & Record<string, unknown>, write = true): Promise<Answer> {
    const player = this.latest?.facing ?? this.latest?.you[0];
    const said = { table: this.id, ...(player === undefined ? {} : { player }), ...more };
    this.sending = write;
    this.asking = true;
    this.saved = false;
    const answer = await live.ask(said);
    this.sending = this.asking = false;
    this.saved = write && answer.type === "ok";
    return answer;
  }

  private refuse(answer: Answer, move: string): void {
    if (answer.type !== "error") return;
    const { text, rule, words, error, key } = answer;
    const unread = error === "BadNotation" && key !== "notation.ambiguous";
    this.whyNot = { text, rule, move, unread, words };
  }

  /** The newest line of talk that somebody else said since we came, and that was not read yet. */
  get unread(): ChatLine | null {
    const last = this.chat.at(-1);
    return last && this.isNew(last) ? last : null;
  }

  get unreadCount(): number {
    return this.chat.filter((line) => this.isNew(line)).length;
  }

  private isNew(line: ChatLine): boolean {
    const own = this.latest?.you.some((player) => this.latest?.players[player]?.name === line.name);
    return !!line.text && line.number > this.readTo && line.at + this.skew > this.opened && !own;
  }

  read(): void {
    this.readTo = Math.max(this.readTo, this.chat.at(-1)?.number ?? 0);
  }

  private heard(line: ChatLine): void {
    const known = this.chat.find((each) => each.number === line.number);
    if (known && (line.text || !known.text)) return; // a line that comes again without words lost them
    const others = this.chat.filter((each) => each !== known);
    this.chat = [...others, line].sort((a, b) => a.number - b.number);
  }

  private take(told: TableShown): void {
    const before = this.latest;
    if (before && told.seq < before.seq) return;
    this.skew = Date.now() - told.now;
    this.since = performance.now();
    this.log = [...this.log.filter((line) => line.n < told.log_from), ...told.log];
    this.latest = told;
    this.mix(told);
    if (agreedToRematch(told)) this.follows = true; // also where the page was loaded anew since
    const moved = !before || told.actions !== before.actions || told.match?.round !== before.match?.round;
    const stopped = !!before && (before.status !== told.status || before.paused !== told.paused);
    if (stopped) this.moment = before.status === "playing" && told.status !== "playing";
    if (moved || stopped) {
      this.trial = null;
      this.hint = null;
      this.whyNot = null;
    }
    if (moved) {
      this.frames = [...this.frames.slice(-KEPT), told];
    } else this.frames[Math.max(this.frames.length - 1, 0)] = told;
    if (this.replaying) this.queue.push(told);
    else if (!before || !moved || this.atOnce(before, told)) this.show(told);
    else this.line(told);
  }

  /** Add our share to the chance of the round that is promised, once and without being asked. */
  private mix(told: TableShown): void {
    const promise = wanted(told);
    if (!promise || this.mixed.has(promise)) return;
    this.mixed.add(promise);
    void live.ask({ type: "mix", table: this.id, chance: shareFor(promise) });
  }

  /** Our own moves, takebacks and everything in a hurry are shown as they come. */
  private atOnce(before: TableShown, told: TableShown): boolean {
    if (this.queue.length) return false;
    const ours = before.to_move !== null && before.you.includes(before.to_move);
    if (this.timer) return ours; // the other's last move is still looked at: ours was on the board before it
    return ours || settings.speed === 0 || !moves() || told.actions < before.actions || document.hidden;
  }

  private show(told: TableShown): void {
    this.queue = [];
    clearTimeout(this.timer);
    this.timer = undefined;
    this.shown = told;
    this.fresh = told.log;
  }

  private line(told: TableShown): void {
    this.queue.push(told);
    if (!this.timer) this.next(LOOK / 3);
  }

  private next(after: number): void {
    this.timer = setTimeout(() => {
      const frame = this.queue.shift();
      if (frame) {
        this.shown = frame;
        if (!this.replaying) this.fresh = frame.log;
        const hurry = this.queue.length > 6 ? 0.3 : 1;
        this.next(settings.speed ? (LOOK / settings.speed) * hurry : 0);
      } else {
        this.timer = undefined;
        this.replaying = false;
        this.shown = this.latest;
      }
    }, after);
  }
}
