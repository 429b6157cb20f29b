import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Answer, Listener } from "./live.svelte";
import type { TableShown } from "./protocol.gen";
import { otherPeople } from "./turn";

// The line is replaced by one that the test speaks into; everything behind it is the real model.
const line = vi.hoisted(() => ({
  hear: (() => {}) as Listener,
  said: [] as Record<string, unknown>[],
  answers: [] as unknown[],
}));

vi.mock("./live.svelte", () => ({
  live: {
    watch: (_: string, listener: Listener) => {
      line.hear = listener;
      return () => {};
    },
    ask: (said: Record<string, unknown>) => {
      line.said.push(said);
      return Promise.resolve(line.answers.shift() as Answer);
    },
  },
}));

const { TableModel } = await import("./table.svelte");
const { settings } = await import("./settings.svelte");

function shown(seq: number, more: Partial<TableShown> = {}): TableShown {
  const players = ["Ada", "Bo"].map((name, seat) => ({
    name, kind: "me", seat, level: null, level_name: null, free: false, away: false, here: true, left: null, colour: seat,
    gone: false, replaceable: null,
  })); // prettier-ignore
  return {
    type: "table", table: "T", code: "C", game: "niya", seq, position: seq, status: "playing", paused: false, players,
    you: [0], facing: 0, curtain: false, to_move: 0, actions: seq, view: { seq }, picture: null, drawing: null,
    legal: [], legal_words: [], can_undo: false, undo_redraws: false, can_ask_back: false, log_from: 0, log: [], now: Date.now(),
    clock_runs: null, offers: [], chance: null, match: null, result: null, next_table: null, host: null, hosting: false,
    terms: {} as TableShown["terms"], promised: null, strangers: false, watchers: 0, ...more,
  }; // prettier-ignore
}

beforeEach(() => {
  vi.useFakeTimers();
  line.said = [];
  line.answers = [];
  settings.speed = 1;
  settings.motion = "system";
});

