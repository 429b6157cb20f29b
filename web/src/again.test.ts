import { beforeEach, describe, expect, it } from "vitest";
import { againstComputers, nextLevel, otherLevel, termsAgain } from "./again";
import { session } from "./session.svelte";
import type { GameIs, TableShown } from "./protocol.gen";

const levels = { random: "At random", discoverer: "Discoverer", player: "Player", master: "Master" };
const player = (kind: string, level: string | null) => ({ kind, level });
const table = (kinds: [string, string | null][], more: object = {}) =>
  ({
    game: "qin",
    you: [0],
    players: kinds.map(([kind, level]) => player(kind, level)),
    terms: {
      places: kinds.map(([kind, level]) => ({ kind, level: level ?? "", name: "", colour: 2 })),
      options: [{ board: "lion" }],
      first: null,
      clock: { kind: "none" },
      undo: "free",
      match: "series",
      target: 3,
    },
    ...more,
  }) as unknown as TableShown;

beforeEach(() => {
  session.games = [{ game: "qin", levels } as unknown as GameIs];
});

describe("another game", () => {
  it("goes up and down the levels that people play against, and no further", () => {
    expect(nextLevel("qin", "discoverer", 1)).toBe("player");
    expect(nextLevel("qin", "discoverer", -1)).toBeNull();
    expect(nextLevel("qin", "master", 1)).toBeNull();
    expect(nextLevel("qin", "random", 1)).toBeNull();
  });

  it("is offered stronger or gentler only against computers", () => {
    const alone = table([["me", null], ["computer", "player"]]); // prettier-ignore
    expect([otherLevel(alone, 1), otherLevel(alone, -1)]).toEqual(["master", "discoverer"]);
    const friends = table([["me", null], ["open", null]]); // prettier-ignore
    expect(againstComputers(friends)).toBe(false);
    expect(otherLevel(friends, 1)).toBeNull();
  });

  it("keeps the terms, the seats and their colours, and moves every computer by one", () => {
    const wish = termsAgain(table([["me", null], ["computer", "discoverer"], ["computer", "master"]]), 1); // prettier-ignore
    expect(wish.seats.map((seat) => seat.level)).toEqual(["", "player", "master"]);
    expect(wish.seats.map((seat) => seat.colour)).toEqual([2, 2, 2]);
    expect(wish).toMatchObject({
      game: "qin",
      options: [{ board: "lion" }],
      first: 0,
      match: "series",
      target: 3,
    });
  });
});
