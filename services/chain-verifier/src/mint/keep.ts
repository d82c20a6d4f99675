import type { Database } from '@naughty-list/service-kit/database';
import type { Providers } from '../providers/providers.ts';
import { loadMint } from './load.ts';
import type { Mint } from './repository.ts';

/**
 * {@link loadMint}, remembered by this process as long as the providers serve the chain that it was read from: nothing of a mint
 * can change. Throws as that does, and tries again the next time.
 */
export function keepMint(
  parts: { db: Database; providers: Providers },
  address: string,
): () => Promise<Mint> {
  let kept: Mint | undefined;
  return async () => {
    if (kept?.cluster !== (await parts.providers.cluster())) kept = await loadMint(parts, address);
    return kept;
  };
}
