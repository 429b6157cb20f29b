// Tables followed by their changes: the cases are made by tests/make_changes.py from real tables, and hold in Python too.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { Follower, changed } from "./changes";
import type { TableChanged, TableShown } from "./protocol.gen";

type Case = { name: string; messages: (TableShown | TableChanged)[]; table: TableShown };
const cases = JSON.parse(readFileSync("../tests/changes.json", "utf8")) as Case[];

it.each(cases)("follows $name", ({ messages, table }) => {
  const follower = new Follower();
  const shown = messages.map((message) => follower.take(message));
  expect(messages.filter((message) => message.type === "change").length).toBeGreaterThan(4);
  expect(shown.at(-1)).toEqual(table);
});

it("asks for the table where a change does not follow from what it has", () => {
  const { messages } = cases[0]!;
  const first = messages.findIndex((message) => message.type === "change");
  const [whole, ...changes] = messages.slice(first - 1);
  const follower = new Follower();
  expect(follower.take(changes[0]!)).toBeNull();
  expect(follower.take(whole!)).toBe(whole);
  expect(follower.take(changes[1]!)).toBeNull();
  expect(follower.take(changes[0]!)).toBeNull(); // what it had is no longer sure
  expect(follower.take(whole!)).toBe(whole);
});

it("leaves what it changes as it was, and keeps what did not change", () => {
  const before = { kept: { a: 1 }, list: [1, 2, 3, 4], deep: [{ n: 1 }, { n: 2 }], gone: { b: 2 } };
  const after = changed(before, { list: [0, 1, [], 3, 1, [9, 9]], deep: { "1": { n: null } }, gone: [{}] });
  expect(after).toEqual({ kept: { a: 1 }, list: [2, 3, 9, 9], deep: [{ n: 1 }, { n: null }], gone: {} });
  expect((after as typeof before).kept).toBe(before.kept);
  expect((after as typeof before).deep[0]).toBe(before.deep[0]);
  expect(before.list).toEqual([1, 2, 3, 4]);
});
