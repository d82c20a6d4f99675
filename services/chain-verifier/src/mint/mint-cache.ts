import type { Database } from '@naughty-list/service-kit/database/database';
import type { Log } from '@naughty-list/service-kit/telemetry/log';
import type { Evidence } from '../chain/facts.ts';
import type { Providers } from '../providers/providers.ts';
import { RpcFault } from '../providers/rpc-fault.ts';
import { contradiction } from './contradiction.ts';
import { loadMint, rereadMint } from './load.ts';
import type { Mint } from './repository.ts';

/** The LIST mint, as used for judging. */
export type MintCache = {
  /**
   * Cached by this process as long as the providers serve the chain that it was read from. Throws as {@link loadMint}
   * does.
   */
  load(): Promise<Mint>;
  /**
   * The mint as a transaction shows it: read again if the two contradict each other. A mint cannot change, so one of
   * them is a provider's mistake: throws `mint_mismatch` if they still do; it never becomes a verdict.
   */
  forEvidence(evidence: Evidence, mint: Mint): Promise<Mint>;
};

export function openMintCache(
  parts: { db: Database; providers: Providers; log: Log },
  address: string,
): MintCache {
  let kept: Mint | undefined;
  async function load(): Promise<Mint> {
    if (kept?.cluster !== (await parts.providers.cluster())) kept = await loadMint(parts, address);
    return kept;
  }
  return {
    load,
    async forEvidence(evidence, before) {
      const found = contradiction(evidence, before);
      if (found === null) return before;
      kept = undefined;
      const now = await rereadMint(parts, before.address);
      const still = contradiction(evidence, now);
      if (still !== null) throw new RpcFault('mint_mismatch', still, { provider: 'all' });
      parts.log.error({ before, now, reason: found }, 'the stored LIST mint was wrong; corrected');
      return now;
    },
  };
}
