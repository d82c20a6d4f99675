import type { Database } from '@naughty-list/service-kit/database/database';
import type { Providers } from '../providers/providers.ts';
import { findMint, type Mint, saveMint } from './repository.ts';

type Parts = { db: Database; providers: Providers };

/**
 * The mint on the chain that the providers serve, stored in the database once a quorum agrees on it. Throws an RpcFault
 * if too few providers answer, `provider_conflict` if they disagree, `mint_unusable` if the address is not a mint.
 */
export async function loadMint(parts: Parts, address: string): Promise<Mint> {
  const { db, providers } = parts;
  const known = await findMint(db, address);
  if (known?.cluster === (await providers.cluster())) return known;
  return readMint(parts, address);
}

/**
 * Reads the mint from all providers that answer, at least a quorum, and replaces the stored one with what they agree
 * on.
 */
export function rereadMint(parts: Parts, address: string): Promise<Mint> {
  return readMint(parts, address, { all: true });
}

async function readMint({ db, providers }: Parts, address: string, { all = false } = {}): Promise<Mint> {
  const cluster = await providers.cluster();
  const { answers } = await providers.agree(
    (rpc) => rpc.mint(address),
    (account) => account,
    { all },
  );
  const mint = { address, cluster, ...answers[0].answer };
  await saveMint(db, mint);
  return mint;
}

/** As {@link loadMint}, but prefers the stored mint, so that it works without providers. */
export async function loadMintOffline(parts: Parts, address: string): Promise<Mint> {
  return (await findMint(parts.db, address)) ?? loadMint(parts, address);
}
