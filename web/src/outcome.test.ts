import { describe, expect, it } from "vitest";
import en from "./locale/en.json";
import fr from "./locale/fr.json";
import { endSentence, roundSentence, sheetOf, type Ended } from "./outcome";
import type { Result, TableShown } from "./protocol.gen";
import { words } from "./words";

const say = words("en", en);
const dire = words("fr", fr);

function end(result: Partial<Result> | null, more: Partial<Ended> = {}): Ended {
  const whole = { how: "played", winners: [0], scores: [], rule: "", loser: null, ...result };
  return { game: "niya", players: ["Ada", "Bo"], you: [0], match: null, result: result && whole, ...more };
}

describe("the sentence of an end", () => {
  it("speaks to whoever won", () => {
    expect(endSentence(end({ rule: "N7" }), say)).toBe("You win! Four tokens in line.");
    expect(endSentence(end({ rule: "N7" }), dire)).toBe("Vous gagnez\u00a0! Quatre jetons en ligne.");
  });

  it("names the winner to everybody else, and around one screen", () => {
    for (const you of [[1], [], [0, 1]]) expect(endSentence(end({}, { you }), dire)).toBe("Ada gagne.");
  });

  it("tells the winner's points first, whoever sits where", () => {
    const lost = end({ winners: [1], scores: [84, 115] }, { game: "pagode" });
    expect(endSentence(lost, dire)).toBe("Bo gagne. Points\u00a0: 115\u00a0–\u2060\u00a084.");
  });

  it("tells the lowest sum first where it wins", () => {
    const series = end({ winners: [1], scores: [12, 9] }, { game: "qin", match: "series" });
    expect(endSentence(series, say)).toContain("9\u00a0–\u2060\u00a012; the lowest sum wins");
  });

  it.each([
    ["resign", [0], "You resigned: Bo wins."],
    ["resign", [1], "Ada resigns: you win!"],
    ["resign", [], "Ada resigns: Bo wins."],
    ["timeout", [0], "Your time is up: Bo wins."],
    ["timeout", [1], "Time is up for Ada: you win!"],
    ["timeout", [], "Time is up for Ada: Bo wins."],
  ])("tells who lost by %s to player %j", (how, you, told) => {
    expect(endSentence(end({ how, winners: [1], loser: 0 }, { you }), say)).toBe(told);
  });

  it("tells that a game called off is lost by nobody", () => {
    expect(endSentence(end({ how: "abort", winners: [] }), say)).toContain("nobody loses");
    expect(endSentence(end(null), say)).toContain("nobody loses");
  });

  it("takes a win of all for a draw, and a shared one for a shared one", () => {
    expect(endSentence(end({ winners: [0, 1] }), say)).toContain("draw");
    const three = { players: ["Ada", "Bo", "Cy"] };
    expect(endSentence(end({ winners: [0, 2] }, three), say)).toBe("You share the win with Cy.");
    expect(endSentence(end({ winners: [1, 2] }, three), say)).toBe("Bo and Cy share the win.");
  });

  it("tells a round of a match with its number", () => {
    const round = {
      first: 0,
      seating: [0, 1],
      scores: [0, 9],
      notes: [0, 9],
      winners: [1],
      rule: "N8",
    };
    expect(roundSentence(round, 2, end({}), say)).toBe("Bo wins round 2. A square of four tokens.");
    expect(roundSentence({ ...round, winners: [0, 1], rule: "" }, 3, end({}), dire)).toBe(
      "La manche 3 est nulle.",
    );
  });
});

describe("the score sheet of a round", () => {
  const table = (more: object) =>
    ({
      game: "niya",
      you: [0],
      match: null,
      result: null,
      players: [
        { name: "Ada", seat: 1 },
        { name: "Bo", seat: 0 },
      ],
      ...more,
    }) as unknown as TableShown;

  it("knows the winners by seat, and what the board does not tell", () => {
    const result = { how: "resign", winners: [1], scores: [], rule: "", loser: 0 };
    expect(sheetOf(table({ result }), 1, say)).toEqual({
      match: null,
      winners: [0],
      ended: "You resigned: Bo wins.",
    });
  });

  it("knows the winners of any round of a match by the seats of that round", () => {
    const rounds = [{ winners: [0], seating: [0, 1] }];
    const result = { how: "timeout", winners: [1], scores: [], rule: "", loser: 0 };
    const match = table({ result, match: { form: "rounds", rounds } });
    expect(sheetOf(match, 1, say)).toEqual({ match: "rounds", winners: [0] });
    expect(sheetOf(match, 2, say).ended).toBe("Your time is up: Bo wins.");
  });

  it("is told nothing before the end", () => {
    expect(sheetOf(table({}), 1, say)).toEqual({ match: null });
  });
});
