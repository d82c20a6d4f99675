/** Round numbers from 0 up to at least `max`, about four of them: 1, 2 or 5 times a power of ten apart. */
export function axisTicks(max: number): number[] {
  if (max <= 0) return [0, 1];
  const rough = max / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= rough) ?? 10;
  // Counts are whole numbers.
  const step = Math.max(1, factor * power);
  return Array.from({ length: Math.ceil(max / step) + 1 }, (_, index) => index * step);
}

/**
 * Returns a predicate for the bars that can carry a label of `labelWidth`, for `count` bars in a width of `space`; the
 * last bar always can.
 */
export function labelled(count: number, space: number, labelWidth: number): (index: number) => boolean {
  const every = Math.max(1, Math.ceil((count * labelWidth) / Math.max(1, space)));
  return (index) => (count - 1 - index) % every === 0;
}

/** Width of a bar in percent: at least 10 (specification, section 9), and 0 for 0. */
export function barPercent(value: number, max: number): number {
  return value === 0 ? 0 : Math.max(10, (value / max) * 100);
}
