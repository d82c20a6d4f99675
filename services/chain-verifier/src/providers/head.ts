import { cached } from '@naughty-list/service-kit/http/cached';
import type { Metrics } from '@naughty-list/service-kit/telemetry/metrics';
import type { Answer, Providers } from './providers.ts';

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
export function openRpcHealth(providers: Providers, metrics: Metrics): () => boolean {
  let heads: Answer<number>[] = [];
  let isHealthy = true;
  let checkedAt = Number.NEGATIVE_INFINITY;

  async function check(): Promise<void> {
    const { answers } = await providers.ask(
      (rpc) => rpc.slot('finalized'),
      () => false,
    );
    heads = answers;
    isHealthy = answers.length >= providers.quorum;
  }

  const lastKnown = () => {
    const now = performance.now();
    if (now - checkedAt >= FRESH_MS) {
      checkedAt = now;
      check().catch(() => {
        isHealthy = false;
      });
    }
    return isHealthy;
  };
  const labelNames = ['provider'];
  metrics.addSource({
    name: 'solana_rpc',
    gauges: {
      solana_rpc_slot: { help: 'The newest finalised slot that a provider reported', labelNames },
      solana_rpc_slot_lag: {
        help: 'How many finalised slots a provider is behind the one that is furthest',
        labelNames,
      },
      solana_rpc_failing: { help: "Whether a provider's last call failed (1), paused or not", labelNames },
    },
    async read() {
      // Starts a check; the next scrape sees its result. The lag of a provider that did not answer is unknown.
      lastKnown();
      const furthest = Math.max(...heads.map(({ answer }) => answer));
      const of = (provider: string, value: number) => ({ labels: { provider }, value });
      return {
        solana_rpc_slot: heads.map(({ provider, answer }) => of(provider, answer)),
        solana_rpc_slot_lag: heads.map(({ provider, answer }) => of(provider, furthest - answer)),
        solana_rpc_failing: providers.failing().map(({ provider, answer }) => of(provider, answer ? 1 : 0)),
      };
    },
  });
  return lastKnown;
}
