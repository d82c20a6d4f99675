import type { LogEntry } from '../history/log-file.ts';
import type { TransactionRecord } from '../history/record.ts';
import type { AccountState } from './account-state.ts';
import { type ChainClock, createClock, slotWithin, type TimeSegment } from './clock.ts';

/** The first slot: that of LiteSVM's own clock, so that its sysvars agree. */
const FIRST_SLOT = 447_552_000;

/**
 * The accounts resulting from a history: the last recorded contents of each, null for deleted ones. Programs come last,
 * since loading one requires the account with its code.
 */
export function accountsAfter(
  records: readonly TransactionRecord[],
): { address: string; account: AccountState | null }[] {
  const last = new Map(
    records.flatMap((record) => record.accountsAfter.map((entry) => [entry.address, entry.state])),
  );
  return [...last]
    .map(([address, state]) => ({
      address,
      account: state && {
        ...state,
        lamports: BigInt(state.lamports),
        data: Buffer.from(state.data, 'base64'),
      },
    }))
    .toSorted((a, b) => Number(a.account?.executable ?? 0) - Number(b.account?.executable ?? 0));
}

/** The clock of a log: continues from the last segment. A changed slot duration begins a new segment. */
export function clockAfter(
  entries: readonly LogEntry[],
  slotMs: number,
  keep: (segment: TimeSegment) => void,
): ChainClock {
  const segments = entries.flatMap((entry): TimeSegment[] =>
    entry.kind === 'time' ? [{ slot: entry.slot, atMs: entry.atMs, slotMs: entry.slotMs }] : [],
  );
  const moments = entries.map((entry) => (entry.kind === 'time' ? entry.atMs : entry.acceptedAtMs));
  const notBeforeMs = moments.reduce((latest, moment) => Math.max(latest, moment), 0);
  const last = segments.at(-1);
  if (last?.slotMs !== slotMs) {
    const atMs = Math.max(Date.now(), notBeforeMs);
    const slot = last ? slotWithin(last, atMs) + 1 : FIRST_SLOT;
    const segment = { slot, atMs, slotMs };
    keep(segment);
    segments.push(segment);
  }
  return createClock({ segments, notBeforeMs, keep });
}
