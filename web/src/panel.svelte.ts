// Which tab of a table's panel is open: it stands open where there is room for it, and when the game is over.
import { untrack } from "svelte";
import { MediaQuery } from "svelte/reactivity";
import type { Tab } from "./components/Panel.svelte";
import { settings } from "./settings.svelte";
import type { TableModel } from "./table.svelte";

export const isDone = (table: TableModel): boolean =>
  !!table.shown && ["between", "over", "aborted"].includes(table.shown.status);

/** To be made while a component is set up: it follows the table as long as that component lives. */
export class PanelModel {
  readonly roomy = matchMedia("(min-width: 90rem)");
  readonly desk = new MediaQuery("min-width: 60rem"); // the panel lies beside what is asked and answered, not over it
  open = $state(false);
  #tab = $state<Tab>("log");
  #table: TableModel;

  #eager: boolean;

  /** eager: it opens by itself and shows the end; beside a teacher it does not. */
  constructor(table: TableModel, eager = true) {
    this.#table = table;
    this.#eager = eager;
    this.open = this.roomy.matches && eager;
    $effect(() => {
      if (isDone(table) && eager) [this.#tab, this.open] = ["end", true];
      else if (untrack(() => this.#tab) === "end") [this.#tab, this.open] = ["log", this.roomy.matches];
    });
    this.#followWriting();
  }

  /** Who writes finds the tab open where it covers nothing; elsewhere only at the moment when writing is switched on. */
  #followWriting(): void {
    let wrote = settings.textMode;
    let seated = false; // whether that was seen before
    $effect(() => {
      const shown = this.#table.shown;
      const begins = !!shown?.you.length && !seated;
      if (shown?.you.length) seated = true;
      const switched = settings.textMode && !wrote;
      wrote = settings.textMode;
      untrack(() => {
        const fits = this.#eager && this.desk.current && !isDone(this.#table);
        if (switched || (begins && wrote && fits)) this.turnTo("text");
      });
    });
  }

  get tabs(): Tab[] {
    const shown = this.#table.shown;
    const done = isDone(this.#table);
    const found: Tab[] = done && this.#eager ? ["end", "log"] : ["log"];
    const others = shown?.players.some((player) => player.kind === "open");
    if (shown?.terms.chat && others) found.push("chat");
    if (settings.textMode && shown?.you.length) found.push("text");
    if (shown?.match && !done) found.push("match");
    return [...found, "goal", "about"];
  }

  get tab(): Tab {
    return this.tabs.includes(this.#tab) ? this.#tab : (this.tabs[0] ?? "log");
  }

  /** The tab that lies open, if any does. */
  get seen(): Tab | null {
    return this.open ? this.tab : null;
  }

  /** Whether it lies over what the table asks and answers. */
  get covers(): boolean {
    return this.open && !this.desk.current;
  }

  turnTo(tab: Tab): void {
    this.#tab = tab;
    this.open = true;
  }

  /** Open at this tab; closed if it was open there. */
  toggle(tab: Tab): void {
    if (this.seen === tab) this.close();
    else this.turnTo(tab);
  }

  close(): void {
    this.open = false;
  }
}
