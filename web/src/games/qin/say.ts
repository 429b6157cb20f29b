// The land in plain words, for those who listen to it.
import type { QinView } from "../../protocol.gen";
import type { Explained } from "../../explain.svelte";
import { Key, type Words } from "../../words";

/** A cell and what lies on it: "e4, red province of 5 cells, Ana, double pagoda". */
export function told(view: QinView, index: number, names: string[], words: Words): string {
  const cell = view.cells[index]!;
  const village = cell.village === null ? undefined : view.villages[cell.village];
  const province = cell.province === null ? undefined : view.provinces[cell.province];
  if (village) {
    const owner =
      village.owner === null ? words("board.free") : words("board.of", { name: names[village.owner] });
    return words("board.cell.village", { cell: cell.name, village: village.cells.join("–"), owner });
  }
  if (province) {
    const owner =
      province.owner === null ? words("board.nobodys") : words("board.of", { name: names[province.owner] });
    return words(province.great ? "board.cell.great" : "board.cell.province", {
      cell: cell.name,
      province: new Key(`province.${cell.colour}`),
      n: province.cells.length,
      owner,
    });
  }
  const what = cell.ground === "start" ? "start" : cell.colour ? "loose" : cell.ground;
  return words(`board.cell.${what}`, { cell: cell.name, colour: new Key(`colour.${cell.colour}`) });
}

/** What a cell is and what it is good for, with its rule. */
export function whatIs(view: QinView, index: number, names: string[], words: Words): Explained {
  const cell = view.cells[index]!;
  const village = cell.village === null ? undefined : view.villages[cell.village];
  const province = cell.province === null ? undefined : view.provinces[cell.province];
  const owner = (village ?? province)?.owner ?? null;
  const name = told(view, index, names, words);
  const as = (what: string, rule: string) => ({ name, text: words(`what.${what}.text`), rule });
  if (village) return owner === null ? as("village", "Q16") : as("owned", "Q17");
  if (province) return province.great ? as("great", "Q15") : as("province", "Q11");
  if (cell.ground === "start") return as("start", "Q8");
  if (cell.colour) return as("loose", "Q8");
  return cell.ground === "water" ? as("water", "Q6") : as("steppe", "Q7");
}

/** A tile by its colours: "red and yellow", "blue twice". */
export function tileTold(tile: string, words: Words): string {
  const name = (letter: string | undefined) =>
    new Key(`colour.${{ R: "red", Y: "yellow", B: "blue" }[letter ?? ""]}`);
  if (tile[0] === tile[1]) return words("board.tile.same", { colour: name(tile[0]) });
  return words("board.tile", { one: name(tile[0]), two: name(tile[1]) });
}
