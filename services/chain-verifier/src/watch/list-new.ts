import { setTimeout as sleep } from 'node:timers/promises';
import type { ListedSignature, Rpc } from '../chain/rpc.ts';
import { RpcFault, type RpcFaultCode } from '../providers/rpc-fault.ts';

/** How far an address has been watched. */
export type Mark = {
  sinceSlot: number;
  cursor: { signature: string; slot: number; anchor: string | null } | null;
};

/** How far a provider's list has been read: its oldest entry and how many there are. Complete: it led back to the mark. */
export type Listing = {
  last: { signature: string; slot: number };
  length: number;
  isComplete: boolean;
  movedAt: Date;
};

/** Entries of one page that are new, newest first, and what follows them: the cursor, or else what is older than the watch. */
export type NewPage = {
  listed: ListedSignature[];
  older: ListedSignature[];
  end: 'goes_on' | 'complete' | 'lost';
};

/** Where pages are kept. */
export type ListingStore = {
  /** Keeps a page and how far the list has come. Null where another copy did in the meantime; throws where it goes in circles. */
  keep(before: Listing | null, page: NewPage): Promise<Listing | null>;
  drop(): Promise<void>;
};

/**
 * What a page adds. `lost`: the list ends without the cursor. It is asked for down to the transaction *behind* the cursor, so the
 * cursor has to appear in it: without it, it was cut short, by a node that is behind, has forgotten or leaves pages out.
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
    if (seen.has(entry.signature) || entry.slot > (previous?.slot ?? entry.slot)) throw inCircles(provider);
    seen.add(entry.signature);
    listed.push(entry);
  }
  return { listed, older: [], end: 'goes_on' };
}

export function inCircles(provider: string): RpcFault {
  return new RpcFault('malformed_response', 'the list goes in circles', { provider });
}

/**
 * Lists what is newer than the mark, back to it without a gap, from where the list was left; every page is kept as it comes.
 * Throws `history_unavailable` where the list ends without the cursor.
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
      throw new RpcFault('history_unavailable', 'the list does not lead back to what was seen last', {
        provider: rpc.name,
      });
    if (typeof after === 'string') return after;
    listing = after;
  }
  return listing;
}

/** A list that goes in circles is not gone on with: its earlier pages are not believed either. */
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
    // At the cursor, or at an address that nothing has ever named.
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

/** Asks for a page again after a fault that came quickly; one that took long would hold up the round. */
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
