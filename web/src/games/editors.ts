// Editors by clicks for a game's own data: `games/<game>/<Option>Editor.svelte`. Where there is none, its text is written.
import type { Component } from "svelte";
import type { Words } from "../words";

export interface EditorProps {
  text: string;
  words: Words;
  bad: { line: number; column: number } | null; // where the server found a fault
  change: (text: string) => void;
}
export interface Editor {
  default: Component<EditorProps>;
}

const editors = import.meta.glob<Editor>("./*/*Editor.svelte");

export async function editorOf(game: string, option: string): Promise<Editor | null> {
  const name = option[0]!.toUpperCase() + option.slice(1);
  return (await editors[`./${game}/${name}Editor.svelte`]?.()) ?? null;
}
