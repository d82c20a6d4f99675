import { expect, it } from 'vitest';
import { openThrottle } from './throttle.ts';

const provider = 'provider.example';

it('passes one second of calls at once, and the rest one after another', async () => {
  const throttle = openThrottle({ provider, perSecond: 20, longestWaitMs: 60_000 });
  const started = performance.now();
  await Promise.all(Array.from({ length: 20 }, () => throttle.turn()));
  await Promise.all(Array.from({ length: 10 }, () => throttle.turn()));
  // Ten calls beyond the burst of one second take half a second at 20 calls a second; timers may fire slightly early.
  expect(performance.now() - started).toBeGreaterThan(400);
});

it('refuses a call that would wait too long, with the wait', async () => {
  const throttle = openThrottle({ provider, perSecond: 1, longestWaitMs: 0 });
  await throttle.turn();
  await expect(throttle.turn()).rejects.toMatchObject({
    code: 'rate_limited',
    provider,
    retryAfterMs: expect.toSatisfy((ms: number) => ms > 0 && ms <= 1_000),
  });
});

it('without a limit never waits', async () => {
  const throttle = openThrottle({ provider, perSecond: 0, longestWaitMs: 0 });
  await Promise.all(Array.from({ length: 10_000 }, () => throttle.turn()));
});
