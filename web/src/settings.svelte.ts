// What this browser remembers of its user: language, looks, and comforts. Kept in local storage, nowhere else.
import type { Lang } from "./words";

export interface Settings {
  lang: Lang;
  theme: "system" | "light" | "dark";
  name: string;
  patterns: boolean; // shapes and hatching over every colour
  motion: "system" | "less"; // less: nothing moves
  sounds: boolean;
  confirm: "usual" | "always" | "never"; // usual: where a game shows consequences first
  speed: number; // how fast the others' moves are shown: 0.5, 1, 2; 0 at once
  turn: boolean; // on one screen: the board turns to the player to move
  plain: boolean; // every game on the plain board: a picture in characters and the moves in words
  textMode: boolean; // a list of the moves and a line to type one
  level: string; // of the computer played last
}

const KEY = "yonto.settings";

function usual(): Settings {
  return {
    lang: document.documentElement.lang === "en" ? "en" : "fr", // the server reads what the browser prefers
    theme: "system",
    name: "",
    patterns: false,
    motion: "system",
    sounds: true,
    confirm: "usual",
    speed: 1,
    turn: false,
    plain: false,
    textMode: false,
    level: "",
  };
}

function load(): Settings {
  const settings = usual();
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    if (kept && typeof kept === "object") {
      for (const [name, value] of Object.entries(kept)) {
        if (name in settings && typeof value === typeof settings[name as keyof Settings]) {
          Object.assign(settings, { [name]: value });
        }
      }
    }
  } catch {
    // A damaged or forbidden store is no reason not to play.
  }
  const query = new URLSearchParams(location.search);
  const asked = query.get("lang");
  if (asked === "fr" || asked === "en") settings.lang = asked;
  if (query.has("plain")) settings.plain = query.get("plain") === "1";
  if (settings.lang !== "fr" && settings.lang !== "en") settings.lang = "fr";
  return settings;
}

export const settings: Settings = $state(load());

export function keep(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Private windows may refuse; the settings then last as long as the page.
  }
}

/** Whether things may move. */
export function moves(): boolean {
  return settings.motion !== "less" && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Puts language, theme and patterns on the document, where the style sheets look for them. */
export function dress(): void {
  const root = document.documentElement;
  root.lang = settings.lang;
  root.dataset.theme = settings.theme;
  root.dataset.patterns = settings.patterns ? "on" : "off";
  root.dataset.motion = settings.motion;
}
