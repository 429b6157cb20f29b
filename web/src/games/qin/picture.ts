// A view of Qin from a picture in letters, two characters a cell: for diagrams and tests.
//
//   ..  steppe      ~~  water       SR  red starting cell      a-  village a, free      a1  village a of seat 1
//   R1  red cell of a province of seat 1                       R-  loose red cell
import type { QinCell, QinProvince, QinView, QinVillage } from "../../protocol.gen";
import { COLOURS, read } from "./place";

const PAGODAS = [24, 19, 15]; // for two, three, four seats
const GREAT = 5;

type Facts = Pick<
  QinView,
  "hand" | "deck" | "unseen" | "to_move" | "turn" | "passes" | "over" | "rule" | "winners"
>;
export type More = Partial<Facts> & { seats?: number; last?: string };

export function picture(drawing: string, { seats = 2, last, ...facts }: More = {}): QinView {
  const rows = drawing.trim().split(/\s*\n\s*/);
  const [width, height] = [rows[0]!.split(" ").length, rows.length];
  const marks = rows.flatMap((row) => row.split(" "));
  const cells = marks.map((mark, i) => cellOf(mark, i, width, height));
  const provinces = provincesOf(marks, cells, width);
  const villages = villagesOf(marks, cells);
  const held = [...provinces, ...villages.map((village) => ({ ...village, pagodas: 1 }))];
  const players = [...Array(seats).keys()].map((seat) => {
    const built = held.reduce((sum, each) => sum + (each.owner === seat ? each.pagodas : 0), 0);
    return { left: PAGODAS[seats - 2]! - built, built, tiles: 3 };
  });
  const view: QinView = {
    ...{ width, height, cells, provinces, villages, players },
    ...{ hand: null, unseen: {}, deck: 0, to_move: 0, turn: 0, passes: 0, last: null },
    ...{ over: false, rule: null, winners: [], ...facts },
  };
  return last ? { ...view, ...lastOf(view, last) } : view;
}

function cellOf(mark: string, i: number, width: number, height: number): QinCell {
  const name = "abcdefghijklmnopqrs"[i % width]! + (height - Math.floor(i / width));
  const start = mark[0] === "S";
  const colour = COLOURS[start ? mark[1]! : mark[0]!] ?? null;
  const ground = start ? "start" : mark === "~~" ? "water" : /^[a-z]/.test(mark) ? "village" : "steppe";
  return { name, ground, colour, province: null, village: null, last: false };
}

/** Cells of one colour that hang together, in reading order; the province of each is noted on its cells. */
function provincesOf(marks: string[], cells: QinCell[], width: number): QinProvince[] {
  const found: QinProvince[] = [];
  const seen = new Set<number>();
  for (const [i, { colour }] of cells.entries()) {
    if (!colour || seen.has(i)) continue;
    const group = new Set([i]);
    for (const at of group) {
      const sides = [at - width, at + width, at % width ? at - 1 : -1, (at + 1) % width ? at + 1 : -1];
      for (const next of sides) if (cells[next]?.colour === colour) group.add(next);
    }
    group.forEach((at) => seen.add(at));
    if (group.size < 2) continue;
    const all = [...group].sort((a, b) => a - b);
    const owner = all.map((at) => ownerOf(marks[at]!)).find((seat) => seat !== null) ?? null;
    for (const at of all) cells[at]!.province = found.length;
    const great = all.length >= GREAT;
    found.push({
      colour,
      cells: all.map((at) => cells[at]!.name),
      owner,
      pagodas: pagodasOf(owner, great),
      great,
    });
  }
  return found;
}

const pagodasOf = (owner: number | null, great: boolean) => (owner === null ? 0 : great ? 2 : 1);
const ownerOf = (mark: string) => (/\d/.test(mark[1]!) ? Number(mark[1]) - 1 : null);

function villagesOf(marks: string[], cells: QinCell[]): QinVillage[] {
  const letters = [...new Set(marks.map((mark) => mark[0]!).filter((letter) => /[a-z]/.test(letter)))];
  return letters.map((letter, village) => {
    const own = marks.flatMap((mark, i) => (mark[0] === letter ? [i] : []));
    for (const i of own) cells[i]!.village = village;
    return { cells: own.map((i) => cells[i]!.name), owner: ownerOf(marks[own[0]!]!) };
  });
}

function lastOf(view: QinView, text: string): Pick<QinView, "last" | "cells"> {
  const place = read(view, text);
  if (!place) return { last: null, cells: view.cells };
  const names: [string, string] = [view.cells[place.one]!.name, view.cells[place.two]!.name];
  return {
    last: { type: "place", tile: place.tile, cells: names },
    cells: view.cells.map((cell) => ({ ...cell, last: names.includes(cell.name) })),
  };
}
