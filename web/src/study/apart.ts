// What tells turns apart that have much in common.

export interface Apart {
  common: string[]; // what all of them do
  own: string[][]; // what each does besides
}

/** What several turns have in common and what each has of its own, things that are done twice counted twice. Where
 *  nothing is left of one of them, each is told whole. */
export function apart(turns: readonly (readonly string[])[]): Apart {
  const whole = { common: [], own: turns.map((each) => [...each]) };
  if (turns.length < 2) return whole;
  const common: string[] = [];
  for (const each of turns[0]!)
    if (turns.every((turn) => times(turn, each) > times(common, each))) common.push(each);
  const own = turns.map((turn) => without(turn, common));
  return own.some((rest) => !rest.length) ? whole : { common, own };
}

function times(list: readonly string[], wanted: string): number {
  return list.filter((each) => each === wanted).length;
}

/** What is left when each of some things was taken away once. */
export function without(list: readonly string[], some: readonly string[]): string[] {
  const left = [...some];
  return list.filter((each) => {
    const at = left.indexOf(each);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
