import { describe, expect, it } from "vitest";
import { painted, rowsOf, sized } from "./ground";

describe("painting a board", () => {
  it("makes one village of two cells side by side, and parts them again", () => {
    let rows = painted(rowsOf(".../...".replace("/", "\n")), 0, 0, "village");
    rows = painted(rows, 0, 1, "village");
    expect(rows).toEqual(["aa.", "..."]);
    rows = painted(rows, 0, 2, "village");
    expect(rows).toEqual(["aab", "..."]);
    expect(painted(rows, 0, 1, "village")[0]).toMatch(/^a[^ab]b$/);
  });

  it("reads the one-line form and fills short rows with steppe", () => {
    expect(rowsOf("R.~/..")).toEqual(["R.~", "..."]);
  });

  it("grows with steppe and shrinks at the far sides", () => {
    expect(sized(["R~"], 3, 2)).toEqual(["R~.", "..."]);
    expect(sized(["R~.", "..."], 1, 1)).toEqual(["R"]);
  });
});
