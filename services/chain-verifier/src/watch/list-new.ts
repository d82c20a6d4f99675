import type { ListedSignature, Rpc } from '../chain/rpc.ts';
import { RpcFault } from '../providers/rpc-fault.ts';

/** From which slot an address is watched, and the slot up to which a quorum has listed it; null before the first time. */
export type Mark = { sinceSlot: number; listedSlot: number | null };

/** The newest transaction up to which a provider's list was read; `anchor` is the next older one. */
export type Cursor = { signature: string; slot: number; anchor: string | null };

/** A list that is being read, newest first: its first entry, which becomes the cursor, and its last one so far. */
export type Listing = { newest: Cursor; last: { signature: string; slot: number } };

/** How far a provider's list of an address was read. */
export type Progress = { cursor: Cursor | null; listing: Listing | null };

/** The new entries of a page. `lost`: the list ends without the cursor. */
export type NewPage = { listed: ListedSignature[]; end: 'goes_on' | 'complete' | 'lost' };

/**
 * What a page adds. Pages are requested down to the transaction *before* the cursor, so the cursor must appear; if it
 * does not, the node is behind, has pruned its history or skips pages. If other providers have listed further than the
 * cursor, the list need not go back to it, but must reach as far as theirs.
 */
export function readPage(
  page: readonly ListedSignature[],
  {
    mark: { sinceSlot, listedSlot },
    progress: { cursor, listing },
    provider,
  }: { mark: Mark; progress: Progress; provider: string },
): NewPage {
  const listed: ListedSignature[] = [];
  const own = cursor && cursor.slot >= (listedSlot ?? 0) ? cursor : null;
  const isBehind = !own && !listing && listedSlot !== null && (page[0]?.slot ?? 0) < listedSlot;
  const oldest = own?.slot ?? Math.max(sinceSlot, listedSlot ?? 0);
  const atEnd = own || isBehind ? 'lost' : 'complete';
  const seen = new Set(listing && [listing.newest.signature, listing.last.signature]);
  for (const entry of page) {
    if (entry.signature === own?.signature) return { listed, end: 'complete' };
    if (entry.slot < oldest) return { listed, end: atEnd };
    const previous = listed.at(-1) ?? listing?.last;
    if (seen.has(entry.signature) || entry.slot > (previous?.slot ?? entry.slot))
      throw new RpcFault('malformed_response', 'the pages repeat', { provider });
    seen.add(entry.signature);
    listed.push(entry);
  }
  if (page.length > 0) return { listed, end: 'goes_on' };
  // The others' last transaction is not above its end: what lies between is missing.
  const isShort = listing !== null && listing.last.slot > (listedSlot ?? Number.POSITIVE_INFINITY);
  return { listed, end: isShort ? 'lost' : atEnd };
}

/** The progress after a page. */
function progressAfter(
  { cursor, listing }: Progress,
  [first, second]: readonly ListedSignature[],
  { listed, end }: NewPage,
): Progress {
  if (listed.length === 0 && !listing && cursor) return { cursor, listing };
  const newest = listing?.newest ?? (first && { ...placeOf(first), anchor: second?.signature ?? null });
  if (!newest) return { cursor, listing };
  if (end === 'complete') return { cursor: newest, listing: null };
  return { cursor, listing: { newest, last: placeOf(listed.at(-1) ?? listing?.last ?? newest) } };
}

const placeOf = ({ signature, slot }: { signature: string; slot: number }) => ({ signature, slot });

/**
 * Lists what is new, without gaps, resuming where the listing stopped; each page is stored as it arrives.
 * @param keep stores the progress and the new entries, both or neither; false if another replica has moved on meanwhile
 * @returns `complete` if everything that was final at the call is listed; a resumed list may lack newer entries. Throws
 * `history_unavailable` if the list ends without the cursor
 */
export async function listNew(
  rpc: Rpc,
  options: {
    address: string;
    mark: Mark;
    pageSize: number;
    progress: Progress;
    keep: (before: Progress, after: Progress, listed: readonly ListedSignature[]) => Promise<boolean>;
    mayGoOn: () => boolean;
  },
): Promise<'complete' | 'resumed' | 'stopped'> {
  const { address, mark, pageSize, keep, mayGoOn } = options;
  let { progress } = options;
  const end = progress.listing ? 'resumed' : 'complete';
  while (mayGoOn()) {
    const { cursor, listing } = progress;
    const entries = await rpc.signatures(address, {
      limit: pageSize,
      ...(listing && { before: listing.last.signature }),
      ...(cursor?.anchor && { until: cursor.anchor }),
    });
    let page: NewPage;
    try {
      page = readPage(entries, { mark, progress, provider: rpc.name });
    } catch (error) {
      // A list that repeats itself is read again from its beginning.
      await keep(progress, { cursor, listing: null }, []);
      throw error;
    }
    const after = progressAfter(progress, entries, page);
    if (!(await keep(progress, after, page.listed))) return 'stopped';
    if (page.end === 'complete') return end;
    if (page.end === 'lost')
      throw new RpcFault('history_unavailable', 'the list does not reach the last known transaction', {
        provider: rpc.name,
      });
    progress = after;
  }
  return 'stopped';
}
