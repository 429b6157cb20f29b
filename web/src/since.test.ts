import { expect, it } from "vitest";
import { ago, since } from "./since";
import { words } from "./words";

const [say, dire] = [words("en", {}), words("fr", {})];
const NOW = 1_800_000_000_000;

it.each([
  [20, "", "now"],
  [61, "1 minute", "1 minute ago"],
  [2 * 3600 + 5, "2 hours", "2 hours ago"],
  [90_000, "1 day", "yesterday"],
])("%d seconds", (seconds, span, back) => {
  expect(since(NOW - seconds * 1000, say, NOW)).toBe(span);
  expect(ago(NOW - seconds * 1000, say, NOW)).toBe(back);
});

it("speaks French", () => {
  expect(since(NOW - 3 * 86_400_000, dire, NOW)).toBe("3\u00a0jours");
  expect(ago(NOW - 3 * 86_400_000, dire, NOW)).toMatch(/^il y a 3\sjours$/);
});
