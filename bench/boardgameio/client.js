// The other end: N tables, each on a socket of its own, plays as fast as it is answered; prints one line of JSON.
const { io } = require("socket.io-client");
const [url, tables, seconds] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];
const times = [];
let running = false, played = 0, moves = 0, games = 0, bytes = 0;

function table(number) {
  const socket = io(url + "/cells", { transports: ["websocket"] });
  let match = 0, id, turn = 0, sent = 0;
  const next = () => { id = `t${number}-${match++}-${process.pid}`; turn = 0; socket.emit("sync", id, "0", undefined, 2); };
  const play = (stateID, current) => {
    sent = performance.now();
    const action = { type: "MAKE_MOVE", payload: { type: "take", args: [turn++], playerID: current } };
    socket.emit("update", action, stateID, id, current);
  };
  socket.on("connect", () => {
    socket.io.engine.on("packet", ({ data }) => { if (running && data) bytes += data.length; });
    next();
  });
  socket.on("sync", (matchID, info) => { if (matchID === id) play(info.state._stateID, info.state.ctx.currentPlayer); });
  const told = (state) => {
    played += 1;
    if (running) { moves += 1; times.push(performance.now() - sent); }
    if (state.ctx.gameover) { games += running; next(); } else play(state._stateID, state.ctx.currentPlayer);
  };
  socket.on("update", (matchID, state) => { if (matchID === id) told(state); });
}
for (let i = 0; i < tables; i++) table(i);
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
