import { expect, it } from 'vitest';
import { isGivenUp, type VerificationRecord } from './verification.ts';

const at = (seconds: number) => new Date(seconds * 1_000);

function givenUp(times: { received: number; seen?: number; now: number; head: number }): boolean {
  const record = {
    receivedAt: at(times.received),
    seenAt: times.seen === undefined ? null : at(times.seen),
  } as VerificationRecord;
  return isGivenUp({ record, now: at(times.now), headTime: times.head, notFoundAfterMs: 180_000 });
}

it('a transaction that nobody knows is given up three minutes after it was asked for, not before', () => {
  expect(givenUp({ received: 1_000, now: 1_179, head: 1_165 })).toBe(false);
  expect(givenUp({ received: 1_000, now: 1_180, head: 1_166 })).toBe(true);
});

it('one that was seen and is gone again is given up three minutes after it was last seen', () => {
  expect(givenUp({ received: 1_000, seen: 1_100, now: 1_200, head: 1_190 })).toBe(false);
  expect(givenUp({ received: 1_000, seen: 1_100, now: 1_280, head: 1_266 })).toBe(true);
});

it('nothing is given up on the word of a provider that stands still or lags', () => {
  expect(givenUp({ received: 1_000, now: 9_000, head: 1_100 })).toBe(false);
  expect(givenUp({ received: 1_000, now: 9_000, head: 1_121 })).toBe(true);
});
