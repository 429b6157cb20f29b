// Our share of the chance: random bytes that this browser adds to a round once the server has bound itself by a promise,
// so that nobody need trust the server's dice (docs/protocol.md).
import { call } from "./api";
import type { TableShown, TicketIs } from "./protocol.gen";

export interface Share {
  sha256: string; // the promise that was shown before
  share: string;
}

const KEPT = "yonto-shares";
const MOST = 50;

function kept(): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "{}") as Record<string, string>;
  } catch {
    return {};
  }
}

/** The share for a promise: the same one however often it is asked for, and remembered, to be compared at the end. */
export function shareFor(sha256: string): Share {
  const all = kept();
  const known = all[sha256];
  if (known) return { sha256, share: known };
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const share = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const entries = Object.entries({ ...all, [sha256]: share }).slice(-MOST);
  try {
    localStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(entries)));
  } catch {
    // A browser that keeps nothing still has a share.
  }
  return { sha256, share };
}

/** For a table that is to be made and may begin at once. Without a promise there is no share, and the table all the same. */
export async function ticketShare(): Promise<{ ticket: string; share: string } | null> {
  try {
    const { ticket, sha256 } = await call<TicketIs>("GET", "/api/chance");
    return { ticket, share: shareFor(sha256).share };
  } catch {
    return null;
  }
}

/** Whether a round is still to begin at this table to which none of our players has added a share. */
export function wanted(table: TableShown): string | null {
  const { promised, you } = table;
  const waits = promised && you.length && you.every((player) => !promised.shares[player]);
  return waits && !table.terms.lesson ? promised.sha256 : null;
}

/** What the table says our share of this round is; and whether that is what this browser sent. */
export function ownShare(table: TableShown): { share: string; honest: boolean } | null {
  const { chance, you } = table;
  if (!chance || !you.length) return null;
  const share = you.map((player) => chance.shares[player] ?? "").find(Boolean) ?? "";
  const sent = kept()[chance.sha256];
  return { share, honest: !sent || !share || sent === share };
}
