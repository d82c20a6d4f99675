import { setTimeout as sleep } from 'node:timers/promises';
import type { ListedSignature, Rpc } from '../chain/rpc.ts';
import { RpcFault, type RpcFaultCode } from '../providers/rpc-fault.ts';

/** How far an address has been watched. */
export type Mark = {
  sinceSlot: number;
  cursor: { signature: string; slot: number; anchor: string | null } | null;
};

/**
 * How far a provider's list has been read: its oldest entry and the number of entries. Complete: it reached the mark.
 */
export type Listing = {
  last: { signature: string; slot: number };
  length: number;
  isComplete: boolean;
  movedAt: Date;
};

/**
 * New entries of one page, newest first, and the entries after them: the cursor, or else entries older than the watch.
 */
export type NewPage = {
  listed: ListedSignature[];
  older: ListedSignature[];
  end: 'goes_on' | 'complete' | 'lost';
};

/** Storage for pages. */
export type ListingStore = {
  /**
   * Stores a page and the progress of the listing. Null if another replica did so in the meantime; throws if the list
   * repeats itself.
   */
  keep(before: Listing | null, page: NewPage): Promise<Listing | null>;
  drop(): Promise<void>;
};

/**
 * What a page adds. `lost`: the list ends without the cursor. Pages are requested down to the transaction *before* the
 * cursor, so the cursor must appear; if it does not, the node is behind, has pruned its history or skips pages.
 */
export function readPage(
  page: readonly ListedSignature[],
  {
    mark: { sinceSlot, cursor },
    last,
    provider,
  }: { mark: Mark; last: Listing['last'] | null; provider: string },
): NewPage {
  const listed: ListedSignature[] = [];
  const seen = new Set<string>();
  if (page.length === 0) return { listed, older: [], end: cursor ? 'lost' : 'complete' };
  for (const [index, entry] of page.entries()) {
    if (entry.signature === cursor?.signature) return { listed, older: page.slice(index), end: 'complete' };
    if (entry.slot < (cursor?.slot ?? sinceSlot))
      return cursor
        ? { listed, older: [], end: 'lost' }
        : { listed, older: page.slice(index), end: 'complete' };
    const previous = listed.at(-1) ?? last;
    if (seen.has(entry.signature) || entry.slot > (previous?.slot ?? entry.slot)) throw pagesRepeat(provider);
    seen.add(entry.signature);
    listed.push(entry);
  }
  return { listed, older: [], end: 'goes_on' };
}

export function pagesRepeat(provider: string): RpcFault {
  return new RpcFault('malformed_response', 'the pages repeat', { provider });
}

/**
 * Lists what is newer than the mark, without gaps, resuming where the listing stopped; each page is stored as it
 * arrives. Throws `history_unavailable` if the list ends without the cursor.
 */
export async function listNew(
  rpc: Rpc,
  options: {
    address: string;
    mark: Mark;
    pageSize: number;
    listing: Listing | null;
    store: ListingStore;
    mayGoOn: () => boolean;
  },
): Promise<Listing | 'nothing_new' | 'stopped'> {
  const { address, mark, pageSize, store, mayGoOn } = options;
  let { listing } = options;
  while (!listing?.isComplete) {
    if (!mayGoOn()) return 'stopped';
    const entries = await askPage(rpc, address, {
      limit: pageSize,
      ...(listing && { before: listing.last.signature }),
      ...(mark.cursor?.anchor && { until: mark.cursor.anchor }),
    });
    const before: Listing | null = listing;
    const read = () => readPage(entries, { mark, last: before?.last ?? null, provider: rpc.name });
    const { page, after } = await keepPage({ store, mark, before, read });
    if (page.end === 'lost')
      throw new RpcFault('history_unavailable', 'the list does not reach the last known transaction', {
        provider: rpc.name,
      });
    if (typeof after === 'string') return after;
    listing = after;
  }
  return listing;
}

/** A list that repeats itself is abandoned, and its earlier pages are discarded. */
async function keepPage({
  store,
  mark,
  before,
  read,
}: {
  store: ListingStore;
  mark: Mark;
  before: Listing | null;
  read: () => NewPage;
}): Promise<{ page: NewPage; after: Listing | 'nothing_new' | 'stopped' }> {
  try {
    const page = read();
    // At the cursor, or an address that no transaction has named.
    const isNothing = page.listed.length === 0 && (mark.cursor !== null || page.older.length === 0);
    if (isNothing && !before) return { page, after: 'nothing_new' };
    if (page.listed.length === 0 && page.end === 'lost') return { page, after: 'stopped' };
    return { page, after: (await store.keep(before, page)) ?? 'stopped' };
  } catch (error) {
    if (error instanceof RpcFault) await store.drop();
    throw error;
  }
}

const RETRY_AFTER_MS = [100, 500];
const quickFaults: ReadonlySet<RpcFaultCode> = new Set<RpcFaultCode>([
  'provider_error',
  'malformed_response',
  'rate_limited',
]);

/** Retries a page after a quick fault; a slow one would delay the round. */
async function askPage(
  rpc: Rpc,
  address: string,
  page: Parameters<Rpc['signatures']>[1],
): Promise<ListedSignature[]> {
  for (const delayMs of RETRY_AFTER_MS) {
    try {
      return await rpc.signatures(address, page);
    } catch (error) {
      if (!(error instanceof RpcFault) || !quickFaults.has(error.code)) throw error;
      if ((error.retryAfterMs ?? 0) > delayMs) throw error;
      await sleep(delayMs);
    }
  }
  return rpc.signatures(address, page);
}
