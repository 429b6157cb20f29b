import { expect, test } from "vitest";
import { gameClient, hasBoard } from ".";
import { client as plain } from "./plain";

test(
  "a game with a folder has its own board, unless the plain one is preferred",
  { timeout: 60_000 },
  async () => {
    expect(hasBoard("niya")).toBe(true);
    expect(await gameClient("niya")).not.toBe(plain);
    expect(await gameClient("niya", true)).toBe(plain);
  },
);

test("any other game is played on the plain board", async () => {
  expect(hasBoard("tictactoe")).toBe(false);
  expect(await gameClient("tictactoe")).toBe(plain);
});

test("the plain board is no game", () => {
  expect(hasBoard("plain")).toBe(false);
});
