// The page without a network. The page itself comes from the server whenever that answers, so that nobody is kept on an
// old one; files under /assets/ carry a hash of their content in their names and never change. The API is never kept:
// a table is what the server says it is. Nor are the pages to print: they are not the client's.
const CACHE = "yonto-1";
const PAGE = "/";
const KEPT = 200; // files of /assets/: several builds' worth; the oldest go first
const PATIENCE = 4000; // ms for which the server may keep silent before the kept page is shown

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(
    fetch(PAGE)
      .then(keepPage)
      .then(keepParts, () => undefined),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(forgetOthers().then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (
    request.method !== "GET" ||
    url.origin !== self.location.origin ||
    /^\/(api|print)\//.test(url.pathname)
  )
    return;
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (url.pathname.startsWith("/assets/")) event.respondWith(asset(request));
});

async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
}

/** Every address of the client has the same page: one copy is enough for all of them. */
async function keepPage(answer) {
  const html = (answer.headers.get("content-type") ?? "").startsWith("text/html");
  if (answer.ok && html && !answer.redirected) {
    await (await caches.open(CACHE)).put(PAGE, answer.clone());
  }
  return answer;
}

/** What a page names, so that it opens without a network even if it was never seen again: all of it came before there
 * was a worker to keep it. */
async function keepParts(answer) {
  const cache = await caches.open(CACHE);
  const named = [...(await answer.text()).matchAll(/"(\/assets\/[^"]+)"/g)].map((found) => found[1]);
  await Promise.all(named.map((path) => cache.add(path).catch(() => undefined)));
}

/** From the server; the kept one when it does not answer, or not soon. */
async function page(event) {
  const kept = await caches.match(PAGE, { ignoreVary: true });
  const coming = fetch(event.request).then(keepPage);
  event.waitUntil(coming.catch(() => undefined));
  if (!kept) return coming;
  const late = new Promise((done) => setTimeout(() => done(kept), PATIENCE));
  return Promise.race([coming.catch(() => kept), late]);
}

/** From the cache; else from the server, and kept. */
async function asset(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request, { ignoreVary: true });
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) {
    await cache.put(request, answer.clone());
    await prune(cache);
  }
  return answer;
}

async function prune(cache) {
  const files = (await cache.keys()).filter((each) => new URL(each.url).pathname.startsWith("/assets/"));
  await Promise.all(files.slice(0, Math.max(files.length - KEPT, 0)).map((each) => cache.delete(each)));
}
