// Where a seat's pagodas stand: counted from the view, for its card and the score sheet.
import type { QinView } from "../../protocol.gen";

export interface Counts {
  small: number; // provinces with one pagoda
  great: number; // provinces with a double one
  villages: number;
}

export function countsOf(view: QinView, seat: number): Counts {
  const own = view.provinces.filter((province) => province.owner === seat);
  return {
    small: own.filter((province) => province.pagodas === 1).length,
    great: own.filter((province) => province.pagodas === 2).length,
    villages: view.villages.filter((village) => village.owner === seat).length,
  };
}
