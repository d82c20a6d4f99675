import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '@naughty-list/service-kit/lifecycle/clock';
import type { Providers } from '../providers/providers.ts';

/** The time of a provider's finalised head, in Unix seconds. */
export type HeadTime = { provider: string; time: number };

/** The stalled providers, and the block time up to which a quorum of the others knows the chain. */
export type Freshness = { stalled: ReadonlySet<string>; headTime: number | null };

/** Finality alone takes some 13 seconds, and providers differ by a few. */
const MOST_BEHIND_S = 60;
const MOST_AHEAD_S = 60;
// A hanging provider must not delay the round.
const MOST_WAIT_MS = 2_000;

/**
 * Compares the providers' heads with each other: a provider that responds quickly but has stalled never lists anything
 * new. `now` is in Unix seconds. A head in the future does not make other providers look old, unless all are in the
 * future; then our clock is behind.
 */
export function freshnessOf(
  heads: readonly HeadTime[],
  { quorum, now }: { quorum: number; now: number },
): Freshness {
  const credible = heads.filter(({ time }) => time - now <= MOST_AHEAD_S);
  const newest = Math.max(...(credible.length > 0 ? credible : heads).map(({ time }) => time));
  const isStalled = ({ time }: HeadTime) => newest - time > MOST_BEHIND_S;
  const [agreed] = heads
    .map(({ time }) => time)
    .filter((time) => newest - time <= MOST_BEHIND_S && time <= newest)
    .toSorted((a, b) => b - a)
    .slice(quorum - 1);
  return {
    stalled: new Set(heads.filter(isStalled).map(({ provider }) => provider)),
    headTime: agreed ?? null,
  };
}

/** Asks all providers for their heads concurrently; slow ones are left out. */
export async function readFreshness(providers: Providers, clock: Clock): Promise<Freshness> {
  const heads: HeadTime[] = [];
  const asking = providers.askAll(async (rpc) => {
    const time = await rpc.blockTime(await rpc.slot('finalized'));
    if (time !== null) heads.push({ provider: rpc.name, time });
  });
  const late = new AbortController();
  await Promise.race([
    asking,
    sleep(MOST_WAIT_MS, undefined, { signal: late.signal }).catch(() => undefined),
  ]);
  late.abort();
  return freshnessOf(heads, { quorum: providers.quorum, now: clock.now().getTime() / 1_000 });
}
