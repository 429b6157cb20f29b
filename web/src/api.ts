// The HTTP part of the server. Every refusal comes with a sentence in the reader's language.
import { settings } from "./settings.svelte";
import type {
  CourseIs,
  ExampleLaid,
  GameIs,
  Found,
  Glance,
  Made,
  Me,
  OptionsAre,
  PuzzleIs,
  PuzzleLaid,
  PuzzlesAre,
  PuzzleVerdict,
  Rulebook,
  Tally,
  Summary,
  CreateTable,
  StepLaid,
  StrengthIs,
  VerdictIs,
} from "./protocol.gen";

export class Refusal extends Error {
  constructor(
    readonly text: string,
    readonly key: string,
    readonly status: number,
    readonly field = "", // of what was sent, such as clock.seconds
    readonly line = 0, // in a text that was sent; 0: nowhere in particular
    readonly column = 0,
  ) {
    super(text);
  }
}

export async function call<T>(
  method: string,
  path: string,
  body?: unknown,
  signal?: AbortSignal, // when it is not wanted any more
): Promise<T> {
  const mark = path.includes("?") ? "&" : "?";
  let answer: Response;
  try {
    answer = await fetch(`${path}${mark}lang=${settings.lang}`, {
      method,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
    });
  } catch {
    throw new Refusal("", "offline", 0);
  }
  const text = await answer.text();
  if (answer.ok) return (answer.headers.get("content-type")?.includes("json") ? JSON.parse(text) : text) as T;
  let told: { text?: string; key?: string; field?: string; line?: number; column?: number } = {};
  try {
    told = JSON.parse(text);
  } catch {
    // Not our server's answer: a proxy, most likely.
  }
  throw new Refusal(told.text ?? "", told.key ?? "", answer.status, told.field, told.line, told.column);
}

export type Kind = "lesson" | "steps"; // the guided lesson, or the little steps

export interface ReportMade {
  table: string;
  reason: string;
  text: string;
  line?: number;
  player?: number;
}

export const api = {
  report: (made: ReportMade) => call<unknown>("POST", "/api/reports", made),
  games: (wanted = "") =>
    call<GameIs[]>("GET", `/api/games${wanted && `?wanted=${encodeURIComponent(wanted)}`}`),
  me: () => call<Me>("GET", "/api/me"),
  mine: (query = "") => call<Summary[]>("GET", `/api/me/tables${query}`),
  results: () => call<Tally[]>("GET", "/api/me/results"),
  glance: (table: string) => call<Glance>("GET", `/api/tables/${table}/glance`),
  hide: (table: string, hidden: boolean) => call<unknown>("PUT", `/api/me/tables/${table}`, { hidden }),
  tables: () => call<Summary[]>("GET", "/api/tables"),
  make: (wanted: Partial<CreateTable> & Pick<CreateTable, "game" | "seats">) =>
    call<Made>("POST", "/api/tables", wanted),
  code: (code: string) => call<Found>("GET", `/api/codes/${encodeURIComponent(code)}`),
  options: (game: string, seats: number, options: Record<string, string>) =>
    call<OptionsAre>("POST", `/api/games/${game}/options`, { seats, options }),
  rulebook: (game: string) => call<Rulebook>("GET", `/api/games/${game}/rulebook`),
  layExample: (game: string, example: string, name: string) =>
    call<ExampleLaid>("POST", `/api/games/${game}/rulebook/${example}`, { name }),
  record: (table: string) => call<string>("GET", `/api/tables/${table}/record`),
  take: (record: string, seats: CreateTable["seats"], name?: string) =>
    call<Made>("POST", "/api/records", { record, seats, name }),
  course: (game: string) => call<CourseIs>("GET", `/api/lessons/${game}`),
  lay: (game: string, kind: Kind, step: string, name: string) =>
    call<StepLaid>("POST", `/api/lessons/${game}/${kind}/${step}`, { name }),
  verdict: (game: string, kind: Kind, step: string, table: string, tried = "", advised = false) =>
    call<VerdictIs>(
      "GET",
      `/api/lessons/${game}/${kind}/${step}/verdict?${new URLSearchParams({ table, tried, advised: `${advised}` })}`,
    ),
  puzzles: (game: string) => call<PuzzlesAre>("GET", `/api/puzzles/${game}`),
  nextPuzzle: (game: string, rating: number, seen: string[], theme: string) =>
    call<PuzzleIs>("POST", `/api/puzzles/${game}/next`, { rating, seen, theme }),
  layPuzzle: (game: string, puzzle: string, name: string) =>
    call<PuzzleLaid>("POST", `/api/puzzles/${game}/${puzzle}`, { name }),
  puzzleVerdict: (game: string, puzzle: string, table: string, giveUp: boolean) =>
    call<PuzzleVerdict>(
      "GET",
      `/api/puzzles/${game}/${puzzle}/verdict?${new URLSearchParams({ table, give_up: `${giveUp}` })}`,
    ),
  tried: (game: string, puzzle: string, own: StrengthIs, score: number, table: string) =>
    call<StrengthIs>("POST", `/api/puzzles/${game}/${puzzle}/tried`, {
      rating: own.rating,
      deviation: own.deviation,
      volatility: own.volatility,
      score,
      table,
    }),
};
