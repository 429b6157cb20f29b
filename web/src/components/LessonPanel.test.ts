import { render, screen } from "@testing-library/svelte";
import { expect, test } from "vitest";
import { lesson } from "../games/qin/lesson";
import qin from "../games/qin/locale/en.json";
import type { Lesson } from "../games/game";
import { begun } from "../lessons";
import en from "../locale/en.json";
import type { TableModel } from "../table.svelte";
import { words } from "../words";
import LessonPanel from "./LessonPanel.svelte";

const VILLAGE = lesson.steps.findIndex((step) => step.text === "lesson.village");

/** The table with a village of ours after so many actions, and whose move it is. */
function table(actions: number, mover: number | null, status = "playing"): TableModel {
  const view = { over: status === "over", villages: [{ owner: 0 }], provinces: [] };
  const shown = { game: "qin", status, actions, to_move: mover, you: [0], view };
  return { shown, latest: shown, legal: [], seat: 0 } as unknown as TableModel;
}

function learner(at: number, since: number) {
  const from = { ...begun("t"), at, far: at, since };
  const common = {
    lesson: lesson as Lesson<unknown>,
    words: words("en", en, qin),
    from,
    keep: () => {},
    again: () => {},
  };
  return { from: (shown: TableModel) => ({ ...common, table: shown }) };
}

const step = () => screen.getByText(/^Step \d+ of/).textContent;

test("a step that the other's move fulfils stays to be read; our own move leaves it behind", async () => {
  const { from } = learner(VILLAGE, 10);
  const { rerender } = render(LessonPanel, from(table(10, 1)));
  const before = step();
  await rerender(from(table(12, 0)));
  expect(step()).toBe(before);
  expect(screen.getByText(new RegExp(en["learn.fulfilled"]))).toBeTruthy();
  await rerender(from(table(13, 1)));
  expect(step()).not.toBe(before);
});

test("a lesson that ends with its game does not say that the game goes on", () => {
  const { from } = learner(lesson.steps.length, 10);
  const { container, unmount } = render(LessonPanel, from(table(40, null, "over")));
  expect(container.textContent).toContain(en["learn.done_over"]);
  expect(container.textContent).not.toContain(en["learn.done_more"]);
  unmount();
  expect(render(LessonPanel, from(table(40, 0))).container.textContent).toContain(en["learn.done_more"]);
});
