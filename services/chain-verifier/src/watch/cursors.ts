import type { Database } from '@naughty-list/service-kit/database/database';
import type { ListedSignature } from '../chain/rpc.ts';
import type { Cursor, Listing, Progress } from './list-new.ts';
import { keepFound, type Watched } from './repository.ts';

/** A watched address as it was when the round began. */
export type Address = { cluster: string; watched: Watched };

/** How far a provider's list was read, when a page was stored last, and since when its list does not reach the cursor. */
export type ProviderCursor = { progress: Progress; movedAt: Date; lostSince: Date | null };

export async function cursorsOf(
  db: Database,
  { cluster, watched }: Address,
): Promise<Map<string, ProviderCursor>> {
  const rows = await db('watch_cursors').where({ cluster, address: watched.address });
  return new Map(
    rows.map(({ provider, cursor, listing, moved_at, lost_since }) => [
      provider,
      { progress: { cursor, listing }, movedAt: moved_at, lostSince: lost_since },
    ]),
  );
}

/** Moves a provider's cursor and stores the new entries, both or neither. False if another replica has moved it meanwhile. */
export async function moveCursor(
  db: Database,
  at: Address,
  move: {
    provider: string;
    before: Progress;
    after: ProviderCursor;
    listed: readonly ListedSignature[];
    now: Date;
  },
): Promise<boolean> {
  const { provider, before, after, listed, now } = move;
  return db.transaction(async (trx) => {
    const moved = await trx.raw(
      `insert into watch_cursors as known (cluster, address, provider, cursor, listing, moved_at, lost_since)
       values (:cluster, :address, :provider, :cursor, :listing, :moved_at, :lost_since)
       on conflict (cluster, address, provider) do update set cursor = excluded.cursor, listing = excluded.listing,
         moved_at = excluded.moved_at, lost_since = excluded.lost_since
       where (known.cursor, known.listing) is not distinct from (:before_cursor::jsonb, :before_listing::jsonb)`,
      {
        ...keyOf(at, provider),
        cursor: json(after.progress.cursor),
        listing: json(after.progress.listing),
        moved_at: after.movedAt,
        lost_since: after.lostSince,
        before_cursor: json(before.cursor),
        before_listing: json(before.listing),
      },
    );
    if (moved.rowCount === 0) return false;
    await keepFound(trx, { cluster: at.cluster, found: listed, at: now });
    return true;
  });
}

const json = (value: Cursor | Listing | null) => (value === null ? null : JSON.stringify(value));

function keyOf({ cluster, watched }: Address, provider: string) {
  return { cluster, address: watched.address, provider };
}

/** Records the slot up to which a quorum has listed an address. */
export async function recordListed(db: Database, { cluster, watched }: Address, slot: number): Promise<void> {
  if (slot <= (watched.mark.listedSlot ?? -1)) return;
  await db('watched_addresses')
    .where({ cluster, address: watched.address })
    .update({ listed_slot: db.raw('greatest(listed_slot, ?)', [slot]) });
}

export type Gap = { provider: string; fromSlot: number; toSlot: number };

/**
 * Moves a provider's cursor to its newest transaction, although its list ends before it reaches the cursor, or without one
 * the slot that others have listed, and records the gap. Undefined if it lists nothing newer.
 */
export async function passGap(
  db: Database,
  at: Address,
  { provider, known, now }: { provider: string; known: ProviderCursor; now: Date },
): Promise<Gap | undefined> {
  const { cursor, listing } = known.progress;
  const from = cursor ?? { slot: at.watched.mark.listedSlot ?? 0, signature: '' };
  if (!listing || listing.newest.slot <= from.slot) return undefined;
  const { newest, last } = listing;
  return db.transaction(async (trx) => {
    const after = { progress: { cursor: newest, listing: null }, movedAt: now, lostSince: null };
    if (!(await moveCursor(trx, at, { provider, before: known.progress, after, listed: [], now })))
      return undefined;
    await trx('watch_gaps').insert({
      ...keyOf(at, provider),
      from_slot: from.slot,
      from_signature: from.signature,
      to_slot: last.slot,
      to_signature: last.signature,
      at: now,
    });
    return { provider, fromSlot: from.slot, toSlot: last.slot };
  });
}

export async function countUnresolvedGaps(db: Database): Promise<number> {
  const [row] = await db('watch_gaps').whereNull('resolved_at').count();
  return Number(row?.count);
}
