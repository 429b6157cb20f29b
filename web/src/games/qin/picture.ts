// A view of Qin from a picture in letters, two characters a cell: for diagrams and tests.
//
//   ..  steppe      ~~  water       SR  red starting cell      a-  village a, free      a1  village a of seat 1
//   R1  red cell of a province of seat 1                       R-  loose red cell
//
// Beside it stands what the rules make of it, as the server tells it: the provinces ("red 1 2 True c3 c4 …": colour, owner,
// pagodas, whether it is great, cells) and the pagodas that each seat has left. Villages are written on the land.
import type { QinCell, QinProvince, QinView, QinVillage } from "../../protocol.gen";
import { COLOURS, read } from "./place";

type Facts = Pick<
  QinView,
  "hand" | "deck" | "unseen" | "to_move" | "turn" | "passes" | "over" | "rule" | "winners"
>;
export type More = Partial<Facts> & { last?: string };

export interface Shape {
  drawing: string[];
  provinces?: string[];
  left?: number[];
}

export function picture(shape: Shape, { last, ...facts }: More = {}): QinView {
  const rows = shape.drawing;
  const [width, height] = [rows[0]!.split(" ").length, rows.length];
  const marks = rows.flatMap((row) => row.split(" "));
  const cells = marks.map((mark, i) => cellOf(mark, i, width, height));
  const provinces = (shape.provinces ?? []).map((told, i) => provinceOf(told, i, cells));
  const villages = villagesOf(marks, cells);
  const held = [...provinces, ...villages.map((village) => ({ ...village, pagodas: 1 }))];
  const players = (shape.left ?? []).map((left, seat) => {
    const built = held.reduce((sum, each) => sum + (each.owner === seat ? each.pagodas : 0), 0);
    return { left, built, tiles: 3 };
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

/** A province as it is told; its place in the list is noted on its cells. */
function provinceOf(told: string, place: number, all: QinCell[]): QinProvince {
  const [colour = "", owner = "", pagodas, great, ...cells] = told.split(" ");
  for (const cell of all) if (cells.includes(cell.name)) cell.province = place;
  return {
    colour,
    cells,
    owner: owner === "-" ? null : Number(owner) - 1,
    pagodas: Number(pagodas),
    great: great === "True",
  };
}

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
