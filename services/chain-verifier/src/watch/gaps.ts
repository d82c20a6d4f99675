import type { Database } from '@naughty-list/service-kit/database/database';
import { type Address, dropListings, holdCursor, moveCursor, newestCommon } from './listings.ts';

/** How long to keep asking all providers for history before accepting that no quorum can list it. */
export const LOST_FOR_MS = 10 * 60_000;

/** Records when history was first found missing; until it counts as lost, providers that lack it list again. */
export async function recordLost(db: Database, { cluster, watched }: Address, now: Date): Promise<void> {
  await db('watched_addresses')
    .where({ cluster, address: watched.address })
    .whereNull('lost_since')
    .update({ lost_since: now });
}

export type Gap = { provider: string; fromSlot: number; toSlot: number };

/**
 * Moves the cursor to the newest transaction that all these providers list, although some lack the history between the
 * cursor and their oldest entry, and records that gap. Does nothing if they share no newer transaction.
 */
export async function passGaps(
  db: Database,
  at: Address,
  { complete, lost, now }: { complete: readonly string[]; lost: readonly string[]; now: Date },
): Promise<Gap[]> {
  const { cluster, watched } = at;
  const { address, mark } = watched;
  const { cursor } = mark;
  return db.transaction(async (trx) => {
    if (!cursor || !(await holdCursor(trx, at))) return [];
    const to = await newestCommon(trx, at, [...complete, ...lost]);
    if (!to || to.slot <= cursor.slot) {
      await dropListings(trx, at, lost);
      return [];
    }
    const gaps = await trx('watch_listings').where({ cluster, address }).whereIn('provider', lost);
    await trx('watch_gaps').insert(
      gaps.map(({ provider, last_signature, last_slot }) => ({
        cluster,
        address,
        from_slot: cursor.slot,
        from_signature: cursor.signature,
        to_slot: last_slot,
        to_signature: last_signature,
        provider,
        at: now,
      })),
    );
    await moveCursor(trx, at, { to, now });
    return gaps.map(({ provider, last_slot }) => ({
      provider,
      fromSlot: cursor.slot,
      toSlot: Number(last_slot),
    }));
  });
}

export async function countUnresolvedGaps(db: Database): Promise<number> {
  const [row] = await db('watch_gaps').whereNull('resolved_at').count();
  return Number(row?.count);
}
