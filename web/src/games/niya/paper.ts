// A garden in writing, as the page to print has it: what lies on each cell, and the tile on top of the pile.
import type { NiyaView } from "../../protocol.gen";

export function paperOf(view: NiyaView): string | null {
  const cells = view.cells.map((cell) => cell.tile ?? (cell.token === null ? null : String(cell.token + 1)));
  if (cells.includes(null)) return null; // it is still being laid
  return `garden=${cells.join(".")}${view.last ? `-${view.last}` : ""}`;
}
