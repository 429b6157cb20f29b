// What a game adds to the form for a new table, found in its folder: `games/<game>/form.ts`. Most of a form comes from what
// the server says of the game; a game without this file has that alone.
export interface GameForm {
  custom?: string; // who begins by the booklet's custom: the sentences `new.first.<custom>` ask for it
  templates?: Record<string, Record<string, string>>; // by option: what a text of one's own may begin as a copy of, and its file
}

const forms = import.meta.glob<GameForm>("./*/form.ts", { import: "form", eager: true });

export function formOf(game: string): GameForm {
  return forms[`./${game}/form.ts`] ?? {};
}
