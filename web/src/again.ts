// After a game, another: the same terms against a stronger or a gentler computer.
import { computer, levelsOf, open } from "./create";
import { settings } from "./settings.svelte";
import type { CreateTable, SeatSettings, TableShown } from "./protocol.gen";

/** The level that follows this one, up or down; null at either end and for players of the workshop. */
export function nextLevel(game: string, level: string, step: 1 | -1): string | null {
  const levels = levelsOf(game).map(([key]) => key);
  const at = levels.indexOf(level);
  return at < 0 ? null : (levels[at + step] ?? null);
}

/** Everybody who is not at this screen is a computer. */
export function againstComputers(table: TableShown): boolean {
  const others = table.players.filter((_, player) => !table.you.includes(player));
  return table.you.length > 0 && others.length > 0 && others.every((player) => player.kind === "computer");
}

/** The weakest opponent's next level: what a button promises. */
export function otherLevel(table: TableShown, step: 1 | -1): string | null {
  if (!againstComputers(table)) return null;
  const levels = table.players.flatMap((player) =>
    player.kind === "computer" && player.level ? [player.level] : [],
  );
  return levels[0] ? nextLevel(table.game, levels[0], step) : null;
}

function seatOf(seat: SeatSettings, table: TableShown, step: 1 | -1): SeatSettings {
  if (seat.kind !== "computer") return seat;
  return { ...computer(nextLevel(table.game, seat.level, step) ?? seat.level), colour: seat.colour };
}

/** The terms of this table with every computer one level up or down. */
export function termsAgain(
  table: TableShown,
  step: 1 | -1,
): Partial<CreateTable> & Pick<CreateTable, "game" | "seats"> {
  const { options, first, clock, listed, undo, hints, chat, pause, watchers, stand_in, match, target } =
    table.terms;
  const seats = table.terms.places.map((seat) => seatOf(seat, table, step));
  return {
    game: table.game,
    seats,
    options,
    first: first === null ? 0 : first + 1,
    clock,
    listed,
    undo: undo as CreateTable["undo"],
    hints,
    chat,
    pause,
    watchers,
    stand_in: stand_in || null,
    match,
    target,
  };
}

export async function playAgain(table: TableShown, step: 1 | -1): Promise<void> {
  await open(termsAgain(table, step));
  settings.level = otherLevel(table, step) ?? settings.level;
}
