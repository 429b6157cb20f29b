import { beforeEach, describe, expect, it, vi } from "vitest";

async function load(kept: string | null, search = "") {
  vi.resetModules();
  localStorage.clear();
  if (kept !== null) localStorage.setItem("yonto.settings", kept);
  history.replaceState(null, "", "/" + search);
  return import("./settings.svelte");
}

describe("settings", () => {
  beforeEach(() => vi.unstubAllGlobals());

  it("take what was kept", async () => {
    const { settings } = await load('{"theme":"dark","speed":2,"lang":"en"}');
    expect([settings.theme, settings.speed, settings.lang]).toEqual(["dark", 2, "en"]);
  });

  it.each(["not json", "[]", '"text"', "null", '{"theme":7,"lang":"xx","evil":1}'])(
    "survive %s",
    async (kept) => {
      const { settings } = await load(kept);
      expect(settings.theme).toBe("system");
      expect(["fr", "en"]).toContain(settings.lang);
      expect("evil" in settings).toBe(false);
    },
  );

  it("follow the language asked for in the address", async () => {
    const { settings } = await load('{"lang":"fr"}', "?lang=en");
    expect(settings.lang).toBe("en");
  });

  it.each(["fr", "en"])("begin in the language of the page, %s", async (lang) => {
    document.documentElement.lang = lang;
    expect((await load(null)).settings.lang).toBe(lang);
  });

  it("are put on the document and kept", async () => {
    const { settings, dress, keep } = await load(null);
    Object.assign(settings, { theme: "dark", patterns: true, lang: "fr" });
    dress();
    keep();
    expect(document.documentElement.dataset).toMatchObject({ theme: "dark", patterns: "on" });
    expect(JSON.parse(localStorage.getItem("yonto.settings")!)).toMatchObject({
      theme: "dark",
      patterns: true,
    });
  });
});
