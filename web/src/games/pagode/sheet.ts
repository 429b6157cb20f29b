// The points that lie in the six towers. Nothing else scores, so their sum is the sum of the two seats' points.
import type { PagodeView } from "../../protocol.gen";

export interface SheetRow {
  site: string;
  floors: number[]; // points of the columns, by floor
  tiles: number;
  spire: number;
  total: number;
}

export function sheet(view: PagodeView): SheetRow[] {
  return view.sites.map((place) => {
    const floors = place.floors.map((floor, i) => floor.columns * (i + 1));
    const tiles = Math.max(place.floors.length - 1, 0) + (place.spire ? 1 : 0);
    const spire = place.crowned ? (view.quick ? 4 : 5) : 0;
    const total = floors.reduce((sum, n) => sum + n, 0) + tiles + spire;
    return { site: place.site, floors, tiles, spire, total };
  });
}
