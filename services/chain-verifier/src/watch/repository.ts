import { type Database, deleteInBatches } from '@naughty-list/service-kit/database/database';
import type { ListedSignature } from '../chain/rpc.ts';
import type { Mark } from './list-new.ts';

type AddressRow = {
  cluster: string;
  address: string;
  since_slot: string;
  listed_slot: string | null;
};

export type Watched = { address: string; mark: Mark };

/** The watched addresses of a chain; may include those of an earlier configuration. */
export async function watchedAddresses(db: Database, cluster: string): Promise<Watched[]> {
  const rows = await db<AddressRow>('watched_addresses').where({ cluster }).orderBy('address');
  return rows.map(({ address, since_slot, listed_slot }) => ({
    address,
    mark: { sinceSlot: Number(since_slot), listedSlot: listed_slot === null ? null : Number(listed_slot) },
  }));
}

export async function watchAddress(
  db: Database,
  { cluster, address, sinceSlot }: { cluster: string; address: string; sinceSlot: number },
): Promise<void> {
  await db('watched_addresses')
    .insert({ cluster, address, since_slot: sinceSlot })
    .onConflict(['cluster', 'address'])
    .ignore();
}

/** Stores what was found; existing rows are unchanged. */
export async function keepFound(
  db: Database,
  { cluster, found, at }: { cluster: string; found: readonly ListedSignature[]; at: Date },
): Promise<void> {
  const rows = found
    .filter(({ success }) => success)
    .map(({ signature, slot }) => ({ cluster, signature, slot, found_at: at, due_at: at }));
  if (rows.length > 0)
    await db('found_transactions').insert(rows).onConflict(['cluster', 'signature']).ignore();
}

export type FoundTransaction = {
  signature: string;
  slot: number;
  attempts: number;
  /** It was read, names a reference, and could not be judged. */
  isUndecided: boolean;
};

/**
 * The transactions to read next, oldest first: either the undecided ones or the others. One with a due time after
 * `latest` was postponed before the clock was set back, so it counts as due.
 */
export async function dueTransactions(
  db: Database,
  due: { cluster: string; isUndecided: boolean; at: Date; latest: Date; limit: number },
): Promise<FoundTransaction[]> {
  const { cluster, isUndecided, at, latest, limit } = due;
  const rows = await db('found_transactions')
    .where({ cluster, is_undecided: isUndecided })
    .whereRaw('num_nulls(handled_at) = 1')
    .where((isDue) => isDue.where('due_at', '<=', at).orWhere('due_at', '>', latest))
    .orderBy(['due_at', 'slot'])
    .limit(limit)
    .select('signature', 'slot', 'attempts');
  return rows.map(({ signature, slot, attempts }) => ({
    signature,
    slot: Number(slot),
    attempts,
    isUndecided,
  }));
}

type Key = { cluster: string; signature: string };

/** `redeliverAt`: when to notify again, if an owner was notified. */
export async function markHandled(
  db: Database,
  key: Key,
  { at, redeliverAt }: { at: Date; redeliverAt: Date | null },
): Promise<void> {
  await db('found_transactions')
    .where(key)
    .whereNull('handled_at')
    .update({ handled_at: at, code: null, is_undecided: false, due_at: redeliverAt });
}

/** `isUndecided`: read, but could not be judged; if omitted, unchanged. */
export async function postpone(
  db: Database,
  key: Key,
  until: { dueAt: Date; code: string; isUndecided?: true },
): Promise<void> {
  const { dueAt, code, isUndecided } = until;
  await db('found_transactions')
    .where(key)
    .whereNull('handled_at')
    .update({
      due_at: dueAt,
      code,
      attempts: db.raw('attempts + 1'),
      ...(isUndecided && { is_undecided: isUndecided }),
    });
}

/**
 * Deletes rows handled before a time (a cursor never goes back that far), and those that stayed unread or unjudged for
 * longer.
 */
export async function forgetFound(
  db: Database,
  { handled, found, mayGoOn }: { handled: Date; found: Date; mayGoOn: () => boolean },
): Promise<{ handled: number; unread: number }> {
  const batches = { table: 'found_transactions', key: ['cluster', 'signature'], mayGoOn };
  return {
    handled: await deleteInBatches(db, {
      ...batches,
      where: (rows) => void rows.where('handled_at', '<', handled),
    }),
    unread: await deleteInBatches(db, {
      ...batches,
      where: (rows) => void rows.whereNull('handled_at').whereNotNull('due_at').where('found_at', '<', found),
    }),
  };
}

/** How far the watch has come, and what is left to read and judge. */
export async function watchState(
  db: Database,
): Promise<{ lastSlot: number | null; unread: number; oldestUnreadSeconds: number; undecided: number }> {
  const { rows } = await db.raw(
    `select (select max(listed_slot) from watched_addresses) as last_slot,
            count(*) filter (where not is_undecided)::int as unread,
            coalesce(extract(epoch from now() - min(found_at) filter (where not is_undecided)), 0)::float8 as oldest,
            count(*) filter (where is_undecided)::int as undecided
     from found_transactions where handled_at is null and due_at is not null`,
  );
  const [{ last_slot: lastSlot, unread, oldest, undecided }] = rows;
  return {
    lastSlot: lastSlot === null ? null : Number(lastSlot),
    unread,
    oldestUnreadSeconds: Math.max(0, oldest),
    undecided,
  };
}
