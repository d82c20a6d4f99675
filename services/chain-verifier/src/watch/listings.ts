import type { Database } from '@naughty-list/service-kit/database/database';
import type { ListedSignature } from '../chain/rpc.ts';
import { type Listing, type NewPage, pagesRepeat } from './list-new.ts';
import { keepFound, type Watched } from './repository.ts';

/** An address as it was when the round began; pages are stored only while it is unchanged. */
export type Address = { cluster: string; watched: Watched };

/** Listings of the current cursor, by provider; those of earlier cursors are dropped with the next page. */
export async function listingsOf(db: Database, { cluster, watched }: Address): Promise<Map<string, Listing>> {
  const rows = await db('watch_listings')
    .where({ cluster, address: watched.address })
    .whereRaw('cursor_signature is not distinct from ?', [watched.mark.cursor?.signature ?? null]);
  return new Map(
    rows.map((row) => [
      row.provider,
      {
        last: { signature: row.last_signature, slot: Number(row.last_slot) },
        length: row.length,
        isComplete: row.is_complete,
        movedAt: row.moved_at,
      },
    ]),
  );
}

/**
 * Stores a page's entries and the listing's progress, both or neither. Null if another replica has moved the cursor or
 * this listing in the meantime; throws if an entry was listed before.
 */
export async function keepPage(
  db: Database,
  kept: { at: Address; provider: string; before: Listing | null; page: NewPage; movedAt: Date; now: Date },
): Promise<Listing | null> {
  const { at, provider, before, page, movedAt, now } = kept;
  const { cluster, watched } = at;
  const entries = [...page.listed, ...page.older];
  const last = entries.at(-1) ?? before?.last;
  if (!last) return null;
  const start = before?.length ?? 0;
  const after = {
    last: { signature: last.signature, slot: last.slot },
    length: start + entries.length,
    isComplete: page.end === 'complete',
    movedAt,
  };
  const key = { cluster, address: watched.address, provider };
  return db.transaction(async (trx) => {
    if (!(await holdCursor(trx, at)) || !(await moveListing(trx, { key, watched, before, after })))
      return null;
    await keepEntries(trx, { key, entries, start });
    await keepFound(trx, { cluster, found: page.listed, at: now });
    return after;
  });
}

type Key = { cluster: string; address: string; provider: string };

async function moveListing(
  trx: Database,
  { key, watched, before, after }: { key: Key; watched: Watched; before: Listing | null; after: Listing },
): Promise<boolean> {
  const cursor = watched.mark.cursor?.signature ?? null;
  const row = {
    cursor_signature: cursor,
    last_signature: after.last.signature,
    last_slot: after.last.slot,
    length: after.length,
    is_complete: after.isComplete,
    moved_at: after.movedAt,
  };
  if (before) {
    const at = { ...key, last_signature: before.last.signature, length: before.length };
    return (await trx('watch_listings').where(at).update(row)) === 1;
  }
  await trx('watch_listings').where(key).whereRaw('cursor_signature is distinct from ?', [cursor]).delete();
  const inserted = await trx('watch_listings')
    .insert({ ...key, ...row })
    .onConflict()
    .ignore()
    .returning('provider');
  return inserted.length === 1;
}

async function keepEntries(
  trx: Database,
  { key, entries, start }: { key: Key; entries: readonly ListedSignature[]; start: number },
): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map(({ signature, slot }, index) => ({
    ...key,
    signature,
    slot,
    place: start + index,
  }));
  const inserted = await trx('listed_transactions')
    .insert(rows)
    .onConflict(['cluster', 'address', 'provider', 'signature'])
    .ignore()
    .returning('place');
  if (inserted.length < rows.length) throw pagesRepeat(key.provider);
}

export async function dropListings(
  db: Database,
  { cluster, watched }: Address,
  providers: readonly string[],
): Promise<void> {
  await db('watch_listings')
    .where({ cluster, address: watched.address })
    .whereIn('provider', providers)
    .delete();
}

export type Entry = { signature: string; slot: number; anchor: string | null };

/** The newest transaction that all of these providers list, and the one before it. */
export async function newestCommon(
  db: Database,
  { cluster, watched }: Address,
  [first, ...others]: readonly string[],
): Promise<Entry | null> {
  const at = { cluster, address: watched.address };
  const common = db('listed_transactions as l').where({ ...at, provider: first ?? null });
  for (const provider of others)
    common.whereExists(
      db('listed_transactions as o')
        .where({ ...at, provider })
        .whereRaw('o.signature = l.signature')
        .select(db.raw('1')),
    );
  const newest = await common.orderBy('place').first();
  if (!newest) return null;
  const behind = await db('listed_transactions')
    .where({ ...at, provider: first, place: newest.place + 1 })
    .first();
  return { signature: newest.signature, slot: Number(newest.slot), anchor: behind?.signature ?? null };
}

/**
 * Ends the listings of these providers. The cursor moves to the newest transaction that all of them list, up to which
 * the watch is complete; it stays if there is none.
 */
export async function finishListings(
  db: Database,
  at: Address,
  { providers, now }: { providers: readonly string[]; now: Date },
): Promise<void> {
  await db.transaction(async (trx) => {
    if (!(await holdCursor(trx, at))) return;
    const to = await newestCommon(trx, at, providers);
    if (to && to.signature !== at.watched.mark.cursor?.signature) return moveCursor(trx, at, { to, now });
    await trx('watched_addresses').where(addressOf(at)).update({ lost_since: null });
    await dropListings(trx, at, providers);
  });
}

/** Moves the cursor of a locked address; everything listed down to the old cursor is then done. */
export async function moveCursor(
  trx: Database,
  at: Address,
  { to, now }: { to: Entry; now: Date },
): Promise<void> {
  await trx('watched_addresses').where(addressOf(at)).update({
    cursor_signature: to.signature,
    cursor_slot: to.slot,
    anchor_signature: to.anchor,
    moved_at: now,
    lost_since: null,
  });
  await trx('watch_listings').where(addressOf(at)).delete();
}

function addressOf({ cluster, watched }: Address): { cluster: string; address: string } {
  return { cluster, address: watched.address };
}

/** Whether the cursor is unchanged; locks it until the transaction ends. */
export async function holdCursor(trx: Database, { cluster, watched }: Address): Promise<boolean> {
  const row = await trx('watched_addresses')
    .where({ cluster, address: watched.address })
    .whereRaw('cursor_signature is not distinct from ?', [watched.mark.cursor?.signature ?? null])
    .forUpdate()
    .first('address');
  return row !== undefined;
}

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
