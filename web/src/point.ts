// A place in a text that somebody wrote, by line and column, as the server names what is wrong there.

/** From where to where a line's rest stands, counted from 1 as people and the server do; null where there is no such line. */
export function placeOf(text: string, line: number, column: number): [number, number] | null {
  const lines = text.split("\n");
  const found = lines[line - 1];
  if (found === undefined) return null;
  const start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  // The server counts characters, a browser their halves.
  const before = Array.from(found)
    .slice(0, column - 1)
    .join("").length;
  return [start + before, start + found.length];
}

/** Marks that place in the field and brings it into sight. */
export function pointAt(field: HTMLTextAreaElement, line: number, column: number): void {
  const place = line ? placeOf(field.value, line, column) : null;
  if (!place) return;
  field.focus();
  field.setSelectionRange(...place);
  field.scrollTop = (field.scrollHeight * (line - 2)) / field.value.split("\n").length;
}
