// What those who keep order do on their page: one act at a time, asked once more where it cannot be taken back.
import { call } from "../../api";
import type { Acted } from "../../protocol.gen";

export interface Act {
  type: string;
  [name: string]: unknown;
}

export class Keeping {
  said = $state(""); // what came of the last act
  trouble = $state<unknown>(null);

  async act(wanted: Act): Promise<void> {
    this.said = "";
    this.trouble = null;
    try {
      this.said = (await call<Acted>("POST", "/api/admin/acts", wanted)).text;
      await this.refresh();
    } catch (error) {
      this.trouble = error;
    }
  }

  async see<T>(what: string): Promise<T | null> {
    try {
      return await call<T>("GET", `/api/admin/${what}`);
    } catch (error) {
      this.trouble = error;
      return null;
    }
  }

  /** Set by the part that is shown: look again. */
  refresh: () => Promise<void> = async () => {};
}

export const when = (ms: number, lang: string): string =>
  new Intl.DateTimeFormat(lang, { dateStyle: "medium", timeStyle: "short" }).format(ms);

export const bytes = (n: number, lang: string): string =>
  new Intl.NumberFormat(lang, {
    style: "unit",
    unit: "megabyte",
    maximumFractionDigits: n < 1e7 ? 1 : 0,
  }).format(n / 1e6);
