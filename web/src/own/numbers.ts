// My reviewed games in numbers: sums that a chart and its text twin share.
import type { OwnRound } from "../protocol.gen";

export interface Sum {
  games: number;
  luck: number; // own and the others', in points of a won game
  choices: number;
  turns: number;
  errors: number;
  cost: number; // of a turn, on the average
}

export function sum(rounds: OwnRound[]): Sum {
  const add = (of: (round: OwnRound) => number) => rounds.reduce((whole, round) => whole + of(round), 0);
  const turns = add((round) => round.summary.turns);
  const choices = add((round) => round.summary.choices);
  return {
    games: rounds.length,
    luck: add((round) => round.summary.luck + round.summary.others),
    choices,
    turns,
    errors: add((round) => round.summary.errors),
    cost: turns ? -choices / turns : 0,
  };
}

/** By game, the most played first. */
export function byGame(rounds: OwnRound[]): [string, OwnRound[]][] {
  const found = new Map<string, OwnRound[]>();
  for (const round of rounds) found.set(round.game, [...(found.get(round.game) ?? []), round]);
  return [...found].sort((a, b) => b[1].length - a[1].length);
}

/** What a turn cost on the average, by phase: beginning, middle, end. */
export function byPhase(rounds: OwnRound[]): { turns: number; cost: number }[] {
  const phases = rounds[0]?.phases.length ?? 0;
  return Array.from({ length: phases }, (_, i) => {
    const turns = rounds.reduce((whole, round) => whole + round.phases[i]!.turns, 0);
    const cost = rounds.reduce((whole, round) => whole + round.phases[i]!.cost, 0);
    return { turns, cost: turns ? cost / turns : 0 };
  });
}

export interface Habit {
  game: string;
  event: string;
  times: number;
  cost: number;
  exact: boolean; // of a solved game, where a turn changes the outcome and has no cost in points
  said: string; // what it is called
  table: string;
  round: number;
  turn: number;
}

/** What was missed, by game and event, the most frequent first. */
export function habits(rounds: OwnRound[], most: number): Habit[] {
  const found = new Map<string, Habit & { worst: number }>();
  for (const { game, table, round, exact, missed } of rounds)
    for (const { event, said, turn, cost } of missed) {
      const key = `${game}/${event}`;
      const known = found.get(key) ?? {
        ...{ game, event, times: 0, cost: 0, exact, said, table, round, turn, worst: -1 },
      };
      known.times += 1;
      known.cost += cost;
      if (cost > known.worst) Object.assign(known, { table, round, turn, worst: cost });
      found.set(key, known);
    }
  return [...found.values()].sort((a, b) => b.times - a.times || b.cost - a.cost).slice(0, most);
}

/** Luck and choices added up through time, the oldest first: points of a line in a box of this size, for each; and the
 *  height of zero. */
export function course(
  rounds: OwnRound[],
  width: number,
  height: number,
): { luck: string; choices: string; zero: number } {
  let [luck, choices] = [0, 0];
  const sums: [number, number][] = [[0, 0]];
  for (const round of rounds.toReversed()) {
    luck += round.summary.luck + round.summary.others;
    choices += round.summary.choices;
    sums.push([luck, choices]);
  }
  const all = sums.flat();
  const [low, high] = [Math.min(...all, -0.1), Math.max(...all, 0.1)];
  const x = (i: number) => ((i / Math.max(1, sums.length - 1)) * width).toFixed(1);
  const y = (value: number) => (((high - value) / (high - low)) * height).toFixed(1);
  const line = (which: 0 | 1) => sums.map((each, i) => `${x(i)},${y(each[which])}`).join(" ");
  return { luck: line(0), choices: line(1), zero: Number(y(0)) };
}

export interface Dear {
  table: string;
  round: number;
  turn: number;
  ended: number; // ms
  cost: number;
  fact: string; // of a solved game: what became of the position
}

/** The dearest turns of a game, the dearest first. */
export function dearest(rounds: OwnRound[], game: string, most: number): Dear[] {
  return rounds
    .filter((round) => round.game === game)
    .flatMap(({ table, round, ended, exact, dearest, missed }) =>
      dearest.map(({ turn, cost }) => {
        const fact = exact ? missed.find((each) => each.turn === turn)?.said : "";
        return { table, round, turn, ended, cost, fact: fact ?? "" };
      }),
    )
    .sort((a, b) => b.cost - a.cost)
    .slice(0, most);
}
