import { expect, test } from "vitest";
import house from "../../../../src/yonto/games/tajuto/data/costs.toml?raw";
import { costsIn, readable, SIZES, withCost } from "./costs";

test("every cost of the house's file is found, and a changed one stands in its place, comments and all", () => {
  expect(readable(house)).toBe(true);
  expect(costsIn(house, "W1")).toEqual([2, 4, 6]);
  const changed = withCost(house, "market", 1, 15);
  expect(costsIn(changed, "market")).toEqual([10, 15]);
  expect(changed).toBe(house.replace("market = [10, 12]", "market = [10, 15]"));
  expect(costsIn(withCost(house, "inauguration", 0, 9), "inauguration")).toEqual([9]);
});

test("the line of a record is read and changed too", () => {
  const line = Object.entries(SIZES).map(([name, size]) => `${name}:${Array(size).fill(7).join("-")}`);
  expect(readable(line.join("/"))).toBe(true);
  expect(withCost(line.join("/"), "D", 0, 3)).toBe(line.join("/").replace("D:7-7", "D:3-7"));
});

test("what is missing or too short cannot be changed in a field", () => {
  expect(readable(house.replace("W2 = [6, 8, 10]", "W2 = [6, 8]"))).toBe(false);
  expect(readable("")).toBe(false);
});
