import { afterEach, expect, test, vi } from "vitest";
import { register } from "./offline";

afterEach(() => vi.unstubAllGlobals());

function browser(secure: boolean, handed: (path: string) => Promise<unknown>) {
  const asked = vi.fn(handed);
  vi.stubGlobal("isSecureContext", secure);
  vi.stubGlobal("navigator", { serviceWorker: { register: asked } });
  return asked;
}

test("the worker is handed over once, from the root", async () => {
  const asked = browser(true, async () => ({}));
  expect(await register(true)).toBe(true);
  expect(asked).toHaveBeenCalledExactlyOnceWith("/sw.js");
});

test.each([
  ["while developing", true, false],
  ["on plain http", false, true],
])("never %s", async (_, secure, built) => {
  const asked = browser(secure, async () => ({}));
  expect(await register(built)).toBe(false);
  expect(asked).not.toHaveBeenCalled();
});

test("a browser that refuses is no trouble", async () => {
  browser(true, async () => Promise.reject(new Error("no")));
  expect(await register(true)).toBe(false);
});

test("nor is one that knows no workers", async () => {
  vi.stubGlobal("isSecureContext", true);
  vi.stubGlobal("navigator", {});
  expect(await register(true)).toBe(false);
});
