import { describe, expect, it } from "vitest";
import {
  bands,
  counted,
  course,
  dearTurns,
  decided,
  inOneLine,
  percent,
  plain,
  points,
  turnAt,
} from "./chances";
import type { ReviewShown, TurnShown } from "../protocol.gen";

const turn = (number: number, seat: number | null, chances: number[]): TurnShown => ({
  number,
  seat,
  at: 0,
  until: 1,
  chances,
  error: 0,
  said: [],
  choices: [],
  draws: [],
});

const review = {
  start: [0.5, 0.5],
  turns: [turn(0, null, [0.6, 0.4]), turn(1, 0, [0.7, 0.3]), turn(2, 1, [1, 0])],
} as unknown as ReviewShown;

describe("numbers of a review", () => {
  it("have a sign, and none where they are nothing", () => {
    expect(points(0.125, "fr")).toBe("+12,5");
    expect(points(-0.03, "en")).toBe("−3.0");
    expect(points(-0.0001, "en")).toBe("0.0");
    expect(percent(-1e-17, "en")).toBe("0%");
  });

  it("have none where they are a cost", () => {
    expect(plain(-0.065, "fr")).toBe("6,5");
    expect(plain(0.065, "en")).toBe("6.5");
  });

  it("begin no line with a semicolon", () => {
    expect(inOneLine(["chercher la taille 4", "finir le tour."], "fr")).toBe(
      "chercher la taille 4\u00a0; finir le tour",
    );
    expect(inOneLine(["draw", "end"], "en")).toBe("draw; end");
  });

  it("do not count the set-up as a turn", () => {
    expect(counted(review).length).toBe(2);
    expect(turnAt(review, 0)?.seat).toBe(null);
    expect(turnAt(review, 2)?.seat).toBe(1);
    expect(course(review)).toEqual([
      [0.6, 0.4],
      [0.7, 0.3],
      [1, 0],
    ]);
  });

  it("tell from where on the winner was nearly sure, and how many turns were dear", () => {
    const swinging = {
      result: [0, 1],
      start: [0.1, 0.9],
      turns: [
        { ...turn(1, 0, [0.7, 0.3]), error: 0.02 },
        { ...turn(2, 1, [0.1, 0.9]), error: 0 },
        { ...turn(3, 0, [0.2, 0.8]), error: 0.1 },
        turn(4, 1, [0, 1]),
      ],
    } as unknown as ReviewShown;
    expect(decided(swinging)).toEqual({ seat: 1, turn: 2 });
    expect(decided({ ...swinging, exact: true })).toEqual({ seat: 1, turn: 4 });
    expect(decided({ ...swinging, turns: swinging.turns.slice(1) })).toEqual({ seat: 1, turn: 0 });
    expect(decided({ ...swinging, result: [0.5, 0.5] })).toBe(null);
    expect(dearTurns(swinging, 0)).toBe(1);
  });

  it("fill the whole chart, seat upon seat", () => {
    expect(
      bands(
        [
          [0.6, 0.4],
          [1, 0],
        ],
        100,
        50,
      ),
    ).toEqual(["M0.0 0.0L100.0 0.0L100.0 50.0L0.0 30.0Z", "M0.0 30.0L100.0 50.0L100.0 50.0L0.0 50.0Z"]);
  });
});
