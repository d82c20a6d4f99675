import type { Database } from '@naughty-list/service-kit/database/database';
import type { Log } from '@naughty-list/service-kit/telemetry/log';
import type { Evidence } from '../chain/facts.ts';
import type { Providers } from '../providers/providers.ts';
import { RpcFault } from '../providers/rpc-fault.ts';

/** A mint as read from the chain; its decimals and program can never change. */
export type Mint = { address: string; cluster: string; tokenProgram: string; decimals: number };

export async function findMint(db: Database, address: string): Promise<Mint | undefined> {
  const row = await db('state').first('mints');
  return row?.mints[address] && { address, ...row.mints[address] };
}

/** Stores what the chain says now. */
export async function saveMint(db: Database, { address, ...mint }: Mint): Promise<void> {
  await db('state').update({
    mints: db.raw('mints || ?::jsonb', [JSON.stringify({ [address]: mint })]),
  });
}

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

/**
 * The mint as a transaction shows it: read again if the two contradict each other. A mint cannot change, so one of them
 * is a provider's mistake: throws `mint_mismatch` if they still do; it never becomes a verdict.
 */
export async function mintForEvidence(
  parts: Parts & { log: Log },
  evidence: Evidence,
  before: Mint,
): Promise<Mint> {
  const found = contradiction(evidence, before);
  if (found === null) return before;
  const now = await rereadMint(parts, before.address);
  const still = contradiction(evidence, now);
  if (still !== null) throw new RpcFault('mint_mismatch', still, { provider: 'all' });
  parts.log.error({ before, now, reason: found }, 'the stored LIST mint was wrong; corrected');
  return now;
}

/**
 * How a transaction contradicts the mint, or null if it does not. Failed transactions are ignored: their effects never
 * happened.
 */
export function contradiction(evidence: Evidence, mint: Mint): string | null {
  if (!evidence.success) return null;
  const own = <T extends { mint: string | null }>(entries: readonly T[]) =>
    entries.filter((entry) => entry.mint === mint.address);
  const balances = own(evidence.balances);
  const decimals = balances.find((one) => one.decimals !== null && one.decimals !== mint.decimals)?.decimals;
  if (decimals !== undefined) return `the mint has ${decimals} decimals, not ${mint.decimals}`;
  const programs = [
    ...balances,
    ...own(evidence.burns),
    ...own(evidence.transfers),
    ...own(evidence.mints),
  ].flatMap(({ program }) => program ?? []);
  const other = programs.find((program) => program !== mint.tokenProgram);
  return other === undefined ? null : `the mint belongs to ${other}, not to ${mint.tokenProgram}`;
}
