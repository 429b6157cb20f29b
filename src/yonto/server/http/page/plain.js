// The plain page: it knows no rules. What can be clicked is what the server lists; what is shown is what it sends.
const $ = (id) => document.getElementById(id);
const asked = new URLSearchParams(location.search).get("lang");
const lang = asked === "fr" || asked === "en" ? asked : document.documentElement.lang;
const tableId = location.pathname.startsWith("/t/") ? location.pathname.slice(3) : null;
const name = { get: () => localStorage.getItem("name") || "", set: (v) => localStorage.setItem("name", v) };
let words = {}, games = [], table = null, socket = null, waiting = 500, log = [], pending = null;

const w = (key, params = {}) => (words[key] ?? key).replace(/\{(\w+)\}/g, (_, p) => params[p] ?? "");
const item = (tag, text, props = {}) => Object.assign(document.createElement(tag), { textContent: text, ...props });
const say = (text) => { $("answer").textContent = text || ""; };

async function api(method, path, body) {
  const response = await fetch(path + (path.includes("?") ? "&" : "?") + "lang=" + lang, {
    method, headers: body ? { "content-type": "application/json" } : {}, body: body && JSON.stringify(body),
  });
  const data = await response.json();
  if (!response.ok) throw new Error(data.text);
  return data;
}

// The front

async function front() {
  $("front").hidden = false;
  games = await api("GET", "/api/games");
  const form = $("make");
  form.game.replaceChildren(...games.map((g) => new Option(g.name, g.game)));
  form.game.onchange = chosen;
  form.name.value = name.get();
  chosen();
  form.onsubmit = (event) => { event.preventDefault(); make(form).catch((e) => { $("line").textContent = e.message; }); };
  $("join").onsubmit = async (event) => {
    event.preventDefault();
    try { go((await api("GET", "/api/codes/" + encodeURIComponent($("join").code.value.trim()))).table); }
    catch (e) { $("line").textContent = e.message; }
  };
  const mine = await api("GET", "/api/me/tables");
  $("mine").replaceChildren(...mine.map((t) => {
    const li = document.createElement("li");
    const title = games.find((g) => g.game === t.game)?.name ?? t.game;
    li.append(item("a", `${title} · ${t.players.map((p) => p || w("page.free")).join(" – ")} · ${t.status}`, { href: link(t.table) }));
    return li;
  }));
}

const link = (id) => `/t/${id}?lang=${lang}`;
const go = (id) => { location.href = link(id); };

function chosen() {
  const form = $("make"), game = games.find((g) => g.game === form.game.value);
  $("tagline").textContent = game.awake ? game.tagline : w("page.waking", { game: game.name });
  form.querySelector("button").disabled = !game.awake;
  if (!game.awake) { setTimeout(async () => { games = await api("GET", "/api/games"); chosen(); }, 1000); return; }
  form.seats.replaceChildren(...game.seats.map((n) => new Option(n, n)));
  form.level.replaceChildren(...Object.entries(game.levels).map(([level, text]) => new Option(text, level, false, level === "player")));
  $("options").replaceChildren(...game.options.map((o) => {
    const label = item("label", o.text + " "), select = document.createElement("select");
    select.name = "option:" + o.name;
    select.append(...Object.entries(o.choices).map(([value, text]) => new Option(text, value, false, value === o.default)));
    label.append(select);
    return label;
  }));
}

async function make(form) {
  name.set(form.name.value);
  const others = Array.from({ length: form.seats.value - 1 }, () => ({ kind: form.against.value, ...(form.against.value === "computer" ? { level: form.level.value } : {}) }));
  const options = Object.fromEntries([...form.querySelectorAll("select[name^='option:']")].map((s) => [s.name.slice(7), s.value]));
  go((await api("POST", "/api/tables", { game: form.game.value, seats: [{ kind: "me" }, ...others], options: [options], name: form.name.value })).table);
}

// The table

