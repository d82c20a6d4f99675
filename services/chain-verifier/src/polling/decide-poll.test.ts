import { describe, expect, it } from 'vitest';
import type { LandedStatus } from '../chain/read-status.ts';
import { newVerification, type VerificationRecord } from '../verifications/verification.ts';
import { decidePoll } from './poll.ts';

const RECEIVED = new Date('2026-11-22T12:00:00Z');
const after = (seconds: number) => new Date(RECEIVED.getTime() + seconds * 1_000);
const status = (commitment: LandedStatus['commitment']): LandedStatus => ({
  slot: 7,
  commitment,
  success: true,
});

function record(changes: Partial<VerificationRecord> = {}, purpose = 'removal'): VerificationRecord {
  const id = `${purpose}_00000000-0000-4000-8000-000000000000`;
  const demand = { subject: 'report:1', minimumTokens: '1', reference: 'LISTBURN001', notBefore: 0 };
  return { ...newVerification({ id, signature: 'any', demand, round: 0 }, RECEIVED), ...changes };
}

function decide(
  of: VerificationRecord,
  statuses: (LandedStatus | null)[],
  options: { at?: number; quorum?: number } = {},
) {
  return decidePoll(of, {
    readings: statuses.map((each) => ({ status: each, slot: 9 })),
    quorum: options.quorum ?? 1,
    commitment: 'finalized',
    now: after(options.at ?? 5),
    notFoundAfterMs: 180_000,
  });
}

describe('a transaction that was looked up', () => {
  it('is judged as soon as a quorum calls it final, although others lag', () => {
    const [final, confirmed] = [status('finalized'), status('confirmed')];
    expect(decide(record(), [final])).toMatchObject({ next: 'judge', seen: true });
    expect(decide(record(), [confirmed, final])).toMatchObject({ next: 'judge', seen: true });
    expect(decide(record(), [confirmed, final], { quorum: 2 })).toMatchObject({
      next: 'record',
      status: confirmed,
    });
    expect(decide(record(), [confirmed, final, final], { quorum: 2 })).toMatchObject({ next: 'judge' });
  });

  it('is polled every second once it is seen, however old its claim is', () => {
    expect(decide(record(), [status('processed')], { at: 3_000 })).toMatchObject({
      next: 'record',
      nextInMs: 1_000,
    });
  });

  it('that too few providers know is judged by a job', () => {
    expect(decide(record(), [status('finalized'), null], { quorum: 2 })).toMatchObject({
      next: 'judge',
      seen: true,
    });
  });

  it('that no provider knows is polled less and less often, at least every ten seconds', () => {
    expect(decide(record(), [null], { at: 0 })).toEqual({ next: 'wait', nextInMs: 500 });
    expect(decide(record(), [null], { at: 50 })).toEqual({ next: 'wait', nextInMs: 5_000 });
    expect(decide(record(), [null], { at: 170 })).toEqual({ next: 'wait', nextInMs: 10_000 });
  });

  it('that may be not found, or has vanished, is judged by a job of low priority', () => {
    expect(decide(record(), [null], { at: 180 })).toMatchObject({ next: 'judge', seen: false });
    const vanished = record({ seenAt: after(170) });
    expect(decide(vanished, [null], { at: 171 })).toMatchObject({ next: 'judge', seen: false });
    const absent = record({ seenAt: after(100), absentSince: after(110) });
    expect(decide(absent, [null], { at: 200 })).toMatchObject({ next: 'wait' });
    expect(decide(absent, [null], { at: 280 })).toMatchObject({ next: 'judge', seen: false });
  });

  it('is not marked as not found while no provider responds', () => {
    expect(decide(record(), [], { at: 3_600 })).toEqual({ next: 'wait', nextInMs: 10_000 });
  });

  it('of a preview is not found after 30 s, and not polled once the preview has expired', () => {
    expect(decide(record({}, 'look'), [null], { at: 30 })).toMatchObject({ next: 'judge', seen: false });
    const preview = record({ purpose: 'look' });
    expect(decide(preview, [status('confirmed')], { at: 600 })).toEqual({ next: 'stop' });
  });
});
