import { describe, expect, it } from "vitest";
import en from "./locale/en.json";
import fr from "./locale/fr.json";
import { clockWords, duration, termsSentence, type Agreed } from "./terms";
import type { ClockSettings, GameIs } from "./protocol.gen";
import { words, type Catalogue } from "./words";

const french = words("fr", fr as Catalogue);
const english = words("en", en as Catalogue);
const clock = (kind: ClockSettings["kind"], seconds = 0, increment = 0, days = 0) => ({
  kind,
  seconds,
  increment,
  days,
});

const qin = {
  game: "qin",
  name: "Qin",
  levels: { master: "Maître" },
  options: [
    {
      name: "board",
      text: "Le plateau",
      default: "bird",
      choices: { bird: "Oiseau", lion: "Lion" },
      free: true,
    },
  ],
  matches: [{ form: "series", text: "une série", target: 2, lowest: 1, highest: 20 }],
} as unknown as GameIs;

const agreed = (more: Partial<Agreed>): Agreed => ({
  seats: [
    { kind: "me", level: "" },
    { kind: "open", level: "" },
    { kind: "open", level: "" },
  ],
  options: [{ board: "lion" }],
  clock: clock("total", 900),
  undo: "free",
  hints: false,
  match: null,
  target: null,
  listed: false,
  watchers: true,
  ...more,
});

describe("the terms in one sentence", () => {
  it("says game, players, board, clock and takebacks", () => {
    expect(termsSentence(qin, agreed({}), french)).toBe(
      "Qin à trois, plateau Lion, 15 minutes chacun, reprise libre.",
    );
    expect(termsSentence(qin, agreed({}), english)).toBe(
      "Qin for three, the Lion board, 15 minutes each, free takebacks.",
    );
  });

  it("names the computers and every board of a series", () => {
    const seats: Agreed["seats"] = [
      { kind: "me", level: "" },
      { kind: "computer", level: "master" },
    ];
    const options = [{ board: "bird" }, { board: "....." }];
    const said = termsSentence(
      qin,
      agreed({ seats, options, match: "series", target: 4, hints: true }),
      french,
    );
    expect(said).toBe(
      "Qin à deux, avec un ordinateur (Maître), plateau Oiseau puis plateau maison, série de 4 parties, " +
        "15 minutes chacun, reprise libre, conseils permis.",
    );
  });

  it("tells when nobody may watch and when everybody is shown the table", () => {
    const said = termsSentence(qin, agreed({ watchers: false, listed: true }), french);
    expect(said).toContain("table montrée à tous, sans spectateurs.");
  });
});

describe("times in words", () => {
  it.each([
    [45, "45 secondes"],
    [60, "1 minute"],
    [90, "1 minute 30"],
    [900, "15 minutes"],
    [5400, "1 heure 30"],
    [7200, "2 heures"],
  ])("%i seconds are %s", (seconds, said) => expect(duration(seconds, french)).toBe(said));

  it.each([
    [clock("none"), "sans pendule"],
    [clock("move", 60), "1 minute par coup"],
    [clock("days", 0, 0, 1), "1 jour par coup"],
    [clock("total", 600, 10), "10 minutes chacun et 10 secondes de plus à chaque coup"],
  ])("a clock is said without seconds of its own making", (each, said) => {
    expect(clockWords(each, french)).toBe(said);
  });
});
