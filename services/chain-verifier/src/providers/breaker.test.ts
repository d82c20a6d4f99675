import { expect, it } from 'vitest';
import { openBreaker } from './breaker.ts';
import { RpcFault } from './rpc-fault.ts';

function breakerAt(maxInFlight = 2) {
  const time = { ms: 0 };
  const breaker = openBreaker({ maxInFlight, now: () => time.ms });
  const fail = (code: 'provider_error' | 'rate_limited' | 'history_unavailable', retryAfterMs?: number) =>
    breaker
      .run('p', () =>
        Promise.reject(
          new RpcFault(code, '', { provider: 'p', ...(retryAfterMs !== undefined && { retryAfterMs }) }),
        ),
      )
      .catch(() => undefined);
  return { time, breaker, fail };
}

it('is tried last for a while after a fault, longer after each, and first again after a response', async () => {
  const { time, breaker, fail } = breakerAt();
  await fail('provider_error');
  expect(breaker.isOpen()).toBe(true);
  time.ms = 500;
  expect([breaker.isOpen(), breaker.isFailing()]).toEqual([false, true]);
  await fail('provider_error');
  time.ms = 1_400;
  expect(breaker.isOpen()).toBe(true);
  expect(await breaker.run('p', async () => 'fine')).toBe('fine');
  expect([breaker.isOpen(), breaker.isFailing()]).toEqual([false, false]);
});

it('does not count an unknown transaction as a fault', async () => {
  const { breaker, fail } = breakerAt();
  await fail('history_unavailable');
  expect(breaker.isOpen()).toBe(false);
});

it('pauses a provider for as long as it requested', async () => {
  const { time, breaker, fail } = breakerAt();
  await fail('rate_limited', 2_000);
  let calls = 0;
  const call = async () => {
    calls += 1;
  };
  await expect(breaker.run('p', call)).rejects.toMatchObject({ code: 'rate_limited', retryAfterMs: 2_000 });
  expect(calls).toBe(0);
  time.ms = 2_000;
  await breaker.run('p', call);
  expect(calls).toBe(1);
});

it('probes a paused provider with one call at a time, and resumes after a response', async () => {
  const { breaker, fail } = breakerAt(4);
  await fail('provider_error');
  const { promise, resolve } = Promise.withResolvers<void>();
  const probe = breaker.run('p', () => promise);
  await expect(breaker.run('p', async () => undefined)).rejects.toMatchObject({ code: 'provider_error' });
  resolve();
  await probe;
  expect(await Promise.all([1, 2, 3].map((n) => breaker.run('p', async () => n)))).toEqual([1, 2, 3]);
});

it('limits concurrent calls, and refuses those that would wait too long', async () => {
  const { breaker } = breakerAt(1);
  let most = 0;
  let now = 0;
  const call = async () => {
    now += 1;
    most = Math.max(most, now);
    await new Promise((resolve) => setImmediate(resolve));
    now -= 1;
  };
  const results = await Promise.allSettled(Array.from({ length: 12 }, () => breaker.run('p', call)));
  expect(most).toBe(1);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(9);
  await breaker.run('p', call);
});
