import { afterEach, expect, test, vi } from "vitest";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const AWAKE = {
  game: "niya",
  name: "Niya",
  tagline: "",
  awake: true,
  compiled: true,
  minds: true,
  levels: {},
  rules: {},
};

/** A page as the server sends it, in English. */
async function page(games: unknown[], kept = "en") {
  vi.resetModules();
  localStorage.setItem("yonto.settings", JSON.stringify({ lang: kept }));
  document.documentElement.lang = "en";
  document.body.innerHTML = `<script id="games" type="application/json">${JSON.stringify(games)}</script>`;
  return import("./session.svelte");
}

function server(answer: () => Promise<Response>) {
  const asked = vi.fn(answer);
  vi.stubGlobal("fetch", asked);
  return asked;
}

const telling = (games: unknown[]) => async () =>
  new Response(JSON.stringify(games), { headers: { "content-type": "application/json" } });

test("the games that came with the page are there at once", async () => {
  const asked = server(telling([]));
  const { session, takeGames } = await page([AWAKE]);
  expect(takeGames()).toBe(true);
  expect(session.games.map((game) => game.name)).toEqual(["Niya"]);
  expect(asked).not.toHaveBeenCalled();
});

test.each([
  ["a page without them", [], "en"],
  ["a page in another language", [AWAKE], "fr"],
])("%s leaves them to be asked for", async (_, games, lang) => {
  const { session, takeGames } = await page(games, lang);
  expect(takeGames()).toBe(false);
  expect(session.games).toEqual([]);
});

test.each(["awake", "compiled", "minds"] as const)(
  "games that were not %s are asked for again",
  async (asleep) => {
    vi.useFakeTimers();
    const asked = server(telling([AWAKE]));
    const { session, takeGames } = await page([{ ...AWAKE, [asleep]: false }]);
    expect(takeGames()).toBe(true);
    await vi.advanceTimersByTimeAsync(2000);
    expect(asked).toHaveBeenCalledTimes(1);
    expect(session.games[0]![asleep]).toBe(true);
  },
);

test("a kept page notices that the house cannot be reached, and that it can again", async () => {
  vi.useFakeTimers();
  server(() => Promise.reject(new TypeError("no network")));
  const { session, takeGames, fetchMe } = await page([AWAKE]);
  takeGames();
  await fetchMe();
  expect(session.offline).toBe(true);
  server(telling([AWAKE]));
  await vi.advanceTimersByTimeAsync(2000);
  expect(session.offline).toBe(false);
});

test("the game that somebody waits for is named once, and only while it is not ready", async () => {
  const asked = server(telling([{ ...AWAKE, minds: false }]));
  const { takeGames, want } = await page([AWAKE, { ...AWAKE, game: "qin", minds: false }]);
  takeGames();
  want("niya");
  expect(asked).not.toHaveBeenCalled();
  want("qin");
  want("qin");
  expect(asked).toHaveBeenCalledTimes(1);
  expect(String((asked.mock.calls as unknown[][])[0]![0])).toContain("/api/games?wanted=qin");
});
