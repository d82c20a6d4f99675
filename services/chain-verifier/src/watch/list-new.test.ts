import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeBase58 } from '../chain/base58.ts';
import type { ListedSignature, Rpc } from '../chain/rpc.ts';
import { RpcFault } from '../providers/rpc-fault.ts';
import { type Listing, type ListingStore, listNew, type Mark, pagesRepeat } from './list-new.ts';

const name = (index: number) => encodeBase58(Buffer.alloc(64, index + 1));
/** Oldest first; several per slot. */
const history = (count: number): ListedSignature[] =>
  Array.from({ length: count }, (_, index) => ({
    signature: name(index),
    slot: 100 + Math.floor(index / 3),
    success: true,
  }));

/** A node that lists as real nodes do, limited to what `sees` allows. */
function node(
  all: ListedSignature[],
  sees: (page: ListedSignature[], call: number) => ListedSignature[] = (page) => page,
) {
  let calls = 0;
  const signatures: Rpc['signatures'] = async (_address, { before, until, limit }) => {
    const newest = all.toReversed();
    const from = before === undefined ? 0 : newest.findIndex(({ signature }) => signature === before) + 1;
    if (before !== undefined && from === 0) return [];
    const end = newest.findIndex(({ signature }) => signature === until);
    calls += 1;
    return sees(newest.slice(from, end < 0 ? undefined : end).slice(0, limit), calls);
  };
  return { name: 'node', signatures } as Rpc;
}

/** Stores a listing as the database does. */
function memory() {
  const kept = {
    listing: null as Listing | null,
    listed: [] as ListedSignature[],
    older: [] as ListedSignature[],
  };
  const store: ListingStore = {
    async keep(before, { listed, older, end }) {
      expect(before).toEqual(kept.listing);
      const known = new Set(kept.listed.map(({ signature }) => signature));
      if (listed.some(({ signature }) => known.has(signature))) throw pagesRepeat('node');
      kept.listed.push(...listed);
      kept.older = older;
      const last = [...kept.listed, ...older].at(-1);
      if (!last) return null;
      kept.listing = {
        last: { signature: last.signature, slot: last.slot },
        length: kept.listed.length + older.length,
        isComplete: end === 'complete',
        movedAt: new Date(),
      };
      return kept.listing;
    },
    async drop() {
      Object.assign(kept, { listing: null, listed: [], older: [] });
    },
  };
  return { kept, store };
}

async function list(
  rpc: Rpc,
  mark: Mark,
  { pageSize = 4, into = memory(), pages = Number.POSITIVE_INFINITY } = {},
) {
  let left = pages;
  const mayGoOn = () => left-- > 0;
  const { store, kept } = into;
  const end = await listNew(rpc, { address: 'A', mark, pageSize, listing: kept.listing, store, mayGoOn });
  return { ...kept, end };
}
const markAt = (all: ListedSignature[], index: number): Mark => {
  const [at, behind] = [all[index], all[index - 1]];
  return {
    sinceSlot: 0,
    cursor: at ? { signature: at.signature, slot: at.slot, anchor: behind?.signature ?? null } : null,
  };
};
const names = (entries: ListedSignature[]) => entries.map(({ signature }) => signature);

describe('a list of what is new', () => {
  it('is complete for any number of entries, page size and cursor position', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(40),
        fc.nat(40),
        fc.integer({ min: 1, max: 7 }),
        async (count, at, pageSize) => {
          const all = history(count);
          const index = Math.min(at, count - 1);
          const { listed } = await list(node(all), markAt(all, index), { pageSize });
          expect(names(listed)).toEqual(names(all.slice(index + 1).toReversed()));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('is complete when resumed after stops, faults and new transactions', async () => {
    const steps = fc.array(fc.record({ pages: fc.nat(3), fails: fc.boolean(), more: fc.nat(2) }), {
      maxLength: 12,
    });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: 40 }), fc.nat(40), steps, async (count, at, rounds) => {
        const all = history(count + 30);
        const mark = markAt(all, Math.min(at, count - 1));
        const into = memory();
        let known = count;
        let begun = 0;
        const fault = new RpcFault('timeout', 'no answer', { provider: 'node' });
        for (const { pages, fails, more } of [...rounds, { pages: 100, fails: false, more: 0 }]) {
          const rpc = node(all.slice(0, known), (page, call) => {
            if (fails && call > pages) throw fault;
            return page;
          });
          if (!into.kept.listing) begun = known;
          await list(rpc, mark, { pageSize: 3, into, pages }).catch((error) => expect(error).toBe(fault));
          known += more;
        }
        expect(names(into.kept.listed)).toEqual(
          names(all.slice(Math.min(at, count - 1) + 1, begun).toReversed()),
        );
      }),
      { numRuns: 300 },
    );
  });

  it('begins at the slot of the first watch', async () => {
    const all = history(10);
    const { listed, older } = await list(node(all), { sinceSlot: 102, cursor: null });
    expect(names(listed)).toEqual([name(9), name(8), name(7), name(6)]);
    expect(older[0]?.signature).toBe(name(5));
  });

  it('without new entries is not stored', async () => {
    const all = history(10);
    expect(await list(node(all), markAt(all, 9))).toMatchObject({ end: 'nothing_new', listing: null });
    expect(await list(node([]), { sinceSlot: 0, cursor: null })).toMatchObject({
      end: 'nothing_new',
      listing: null,
    });
  });

  it('of a node that lacks the pages before the cursor is incomplete', async () => {
    const all = history(30);
    const forgotten = all.slice(20);
    for (const rpc of [
      node(all, (page, call) => (call > 2 ? [] : page)),
      node(all, (page) => page.filter(({ signature }) => signature !== name(5))),
      node(all, () => []),
      node(forgotten),
    ]) {
      const into = memory();
      await expect(list(rpc, markAt(all, 5), { into })).rejects.toMatchObject({
        code: 'history_unavailable',
      });
      expect(into.kept.listing?.isComplete ?? false).toBe(false);
    }
  });

  it('of a node with shorter pages than requested is complete', async () => {
    const all = history(30);
    const { listed } = await list(
      node(all, (page) => page.slice(0, 2)),
      markAt(all, 5),
    );
    expect(listed).toHaveLength(24);
  });

  it('retries a page that failed quickly, and only that one', async () => {
    const all = history(30);
    let failures = 0;
    const rpc = node(all, (page, call) => {
      if (call % 3 !== 0) return page;
      failures += 1;
      throw new RpcFault('provider_error', 'HTTP 500', { provider: 'node' });
    });
    expect((await list(rpc, markAt(all, 5))).listed).toHaveLength(24);
    expect(failures).toBe(3);
  });

  it.each([3, 1])('that repeats every %i pages is malformed, and deleted', async (size) => {
    const all = history(30);
    const first = all.toReversed().slice(0, size);
    const into = memory();
    await expect(
      list(
        node(all, () => first),
        markAt(all, 2),
        { into },
      ),
    ).rejects.toMatchObject({ code: 'malformed_response' });
    expect(into.kept.listing).toBeNull();
  });
});
