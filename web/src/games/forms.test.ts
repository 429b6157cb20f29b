import { expect, test } from "vitest";
import { words } from "../words";
import en from "../locale/en.json";
import { formOf } from "./forms";

const files = import.meta.glob("../../../src/yonto/games/*/data/*.{txt,toml}");

test("a game's form is found in its folder; a game without one has the usual form", () => {
  expect(formOf("qin").custom).toBe("youngest");
  expect(formOf("niya")).toEqual({});
  expect(formOf("tictactoe")).toEqual({});
});

test.each(["qin", "pagode", "tajuto"])("%s: what its form names is there", (game) => {
  const { custom, templates = {} } = formOf(game);
  const say = words("en", en);
  for (const key of [`new.first.${custom}`, `new.first.${custom}.who`]) expect(say.has(key), key).toBe(true);
  for (const [name, file] of Object.values(templates).flatMap(Object.entries)) {
    expect(say.has(`own.copy.${game}.${name}`), name).toBe(true);
    expect(files, file).toHaveProperty([`../../../src/yonto/games/${game}/data/${file}`]);
  }
});
