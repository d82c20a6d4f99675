/** Time in a scene runs from 0 to 1; these turn it into positions. */
export function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}

export function smooth(t: number): number {
  const c = clamp(t);
  return c * c * (3 - 2 * c);
}

/** How far `t` has come between `from` and `to`: 0 before, 1 after. */
export function part(t: number, from: number, to: number): number {
  return clamp((t - from) / (to - from));
}

/** A sine that fits `times` whole waves into the scene, so that it loops. */
export function wave(t: number, times: number, phase = 0): number {
  return Math.sin(2 * Math.PI * (t * times + phase));
}

/** Eased travel through `[time, value]` stops; before the first and after the last it rests. */
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

/** A ball's height in [0, 1] after it is dropped at `from`, with two bounces until `to`; starts at 1. */
export function dropBounce(t: number, from: number, to: number): number {
  const u = part(t, from, to);
  if (u < 0.45) return 1 - (u / 0.45) ** 2;
  if (u < 0.75) return 0.22 * (1 - ((u - 0.6) / 0.15) ** 2);
  return 0.06 * (1 - ((u - 0.875) / 0.125) ** 2);
}
