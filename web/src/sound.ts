// Small sounds, made on the spot: a tile set down, your turn, no, the end. No files, and silence when it is asked for.
import { settings } from "./settings.svelte";
import { isMine } from "./turn";
import type { TableShown } from "./protocol.gen";

export type Sound = "tile" | "turn" | "refusal" | "over";

interface Tone {
  at: number; // s after the sound begins
  pitch: number; // Hz; of a knock: what is left of the noise
  lasts: number; // s until it has died away
  loud: number; // 0 to 1
  shape: OscillatorType | "knock"; // knock: a burst of noise, as of wood on wood
}

const D4 = 293.66;
const A4 = 440;
const B4 = 493.88;
const D5 = 587.33;
const E5 = 659.25;
const A5 = 880;

export const SOUNDS: Record<Sound, Tone[]> = {
  tile: [
    { at: 0, pitch: 1700, lasts: 0.05, loud: 0.5, shape: "knock" },
    { at: 0, pitch: 190, lasts: 0.09, loud: 0.3, shape: "sine" },
  ],
  turn: [
    { at: 0, pitch: D5, lasts: 0.5, loud: 0.16, shape: "triangle" },
    { at: 0.13, pitch: A5, lasts: 0.8, loud: 0.14, shape: "triangle" },
  ],
  refusal: [
    { at: 0, pitch: 420, lasts: 0.06, loud: 0.3, shape: "knock" },
    { at: 0, pitch: 150, lasts: 0.09, loud: 0.2, shape: "sine" },
    { at: 0.12, pitch: 320, lasts: 0.08, loud: 0.3, shape: "knock" },
    { at: 0.12, pitch: 120, lasts: 0.12, loud: 0.2, shape: "sine" },
  ],
  over: [D4, A4, B4, D5, E5, A5].map((pitch, i) => ({
    at: i * 0.14,
    pitch,
    lasts: 1.1,
    loud: 0.13,
    shape: "triangle" as const,
  })),
};

let context: AudioContext | undefined;
let resting: ReturnType<typeof setTimeout> | undefined;
const LONGEST = 2000; // ms: no sound lasts as long

/** A context that runs keeps the audio device and a thread awake, whether or not anything is heard. */
function restSoon(running: AudioContext): void {
  clearTimeout(resting);
  resting = setTimeout(() => void running.suspend(), LONGEST);
}

/** Makes a sound, if sounds are wanted and the browser lets us: not before the page has been touched. */
export async function play(sound: Sound): Promise<boolean> {
  if (!settings.sounds || document.hidden || typeof AudioContext === "undefined") return false;
  if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return false;
  try {
    context ??= new AudioContext();
    if (context.state !== "running") await context.resume();
    compose(context, sound, context.currentTime);
    restSoon(context);
    return true;
  } catch {
    // No audio device: nobody misses a sound that could not be heard.
    return false;
  }
}

/** Lays the tones of a sound into a context, beginning at this time. */
export function compose(into: BaseAudioContext, sound: Sound, from: number): void {
  for (const tone of SOUNDS[sound]) {
    const begin = from + tone.at;
    const voice = into.createGain();
    voice.gain.setValueAtTime(0.0001, begin);
    voice.gain.exponentialRampToValueAtTime(tone.loud, begin + 0.006);
    voice.gain.exponentialRampToValueAtTime(0.0001, begin + tone.lasts);
    voice.connect(into.destination);
    const source = tone.shape === "knock" ? knock(into, tone, voice) : hum(into, tone, tone.shape, voice);
    source.start(begin);
    source.stop(begin + tone.lasts);
  }
}

function hum(
  into: BaseAudioContext,
  tone: Tone,
  shape: OscillatorType,
  voice: GainNode,
): AudioScheduledSourceNode {
  const source = into.createOscillator();
  source.type = shape;
  source.frequency.value = tone.pitch;
  source.connect(voice);
  return source;
}

function knock(into: BaseAudioContext, tone: Tone, voice: GainNode): AudioScheduledSourceNode {
  const noise = into.createBuffer(1, Math.ceil(into.sampleRate * tone.lasts), into.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  const source = into.createBufferSource();
  source.buffer = noise;
  const wood = into.createBiquadFilter();
  wood.type = "bandpass";
  wood.frequency.value = tone.pitch;
  wood.Q.value = 2.5;
  source.connect(wood).connect(voice);
  return source;
}

/** The sound that fits what changed at a table; null when nothing is to be heard. */
export function soundOf(before: TableShown | null, now: TableShown): Sound | null {
  if (!before || before.table !== now.table) return null;
  const mine = (table: TableShown) => table.status === "playing" && isMine(table);
  if (now.status === "over" && before.status !== "over") return "over";
  if (mine(now) && !mine(before)) return "turn";
  return now.actions > before.actions ? "tile" : null;
}
