import { expect, test } from "vitest";
import { position, REAL, REAL_MOVES } from "./fixtures";
import { sheet } from "./sheet";

test("a view written short is what the server sends", () => {
  for (const [name, real] of Object.entries(REAL)) {
    const { view, legal } = position(name);
    expect(view).toEqual(real.view);
    expect(legal).toEqual(real.legal);
  }
  expect(position("abilities").legal).toEqual(REAL_MOVES);
});

test("the sheet finds every point of a finished game in its towers", () => {
  for (const name of ["over", "over_quick"]) {
    const { view } = position(name);
    const built = sheet(view).reduce((sum, row) => sum + row.total, 0);
    expect(built).toBe(view.players.reduce((sum, player) => sum + player.points, 0));
  }
});
