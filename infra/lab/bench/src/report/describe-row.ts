import { isMet, type Row, type Target } from './row.ts';

/** A row as one line for the terminal. */
export function describeRow(row: Row): string {
  const { what, figures, ratio } = row;
  const spread = `${ratio.median.toFixed(2)} (${ratio.lowest.toFixed(2)}–${ratio.highest.toFixed(2)})`;
  return `${what}: ${spread} ${wordOf(row)} · ${figures.product} against ${figures.reference}`;
}

export const limitOf = (target: Target) =>
  'atLeast' in target ? `≥ ${target.atLeast}` : `≤ ${target.atMost}`;

export function wordOf(row: Row): string {
  const met = isMet(row);
  if (met === undefined) return '';
  return met ? 'met' : 'not met';
}
