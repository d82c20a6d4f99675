import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ListingNode, nameOf, nodeOf } from '../../test/listing-nodes.ts';
import type { ListedSignature, Rpc } from '../chain/rpc.ts';
import { RpcFault } from '../providers/rpc-fault.ts';
import { type Cursor, listNew, type Mark, type Progress } from './list-new.ts';

type Keep = Parameters<typeof listNew>[1]['keep'];

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
function memory(cursor: Cursor | null) {
  const kept = { progress: { cursor, listing: null } as Progress, listed: [] as ListedSignature[] };
  const keep: Keep = async (before, after, listed) => {
    expect(before).toEqual(kept.progress);
    kept.listed.push(...listed);
    kept.progress = after;
    return true;
  };
  return { kept, keep };
}

async function list(
  rpc: ListingNode,
  {
    mark = { sinceSlot: 0, listedSlot: null } as Mark,
    pageSize = 4,
    pages = Number.POSITIVE_INFINITY,
    into = memory(null),
  } = {},
) {
  let left = pages;
  const { keep, kept } = into;
  const options = { address: 'A', mark, pageSize, progress: kept.progress, keep, mayGoOn: () => left-- > 0 };
  await listNew(rpc as Rpc, options);
  return kept;
}
function cursorAt(all: ListedSignature[], index: number): Cursor | null {
  const [at, behind] = [all[index], all[index - 1]];
  return at ? { signature: at.signature, slot: at.slot, anchor: behind?.signature ?? null } : null;
}
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
        const into = memory(cursorAt(all, index));
        let known = count;
        let begun = 0;
        const fault = new RpcFault('timeout', 'no answer', { provider: 'node' });
        for (const { pages, fails, more } of [...rounds, { pages: 100, fails: false, more: 0 }]) {
          const rpc = node(all.slice(0, known), (page, call) => {
            if (fails && call > pages) throw fault;
            return page;
          });
          if (!into.kept.progress.listing) begun = known;
          await list(rpc, { pageSize, into, pages }).catch((error) => expect(error).toBe(fault));
          known += more;
        }
        expect(names(into.kept.listed).toSorted()).toEqual(names(all.slice(index + 1, begun)).toSorted());
        expect(into.kept.progress.cursor?.signature).toBe(all.slice(0, begun).at(-1)?.signature);
      }),
      { numRuns: 300 },
    );
  });

  it('begins at the slot of the first watch', async () => {
    const all = history(10);
    const { listed } = await list(node(all), { mark: { sinceSlot: 102, listedSlot: null } });
    expect(names(listed)).toEqual([nameOf(9), nameOf(8), nameOf(7), nameOf(6)]);
  });

  it('that has only older transactions begins at the newest of them', async () => {
    const all = history(10);
    const { listed, progress } = await list(node(all), { mark: { sinceSlot: 200, listedSlot: null } });
    expect([listed, progress]).toEqual([[], { cursor: cursorAt(all, 9), listing: null }]);
  });

  it('goes back as far as others have listed, where they have listed further than its own cursor', async () => {
    const all = history(30);
    const mark = { sinceSlot: 0, listedSlot: 107 };
    for (const cursor of [null, cursorAt(all, 3)]) {
      const { listed } = await list(node(all), { mark, into: memory(cursor) });
      expect(names(listed)).toEqual(names(all.slice(21).toReversed()));
    }
  });

  it('is incomplete if it does not reach as far as others have listed', async () => {
    const all = history(30);
    for (const cursor of [null, cursorAt(all, 3)])
      for (const rpc of [node(all.slice(0, 21)), node(all.slice(24)), node([])])
        await expect(
          list(rpc, { mark: { sinceSlot: 0, listedSlot: 107 }, into: memory(cursor) }),
        ).rejects.toMatchObject({ code: 'history_unavailable' });
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
      const into = memory(cursorAt(all, 5));
      await expect(list(rpc, { into })).rejects.toMatchObject({ code: 'history_unavailable' });
      expect(into.kept.progress.cursor).toEqual(cursorAt(all, 5));
    }
  });

  it('of a node with shorter pages than requested is complete', async () => {
    const all = history(30);
    const short = node(all, (page) => page.slice(0, 2));
    const { listed } = await list(short, { into: memory(cursorAt(all, 5)) });
    expect(listed).toHaveLength(24);
  });

  it.each([3, 1])('that repeats every %i pages is malformed, and deleted', async (size) => {
    const all = history(30);
    const first = all.toReversed().slice(0, size);
    const into = memory(cursorAt(all, 2));
    const repeating = node(all, () => first);
    await expect(list(repeating, { into })).rejects.toMatchObject({ code: 'malformed_response' });
    expect(into.kept.progress).toEqual({ cursor: cursorAt(all, 2), listing: null });
  });
});
