import { beforeEach, expect, test } from "vitest";
import { did, forget, learnt, opened, won } from "./progress";

beforeEach(() => localStorage.clear());

test("what was learnt is kept by game, each step once", () => {
  did("qin", "create");
  did("qin", "create");
  opened("qin", "extend");
  did("niya", "line");
  expect(learnt("qin")).toEqual({ done: ["create"], at: "extend", stars: {} });
  expect(learnt("niya").done).toEqual(["line"]);
});

test("stars only grow", () => {
  won("niya", "fork", 2);
  won("niya", "fork", 1);
  expect(learnt("niya").stars).toEqual({ fork: 2 });
  won("niya", "fork", 3);
  expect(learnt("niya").stars).toEqual({ fork: 3 });
});

test.each(["no JSON", "[]", "null", '{"qin": 3}', '{"qin": {"done": 3, "stars": "x"}}'])(
  "a damaged store (%s) is as good as none",
  (text) => {
    localStorage.setItem("yonto.learnt", text);
    expect(learnt("qin")).toEqual({ done: [], at: "", stars: {} });
    did("qin", "create");
    expect(learnt("qin").done).toEqual(["create"]);
  },
);

test("one can begin from nothing", () => {
  did("qin", "create");
  forget("qin");
  expect(learnt("qin").done).toEqual([]);
});
