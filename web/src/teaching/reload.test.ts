import { beforeEach, expect, test, vi } from "vitest";
import type { StepLaid } from "../protocol.gen";

const laid: StepLaid = { table: "abc", title: "", text: "", point: [], turns: 1, starred: true };

beforeEach(() => {
  sessionStorage.clear();
  vi.resetModules();
});

const fresh = () => import("./reload");

test("the step that was open is open after a reload, once", async () => {
  (await fresh()).keepOpen({ step: "/learn/qin/create", lang: "fr", laid });
  const { stillOpen } = await fresh();
  expect(stillOpen("/learn/qin/create", "fr", true)).toEqual(laid);
  expect(stillOpen("/learn/qin/create", "fr", true)).toBeNull();
});

test.each([
  ["another step", "/learn/qin/extend", "fr", true],
  ["another language", "/learn/qin/create", "en", true],
  ["a page that was not loaded anew", "/learn/qin/create", "fr", false],
])("%s begins from its beginning", async (_, step, lang, again) => {
  const { keepOpen, stillOpen } = await fresh();
  keepOpen({ step: "/learn/qin/create", lang: "fr", laid });
  expect(stillOpen(step, lang, again)).toBeNull();
});

test("what is damaged is laid anew", async () => {
  sessionStorage.setItem("yonto.laid", "{");
  expect((await fresh()).stillOpen("/learn/qin/create", "fr", true)).toBeNull();
});
