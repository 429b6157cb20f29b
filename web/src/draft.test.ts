import { beforeEach, describe, expect, it } from "vitest";
import { session } from "./session.svelte";
import { recall, remember, usualDraft } from "./draft.svelte";
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

describe("a draft", () => {
  it("sends of a clock only what its kind uses", () => {
    const draft = usualDraft("qin");
    draft.clock = { kind: "days", seconds: 600, increment: 10, days: 3 };
    expect(draft.asked().clock).toEqual({ kind: "days", seconds: 0, increment: 0, days: 3 });
  });

  it("has one of me: who takes my place gives me theirs", () => {
    const draft = usualDraft("qin");
    draft.put(1, "screen");
    draft.put(1, "me");
    expect(draft.taken.map((each) => each.kind)).toEqual(["screen", "me"]);
  });

  it("shows everybody in a colour of their own, as the server will give them", () => {
    const draft = usualDraft("qin");
    draft.sit(3);
    draft.paint(0, 1);
    expect(draft.worn).toEqual([1, 0, 2]);
    draft.paint(2, 1);
    expect(draft.worn).toEqual([0, 2, 1]);
  });

  it("sends several boards in a series only", () => {
    const draft = usualDraft("qin");
    draft.play("series");
    draft.addSet();
    draft.choose("board", "lion", 1);
    expect(draft.asked().options).toEqual([{ board: "bird" }, { board: "lion" }]);
    draft.play(null);
    expect(draft.asked().options).toEqual([{ board: "bird" }]);
    expect(draft.asked().target).toBeNull();
  });

  it("gives a colour to one place at a time", () => {
    const draft = usualDraft("qin");
    draft.paint(0, 3);
    draft.paint(1, 3);
    expect(draft.taken.map((each) => each.colour ?? null)).toEqual([null, 3]);
  });

  it("is usually without hints when somebody comes from elsewhere, and with them otherwise", () => {
    const draft = usualDraft("qin");
    expect(draft.asked().hints).toBe(false);
    draft.invite("computer");
    expect(draft.asked().hints).toBe(true);
    expect(draft.asked().seats[1]?.level).toBe("apprentice");
  });

  it("is remembered for each game", () => {
    const draft = usualDraft("qin");
    draft.sit(3);
    draft.invite("computer");
    draft.choose("board", "lion");
    remember(draft);
    expect(recall("qin").asked()).toEqual(draft.asked());
  });

  it("is the usual one when what was remembered makes no sense", () => {
    localStorage.setItem(
      "yonto.new",
      JSON.stringify({ game: "qin", wishes: { qin: { count: 9, seats: "x", match: "no" } } }),
    );
    expect(recall("qin").asked()).toEqual(usualDraft("qin").asked());
    localStorage.setItem("yonto.new", "{");
    expect(recall("qin").asked()).toEqual(usualDraft("qin").asked());
  });
});
