import { expect, it } from 'vitest';
import { isNotFoundDue, type VerificationRecord } from './verification.ts';

const at = (seconds: number) => new Date(seconds * 1_000);

function notFoundDue(times: { received: number; seen?: number; now: number; head: number }): boolean {
  const record = {
    receivedAt: at(times.received),
    seenAt: times.seen === undefined ? null : at(times.seen),
  } as VerificationRecord;
  return isNotFoundDue({ record, now: at(times.now), headTime: times.head, notFoundAfterMs: 180_000 });
}

it('an unknown transaction is not found three minutes after its request, not before', () => {
  expect(notFoundDue({ received: 1_000, now: 1_179, head: 1_165 })).toBe(false);
  expect(notFoundDue({ received: 1_000, now: 1_180, head: 1_166 })).toBe(true);
});

it('a transaction that vanished is not found three minutes after it was last seen', () => {
  expect(notFoundDue({ received: 1_000, seen: 1_100, now: 1_200, head: 1_190 })).toBe(false);
  expect(notFoundDue({ received: 1_000, seen: 1_100, now: 1_280, head: 1_266 })).toBe(true);
});

it('a stalled or lagging provider cannot mark a transaction as not found', () => {
  expect(notFoundDue({ received: 1_000, now: 9_000, head: 1_100 })).toBe(false);
  expect(notFoundDue({ received: 1_000, now: 9_000, head: 1_121 })).toBe(true);
});
