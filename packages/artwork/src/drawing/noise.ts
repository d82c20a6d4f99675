/** A repeatable number in [0, 1) for three integers. */
function hash(x: number, y: number, seed: number): number {
  let h = Math.imul(x, 374761393) ^ Math.imul(y, 668265263) ^ Math.imul(seed, 2147483647 ^ 0x9e3779b9);
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}

/** Smooth noise in [-1, 1]. */
export function noise(x: number, y: number, seed: number): number {
  const [x0, y0] = [Math.floor(x), Math.floor(y)];
  const ease = (t: number) => t * t * (3 - 2 * t);
  const [tx, ty] = [ease(x - x0), ease(y - y0)];
  const top = hash(x0, y0, seed) * (1 - tx) + hash(x0 + 1, y0, seed) * tx;
  const bottom = hash(x0, y0 + 1, seed) * (1 - tx) + hash(x0 + 1, y0 + 1, seed) * tx;
  return 2 * (top * (1 - ty) + bottom * ty) - 1;
}

/** An endless row of repeatable numbers in [0, 1). */
export function dice(seed: number): () => number {
  let count = 0;
  return () => hash(++count, 7 * count + 3, seed);
}