function connect() {
  socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/live?lang=${lang}`);
  socket.onopen = () => {
    waiting = 500;
    $("line").textContent = "";
    send("watch", { picture: true });
    if (pending) socket.send(pending); // the same id: if it was stored before, nothing happens twice
  };
  socket.onclose = () => { $("line").textContent = w("page.offline"); setTimeout(connect, waiting); waiting = Math.min(waiting * 2, 10000); };
  socket.onmessage = (event) => receive(JSON.parse(event.data));
}

function send(type, more = {}) {
  const text = JSON.stringify({ type, table: tableId, id: crypto.randomUUID(), ...more });
  if (type === "play") { pending = text; $("turn").textContent = w("page.sending"); }
  if (socket.readyState === WebSocket.OPEN) socket.send(text);
  say("");
}

function receive(message) {
  if (message.type === "ok" || message.type === "error") {
    if (pending && JSON.parse(pending).id === message.id) pending = null;
    if (message.type === "error") say(message.text);
  } else if (message.type === "table") {
    if (table && message.seq < table.seq) return;
    log = log.filter((line) => line.n < message.log_from).concat(message.log);
    table = message;
    show();
  } else if (message.type === "hint") say([message.words, ...message.reasons].join(" — "));
  else if (message.type === "chat") $("lines").append(item("li", `${message.name} : ${message.text}`));
  else if (message.type === "resync") send("watch", { picture: true });
}

const act = (key, go, params) => item("button", w(key, params), { type: "button", onclick: go });

function show() {
  const t = table, mine = t.you.length > 0, playing = t.status === "playing", my = playing && t.facing !== null && t.to_move === t.facing;
  document.title = `Yonto · ${t.game}`;
  $("table").hidden = false;
  $("game").textContent = games.find((g) => g.game === t.game)?.name ?? t.game;
  $("share").hidden = t.status !== "waiting";
  $("share").replaceChildren(w("page.share", { code: t.code }) + " ", item("a", location.origin + "/t/" + t.table, { href: link(t.table) }));
  $("players").replaceChildren(...t.players.map((p, i) => item("li", [
    p.seat === null ? i + 1 : p.seat + 1, p.free && t.status === "waiting" ? w("page.free") : p.name,
    p.level ? `(${w("page.computer")})` : "", p.away ? `(${w("page.away")})` : "", i === t.to_move ? "◀" : "",
    p.left === null ? "" : w("page.clock", { seconds: Math.ceil(p.left / 1000) })].join(" "))));
  $("turn").textContent = turnText(t, my);
  $("moves-head").hidden = $("type").hidden = !my;
  $("moves").replaceChildren(...t.legal.map((m, i) => item("button", t.legal_words[i] ?? m.text, { type: "button", onclick: () => send("play", { seq: t.seq, move: m.text }) })));
  $("board").textContent = t.picture ?? "";
  $("log").replaceChildren(...log.map((line) => item("li", line.text)));
  $("log").scrollTop = $("log").scrollHeight;
  $("chance").textContent = t.chance ? w("page.chance", t.chance) + (t.chance.seed ? " · " + w("page.seed", t.chance) : "") : "";
  $("record").href = `/api/tables/${t.table}/record`;
  $("chat").hidden = !(t.terms.chat && mine);
  $("acts").replaceChildren(...buttons(t, mine, playing));
}

function turnText(t, my) {
  if (t.result) {
    if (t.result.how === "abort") return w("page.called_off");
    const all = t.result.winners.length === t.players.length;
    return all ? w("page.drawn") : w("page.won", { names: t.result.winners.map((p) => t.players[p].name).join(", ") });
  }
  if (t.to_move === null) return "";
  return my && t.you.length === 1 ? w("page.your_turn") : w("page.turn", { name: t.players[t.to_move].name });
}

function buttons(t, mine, playing) {
  const list = [], offer = (what) => () => send("offer", { what });
  if (t.curtain && t.you.includes(t.to_move)) list.push(act("page.curtain", () => send("curtain", { player: t.to_move }), { name: t.players[t.to_move].name }));
  if (!mine && t.players.some((p) => p.free) && t.status === "waiting") list.push(act("page.sit", () => {
    const called = name.get() || prompt(w("page.name")) || "";
    if (called) { name.set(called); send("sit", { name: called }); }
  }));
  for (const o of t.offers) if (mine && !t.you.some((p) => o.agreed.includes(p))) {
    list.push(item("span", w("page.offer." + o.what)), act("page.yes", () => send("answer", { what: o.what, yes: true })), act("page.no", () => send("answer", { what: o.what, yes: false })));
  }
  if (mine && playing) {
    if (t.can_undo) list.push(act("page.undo", () => send("undo", { seq: t.seq })));
    if (t.legal.length && t.terms.hints) list.push(act("page.hint", () => send("hint")));
    if (t.terms.undo !== "off") list.push(act("page.takeback", offer("takeback")));
    if (t.terms.pause) list.push(t.paused ? act("page.resume", () => send("resume")) : act("page.pause", () => send("pause")));
    t.you.filter((p) => t.players[p].level).forEach((p) => list.push(act("page.come_back", () => send("come_back", { player: p }))));
    t.players.forEach((p, i) => { if (!p.level && !p.here && !t.you.includes(i)) list.push(act("page.stand_in", () => send("stand_in", { player: i }), { name: p.name })); });
    list.push(act("page.abort", offer("abort")), act("page.resign", () => send("resign")));
  }
  if (mine && t.status === "between") list.push(act("page.next", () => send("start")));
  if (mine && t.status === "waiting") list.push(act("page.leave", () => send("leave")));
  if (t.result && t.next_table) list.push(act("page.rematch", () => go(t.next_table)));
  else if (mine && t.result) list.push(act("page.rematch", offer("rematch")));
  return list;
}

words = await (await fetch("/api/words/" + lang)).json();
for (const element of document.querySelectorAll("[data-words]")) element.textContent = w(element.dataset.words);
document.documentElement.lang = lang;
$("type").onsubmit = (event) => { event.preventDefault(); const f = $("type").move; send("play", { seq: table.seq, move: f.value.trim() }); f.value = ""; };
$("say").onsubmit = (event) => { event.preventDefault(); const f = $("say").text; if (f.value.trim()) send("chat", { text: f.value }); f.value = ""; };
if (tableId) { games = await api("GET", "/api/games"); connect(); } else front().catch((e) => { $("line").textContent = e.message; });
