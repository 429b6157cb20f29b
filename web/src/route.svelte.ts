// Where we are: the address bar as state, and links that do not reload the page.

export interface Place {
  path: string[];
  query: URLSearchParams;
  hash: string;
}

function read(): Place {
  return {
    path: location.pathname.split("/").filter(Boolean).map(decodeURIComponent),
    query: new URLSearchParams(location.search),
    hash: decodeURIComponent(location.hash.slice(1)),
  };
}

/** `back`: by the browser's own way through what was looked at before, not by a link. */
export const route: { place: Place; back: boolean } = $state({ place: read(), back: false });

export function go(address: string, replace = false): void {
  if (replace) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  const before = route.place.path.join("/");
  route.back = false;
  route.place = read();
  if (route.place.path.join("/") !== before) scrollTo(0, 0);
}

/** Plain clicks on links to our own pages stay in the page. */
export function stay(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element | null)?.closest?.("a");
  if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  if (/^\/(api|print)\//.test(link.pathname) || link.getAttribute("href")?.startsWith("#")) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}

addEventListener("popstate", () => {
  route.back = true;
  route.place = read();
});
