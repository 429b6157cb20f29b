// The boards, costs and tiles that come with the games as the text of their files: what one's own begins as a copy of.
const files = import.meta.glob<string>("../../src/yonto/games/*/data/*.{txt,toml}", {
  query: "?raw",
  import: "default",
});

/** The text of a file of a game's data; nothing where there is none. */
export async function shippedText(game: string, file: string): Promise<string> {
  return (await files[`../../src/yonto/games/${game}/data/${file}`]?.()) ?? "";
}
