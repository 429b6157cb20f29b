// Real positions for the tests, from positions.json.
import type { LegalMove, QinView } from "../../protocol.gen";
import { words, type Lang, type Words } from "../../words";
import roomEn from "../../../../src/yonto/games/qin/locale/en.json";
import roomFr from "../../../../src/yonto/games/qin/locale/fr.json";
import type { Trial } from "../game";
import en from "./locale/en.json";
import fr from "./locale/fr.json";
import { picture, type More, type Shape } from "./picture";
import kept from "./positions.json";

export interface Example extends Required<Shape> {
  more: More;
  villages: string[];
}

export interface Moment {
  view: QinView;
  legal: LegalMove[];
  seat: number | null;
  trial: Trial<QinView> | null;
}

type Kept = Example & { seat: number | null; legal: string[]; trial?: { move: string; after: Example } };
export const positions = kept as unknown as Record<string, Kept>;

export const viewOf = ({ more, ...shape }: Example) => picture(shape, more);

export function moveOf(text: string): LegalMove {
  const parts = /^(\w\w) (\w+)-(\w+)$/.exec(text);
  const move = parts ? { type: "place", tile: parts[1], cells: [parts[2], parts[3]] } : { type: "pass" };
  return { text, move };
}

export function moment(name: keyof typeof kept): Moment {
  const { seat, legal, trial, ...told } = positions[name]!;
  return {
    view: viewOf(told),
    legal: legal.map(moveOf),
    seat,
    trial: trial ? { move: trial.move, lines: [], view: viewOf(trial.after) } : null,
  };
}

export function wordsOf(lang: Lang): Words {
  return lang === "fr" ? words("fr", roomFr, fr) : words("en", roomEn, en);
}
