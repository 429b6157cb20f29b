import { afterEach, describe, expect, test } from "vitest";
import { settings } from "./settings.svelte";
import { play, soundOf, SOUNDS } from "./sound";
import type { TableShown } from "./protocol.gen";

const table = (more: Partial<TableShown>) =>
  ({
    table: "t",
    status: "playing",
    to_move: 0,
    you: [0],
    players: [{}, {}, {}],
    actions: 20,
    ...more,
  }) as TableShown;

describe("the sound that fits", () => {
  const ours = table({});
  const theirs = table({ to_move: 1, actions: 21 });

  test.each<[string, TableShown | null, TableShown, ReturnType<typeof soundOf>]>([
    ["nothing before", null, ours, null],
    ["another table", table({ table: "u" }), ours, null],
    ["our own move", ours, theirs, "tile"],
    ["another's move that leaves the turn to a third", theirs, table({ to_move: 2, actions: 22 }), "tile"],
    ["the turn comes to us", theirs, table({ actions: 22 }), "turn"],
    ["we move twice in a row", ours, table({ actions: 21 }), "tile"],
    ["a move taken back by us", ours, table({ actions: 19 }), null],
    [
      "the turn of a computer that stands in for us",
      theirs,
      table({ players: [{ level: "master" }] as never, actions: 22 }),
      "tile",
    ],
    ["a line of chat", theirs, theirs, null],
    ["the end", theirs, table({ status: "over", to_move: null, actions: 22 }), "over"],
    ["after the end", table({ status: "over" }), table({ status: "over" }), null],
  ])("%s", (_, before, now, sound) => {
    expect(soundOf(before, now)).toBe(sound);
  });
});

describe("playing", () => {
  const wanted = settings.sounds;
  afterEach(() => {
    settings.sounds = wanted;
  });

  test("is quietly nothing where there is no audio", async () => {
    settings.sounds = true;
    expect(await play("tile")).toBe(false);
  });

  test("no sound can clip, even if all its tones fell together, nor last long", () => {
    for (const tones of Object.values(SOUNDS)) {
      expect(tones.reduce((sum, tone) => sum + tone.loud, 0)).toBeLessThanOrEqual(1);
      for (const tone of tones) expect(tone.at + tone.lasts).toBeLessThan(2);
    }
  });
});
