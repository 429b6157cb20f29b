// Tables as the pages ask for them.
import { api } from "./api";
import { ticketShare } from "./chance";
import { go } from "./route.svelte";
import { gameIs, session } from "./session.svelte";
import { settings } from "./settings.svelte";
import { LEVELS, type ClockSettings, type CreateTable, type SeatSettings } from "./protocol.gen";

export const me: SeatSettings = { kind: "me", level: "", name: "", colour: null };

export function computer(level: string): SeatSettings {
  return { ...me, kind: "computer", level };
}

/** The computers that people play against, from the gentlest to the strongest, with their names. The server has more:
 *  yardsticks and experiments, which are not company. */
export function levelsOf(game: string): [level: string, name: string][] {
  return Object.entries(gameIs(game)?.levels ?? {}).filter(([level]) => LEVELS.includes(level));
}

/** The computer's level played last, if this game has it; else the second weakest. */
export function usualLevel(game: string): string {
  const levels = levelsOf(game).map(([level]) => level);
  return levels.includes(settings.level) ? settings.level : (levels[1] ?? levels[0] ?? "");
}

/** What I am called: the name given once, or a guest. */
export function myName(): string {
  return settings.name.trim() || session.say("home.guest");
}

/** A clock with only what its kind uses: a form keeps what was typed into the fields of the others. */
export function clockOf({ kind, seconds, increment, days }: ClockSettings): ClockSettings {
  const timed = kind === "move" || kind === "total";
  return {
    kind,
    seconds: timed ? seconds : 0,
    increment: kind === "total" ? increment : 0,
    days: kind === "days" ? days : 0,
  };
}

export async function open(
  wanted: Partial<CreateTable> & Pick<CreateTable, "game" | "seats">,
): Promise<void> {
  const made = await api.make({ name: myName(), ...wanted, chance: await ticketShare() });
  go(`/t/${made.table}`);
}

export async function playNow(game: string, level: string): Promise<void> {
  settings.level = level;
  await open({ game, seats: [me, computer(level)] });
}
