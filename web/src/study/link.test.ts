import { expect, test } from "vitest";
import { hashOf, packed, unpacked } from "./link";

const STUDY = "yonto: 1\ngame: niya\nseat1: Éloïse\n\n" + "1 a4\n  - 1 b4\n    2 c4\n".repeat(60);

test("a study goes into a link and comes out of it as it was", async () => {
  const hash = await packed(STUDY, 7);
  expect(hash.length).toBeLessThan(STUDY.length / 3);
  expect(hash).toMatch(/^at=7&z=[\w-]+$/);
  expect(await unpacked(hash)).toEqual({ study: STUDY, at: 7 });
});

test("what is no link to a study is not taken for one", async () => {
  expect(await unpacked("")).toBeNull();
  expect(await unpacked("at=3&z=AAAA")).toBeNull();
  expect(hashOf("https://example.org/study#at=1&z=abc")).toBe("at=1&z=abc");
  expect(hashOf("yonto: 1")).toBe("");
});
