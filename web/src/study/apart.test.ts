import { expect, test } from "vitest";
import { apart } from "./apart";

const end = "end the turn";

test("what all turns do is told once, and of each what it does besides", () => {
  const turns = [
    ["green on b", "green on b", "yellow on e", end],
    ["green on b", "green on b", "yellow on d", end],
    ["red on c", "green on b", end],
  ];
  expect(apart(turns)).toEqual({
    common: ["green on b", end],
    own: [["green on b", "yellow on e"], ["green on b", "yellow on d"], ["red on c"]],
  });
});

test("turns that have nothing in common, and a lone one, are told whole", () => {
  expect(apart([["a"], ["b"]])).toEqual({ common: [], own: [["a"], ["b"]] });
  expect(apart([["a", end]])).toEqual({ common: [], own: [["a", end]] });
  expect(apart([])).toEqual({ common: [], own: [] });
});

test("where nothing is left of one of them all are told whole: the order is what differs", () => {
  const turns = [
    ["a", "b"],
    ["b", "a"],
  ];
  expect(apart(turns)).toEqual({ common: [], own: turns });
  expect(apart([["a"], ["a", "b"]])).toEqual({ common: [], own: [["a"], ["a", "b"]] });
});
