// What the server sends of a table after it was sent whole: edits, from which the whole table follows
// (docs/protocol.md). Python has the same in server/changes.py; both are held to tests/changes.json.
import type { LegalMove, TableChanged, TableShown } from "./protocol.gen";

type Tree = { [key: string]: unknown };

/** The value that an edit makes of another, which is left as it is: what did not change stays the same object. */
export function changed(value: unknown, edit: unknown): unknown {
  if (edit === null || typeof edit !== "object") return edit;
  if (Array.isArray(edit)) return edit.length === 1 ? edit[0] : spliced(value as unknown[], edit);
  const made = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as Tree) }) as Tree;
  for (const [key, each] of Object.entries(edit)) made[key] = changed(made[key], each);
  return made;
}

/** Stretches of a list exchanged, from the end on, so that the places are those of the old list. */
function spliced(items: unknown[], edit: unknown[]): unknown[] {
  const made = [...items];
  for (let i = edit.length - 3; i >= 0; i -= 3) {
    made.splice(edit[i] as number, edit[i + 1] as number, ...(edit[i + 2] as unknown[]));
  }
  return made;
}

/** A table that is followed from change to change. */
export class Follower {
  private table: TableShown | null = null;
  private moves: LegalMove[] = []; // the legal moves that were told last
  private kinds = new Map<string, string[]>(); // the fields of each kind of move

  /** The table after this message; null where it does not follow from what we have: then it is to be asked for. */
  take(told: TableShown | TableChanged): TableShown | null {
    if (told.type === "table") {
      this.kinds.clear();
      this.moves = told.legal.map((move) => this.learn(move));
      this.table = told;
    } else if (!this.table || told.from !== this.table.seq) {
      this.table = null;
    } else {
      const { seq, now, log_from, log } = told;
      const made = changed(this.table, told.set) as TableShown;
      const legal = told.legal === undefined ? made.legal : this.legal(told.legal);
      this.table = { ...made, seq, now, log_from, log, legal };
    }
    return this.table;
  }

  /** Null: nothing may be done now, and the list is kept for the next time. */
  private legal(edit: unknown[] | null): LegalMove[] {
    if (!edit) return [];
    const coming = edit.map((part) => (Array.isArray(part) ? part.map((move) => this.move(move)) : part));
    this.moves = spliced(this.moves, coming) as LegalMove[];
    return this.moves;
  }

  /** A move that came whole, or a row: its text, its kind and the other fields in the order of one that did. */
  private move(told: unknown): LegalMove {
    if (!Array.isArray(told)) return this.learn(told as LegalMove);
    const [text, ...values] = told as [string, ...unknown[]];
    const names = this.kinds.get(values[0] as string) ?? [];
    return { text, move: Object.fromEntries(names.map((name, i) => [name, values[i]])) };
  }

  private learn(legal: LegalMove): LegalMove {
    const move = legal.move as Tree | null;
    if (typeof move?.type === "string") this.kinds.set(move.type, Object.keys(move));
    return legal;
  }
}
