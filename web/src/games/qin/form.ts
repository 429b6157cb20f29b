// Qin in the form for a new table. Q4: the youngest begins.
import type { GameForm } from "../forms";

export const form: GameForm = {
  custom: "youngest",
  templates: { board: { bird: "bird.txt", lion: "lion.txt" } },
};
