// The terms of a table in words: «Qin à trois, plateau Lion, 15 minutes chacun, reprise libre.»
import type { ClockSettings, CreateTable, GameIs, SeatSettings } from "./protocol.gen";
import type { Words } from "./words";

export type Agreed = Pick<
  CreateTable,
  "options" | "clock" | "undo" | "match" | "target" | "listed" | "watchers"
> & {
  seats: Pick<SeatSettings, "kind" | "level">[];
  hints: boolean | null;
};

const MINUTE = 60;
const HOUR = 3600;

/** «15 minutes», «1 heure 30», «1 minute 30», «45 secondes». */
export function duration(seconds: number, say: Words): string {
  const [unit, size, part] =
    seconds >= HOUR
      ? (["hours", HOUR, MINUTE] as const)
      : seconds >= MINUTE
        ? (["minutes", MINUTE, 1] as const)
        : (["seconds", 1, 1] as const);
  const whole = Math.floor(seconds / size);
  const rest = Math.floor((seconds - whole * size) / part);
  const said = say(`new.time.${unit}`, { n: whole });
  return rest ? say("new.time.and", { whole: said, rest: String(rest).padStart(2, "0") }) : said;
}

export function clockWords(clock: ClockSettings, say: Words): string {
  const time = duration(clock.seconds, say);
  switch (clock.kind) {
    case "none":
      return say("new.terms.clock.none");
    case "days":
      return say("new.terms.clock.days", { n: clock.days });
    case "move":
      return say("new.terms.clock.move", { time });
    case "total":
      return clock.increment
        ? say("new.terms.clock.added", { time, more: duration(clock.increment, say) })
        : say("new.terms.clock.total", { time });
  }
}

export function matchWords(game: GameIs, form: string | null, target: number | null, say: Words): string {
  if (!form) return say("new.terms.match.none");
  const found = game.matches.find((each) => each.form === form);
  const key = `new.terms.match.${form}`;
  return say.has(key) ? say(key, { n: target ?? found?.target ?? 1 }) : (found?.text ?? form);
}

/** What an option's value means, in few words; nothing where it is only the usual. */
export function optionWords(game: GameIs, name: string, value: string, say: Words): string {
  const option = game.options.find((each) => each.name === name);
  const own = option && !(value in option.choices);
  const key = `new.terms.${game.game}.${name}.${own ? "own" : value}`;
  if (say.has(key)) return say(key);
  if (!option || value === option.default) return "";
  return say("new.terms.option", { option: option.text, value: option.choices[value] ?? value });
}

/** All options of all rounds: of one that changes from round to round every value, in turn. */
export function optionsWords(game: GameIs, sets: Record<string, string>[], say: Words): string[] {
  return game.options.map(({ name, default: usual }) => {
    const values = sets.map((set) => set[name] ?? usual);
    if (new Set(values).size < 2) return optionWords(game, name, values[0] ?? usual, say);
    return values
      .map(
        (value) =>
          optionWords(game, name, value, say) ||
          (game.options.find((o) => o.name === name)?.choices[value] ?? value),
      )
      .reduce((before, next) => say("new.terms.then", { before, next }));
  });
}

function companyWords(game: GameIs, seats: Agreed["seats"], say: Words): string {
  const computers = seats
    .filter((each) => each.kind === "computer")
    .map((each) => game.levels[each.level] ?? each.level);
  const alone = seats.every((each) => each.kind !== "open");
  const screen = alone && seats.some((each) => each.kind === "screen") ? say("new.terms.screen") : "";
  const against = computers.length
    ? say("new.terms.computers", { n: computers.length, levels: computers })
    : "";
  return [screen, against].filter(Boolean).join(", ");
}

/** The terms in one sentence that is always true. */
export function termsSentence(game: GameIs, agreed: Agreed, say: Words): string {
  const parts = [
    say("new.terms.game", { game: game.name, count: say(`new.terms.count.${agreed.seats.length}`) }),
    companyWords(game, agreed.seats, say),
    ...optionsWords(game, agreed.options, say),
    agreed.match ? matchWords(game, agreed.match, agreed.target, say) : "",
    clockWords(agreed.clock, say),
    say(`new.terms.undo.${agreed.undo}`),
    agreed.hints ? say("new.terms.hints") : "",
    agreed.listed ? say("new.terms.listed") : "",
    agreed.watchers ? "" : say("new.terms.unwatched"),
  ];
  return `${parts.filter(Boolean).join(", ")}.`;
}
