export type Point = readonly [x: number, y: number];

export interface Outline {
  points: Point[];
  closed: boolean;
}

const numbersPer: Readonly<Record<string, number>> = { M: 2, L: 2, H: 1, V: 1, C: 6, Q: 4, Z: 0 };

function cubic(a: Point, b: Point, c: Point, d: Point, t: number): Point {
  const s = 1 - t;
  const mix = (i: 0 | 1) => s * s * s * a[i] + 3 * s * s * t * b[i] + 3 * s * t * t * c[i] + t * t * t * d[i];
  return [mix(0), mix(1)];
}

/** Samples a curve about every `step` units; omits the first point, and the last is exact. */
function sample(from: Point, b: Point, c: Point, to: Point, step: number, least = 1): Point[] {
  const length =
    Math.hypot(b[0] - from[0], b[1] - from[1]) +
    Math.hypot(c[0] - b[0], c[1] - b[1]) +
    Math.hypot(to[0] - c[0], to[1] - c[1]);
  const pieces = Math.max(least, Math.round(length / step));
  return Array.from({ length: pieces }, (_, index) => cubic(from, b, c, to, (index + 1) / pieces));
}

/**
 * Turns SVG path data into outlines of points about `step` units apart.
 * Understands the absolute commands M, L, H, V, C, Q and Z.
 */
export function flatten(path: string, step: number): Outline[] {
  const outlines: Outline[] = [];
  let current: Outline = { points: [], closed: false };
  let at: Point = [0, 0];
  for (const [, command = '', rest = ''] of path.matchAll(/([A-DF-Za-df-z])([^A-DF-Za-df-z]*)/g)) {
    const size = numbersPer[command];
    if (size === undefined) throw new Error(`The path command ${command} is not known here: ${path}`);
    const numbers = (rest.match(/-?\d*\.?\d+(?:e-?\d+)?/g) ?? []).map(Number);
    if (command === 'Z') {
      const first = current.points[0];
      if (first) current.points.push(...sample(at, at, first, first, step));
      current.closed = true;
      continue;
    }
    for (let index = 0; index < numbers.length; index += size) {
      const n = (offset: number) => numbers[index + offset] ?? 0;
      const start = at;
      if (command === 'M' && index === 0) {
        at = [n(0), n(1)];
        current = { points: [at], closed: false };
        outlines.push(current);
        continue;
      }
      if (command === 'H') at = [n(0), start[1]];
      else if (command === 'V') at = [start[0], n(0)];
      else at = [n(size - 2), n(size - 1)];
      if (command === 'C') current.points.push(...sample(start, [n(0), n(1)], [n(2), n(3)], at, step, 4));
      else if (command === 'Q') {
        const b: Point = [start[0] + (2 / 3) * (n(0) - start[0]), start[1] + (2 / 3) * (n(1) - start[1])];
        const c: Point = [at[0] + (2 / 3) * (n(0) - at[0]), at[1] + (2 / 3) * (n(1) - at[1])];
        current.points.push(...sample(start, b, c, at, step, 4));
      } else {
        const third: Point = [(2 * start[0] + at[0]) / 3, (2 * start[1] + at[1]) / 3];
        const twoThirds: Point = [(start[0] + 2 * at[0]) / 3, (start[1] + 2 * at[1]) / 3];
        current.points.push(...sample(start, third, twoThirds, at, step));
      }
    }
  }
  return outlines;
}

/** A smooth path through all points (Catmull-Rom), as path data. */
export function through(points: readonly Point[], closed: boolean): string {
  const count = points.length;
  const get = (index: number): Point => {
    const wrapped = closed ? (index + count) % count : Math.min(count - 1, Math.max(0, index));
    return points[wrapped] ?? [0, 0];
  };
  const first = get(0);
  let path = `M${first[0]} ${first[1]}`;
  for (let index = 0; index < (closed ? count : count - 1); index++) {
    const [p0, p1, p2, p3] = [get(index - 1), get(index), get(index + 1), get(index + 2)];
    path += `C${p1[0] + (p2[0] - p0[0]) / 6} ${p1[1] + (p2[1] - p0[1]) / 6} ${p2[0] - (p3[0] - p1[0]) / 6} ${p2[1] - (p3[1] - p1[1]) / 6} ${p2[0]} ${p2[1]}`;
  }
  return closed ? `${path}Z` : path;
}
