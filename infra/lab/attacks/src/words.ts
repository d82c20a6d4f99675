/** Formats counts by status: `2,000 × 202, 3 × 429`. */
export function describeStatuses(counts: Record<number, number>): string {
  const each = Object.entries(counts).map(
    ([status, count]) => `${number(count)} × ${status === '0' ? 'no answer' : status}`,
  );
  return each.length > 0 ? each.join(', ') : 'nothing';
}

export const number = (value: number): string => Math.round(value).toLocaleString('en-US');

export const milliseconds = (value: number): string =>
  value < 10 ? `${value.toFixed(1)} ms` : `${number(value)} ms`;

export const seconds = (value: number): string => `${value.toFixed(value < 10 ? 2 : 0)} s`;
