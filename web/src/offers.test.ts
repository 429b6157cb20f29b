import { expect, it } from "vitest";
import { declinedOf } from "./offers";
import type { TableShown } from "./protocol.gen";

const asked = {
  table: "t",
  actions: 3,
  status: "playing",
  you: [0],
  next_table: null,
  offers: [{ what: "takeback", agreed: [0] }],
} as unknown as TableShown;
const gone = { ...asked, offers: [] };

it.each([
  ["declined", asked, gone, "takeback"],
  ["still there", asked, asked, ""],
  ["taken back", asked, { ...gone, actions: 2 }, ""],
  ["a move was made", asked, { ...gone, actions: 4 }, ""],
  ["called off", asked, { ...gone, status: "aborted" }, ""],
  ["played again", asked, { ...gone, next_table: "u" }, ""],
  ["another's", { ...asked, you: [1] }, { ...gone, you: [1] }, ""],
  ["another table", asked, { ...gone, table: "u" }, ""],
])("%s", (_, before, now, what) => {
  expect(declinedOf(before, now)).toBe(what);
});
