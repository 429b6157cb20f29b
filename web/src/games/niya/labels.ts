// What the board says in words: to a screen reader for each cell, and beside the pile for everybody.
import type { NiyaCell, NiyaView } from "../../protocol.gen";
import type { Explained } from "../../explain.svelte";
import { Key, type Params, type Words } from "../../words";
import { plantOf, signOf } from "./art/tile";

export function tileParams(tile: string): Params {
  return { plant: new Key(`plant.${plantOf(tile)}`), sign: new Key(`sign.${signOf(tile)}`) };
}

/** A tile as something that is looked for: "a pine", "rain". */
export function wantParams(tile: string): Params {
  return { plant: new Key(`board.want.${plantOf(tile)}`), sign: new Key(`board.want.${signOf(tile)}`) };
}

/** A player by name; by seat where nobody has one, as in diagrams. */
export function nameOf(seat: number, names: string[], words: Words): string {
  return names[seat] || words("board.seat", { n: seat + 1 });
}

interface Drawn extends NiyaCell {
  lit: boolean;
  theirs: number | null;
  ghost: number | null;
  last: boolean;
  won: boolean;
}

export function labelOf(cell: Drawn, names: string[], words: Words): string {
  const name = (seat: number) => nameOf(seat, names, words);
  const said: string[] = [];
  if (cell.token !== null) said.push(words("board.cell.token", { cell: cell.name, name: name(cell.token) }));
  else if (cell.tile !== null)
    said.push(words("board.cell.tile", { cell: cell.name, ...tileParams(cell.tile) }));
  else said.push(words("board.cell.bare", { cell: cell.name }));
  if (cell.ghost !== null) said.push(words("board.cell.ghost"));
  else if (cell.lit) said.push(words("board.cell.lit"));
  else if (cell.theirs !== null) said.push(words("board.cell.theirs", { name: name(cell.theirs) }));
  if (cell.last) said.push(words("board.cell.last"));
  if (cell.won) said.push(words("board.cell.won"));
  return said.join(words("board.cell.and"));
}

/** The whole picture in one sentence: the tokens of each seat, and the pile. */
export function pictureOf(view: NiyaView, names: string[], words: Words): string {
  const said = [0, 1].flatMap((seat) => {
    const cells = view.cells.filter((cell) => cell.token === seat).map((cell) => cell.name);
    return cells.length ? [words("board.picture.tokens", { name: nameOf(seat, names, words), cells })] : [];
  });
  if (!said.length) said.push(words("board.picture.full"));
  if (view.last) said.push(words("board.picture.pile", tileParams(view.last)));
  return said.join(" ");
}

/** How a round ended; null while it goes on. */
export function endOf(view: NiyaView, names: string[], words: Words): string | null {
  if (!view.over) return null;
  if (view.winner === null) return words("board.end.draw");
  return words(`board.end.${view.rule}`, { name: nameOf(view.winner, names, words) });
}

/** What we may do when it is our turn. */
export function promptOf(view: NiyaView, words: Words): string {
  return view.last ? words("board.asks.you", wantParams(view.last)) : words("board.first.you");
}

/** How many tokens a seat has laid. */
export function laidBy(view: NiyaView, seat: number): number {
  return view.cells.filter((cell) => cell.token === seat).length;
}

/** What a cell is, with its rule. */
export function whatIs(cell: NiyaCell, view: NiyaView, names: string[], words: Words): Explained {
  if (cell.token !== null)
    return {
      name: words("board.cell.token", { cell: cell.name, name: nameOf(cell.token, names, words) }),
      text: words("what.token.text"),
      rule: "N5",
    };
  if (cell.tile === null)
    return { name: words("board.cell.bare", { cell: cell.name }), text: words("what.bare.text") };
  const rule = view.last ? "N6" : "N4";
  const name = words("board.cell.tile", { cell: cell.name, ...tileParams(cell.tile) });
  return { name, text: words(view.last ? "what.tile.text" : "what.tile.first"), rule };
}
