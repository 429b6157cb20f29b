// The garden as the board lays it out: sixteen cells in reading order, and how keys walk over them.

const SIDE = 4;

/** Where a key leads from a cell, by index; null when the key means nothing here. */
export function step(key: string, from: number): number | null {
  const [row, column] = [Math.floor(from / SIDE), from % SIDE];
  const last = SIDE - 1;
  switch (key) {
    case "ArrowLeft":
      return row * SIDE + Math.max(column - 1, 0);
    case "ArrowRight":
      return row * SIDE + Math.min(column + 1, last);
    case "ArrowUp":
      return Math.max(row - 1, 0) * SIDE + column;
    case "ArrowDown":
      return Math.min(row + 1, last) * SIDE + column;
    case "Home":
      return row * SIDE;
    case "End":
      return row * SIDE + last;
    default:
      return null;
  }
}

/** The next of these indices after `from`, going round; `from` when there is none. */
export function nextOf(indices: number[], from: number): number {
  return indices.find((index) => index > from) ?? indices[0] ?? from;
}
