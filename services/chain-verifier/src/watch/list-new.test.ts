import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ListingNode, nameOf, nodeOf } from '../../test/listing-nodes.ts';
import type { ListedSignature, Rpc } from '../chain/rpc.ts';
import { RpcFault } from '../providers/rpc-fault.ts';
import { type Listing, type ListingStore, listNew, type Mark, pagesRepeat } from './list-new.ts';

/** Oldest first; several per slot. */
const history = (count: number): ListedSignature[] =>
  Array.from({ length: count }, (_, index) => ({
    signature: nameOf(index),
    slot: 100 + Math.floor(index / 3),
    success: true,
  }));

/** A node that lists as real nodes do, limited to what `sees` allows. */
function node(all: ListedSignature[], sees = (page: ListedSignature[], _call: number) => page) {
  let calls = 0;
  return nodeOf('node', () => all, {
    sees(page) {
      calls += 1;
      return sees(page, calls);
    },
  });
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
  rpc: ListingNode,
  mark: Mark,
  { pageSize = 4, into = memory(), pages = Number.POSITIVE_INFINITY } = {},
) {
  let left = pages;
  const { store, kept } = into;
  const options = { address: 'A', mark, pageSize, listing: kept.listing, store, mayGoOn: () => left-- > 0 };
  await listNew(rpc as Rpc, options);
  return kept;
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
  it('is complete for any history, page size and cursor, and when resumed after stops, faults and new transactions', async () => {
    const steps = fc.array(fc.record({ pages: fc.nat(3), fails: fc.boolean(), more: fc.nat(2) }), {
      maxLength: 12,
    });
    const sizes = fc.record({ count: fc.nat(40), at: fc.nat(40), pageSize: fc.integer({ min: 1, max: 7 }) });
    await fc.assert(
      fc.asyncProperty(sizes, steps, async ({ count, at, pageSize }, rounds) => {
        const all = history(count + 30);
        const index = Math.min(at, count - 1);
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
          await list(rpc, markAt(all, index), { pageSize, into, pages }).catch((error) =>
            expect(error).toBe(fault),
          );
          known += more;
        }
        expect(names(into.kept.listed)).toEqual(names(all.slice(index + 1, begun).toReversed()));
      }),
      { numRuns: 300 },
    );
  });

  it('begins at the slot of the first watch', async () => {
    const all = history(10);
    const { listed, older } = await list(node(all), { sinceSlot: 102, cursor: null });
    expect(names(listed)).toEqual([nameOf(9), nameOf(8), nameOf(7), nameOf(6)]);
    expect(older[0]?.signature).toBe(nameOf(5));
  });

  it('of a node that lacks the pages before the cursor is incomplete', async () => {
    const all = history(30);
    const forgotten = all.slice(20);
    for (const rpc of [
      node(all, (page, call) => (call > 2 ? [] : page)),
      node(all, (page) => page.filter(({ signature }) => signature !== nameOf(5))),
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
