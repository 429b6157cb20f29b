// The games' pictures for the home page. Drawn once the page can be used: they are decoration.
import type { Component } from "svelte";

const found = import.meta.glob<Component<{ name: string }>>("../games/*/Card.svelte", {
  import: "default",
  eager: true,
});

export const cards = new Map(Object.entries(found).map(([path, card]) => [path.split("/")[2]!, card]));
