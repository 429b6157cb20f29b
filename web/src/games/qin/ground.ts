// A board of Qin as the text of its file, for the editor: what a brush does to it. Whether it is a board says the server.
export const BRUSHES = [".", "~", "R", "Y", "B", "village"] as const;
export type Brush = (typeof BRUSHES)[number];
const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** The rows, all of one length: what is missing is steppe. */
export function rowsOf(text: string): string[] {
  const rows = text
    .replace(/^\ufeff/, "")
    .trimEnd()
    .split(/\r?\n|\//);
  const width = Math.min(Math.max(...rows.map((row) => row.trimEnd().length), 1), 40);
  return rows.slice(0, 40).map((row) => row.trimEnd().slice(0, width).padEnd(width, "."));
}

export function sized(rows: string[], width: number, height: number): string[] {
  const all = [...rows, ...Array<string>(Math.max(height - rows.length, 0)).fill("")];
  return all.slice(0, height).map((row) => row.slice(0, width).padEnd(width, "."));
}

export function isVillage(char: string | undefined): boolean {
  return !!char && LETTERS.includes(char);
}

function put(rows: string[], y: number, x: number, char: string): string[] {
  return rows.map((row, i) => (i === y ? row.slice(0, x) + char + row.slice(x + 1) : row));
}

const count = (rows: string[], letter: string) => rows.join("").split(letter).length - 1;

/** A village cell joins a lonely one beside it, else it is a village of its own; pressed again it stands alone. */
function villageLetter(rows: string[], y: number, x: number): string {
  const here = rows[y]?.[x];
  const beside = [rows[y - 1]?.[x], rows[y]?.[x - 1], rows[y]?.[x + 1], rows[y + 1]?.[x]];
  const lonely = beside.find((char) => char !== here && isVillage(char) && count(rows, char!) === 1);
  const free = [...LETTERS].find((letter) => !count(rows, letter));
  if (isVillage(here)) return count(rows, here!) > 1 ? (free ?? here!) : (lonely ?? here!);
  return lonely ?? free ?? here ?? ".";
}

export function painted(rows: string[], y: number, x: number, brush: Brush): string[] {
  return put(rows, y, x, brush === "village" ? villageLetter(rows, y, x) : brush);
}
