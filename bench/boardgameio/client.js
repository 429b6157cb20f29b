// The other end: N tables, each on a socket of its own or on one for each player, plays as fast as it is answered;
// prints one line of JSON.
const { io } = require("socket.io-client");
const [url, tables, seconds, sockets] = [process.argv[2], ...process.argv.slice(3).map(Number)];
const times = [];
let running = false, played = 0, moves = 0, games = 0, bytes = 0;

function connect(table, player) {
  const socket = io(url + "/cells", { transports: ["websocket"] });
  const plays = (state) => sockets === 1 || state.ctx.currentPlayer === player;
  const play = (state) => {
    table.sent = performance.now();
    const action = { type: "MAKE_MOVE", payload: { type: "take", args: [table.turn++], playerID: state.ctx.currentPlayer } };
    socket.emit("update", action, state._stateID, table.id, state.ctx.currentPlayer);
  };
  socket.on("connect", () => {
    socket.io.engine.on("packet", ({ data }) => { if (running && data) bytes += data.length; });
    table.open += 1;
    if (table.open === sockets) lay(table);
  });
  socket.on("sync", (matchID, info) => {
    if (matchID !== table.id) return;
    table.here += 1;
    if (table.here < sockets) sync(table, 1);
    if (plays(info.state)) table.begin = () => play(info.state);
  });
  socket.on("matchData", (matchID, people) => {
    if (matchID !== table.id || people.filter((one) => one.isConnected).length < sockets) return;
    table.begin?.();
    table.begin = null;
  });
  socket.on("update", (matchID, state) => {
    if (matchID !== table.id) return;
    if (state.ctx.gameover) return player === "0" && next(table);
    if (!plays(state)) return;
    count(table);
    play(state);
  });
  return socket;
}
// The first who comes lays the match, the second comes when it lies there, and nobody moves before both are known to hear of
// moves: their server tells a match before it adds whoever asked to those who hear of it, and keeping files takes time.
function lay(table) {
  Object.assign(table, { id: name(table), turn: 0, here: 0, begin: null });
  sync(table, 0);
}
function sync(table, player) { table.sockets[player].emit("sync", table.id, String(player), undefined, 2); }
function count(table) {
  played += 1;
  if (running) { moves += 1; times.push(performance.now() - table.sent); }
}
function next(table) {
  count(table);
  games += running;
  lay(table);
}
const name = (table) => `t${table.number}-${table.match++}-${process.pid}`;
for (let number = 0; number < tables; number++) {
  const table = { number, match: 0, sent: 0, open: 0 };
  table.sockets = Array.from({ length: sockets }, (_, player) => connect(table, String(player)));
}
// It is measured warm: after 3 s and 5,000 moves, so that its code is compiled also where the machine is busy.
function begin() {
  if (played < 5000 && performance.now() < 60000) return setTimeout(begin, 100);
  running = true;
  console.log("started");
  setTimeout(() => {
    times.sort((a, b) => a - b);
    const at = (p) => times[Math.floor((times.length - 1) * p)];
    console.log(JSON.stringify({ moves, games, bytes, p50: at(0.5), p99: at(0.99) }));
    process.exit(0);
  }, seconds * 1000);
}
setTimeout(begin, 3000);
