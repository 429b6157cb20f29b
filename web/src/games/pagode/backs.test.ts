import { expect, test } from "vitest";
import house from "../../../../src/yonto/games/pagode/data/tiles.toml?raw";
import { spiresIn, withSpire } from "./backs";

const SAME = Array.from({ length: 5 }, () => [0, 1, 2, 3, 4]);

test("the house's file tells every spire, and a changed one stands in its place, comments and all", () => {
  expect(spiresIn(house)).toEqual(SAME);
  const changed = withSpire(house, 0, 1, 4);
  expect(changed).toBe(
    house.replace('"red", slot = "blue", spire = "blue"', '"red", slot = "blue", spire = "violet"'),
  );
  expect(spiresIn(changed)?.[0]).toEqual([0, 4, 2, 3, 4]);
});

test("the short form is read and changed too", () => {
  const short = "RBGYV/RBGYV/RBGYV/RBGYV/RBGYV";
  expect(spiresIn(short)).toEqual(SAME);
  expect(spiresIn(withSpire(short, 4, 0, 2))?.[4]).toEqual([2, 1, 2, 3, 4]);
});

test("a text that does not tell every tile is no table", () => {
  expect(spiresIn("RBGYV/RB")).toBeNull();
  expect(spiresIn(house.replace('spire = "blue"', 'spire = "pink"'))).toBeNull();
});
