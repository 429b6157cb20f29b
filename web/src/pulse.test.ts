import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { PATIENCE, Pulse, SILENCE } from "./pulse";

const ask = vi.fn(() => true);
const dead = vi.fn();
let pulse: Pulse;

beforeEach(() => {
  vi.useFakeTimers();
  ask.mockReset().mockReturnValue(true);
  dead.mockReset();
  pulse = new Pulse(ask, dead);
  pulse.start();
});
afterEach(() => vi.useRealTimers());

it("asks after a silence, and takes a second one for the end", () => {
  vi.advanceTimersByTime(SILENCE);
  expect(ask).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(PATIENCE - 1);
  expect(dead).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(dead).toHaveBeenCalledOnce();
});

it("asks nobody who speaks", () => {
  for (let n = 0; n < 10; n++) {
    pulse.hear();
    vi.advanceTimersByTime(SILENCE);
  }
  expect(ask).not.toHaveBeenCalled();
});

it("goes on after an answer", () => {
  for (let n = 1; n < 5; n++) {
    vi.advanceTimersByTime(SILENCE);
    expect(ask).toHaveBeenCalledTimes(n);
    pulse.hear();
    vi.advanceTimersByTime(PATIENCE);
  }
  expect(dead).not.toHaveBeenCalled();
});

it("waits for an answer that may take its time", () => {
  ask.mockReturnValue(false);
  vi.advanceTimersByTime(20 * (SILENCE + PATIENCE));
  expect(dead).not.toHaveBeenCalled();
});

it("asks at once where somebody looks again", () => {
  pulse.hear();
  pulse.check();
  expect(ask).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(PATIENCE);
  expect(dead).toHaveBeenCalledOnce();
});

it("rests when it is stopped", () => {
  pulse.stop();
  pulse.check();
  vi.advanceTimersByTime(5 * (SILENCE + PATIENCE));
  expect(ask).not.toHaveBeenCalled();
  expect(dead).not.toHaveBeenCalled();
});
