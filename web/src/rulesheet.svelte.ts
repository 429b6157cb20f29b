// The rules over a table: a link to a game's rules that is clicked there opens a sheet and leaves the table where it is.
// The sheet is a step of the browser's history, so that Back closes it and not the table under it.
import { frame } from "./frame.svelte";

export interface Opened {
  game: string;
  rule: string; // "": the contents
}

export const sheet = $state<{ open: Opened | null }>({ open: null });

const isSheet = () => (history.state as { sheet?: boolean } | null)?.sheet === true;

export function openRule(game: string, rule: string): void {
  if (!sheet.open && !isSheet()) history.pushState({ sheet: true }, "");
  sheet.open = { game, rule };
}

export function closeRule(): void {
  if (sheet.open && isSheet()) history.back();
  sheet.open = null;
}

addEventListener("popstate", () => {
  if (!isSheet()) sheet.open = null;
});

/** A plain click on such a link, at a table; whether it was one. Links that mean the page itself say `data-whole`. */
export function takeRuleLink(event: MouseEvent): boolean {
  if (!frame.table || event.defaultPrevented || event.button !== 0) return false;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false;
  const link = (event.target as Element | null)?.closest?.("a");
  const [room, game] = link?.pathname.split("/").filter(Boolean) ?? [];
  if (!link || link.origin !== location.origin || room !== "rules" || !game) return false;
  if (link.dataset.whole !== undefined) return false;
  event.preventDefault();
  openRule(decodeURIComponent(game), decodeURIComponent(link.hash.slice(1)));
  return true;
}
