// Pagode in the form for a new table. P3: whoever ate with chopsticks last begins.
import type { GameForm } from "../forms";

export const form: GameForm = {
  custom: "chopsticks",
  templates: { tiles: { standard: "tiles.toml" } },
};
