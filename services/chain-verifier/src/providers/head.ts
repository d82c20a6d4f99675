import { cached } from '@naughty-list/service-kit/http/cached';
import type { RpcMetrics } from './metrics.ts';
import type { Providers } from './providers.ts';

/**
 * The newest finalised slot of the first provider that answers, and its time in Unix seconds if that provider knows it.
 */
export type Head = { slot: number; time: number | null };

// The duration of a slot.
const SLOT_MS = 400;

/** Reads the head, shared by all requests within one slot's time: every unknown transaction needs it. */
export function openHead(providers: Pick<Providers, 'first'>): () => Promise<Head> {
  const heads = cached<Promise<Head>>({ max: 1, ttlMs: SLOT_MS });
  const read = () =>
    providers.first(async (rpc) => {
      const slot = await rpc.slot('finalized');
      return { slot, time: await rpc.blockTime(slot) };
    });
  return () => heads.get('head', read);
}

const FRESH_MS = 10_000;

/**
 * Whether a quorum of providers answered at the last check. Returns at once and refreshes in the background, so that a
 * hanging provider delays no request. True until the first check ends. Every check asks all providers, so that the
 * metrics show how far each of them is behind.
 */
export function openRpcHealth(options: { providers: Providers; metrics: RpcMetrics }): () => boolean {
  const { providers, metrics } = options;
  let isHealthy = true;
  let checkedAt = Number.NEGATIVE_INFINITY;

  async function check(): Promise<void> {
    const { answers } = await providers.ask(
      (rpc) => rpc.slot('finalized'),
      () => false,
    );
    metrics.recordHeads(answers.map(({ provider, answer }) => ({ provider, slot: answer })));
    isHealthy = answers.length >= providers.quorum;
  }

  return () => {
    const now = performance.now();
    if (now - checkedAt >= FRESH_MS) {
      checkedAt = now;
      check().catch(() => {
        isHealthy = false;
      });
    }
    return isHealthy;
  };
}
