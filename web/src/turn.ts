// Whose turn it is.
import type { TableShown } from "./protocol.gen";

/** Whether somebody at this screen is to move; where a computer stands in, it is the computer's turn. */
export function isMine(table: TableShown): boolean {
  const { to_move, you, players } = table;
  return to_move !== null && you.includes(to_move) && !players[to_move]?.level;
}

/** The players who are other people: whoever made the table is one of them to its guests. Computers that stand in count
 *  as the people whose seat they keep. */
export function otherPeople(table: TableShown): number[] {
  return table.players.flatMap((player, i) =>
    player.kind !== "computer" && !player.free && !table.you.includes(i) ? [i] : [],
  );
}