describe("a table", () => {
  it("keeps a trial on the board while it is being played, until the table shows it", async () => {
    const table = new TableModel("T");
    line.hear(shown(1, { legal: [{ text: "a4", move: {} }] }));
    line.answers = [{ type: "preview", lines: [], view: {} }];
    await table.choose("a4", true);
    let answered: (answer: unknown) => void = () => {};
    line.answers = [new Promise((done) => (answered = done))];
    const confirming = table.confirm();
    expect(table.trial?.move).toBe("a4");
    answered({ type: "ok" });
    await confirming;
    expect(table.trial?.move).toBe("a4");
    line.hear(shown(2, { to_move: 1 }));
    expect(table.trial).toBe(null);
  });

  it("drops a trial that is refused, and says why", async () => {
    const table = new TableModel("T");
    line.hear(shown(1, { legal: [{ text: "a4", move: {} }] }));
    line.answers = [
      { type: "preview", lines: [], view: {} },
      { type: "error", text: "No.", rule: "N6" },
    ];
    await table.choose("a4", true);
    await table.confirm();
    expect(table.trial).toBe(null);
    expect(table.whyNot?.text).toBe("No.");
  });

  it("forgets a refusal when the game ends, also where no move ended it", async () => {
    const table = new TableModel("T");
    line.hear(shown(1));
    line.answers = [{ type: "error", text: "Not there.", rule: "N6" }];
    await table.choose("z9", false);
    expect(table.whyNot?.text).toBe("Not there.");
    line.hear(shown(2, { actions: 1, status: "over" }));
    expect(table.whyNot).toBe(null);
  });

  it("forgets a refusal, a trial and a hint when the game ends without a move", async () => {
    const table = new TableModel("T");
    line.hear(shown(1));
    line.answers = [{ type: "error", text: "no", rule: "N6" }];
    await table.choose("a1", false);
    expect(table.whyNot?.text).toBe("no");
    line.hear(shown(2, { actions: 1, status: "over", to_move: null }));
    expect(table.whyNot).toBeNull();
    expect(table.moment).toBe(true);
  });

  it("tells of the others' moves as they are shown, never ahead of the board", () => {
    const table = new TableModel("T");
    const told = (n: number) => ({ n, key: "log", params: {}, text: `move ${n}` });
    const lines = () => table.happened.map((each) => each.text);
    line.hear(shown(1, { to_move: 1, log: [told(0)] }));
    line.hear(shown(2, { to_move: 1, log_from: 1, log: [told(1)] }));
    line.hear(shown(3, { to_move: 0, log_from: 2, log: [told(2)] }));
    expect([table.shown?.actions, lines()]).toEqual([1, ["move 0"]]);
    expect(table.fresh.map((each) => each.text)).toEqual(["move 0"]);
    vi.advanceTimersByTime(400);
    expect([table.shown?.actions, lines()]).toEqual([2, ["move 0", "move 1"]]);
    vi.advanceTimersByTime(5000);
    expect(lines()).toEqual(["move 0", "move 1", "move 2"]);
  });

  it("counts what others said since we came until it was read", () => {
    const table = new TableModel("T");
    line.hear(shown(1));
    const said = (number: number, name: string) =>
      line.hear({ type: "chat", table: "T", number, name, text: "Hello", at: Date.now() + 1000 } as never);
    said(1, "Bo");
    said(2, "Ada");
    said(3, "Bo");
    expect([table.unreadCount, table.unread?.number]).toEqual([2, 3]);
    table.read();
    expect([table.unreadCount, table.unread]).toEqual([0, null]);
  });

  it("counts whoever made the table among the others of a guest", () => {
    const table = shown(1, { you: [1] });
    expect(otherPeople(table)).toEqual([0]);
    const computer = { ...table.players[0]!, kind: "computer" };
    expect(otherPeople({ ...table, players: [computer, table.players[1]!] })).toEqual([]);
  });

  it("lights nothing and is nobody's turn here while a computer stands in", () => {
    const table = new TableModel("T");
    const legal = [{ text: "a1", move: {} }];
    line.hear(shown(1, { legal }));
    expect([table.mine, table.legal]).toEqual([true, legal]);
    const [ada, bo] = shown(2).players;
    line.hear(shown(2, { actions: 1, legal, players: [{ ...ada!, level: "master" }, bo!] }));
    expect([table.mine, table.legal]).toEqual([false, []]);
  });

  it("takes a finished game that is opened for no moment", () => {
    const table = new TableModel("T");
    line.hear(shown(9, { status: "over", to_move: null }));
    expect(table.moment).toBe(false);
  });

  it("drops what is older than what it has", () => {
    const table = new TableModel("T");
    line.hear(shown(5));
    line.hear(shown(4));
    expect(table.latest?.seq).toBe(5);
  });

  it("shows our own move at once and the others' one after the other", () => {
    const table = new TableModel("T");
    line.hear(shown(1));
    line.hear(shown(2, { to_move: 1 }));
    expect(table.shown?.seq).toBe(2);
    line.hear(shown(3, { to_move: 1 }));
    line.hear(shown(4, { to_move: 0, legal: [{ text: "a4", move: null }] }));
    expect(table.shown?.seq).toBe(2);
    expect(table.legal).toEqual([]);
    vi.advanceTimersByTime(400);
    expect(table.shown?.seq).toBe(3);
    vi.advanceTimersByTime(5000);
    expect(table.shown?.seq).toBe(4);
    expect(table.legal.length).toBe(1);
  });

  it("shows our own move at once also while the other's last one is still looked at", () => {
    const table = new TableModel("T");
    line.hear(shown(1, { to_move: 1 }));
    line.hear(shown(2, { to_move: 0 })); // the other's
    vi.advanceTimersByTime(400);
    expect(table.shown?.seq).toBe(2);
    line.hear(shown(3, { to_move: 1 })); // ours
    expect(table.shown?.seq).toBe(3);
  });

  it("shows everything at once where nothing may move", () => {
    settings.motion = "less";
    const table = new TableModel("T");
    line.hear(shown(1, { to_move: 1 }));
    line.hear(shown(2, { to_move: 0 }));
    expect(table.shown?.seq).toBe(2);
  });

  it("keeps the log by number, also after a takeback", () => {
    const say = (n: number) => ({ n, key: "log", params: {}, text: `action ${n}` });
    const table = new TableModel("T");
    line.hear(shown(1, { log: [say(0), say(1)] }));
    line.hear(shown(2, { log_from: 2, log: [say(2)] }));
    line.hear(shown(3, { log_from: 1, log: [say(1)] }));
    expect(table.log.map((each) => each.n)).toEqual([0, 1]);
  });

  it("plays a legal move with the number of what was seen", async () => {
    const table = new TableModel("T");
    line.hear(shown(7, { legal: [{ text: "a4", move: null }] }));
    line.answers = [{ type: "ok", id: "", seq: 8, table: "T" }];
    await table.choose("a4", false);
    expect(line.said).toMatchObject([{ type: "play", move: "a4", seq: 7, table: "T", player: 0 }]);
    expect(table.saved).toBe(true);
  });

  it("tries first where asked, then confirms", async () => {
    const table = new TableModel("T");
    line.hear(shown(7, { legal: [{ text: "a4", move: null }] }));
    line.answers = [{ type: "preview", lines: ["takes a4"], view: { after: true } }, { type: "ok" }];
    await table.choose("a4", true);
    expect(table.trial).toEqual({ move: "a4", lines: ["takes a4"], view: { after: true } });
    await table.confirm();
    await table.confirm(); // a second click, before the table shows it
    expect(line.said.map((each) => each.type)).toEqual(["preview", "play"]);
    line.hear(shown(8, { to_move: 1 }));
    expect(table.trial).toBe(null);
  });

  it("asks why not about what is not legal, and plays nothing", async () => {
    const table = new TableModel("T");
    line.hear(shown(7));
    line.answers = [{ type: "error", text: "b2 is in the middle", rule: "N4" }];
    await table.choose("b2", false);
    expect(table.whyNot).toEqual({ text: "b2 is in the middle", rule: "N4", move: "b2", unread: false });
    expect(line.said.map((each) => each.type)).toEqual(["preview"]);
  });

  it("shows the last turn again, then the present", () => {
    const table = new TableModel("T");
    line.hear(shown(1));
    line.hear(shown(2, { to_move: 1 }));
    line.hear(shown(3, { to_move: 0 }));
    vi.advanceTimersByTime(5000);
    expect(table.canReplay).toBe(true);
    table.replayLastTurn();
    expect(table.shown?.seq).toBe(1);
    expect(table.legal).toEqual([]);
    vi.advanceTimersByTime(10_000);
    expect(table.shown?.seq).toBe(3);
    expect(table.replaying).toBe(false);
  });

  it("keeps chat lines once and in order", () => {
    const table = new TableModel("T");
    const say = (number: number) => ({
      type: "chat" as const,
      table: "T",
      number,
      at: 0,
      name: "Bo",
      text: "hi",
    });
    for (const number of [2, 1, 2]) line.hear(say(number));
    expect(table.chat.map((each) => each.number)).toEqual([1, 2]);
  });

  it("has the legal moves put into words once for each table, and says nothing before they have come", async () => {
    const table = new TableModel("T");
    const legal = [
      { text: "a4", move: {} },
      { text: "b4", move: {} },
    ];
    line.hear(shown(1, { legal }));
    line.answers = [
      { type: "words", seq: 1, words: ["take pine with sun at a4", "take iris with rain at b4"] },
    ];
    expect(table.inWords("b4")).toBeNull();
    await Promise.all([table.askWords(), table.askWords()]);
    expect(line.said).toEqual([{ type: "words", table: "T" }]);
    expect(table.inWords("b4")).toBe("take iris with rain at b4");
    expect(table.inWords("c4")).toBeNull();
  });

  it("shows notation where the words do not come, and takes no words for another table", async () => {
    const table = new TableModel("T");
    line.hear(shown(1, { legal: [{ text: "a4", move: {} }] }));
    line.answers = [{ type: "error", text: "", rule: "", words: "" }];
    await table.askWords();
    expect(table.inWords("a4")).toBe("a4");
    line.hear(shown(2, { legal: [{ text: "b4", move: {} }] }));
    line.answers = [{ type: "words", seq: 3, words: ["something else"] }];
    await table.askWords();
    expect(table.inWords("b4")).toBe("b4");
  });

  it("keeps the refused move in words beside the reason", async () => {
    const table = new TableModel("T");
    line.hear(shown(1, { legal: [{ text: "a4", move: {} }] }));
    line.answers = [{ type: "error", text: "No.", rule: "N4", words: "take iris with rain at b2" }];
    await table.choose("b2", true);
    expect(table.whyNot).toEqual({
      text: "No.",
      rule: "N4",
      move: "b2",
      unread: false,
      words: "take iris with rain at b2",
    });
  });
});
