import { beforeEach, expect, test, vi } from "vitest";
import type { StepLaid } from "../protocol.gen";

const laid: StepLaid = { table: "abc", title: "", text: "", point: [], turns: 1, starred: true };
const place = "/learn/qin/create";

beforeEach(() => {
  sessionStorage.clear();
  vi.resetModules();
});

const fresh = () => import("./reload");

test("the step that was open is open after a reload, once", async () => {
  (await fresh()).keepOpen({ place, lang: "fr", laid });
  const { stillOpen } = await fresh();
  expect(stillOpen(place, "fr", true)?.laid).toEqual(laid);
  expect(stillOpen(place, "fr", true)).toBeNull();
});

test("what was noted of it is there too, until it is laid again", async () => {
  const { keepOpen, remember, stillOpen } = await fresh();
  keepOpen({ place, lang: "fr", laid });
  remember("/learn/qin/extend", { score: 3 });
  remember(place, { score: 40 });
  expect(stillOpen(place, "fr", true)?.memo).toEqual({ score: 40 });
  keepOpen({ place, lang: "fr", laid });
  vi.resetModules();
  expect((await fresh()).stillOpen(place, "fr", true)?.memo).toBeUndefined();
});

test("whoever comes back finds it too", async () => {
  const { keepOpen, stillOpen } = await fresh();
  const { route } = await import("../route.svelte");
  keepOpen({ place, lang: "fr", laid });
  expect(stillOpen(place, "fr", false)).toBeNull();
  route.back = true;
  expect(stillOpen(place, "fr", false)?.laid).toEqual(laid);
});

test.each([
  ["another step", "/learn/qin/extend", "fr", true],
  ["another language", place, "en", true],
  ["a page that was not loaded anew", place, "fr", false],
])("%s begins from its beginning", async (_, asked, lang, again) => {
  const { keepOpen, stillOpen } = await fresh();
  keepOpen({ place, lang: "fr", laid });
  expect(stillOpen(asked, lang, again)).toBeNull();
});

test("what is damaged is laid anew", async () => {
  sessionStorage.setItem("yonto.laid", "{");
  expect((await fresh()).stillOpen(place, "fr", true)).toBeNull();
});
