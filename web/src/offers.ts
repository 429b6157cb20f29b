// What became of a proposal, as far as the table shows it.
import type { TableShown } from "./protocol.gen";

/** What one of us had proposed and was declined between these two; "" where nothing was. What was accepted changes the table,
 *  what a move made void does too. */
export function declinedOf(before: TableShown, now: TableShown): string {
  if (before.table !== now.table || before.actions !== now.actions || before.status !== now.status) return "";
  if (now.next_table) return "";
  const gone = before.offers.find(({ what }) => !now.offers.some((offer) => offer.what === what));
  const asker = gone?.agreed[0];
  return gone && asker !== undefined && now.you.includes(asker) ? gone.what : "";
}
