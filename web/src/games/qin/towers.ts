// Where the pagodas stand, and what a move changed about them. Nothing here decides: it compares two views.
import type { QinView } from "../../protocol.gen";
import { CELL, cellNamed, spot } from "./place";

export interface Tower {
  key: string; // the same from view to view as long as its owner keeps standing there
  origin: string; // the cell by which it is known again
  cells: string[];
  owner: number;
  pagodas: number;
  village: boolean;
  x: number; // the middle of its foot
  y: number;
}

export interface Changes {
  laid: Set<number>; // cells covered since
  put: Map<string, number>; // pagodas put, by the key of the tower
  returned: { tower: Tower; n: number }[]; // pagodas that went back, where they stood
  touched: Set<number>; // provinces that are new, larger or another's
  villages: Set<number>; // villages that changed hands
}

export const NOTHING: Changes = {
  laid: new Set(),
  put: new Map(),
  returned: [],
  touched: new Set(),
  villages: new Set(),
};

/** All pagodas of a view; those that stood already in `earlier` keep their keys. */
export function towers(view: QinView, earlier: Tower[] = []): Tower[] {
  const known = new Map(earlier.map((tower) => [tower.key, tower]));
  const provinces = view.provinces.map((each) => ({ ...each, village: false }));
  const villages = view.villages.map((each) => ({
    ...each,
    pagodas: each.owner === null ? 0 : 1,
    village: true,
  }));
  return [...provinces, ...villages]
    .filter(({ owner, pagodas }) => owner !== null && pagodas > 0)
    .map(({ cells, owner, pagodas, village }) => {
      const seat = owner!;
      const origin = cells.find((cell) => known.has(`${seat}@${cell}`)) ?? cells[0]!;
      return { key: `${seat}@${origin}`, origin, cells, owner: seat, pagodas, village, ...foot(view, cells) };
    });
}

/** The point of a region nearest to its middle that lies on a cell's centre or between two cells. */
export function foot(view: QinView, names: string[]): { x: number; y: number } {
  const centres = names.map((name) => {
    const { column, row } = spot(view, cellNamed(view, name));
    return { x: (column + 0.5) * CELL, y: (row + 0.5) * CELL };
  });
  const points = centres.flatMap((a, i) => [
    a,
    ...centres
      .slice(i + 1)
      .filter((b) => Math.abs(a.x - b.x) + Math.abs(a.y - b.y) === CELL)
      .map((b) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })),
  ]);
  const middle = {
    x: centres.reduce((sum, c) => sum + c.x, 0) / centres.length,
    y: centres.reduce((sum, c) => sum + c.y, 0) / centres.length,
  };
  const far = (p: { x: number; y: number }) => Math.hypot(p.x - middle.x, p.y - middle.y);
  return points.reduce((best, p) => (far(p) < far(best) - 1e-9 ? p : best));
}

/** What differs between two views of one game. */
export function changes(before: QinView, after: QinView, old: Tower[], now: Tower[]): Changes {
  const laid = new Set<number>();
  after.cells.forEach((cell, i) => {
    if (cell.colour && !before.cells[i]?.colour) laid.add(i);
  });
  const put = new Map<string, number>();
  const kept = new Map<Tower, number>();
  for (const tower of now) {
    let room = tower.pagodas;
    for (const each of old) {
      if (each.owner !== tower.owner || !tower.cells.includes(each.origin)) continue;
      const stays = Math.min(room, each.pagodas);
      kept.set(each, stays);
      room -= stays;
    }
    if (room > 0) put.set(tower.key, room);
  }
  const returned = old
    .map((tower) => ({ tower, n: tower.pagodas - (kept.get(tower) ?? 0) }))
    .filter(({ n }) => n > 0);
  return { laid, put, returned, touched: touched(before, after), villages: passed(before, after) };
}

/** Where the pagoda stands that won the game (Q20): on what the last tile made, else in a village that it won. */
export function lastPut(view: QinView, now: Tower[]): Set<string> {
  if (!view.over || view.rule !== "Q20" || !view.last) return new Set();
  const { cells } = view.last;
  const own = now.filter((tower) => view.winners.includes(tower.owner));
  const here = own.filter((tower) => tower.cells.some((cell) => cells.includes(cell)));
  const found = here.length ? here : own.filter((tower) => tower.village);
  return new Set(found.map((tower) => tower.key));
}

function touched(before: QinView, after: QinView): Set<number> {
  const was = new Set(before.provinces.map((p) => `${p.owner} ${p.cells.join()}`));
  return new Set(
    [...after.provinces.keys()].filter((i) => {
      const province = after.provinces[i]!;
      return !was.has(`${province.owner} ${province.cells.join()}`);
    }),
  );
}

function passed(before: QinView, after: QinView): Set<number> {
  return new Set(
    [...after.villages.keys()].filter((i) => before.villages[i]?.owner !== after.villages[i]!.owner),
  );
}
