const BELL_VOLUME = 0.7;

/** A struck bell is its fundamental and partials that are no whole multiples of it; the higher, the sooner gone. */
const partials = [
  { ratio: 1, gain: 0.5, seconds: 1.6 },
  { ratio: 2.76, gain: 0.28, seconds: 1 },
  { ratio: 5.4, gain: 0.14, seconds: 0.6 },
  { ratio: 8.93, gain: 0.08, seconds: 0.35 },
];
const FUNDAMENTAL_HZ = 1046.5;

/** Rings a small bell once; without sound on this device nothing happens but a line in the log. */
export function ringBell(): void {
  try {
    const context = new AudioContext();
    const master = new GainNode(context, { gain: BELL_VOLUME });
    master.connect(context.destination);
    for (const { ratio, gain, seconds } of partials) {
      const tone = new OscillatorNode(context, { frequency: FUNDAMENTAL_HZ * ratio });
      const fade = new GainNode(context, { gain });
      fade.gain.exponentialRampToValueAtTime(0.001, context.currentTime + seconds);
      tone.connect(fade).connect(master);
      tone.start();
      tone.stop(context.currentTime + seconds);
    }
    const longestMs = Math.max(...partials.map(({ seconds }) => seconds)) * 1000;
    setTimeout(() => context.close().catch(logFailure), longestMs + 100);
  } catch (error) {
    logFailure(error);
  }
}

function logFailure(error: unknown): void {
  console.warn('the bell could not ring', error);
}
