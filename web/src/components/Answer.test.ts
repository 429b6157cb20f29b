import { render, screen } from "@testing-library/svelte";
import { beforeAll, expect, test } from "vitest";
import { session } from "../session.svelte";
import type { TableModel } from "../table.svelte";
import { words } from "../words";
import fr from "../locale/fr.json";
import Answer from "./Answer.svelte";

beforeAll(() => {
  session.say = words("fr", fr);
});

const told = (more: Partial<TableModel>) =>
  ({ unread: null, whyNot: null, trial: null, hint: null, ...more }) as TableModel;

test("a hint is the move in words and why; odds and visits are folded away; no notation is seen", () => {
  const hint = {
    move: "col f G r",
    words: "colonne verte en f, payée de la réserve",
    reasons: ["+6 points", "prépare le toit en f"],
    details: ["62 % de la victoire en vue, examiné 812 fois : colonne verte en f, payée de la réserve."],
  };
  const { container } = render(Answer, { table: told({ hint }) });
  const card = screen.getByRole("status");
  expect(card.textContent).toContain("Le maître jouerait\u00a0: colonne verte en f, payée de la réserve");
  expect(card.textContent).toContain("+6 points, prépare le toit en f");
  expect(card.textContent).not.toContain("col f G r");
  const fold = container.querySelector("details")!;
  expect(fold.open).toBe(false);
  expect(fold.textContent).toContain("812");
});

test("a refusal says which move it refuses, and a trial is called by its move", () => {
  const whyNot = {
    text: "Non. (P6)",
    rule: "P6",
    move: "col f R r",
    unread: false,
    words: "colonne rouge en f",
  };
  const trial = { move: "end", words: "finir le tour", lines: ["Ada finit son tour."], view: null };
  render(Answer, { table: told({ whyNot, trial }) });
  expect(screen.getByRole("alert").textContent).toContain("colonne rouge en f");
  expect(screen.getByRole("group", { name: /finir le tour/ })).toBeTruthy();
});
