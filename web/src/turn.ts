// Whose turn it is.
import type { TableShown } from "./protocol.gen";

/** Whether somebody at this screen is to move; where a computer stands in, it is the computer's turn. */
export function isMine(table: TableShown): boolean {
  const { to_move, you, players } = table;
  return to_move !== null && you.includes(to_move) && !players[to_move]?.level;
}
