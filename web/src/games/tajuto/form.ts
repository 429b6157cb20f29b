// Tajuto in the form for a new table. T3: the oldest begins.
import type { GameForm } from "../forms";

export const form: GameForm = {
  custom: "oldest",
  templates: { costs: { standard: "costs.toml" } },
};
