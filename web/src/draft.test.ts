import { beforeEach, describe, expect, it } from "vitest";
import { session } from "./session.svelte";
import { recall, remember, usualWish } from "./wish.svelte";
import type { GameIs } from "./protocol.gen";

const qin = {
  game: "qin",
  name: "Qin",
  awake: true,
  seats: [2, 3, 4],
  options: [{ name: "board", text: "", default: "bird", choices: { bird: "", lion: "" }, free: true }],
  matches: [{ form: "series", text: "", target: 2, lowest: 1, highest: 20 }],
  levels: { discoverer: "Découvreur", apprentice: "Apprenti", master: "Maître" },
} as unknown as GameIs;

beforeEach(() => {
  session.games = [qin];
  localStorage.clear();
});

describe("a wish", () => {
  it("sends of a clock only what its kind uses", () => {
    const wish = usualWish("qin");
    wish.clock = { kind: "days", seconds: 600, increment: 10, days: 3 };
    expect(wish.asked().clock).toEqual({ kind: "days", seconds: 0, increment: 0, days: 3 });
  });

  it("has one of me: who takes my place gives me theirs", () => {
    const wish = usualWish("qin");
    wish.put(1, "screen");
    wish.put(1, "me");
    expect(wish.taken.map((each) => each.kind)).toEqual(["screen", "me"]);
  });

  it("shows everybody in a colour of their own, as the server will give them", () => {
    const wish = usualWish("qin");
    wish.sit(3);
    wish.paint(0, 1);
    expect(wish.worn).toEqual([1, 0, 2]);
    wish.paint(2, 1);
    expect(wish.worn).toEqual([0, 2, 1]);
  });

  it("sends several boards in a series only", () => {
    const wish = usualWish("qin");
    wish.play("series");
    wish.addSet();
    wish.choose("board", "lion", 1);
    expect(wish.asked().options).toEqual([{ board: "bird" }, { board: "lion" }]);
    wish.play(null);
    expect(wish.asked().options).toEqual([{ board: "bird" }]);
    expect(wish.asked().target).toBeNull();
  });

  it("gives a colour to one place at a time", () => {
    const wish = usualWish("qin");
    wish.paint(0, 3);
    wish.paint(1, 3);
    expect(wish.taken.map((each) => each.colour ?? null)).toEqual([null, 3]);
  });

  it("is usually without hints when somebody comes from elsewhere, and with them otherwise", () => {
    const wish = usualWish("qin");
    expect(wish.asked().hints).toBe(false);
    wish.invite("computer");
    expect(wish.asked().hints).toBe(true);
    expect(wish.asked().seats[1]?.level).toBe("apprentice");
  });

  it("is remembered for each game", () => {
    const wish = usualWish("qin");
    wish.sit(3);
    wish.invite("computer");
    wish.choose("board", "lion");
    remember(wish);
    expect(recall("qin").asked()).toEqual(wish.asked());
  });

  it("is the usual one when what was remembered makes no sense", () => {
    localStorage.setItem(
      "yonto.new",
      JSON.stringify({ game: "qin", wishes: { qin: { count: 9, seats: "x", match: "no" } } }),
    );
    expect(recall("qin").asked()).toEqual(usualWish("qin").asked());
    localStorage.setItem("yonto.new", "{");
    expect(recall("qin").asked()).toEqual(usualWish("qin").asked());
  });
});
