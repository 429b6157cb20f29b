// Spans of time in words.
import type { Words } from "./words";

const UNITS = [
  { unit: "day", seconds: 86_400 },
  { unit: "hour", seconds: 3_600 },
  { unit: "minute", seconds: 60 },
] as const;

/** For how long: "3 hours"; empty while it is less than a minute. */
export function since(ms: number, say: Words, now = Date.now()): string {
  const gone = Math.max(0, now - ms) / 1000;
  const found = UNITS.find(({ seconds }) => gone >= seconds);
  if (!found) return "";
  const form = new Intl.NumberFormat(say.lang, { style: "unit", unit: found.unit, unitDisplay: "long" });
  return form.format(Math.floor(gone / found.seconds));
}

/** How long ago: "3 hours ago", "yesterday". */
export function ago(ms: number, say: Words, now = Date.now()): string {
  const gone = Math.max(0, now - ms) / 1000;
  const { unit, seconds } = UNITS.find((each) => gone >= each.seconds) ?? { unit: "second", seconds: 1 };
  const form = new Intl.RelativeTimeFormat(say.lang, { numeric: "auto" });
  return form.format(unit === "second" ? 0 : -Math.floor(gone / seconds), unit);
}
