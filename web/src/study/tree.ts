// A study's tree as it is shown and walked: turns in lines, variations below what they replace. Nothing of the rules: whose
// an action was and what it is called comes from the server.
import type { NodeShown } from "../protocol.gen";

/** An action with the draws that follow it: what one step leads over. */
export interface Item {
  ids: number[]; // of its nodes; the last is where it leads to
  said: string[];
}

/** What a seat did in one go (null: chance, before anybody moved), in one line. */
export interface Row {
  depth: number; // in how many variations it stands
  begins: boolean; // it is the first of its variation
  who: number | null;
  items: Item[];
}

/** The children of every node, the main one first; 0 is the beginning. */
export function children(nodes: NodeShown[]): number[][] {
  const found: number[][] = Array.from({ length: nodes.length + 1 }, () => []);
  nodes.forEach((node, i) => found[node.parent]!.push(i + 1));
  return found;
}

const at = (nodes: NodeShown[], id: number): NodeShown | undefined => nodes[id - 1];

export function rows(nodes: NodeShown[]): Row[] {
  const kids = children(nodes);
  const found: Row[] = [];
  function walk(first: number, depth: number, begins: boolean): void {
    let row: Row | null = null;
    for (let id: number | undefined = first; id; id = kids[id]![0]) {
      const node: NodeShown = at(nodes, id)!;
      const others = kids[node.parent]!.slice(1);
      if (!row || (node.who !== null && node.who !== row.who)) {
        row = { depth, begins: begins && id === first, who: node.who, items: [] };
        found.push(row);
      }
      const item = row.items.at(-1);
      // A draw belongs to what it follows, unless something else might be played or drawn there.
      if (node.who === null && item && others.length === 0) {
        item.ids.push(id);
        item.said.push(node.said);
      } else row.items.push({ ids: [id], said: [node.said] });
      if (others.length && kids[node.parent]![0] === id) {
        for (const other of others) walk(other, depth + 1, true);
        row = null;
      }
    }
  }
  const first = kids[0]![0];
  if (first) walk(first, 0, false);
  return found;
}

/** The way from the beginning to a node, without the beginning. */
export function path(nodes: NodeShown[], id: number): number[] {
  const found: number[] = [];
  for (let node = id; node > 0; node = at(nodes, node)!.parent) found.unshift(node);
  return found;
}

/** One step on: over the draws that follow, as far as there is no choice between them. */
export function onward(nodes: NodeShown[], id: number): number {
  const kids = children(nodes);
  let next = kids[id]?.[0];
  if (!next) return id;
  while (kids[next]!.length === 1 && at(nodes, kids[next]![0]!)!.who === null) next = kids[next]![0]!;
  return next;
}

/** One step back: before the last action of a player, and the draws after it. */
export function backward(nodes: NodeShown[], id: number): number {
  let node = id;
  while (node > 0 && at(nodes, node)!.who === null) node = at(nodes, node)!.parent;
  if (node === 0) return 0; // the set-up is taken back whole
  return at(nodes, node)!.parent;
}

/** The end of the line that a node goes on with. */
export function last(nodes: NodeShown[], id: number): number {
  const kids = children(nodes);
  let node = id;
  while (kids[node]?.[0]) node = kids[node]![0]!;
  return node;
}

/** Another way to go on from where the way to this node last parted: the next variation, or the one before. */
export function sideways(nodes: NodeShown[], id: number, by: 1 | -1): number {
  const kids = children(nodes);
  for (const node of path(nodes, id).reverse()) {
    const ways = kids[at(nodes, node)!.parent]!;
    if (ways.length > 1) return ways[(ways.indexOf(node) + by + ways.length) % ways.length]!;
  }
  return id;
}

/** Whether a node stands in a variation. */
export function varied(nodes: NodeShown[], id: number): boolean {
  const kids = children(nodes);
  return path(nodes, id).some((node) => kids[at(nodes, node)!.parent]![0] !== node);
}
