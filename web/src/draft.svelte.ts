// A table being made: what its form holds, the presets, what is sent, and what this browser remembers of it.
import { clockOf, me, myName, usualLevel } from "./create";
import { gameIs, session } from "./session.svelte";
import {
  MOST_ROUNDS,
  MOST_SEATS,
  type ClockSettings,
  type CreateTable,
  type GameIs,
  type MatchIs,
  type SeatSettings,
  type TableShown,
} from "./protocol.gen";

export type Kind = SeatSettings["kind"];
export type Asked = Omit<CreateTable, "lesson" | "chance">;
export type Company = "open" | "screen" | "computer" | "mixed";

export const NO_CLOCK: ClockSettings = { kind: "none", seconds: 0, increment: 0, days: 0 };
export const QUARTER: ClockSettings = { kind: "total", seconds: 900, increment: 0, days: 0 };
export const THREE_DAYS: ClockSettings = { kind: "days", seconds: 0, increment: 0, days: 3 };

// What this browser keeps of a draft.
const REMEMBERED = [
  ...(["game", "count", "seats", "options", "first", "clock", "listed", "undo", "hints", "chat"] as const),
  ...(["pause", "watchers", "stand_in", "match", "target"] as const),
];

export function seat(kind: Kind): SeatSettings {
  return { ...me, kind };
}

/** The matches worth offering: one round is a game like any other. */
export function matchesOf(game: GameIs | undefined): MatchIs[] {
  return game?.matches.filter((match) => match.highest > 1) ?? [];
}

export class TableDraft {
  game = $state("");
  count = $state(2);
  seats: SeatSettings[] = $state([seat("me"), seat("open"), seat("open"), seat("open")]);
  options: Record<string, string>[] = $state([{}]); // one set for each round of a series, in turn
  first = $state(0); // a player from 1; 0: the lot
  clock: ClockSettings = $state({ ...NO_CLOCK });
  listed = $state(false);
  undo: CreateTable["undo"] = $state("free");
  hints: boolean | null = $state(null); // null: as the company makes it
  chat: boolean | null = $state(null);
  pause: boolean | null = $state(null);
  watchers = $state(true);
  stand_in: string | null = $state(null); // the level of who plays for the absent; null: the usual one
  match: string | null = $state(null);
  target = $state(0); // 0: the match's own

  get is(): GameIs | undefined {
    return gameIs(this.game);
  }

  get taken(): SeatSettings[] {
    return this.seats.slice(0, this.count);
  }

  get form(): MatchIs | undefined {
    return this.is?.matches.find((match) => match.form === this.match);
  }

  get goal(): number | null {
    return this.form ? this.target || this.form.target : null;
  }

  /** What is open to others decides what is usual, here as on the server. */
  get usualHints(): boolean {
    return !this.taken.some((each) => each.kind === "open");
  }

  get company(): Company {
    const kinds = new Set(this.taken.filter((each) => each.kind !== "me").map((each) => each.kind));
    const [only] = kinds;
    return kinds.size === 1 && only && only !== "me" ? only : "mixed";
  }

  /** The preset «with whom»: everybody but me is of this kind. */
  invite(kind: Kind): void {
    this.seats.forEach((each, i) => {
      if (each.kind !== "me") this.put(i, kind);
    });
    this.listed &&= kind === "open";
  }

  /** Somebody of this kind at a place. There is one of me: who was it before comes by the link. */
  put(place: number, kind: Kind): void {
    const each = this.seats[place];
    if (!each) return;
    if (kind === "me") this.seats.forEach((other) => other.kind === "me" && (other.kind = each.kind));
    each.kind = kind;
    if (kind === "computer") each.level ||= usualLevel(this.game);
  }

  /** What everybody will wear, as the server settles it: what was chosen, else the first that is left. */
  get worn(): number[] {
    const chosen = this.taken.map((each) => each.colour);
    const left = this.seats.map((_, colour) => colour).filter((colour) => !chosen.includes(colour));
    return chosen.map((colour) => colour ?? left.shift() ?? 0);
  }

  paint(place: number, colour: number | null): void {
    for (const each of this.seats) if (colour !== null && each.colour === colour) each.colour = null;
    this.seats[place]!.colour = colour;
  }

  sit(count: number): void {
    this.count = count;
    if (this.first > count) this.first = 0;
  }

  play(form: string | null): void {
    this.match = form;
    this.target = 0;
  }

  /** What an option is in a set; what nobody chose is the usual. */
  value(name: string, set = 0): string {
    return this.options[set]?.[name] ?? this.is?.options.find((each) => each.name === name)?.default ?? "";
  }

  choose(name: string, value: string, set = 0): void {
    this.options[set] = { ...this.options[set], [name]: value };
  }

