/** Time in a scene runs from 0 to 1; these turn it into positions. */
export function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}

export function smooth(t: number): number {
  const c = clamp(t);
  return c * c * (3 - 2 * c);
}

/** The progress of `t` between `from` and `to`: 0 before, 1 after. */
export function part(t: number, from: number, to: number): number {
  return clamp((t - from) / (to - from));
}

/** A sine that fits `times` whole waves into the scene, so that it loops. */
export function wave(t: number, times: number, phase = 0): number {
  return Math.sin(2 * Math.PI * (t * times + phase));
}

/** Eased interpolation through `[time, value]` stops; constant before the first and after the last. */
export function key(t: number, stops: readonly (readonly [time: number, value: number])[]): number {
  let before = stops[0] ?? [0, 0];
  for (const stop of stops) {
    if (t < stop[0]) {
      const along = stop[0] === before[0] ? 1 : (t - before[0]) / (stop[0] - before[0]);
      return before[1] + (stop[1] - before[1]) * smooth(along);
    }
    before = stop;
  }
  return before[1];
}
