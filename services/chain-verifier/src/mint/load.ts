import type { Database } from '@naughty-list/service-kit/database';
import type { Providers } from '../providers/providers.ts';
import { findMint, type Mint, saveMint } from './repository.ts';

/**
 * The mint on the chain that the providers serve: kept in the database once it was read. Throws an RpcFault while no
 * provider can be asked, `mint_unusable` where the address is no mint.
 */
export async function loadMint(
  { db, providers }: { db: Database; providers: Providers },
  address: string,
): Promise<Mint> {
  const cluster = await providers.cluster();
  const known = await findMint(db, address);
  if (known?.cluster === cluster) return known;
  const account = await providers.first((rpc) => rpc.mint(address));
  const mint = { address, cluster, ...account };
  await saveMint(db, mint);
  return mint;
}

/** As {@link loadMint}, but what was read before does while no provider can be asked. */
export async function loadMintOffline(
  parts: { db: Database; providers: Providers },
  address: string,
): Promise<Mint> {
  return (await findMint(parts.db, address)) ?? loadMint(parts, address);
}