  /** The sets that will be played: several only in a match. */
  get sets(): Record<string, string>[] {
    const kept = this.match ? this.options : this.options.slice(0, 1);
    const names = this.is?.options.map((each) => each.name) ?? [];
    return kept.map((_, set) => Object.fromEntries(names.map((name) => [name, this.value(name, set)])));
  }

  addSet(): void {
    if (this.options.length < MOST_ROUNDS) this.options.push({ ...this.options.at(-1) });
  }

  dropSet(set: number): void {
    if (this.options.length > 1) this.options.splice(set, 1);
  }

  /** What a player is called before anybody sits there. */
  called(place: number): string {
    const each = this.seats[place];
    if (each?.kind === "me") return myName();
    if (each?.kind === "computer") return this.is?.levels[each.level] ?? session.say("new.kind.computer");
    return each?.name.trim() || session.say("new.player", { n: place + 1 });
  }

  /** What the server is asked for. */
  asked(): Asked {
    return {
      game: this.game,
      seats: this.taken.map((each, place) => this.seat(each, place)),
      options: this.sets,
      first: this.first > this.count ? 0 : this.first,
      clock: clockOf(this.clock),
      listed: this.listed,
      undo: this.undo,
      hints: this.hints ?? this.usualHints,
      chat: this.chat ?? !this.listed,
      pause: this.pause ?? !this.listed,
      watchers: this.watchers,
      stand_in: this.stand_in,
      match: this.form?.form ?? null,
      target: this.goal,
      name: myName(),
    };
  }

  private seat(each: SeatSettings, place: number): SeatSettings {
    const { kind, colour } = each;
    const known = each.level in (this.is?.levels ?? {}) ? each.level : usualLevel(this.game);
    return {
      kind,
      level: kind === "computer" ? known : "",
      name: kind === "screen" ? each.name.trim() || this.called(place) : "",
      colour,
    };
  }

  plain(): Record<string, unknown> {
    return $state.snapshot(Object.fromEntries(REMEMBERED.map((name) => [name, this[name]])));
  }
}

/** The usual table of a game: somebody comes by the link. */
export function usualDraft(game: string): TableDraft {
  const draft = new TableDraft();
  draft.game = game;
  draft.count = gameIs(game)?.seats[0] ?? 2;
  return draft;
}

const KEY = "yonto.new";
type Memory = { game: string; wishes: Record<string, Record<string, unknown>> };

function memory(): Memory {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Memory>;
    return { game: String(kept.game ?? ""), wishes: kept.wishes ?? {} };
  } catch {
    return { game: "", wishes: {} }; // a damaged or forbidden store is no reason not to play
  }
}

export function remember(draft: TableDraft): void {
  const kept = memory();
  kept.game = draft.game;
  kept.wishes[draft.game] = draft.plain();
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Private windows may refuse: then the next table begins with the usual one.
  }
}

export function lastGame(): string {
  return memory().game;
}

/** The last choice for a game as far as it still makes sense, else the usual table. */
export function recall(game: string): TableDraft {
  const draft = usualDraft(game);
  const kept = memory().wishes[game];
  if (!kept || typeof kept !== "object") return draft;
  const is = gameIs(game);
  for (const [name, value] of Object.entries(kept)) {
    const mine = (draft as unknown as Record<string, unknown>)[name];
    const may =
      mine === null || (typeof value === typeof mine && Array.isArray(value) === Array.isArray(mine));
    if (name in draft && name !== "game" && may) Object.assign(draft, { [name]: value });
  }
  if (draft.seats.length !== MOST_SEATS) draft.seats = usualDraft(game).seats;
  if (is && !is.seats.includes(draft.count)) draft.count = is.seats[0] ?? 2;
  if (!is?.matches.some((match) => match.form === draft.match)) draft.play(null);
  return draft;
}

/** A table that is already there as a draft: to change it before it starts, or to open one like it. */
export function draftOf(table: TableShown): TableDraft {
  const { terms } = table;
  const draft = usualDraft(table.game);
  draft.count = terms.places.length;
  terms.places.forEach((each, place) => (draft.seats[place] = { ...each }));
  const mine = table.you.find((place) => terms.places[place]?.kind !== "screen");
  if (table.hosting && mine !== undefined) draft.put(mine, "me"); // the host may have moved to another place
  draft.options = terms.options.map((set) => ({ ...set }));
  draft.first = terms.first === null ? 0 : terms.first + 1;
  draft.clock = { ...terms.clock };
  draft.undo = terms.undo as CreateTable["undo"];
  const { listed, hints, chat, pause, watchers, stand_in, match } = terms;
  Object.assign(draft, {
    listed,
    hints,
    chat,
    pause,
    watchers,
    stand_in: stand_in || null,
    match,
    target: terms.target ?? 0,
  });
  return draft;
}

/** One like it, for somebody else: the maker's place is now the asker's. */
export function likeIt(table: TableShown): TableDraft {
  const draft = draftOf(table);
  if (!draft.taken.some((each) => each.kind === "me")) draft.put(0, "me");
  return draft;
}
