import type { RpcMetrics } from './metrics.ts';
import type { Providers } from './providers.ts';

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
