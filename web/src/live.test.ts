import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Live } from "./live.svelte";
import { PATIENCE, SILENCE } from "./pulse";

/** A line whose other end says what the test says, and nothing else: as a dead one does. */
class Line {
  static OPEN = 1;
  static all: Line[] = [];
  readyState = 0;
  said: { type: string; id?: string }[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor() {
    Line.all.push(this);
  }
  send(text: string): void {
    this.said.push(JSON.parse(text));
  }
  close(): void {
    this.readyState = 3;
    this.onclose?.();
  }
  opens(): void {
    this.readyState = Line.OPEN;
    this.onopen?.();
  }
  says(told: object): void {
    this.onmessage?.({ data: JSON.stringify(told) });
  }
  get types(): string[] {
    return this.said.map(({ type }) => type);
  }
}

const last = () => Line.all.at(-1)!;
let live: Live;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Line);
  Line.all = [];
  live = new Live(() => "ws://house/api/live");
  live.open();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("says that a line is lost that died without a word, and makes another", () => {
  last().opens();
  vi.advanceTimersByTime(SILENCE);
  expect(last().types).toContain("ping");
  expect(live.status).toBe("open");
  vi.advanceTimersByTime(PATIENCE);
  expect(live.status).toBe("lost");
  vi.advanceTimersByTime(1000);
  expect(Line.all).toHaveLength(2);
  last().opens();
  expect(live.status).toBe("open");
});

it("asks what was not answered again, once, and hears nothing of the line that it gave up", async () => {
  last().opens();
  const answer = live.ask({ type: "move", table: "t" });
  const { id } = last().said.at(-1)!;
  vi.advanceTimersByTime(SILENCE + PATIENCE + 1000);
  const [old, now] = Line.all;
  expect(old?.onmessage).toBeNull();
  now!.opens();
  expect(now!.said.filter((said) => said.type === "move")).toEqual([{ type: "move", table: "t", id }]);
  now!.says({ type: "ok", id, seq: 1, table: "t" });
  expect(await answer).toMatchObject({ type: "ok", id });
});

it("keeps a line that answers, and one that thinks about a hint", () => {
  last().opens();
  vi.advanceTimersByTime(SILENCE);
  last().says({ type: "ok", id: "", seq: 0, table: "" });
  vi.advanceTimersByTime(PATIENCE);
  void live.ask({ type: "hint", table: "t" });
  vi.advanceTimersByTime(10 * (SILENCE + PATIENCE));
  expect(live.status).toBe("open");
  expect(Line.all).toHaveLength(1);
});

it("does not wait for ever for a line that does not come about", () => {
  vi.advanceTimersByTime(20_000);
  expect(live.status).toBe("lost");
  expect(Line.all.length).toBeGreaterThan(1);
});

it("asks at once when somebody looks again, and tries at once when it was lost", () => {
  last().opens();
  live.wake();
  expect(last().types).toContain("ping");
  vi.advanceTimersByTime(PATIENCE);
  expect(live.status).toBe("lost");
  live.wake();
  expect(Line.all).toHaveLength(2);
});
