// A whole study in a link: packed into the part of an address that no server ever sees.
import { LONGEST_STUDY } from "../protocol.gen";

/** The part behind the #, for a study looked at from a node. */
export async function packed(study: string, at: number): Promise<string> {
  return `at=${at}&z=${encode(await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(study)))}`;
}

/** The inverse; null for anything else. */
export async function unpacked(hash: string): Promise<{ study: string; at: number } | null> {
  const found = new URLSearchParams(hash);
  const data = found.get("z");
  if (!data) return null;
  try {
    const bytes = await through(new DecompressionStream("deflate-raw"), decode(data));
    return { study: new TextDecoder().decode(bytes), at: Number(found.get("at") ?? 0) || 0 };
  } catch {
    return null; // cut short on its way, most likely
  }
}

/** Whatever somebody pasted: the part behind the # of a link to a study, or nothing. */
export function hashOf(text: string): string {
  return /^\s*https?:\/\/\S+\/study\S*#(\S+)\s*$/.exec(text)?.[1] ?? "";
}

async function through(
  stream: CompressionStream | DecompressionStream,
  data: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([data]).stream().pipeThrough(stream).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > 2 * LONGEST_STUDY) throw new Error("too long"); // a bomb is not unpacked
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

function encode(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function decode(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (char) => char.charCodeAt(0));
}
