import { expect, it } from "vitest";
import { placeOf, pointAt } from "./point";

const TEXT = "yonto: 1\ngame: chess\nseat1: \u{1F6D6} Ada\n";

it.each([
  [2, 7, "chess"],
  [1, 1, "yonto: 1"],
  [3, 10, "Ada"], // a house is one character
  [2, 99, ""],
])("finds line %d, column %d", (line, column, found) => {
  expect(TEXT.slice(...placeOf(TEXT, line, column)!)).toBe(found);
});

it("knows no line that there is not", () => {
  expect(placeOf(TEXT, 9, 1)).toBeNull();
});

it("marks the place in the field that has the focus then", () => {
  const field = document.createElement("textarea");
  document.body.append(field);
  field.value = TEXT;
  pointAt(field, 2, 7);
  expect(document.activeElement).toBe(field);
  expect(field.value.slice(field.selectionStart, field.selectionEnd)).toBe("chess");
});
