// How pieces come to lie: tokens drop, tiles settle, and the tile just taken glides from its cell to the pile.
import { cubicOut } from "svelte/easing";
import type { TransitionConfig } from "svelte/transition";
import { moves, settings } from "../../settings.svelte";

/** 0 when nothing may move; else as long as at usual speed, shorter when the table is shown faster. */
function lasting(ms: number): number {
  return moves() && settings.speed ? ms / Math.max(settings.speed, 1) : 0;
}

export function arrive(
  _: Element,
  { delay = 0, from = 1 }: { delay?: number; from?: number },
): TransitionConfig {
  const duration = lasting(260);
  return {
    delay: duration && delay,
    duration,
    easing: cubicOut,
    css: (t, u) => `transform: scale(${t + u * from}); opacity: ${t}`,
  };
}

const GLIDE = 520; // ms

/** Stays where it is until what covers it has arrived. */
export function linger(_: Element): TransitionConfig {
  return { duration: lasting(GLIDE) };
}

/** From the place of a cell to where the node lies. `turned`: on a board seen from the other side. */
export function glide(
  node: Element,
  { from, turned }: { from: DOMRect | undefined; turned: boolean },
): TransitionConfig {
  const to = node.getBoundingClientRect();
  const duration = from && to.width ? lasting(GLIDE) : 0;
  if (!from || !duration) return { duration: 0 };
  const way = turned ? -1 : 1;
  const x = way * (from.left + from.width / 2 - to.left - to.width / 2);
  const y = way * (from.top + from.height / 2 - to.top - to.height / 2);
  const size = from.width / to.width;
  return {
    duration,
    easing: cubicOut,
    css: (t, u) => `transform: translate(${u * x}px, ${u * y}px) scale(${t + u * size})`,
  };
}
