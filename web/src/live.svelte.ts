// The live line: one websocket for everything that happens at tables. It connects again by itself; what was asked and
// not answered is asked again with the same id, so that it happens once (docs/protocol.md).
import { Follower } from "./changes";
import { Pulse } from "./pulse";
import { greeted, session } from "./session.svelte";
import { settings } from "./settings.svelte";
import type {
  Bye,
  ChatLine,
  Failed,
  HintIs,
  InDemand,
  Ok,
  PreviewIs,
  Resync,
  TableChanged,
  TableShown,
  Welcome,
  WordsAre,
} from "./protocol.gen";

export type ServerMessage =
  | TableShown
  | TableChanged
  | ChatLine
  | Failed
  | HintIs
  | InDemand
  | Ok
  | PreviewIs
  | Resync
  | Welcome
  | WordsAre
  | Bye;
export type Answer = Failed | HintIs | Ok | PreviewIs | WordsAre;
type ClientMessage = { type: string; table?: string } & Record<string, unknown>;
type Waiting = { text: string; slow: boolean; done: (answer: Answer) => void };
export type Listener = (told: TableShown | ChatLine | InDemand) => void;

const SHORTEST = 400;
const LONGEST = 8000;
const OPENING = 10_000; // ms in which a line must have come about

export class Live {
  status: "closed" | "opening" | "open" | "lost" = $state("closed");
  private socket: WebSocket | null = null;
  private waiting = new Map<string, Waiting>();
  private listeners = new Map<string, Set<Listener>>();
  private followers = new Map<string, Follower>(); // of the tables that are watched
  private pictured = new Set<string>(); // tables that are wanted drawn in characters too
  private pause = SHORTEST;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private opening: ReturnType<typeof setTimeout> | undefined;
  private pulse = new Pulse(
    () => this.ping(),
    () => this.drop(),
  );

  constructor(private address = () => location.origin.replace(/^http/, "ws") + "/api/live") {}

  open(): void {
    if (this.socket) return;
    clearTimeout(this.timer);
    this.status = this.status === "lost" ? "lost" : "opening";
    const socket = new WebSocket(this.address());
    this.socket = socket;
    clearTimeout(this.opening);
    this.opening = setTimeout(() => this.drop(), OPENING);
    socket.onopen = () => this.greet(socket);
    socket.onmessage = (event) => this.hear(JSON.parse(String(event.data)) as ServerMessage);
    socket.onclose = () => this.lose(socket);
  }

  /** Asks the server something; the answer comes even if the line breaks in between. */
  ask(said: ClientMessage): Promise<Answer> {
    const id = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
    const text = JSON.stringify({ ...said, id });
    return new Promise((done) => {
      this.waiting.set(id, { text, slow: said.type === "hint", done });
      if (this.status === "open") this.socket?.send(text);
      else this.open();
    });
  }

  /** Be told about a table until the returned function is called. */
  watch(table: string, listener: Listener): () => void {
    const listeners = this.listeners.get(table) ?? new Set();
    listeners.add(listener);
    this.listeners.set(table, listeners);
    if (this.status === "open") this.look(table);
    else this.open();
    return () => {
      listeners.delete(listener);
      if (listeners.size) return;
      this.listeners.delete(table);
      this.followers.delete(table);
      this.pictured.delete(table);
      if (this.status === "open") this.send({ type: "unwatch", table });
    };
  }

  /** The language of texts from now on; tables are sent again in it. */
  speak(): void {
    if (this.status !== "open") return;
    this.send({ type: "hello", lang: settings.lang });
  }

  /** Whether a table that is watched is to come drawn in characters and with its moves in words. */
  picture(table: string, wanted: boolean): void {
    if (wanted === this.pictured.has(table)) return;
    if (wanted) this.pictured.add(table);
    else this.pictured.delete(table);
    if (this.status === "open") this.look(table);
  }

  /** What was refused when a table was asked for, by table. */
  refused: Record<string, string> = $state({});

  private look(table: string): void {
    const picture = this.pictured.has(table);
    const watch = { type: "watch", table, id: `watch ${table}`, changes: true };
    this.send({ ...watch, ...(picture ? { picture } : {}) });
  }

  private send(said: ClientMessage): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(said));
  }

  private greet(socket: WebSocket): void {
    if (socket !== this.socket) return;
    this.status = "open";
    clearTimeout(this.opening);
    this.pulse.start();
    this.pause = SHORTEST;
    this.send({ type: "hello", lang: settings.lang });
    for (const table of this.listeners.keys()) this.look(table);
    for (const { text } of this.waiting.values()) socket.send(text);
  }

  private hear(told: ServerMessage): void {
    this.pulse.hear();
    switch (told.type) {
      case "table":
      case "change":
        this.follow(told);
        break;
      case "chat":
      case "in_demand":
        this.tell(told);
        break;
      case "resync":
        for (const table of this.listeners.keys()) this.look(table);
        for (const { text } of this.waiting.values()) this.socket?.send(text);
        break;
      case "bye":
        this.pause = Math.max(told.after, SHORTEST);
        break;
      case "welcome":
        void greeted(told.person);
        break;
      default:
        this.answer(told);
    }
  }

  /** What changed makes a whole table of the one before; where it does not fit, the table is asked for again. */
  private follow(told: TableShown | TableChanged): void {
    if (!this.listeners.has(told.table)) return;
    delete this.refused[told.table];
    const follower = this.followers.get(told.table) ?? new Follower();
    this.followers.set(told.table, follower);
    const table = follower.take(told);
    if (table) this.tell(table);
    else this.look(told.table);
  }

  private tell(told: TableShown | ChatLine | InDemand): void {
    for (const listener of this.listeners.get(told.table) ?? []) listener(told);
  }

  private answer(told: Answer): void {
    if (told.type === "error" && told.key.startsWith("fault.banned")) session.banned = told.text;
    if (told.type === "error" && told.id.startsWith("watch ")) {
      this.refused[told.id.slice("watch ".length)] = told.text;
      return;
    }
    this.waiting.get(told.id)?.done(told);
    this.waiting.delete(told.id);
  }

  /** Asks the server for a word, which comes after what it answers before: only if none of that may take its time. */
  private ping(): boolean {
    for (const { slow } of this.waiting.values()) if (slow) return false;
    this.send({ type: "ping" });
    return true;
  }

  /** Gives up a line that says nothing any more, without waiting until the system does. */
  private drop(): void {
    const socket = this.socket;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    this.lose(socket);
  }

  /** The network is back, or somebody looks again: what seemed to stand is asked, what was lost is tried at once. */
  wake(): void {
    if (this.status === "open") this.pulse.check();
    if (this.status !== "lost") return;
    this.drop();
    this.open();
  }

  private lose(socket: WebSocket): void {
    if (socket !== this.socket) return;
    this.socket = null;
    this.pulse.stop();
    clearTimeout(this.opening);
    clearTimeout(this.timer);
    this.status = "lost";
    this.timer = setTimeout(() => this.open(), this.pause * (0.75 + Math.random() / 2));
    this.pause = Math.min(this.pause * 2, LONGEST);
  }
}

export const live = new Live();
addEventListener("online", () => live.wake());
document.addEventListener("visibilitychange", () => document.hidden || live.wake());
