import { describe, expect, it } from 'vitest';
import type { LandedStatus } from '../chain/read-status.ts';
import { unwritten, type VerificationRecord } from '../verifications/verification.ts';
import { decidePoll } from './decide-poll.ts';

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
  return { ...unwritten({ id, signature: 'any', demand, round: 0 }, RECEIVED), ...changes };
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
  it('is judged as soon as a quorum calls it final, whoever else lags behind', () => {
    const [final, confirmed] = [status('finalized'), status('confirmed')];
    expect(decide(record(), [final])).toMatchObject({ next: 'judge', seen: true });
    expect(decide(record(), [confirmed, final])).toMatchObject({ next: 'judge', seen: true });
    expect(decide(record(), [confirmed, final], { quorum: 2 })).toMatchObject({
      next: 'note',
      status: confirmed,
    });
    expect(decide(record(), [confirmed, final, final], { quorum: 2 })).toMatchObject({ next: 'judge' });
  });

  it('is looked up every second once it is seen, however old its claim is', () => {
    expect(decide(record(), [status('processed')], { at: 3_000 })).toMatchObject({
      next: 'note',
      againInMs: 1_000,
    });
  });

  it('that too few providers know is for a job to look into', () => {
    expect(decide(record(), [status('finalized'), null], { quorum: 2 })).toMatchObject({
      next: 'judge',
      seen: true,
    });
  });

  it('that no provider knows is looked up ever more rarely, and never less than every ten seconds', () => {
    expect(decide(record(), [null], { at: 0 })).toEqual({ next: 'wait', againInMs: 500 });
    expect(decide(record(), [null], { at: 50 })).toEqual({ next: 'wait', againInMs: 5_000 });
    expect(decide(record(), [null], { at: 170 })).toEqual({ next: 'wait', againInMs: 10_000 });
  });

  it('that may be given up, or has vanished, is for a job, behind all others', () => {
    expect(decide(record(), [null], { at: 180 })).toMatchObject({ next: 'judge', seen: false });
    const vanished = record({ seenAt: after(170) });
    expect(decide(vanished, [null], { at: 171 })).toMatchObject({ next: 'judge', seen: false });
    const absent = record({ seenAt: after(100), absentSince: after(110) });
    expect(decide(absent, [null], { at: 200 })).toMatchObject({ next: 'wait' });
    expect(decide(absent, [null], { at: 280 })).toMatchObject({ next: 'judge', seen: false });
  });

  it('is not given up while no provider answers', () => {
    expect(decide(record(), [], { at: 3_600 })).toEqual({ next: 'wait', againInMs: 10_000 });
  });

  it('of a preview is given up after 30 s, and left alone when nobody can follow it any more', () => {
    expect(decide(record({}, 'look'), [null], { at: 30 })).toMatchObject({ next: 'judge', seen: false });
    const look = record({ purpose: 'look' });
    expect(decide(look, [status('confirmed')], { at: 600 })).toEqual({ next: 'stop' });
  });
});
