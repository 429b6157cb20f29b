// A boardgame.io server for the comparison in bench/load.py: sixteen cells, two players take one in turn.
const { Server, FlatFile } = require("boardgame.io/server");
const { INVALID_MOVE } = require("boardgame.io/core");

const game = {
  name: "cells",
  setup: () => ({ cells: Array(16).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { take: ({ G, playerID }, cell) => { if (G.cells[cell] !== null) return INVALID_MOVE; G.cells[cell] = playerID; } },
  endIf: ({ G }) => (G.cells.every((c) => c !== null) ? { draw: true } : undefined),
};
// Kept nowhere, in a folder, or in a database given as JSON (npm install bgio-postgres).
const [port, kept] = process.argv.slice(2);
const database = (where) => new (require("bgio-postgres").PostgresStore)({ ...JSON.parse(where), logging: false });
const db = kept?.startsWith("{") ? database(kept) : kept ? new FlatFile({ dir: kept }) : undefined;
Server({ games: [game], origins: ["http://127.0.0.1"], ...(db ? { db } : {}) }).run({ port: Number(port), callback: () => console.log("ready") });
