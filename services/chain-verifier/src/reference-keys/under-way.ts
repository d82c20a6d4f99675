import type { Database } from '@naughty-list/service-kit/database/database';
import { findStatus } from '../evidence/find-status.ts';
import type { Providers } from '../providers/providers.ts';
import { RpcFault } from '../providers/rpc-fault.ts';

const NEWEST = 10;
/** About a day. What is older was decided, and the decision may have been deleted since. */
const RECENT_SLOTS = 216_000;

/**
 * Whether a transaction that names a key has landed and is not decided yet: key polling waits for finality, and may come a minute
 * later. Listings are not trusted, so a quorum has to know it. Throws an RpcFault if the providers do not answer.
 */
export async function isUnderWay(
  { db, providers }: { db: Database; providers: Providers },
  { cluster, referenceKey }: { cluster: string; referenceKey: string },
): Promise<boolean> {
  const { answers, faults } = await providers.askAll(
    (rpc) => rpc.signatures(referenceKey, { limit: NEWEST, commitment: 'confirmed' }),
    ({ length }) => length >= providers.quorum,
  );
  if (answers.length === 0)
    throw faults.at(-1) ?? new RpcFault('provider_error', 'no answer', { provider: 'all' });
  const landed = answers.flatMap(({ answer }) => answer).filter(({ success }) => success);
  const undecided = await withoutDecided(db, cluster, new Set(landed.map(({ signature }) => signature)));
  if (undecided.length === 0) return false;
  const head = await providers.first((rpc) => rpc.slot('finalized'));
  for (const signature of undecided) {
    const status = await findStatus(providers, signature, 'confirmed');
    const isKnown = status?.success && status.commitment !== 'processed';
    if (isKnown && status.slot > head - RECENT_SLOTS) return true;
  }
  return false;
}

/** Those that the watcher has not handled and no claim has: claimed ones already show in the intent's state. */
async function withoutDecided(db: Database, cluster: string, signatures: Set<string>): Promise<string[]> {
  const handled = db('found_transactions').where({ cluster }).whereNotNull('handled_at');
  const claimed = db('verifications').whereNot({ purpose: 'look' });
  const known: string[][] = await Promise.all(
    [handled, claimed].map((rows) => rows.whereIn('signature', [...signatures]).pluck('signature')),
  );
  return [...signatures].filter((signature) => !known.flat().includes(signature));
}
