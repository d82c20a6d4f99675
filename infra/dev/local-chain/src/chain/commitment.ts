import type { TransactionRecord } from '../history/history.ts';

export type Commitment = 'processed' | 'confirmed' | 'finalized';

/** Milliseconds from acceptance until a transaction is processed, confirmed and finalised. */
export type Delays = { findMs: number; confirmMs: number; finalizeMs: number };

const RANK: Record<Commitment, number> = { processed: 0, confirmed: 1, finalized: 2 };

/** The commitment level of a transaction; null while it is not visible. */
export function commitmentOf(record: TransactionRecord, delays: Delays, nowMs: number): Commitment | null {
  const ageMs = nowMs - record.acceptedAtMs;
  if (ageMs < delays.findMs) return null;
  if (ageMs >= Math.max(delays.finalizeMs, delays.confirmMs)) return 'finalized';
  return ageMs >= delays.confirmMs ? 'confirmed' : 'processed';
}

export const reaches = (reached: Commitment | null, wanted: Commitment): boolean =>
  reached !== null && RANK[reached] >= RANK[wanted];
