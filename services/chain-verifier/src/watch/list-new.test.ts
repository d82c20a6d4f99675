import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeBase58 } from '../chain/base58.ts';
import type { ListedSignature, Rpc } from '../chain/rpc.ts';
import { joinLists, listNew, type Mark } from './list-new.ts';

const name = (index: number) => encodeBase58(Buffer.alloc(64, index + 1));
/** Oldest first; several to a slot. */
const history = (count: number): ListedSignature[] =>
  Array.from({ length: count }, (_, index) => ({
    signature: name(index),
    slot: 100 + Math.floor(index / 3),
    success: true,
  }));

/** A node that lists as nodes do, as far as `sees` lets it. */
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

const list = (rpc: Rpc, mark: Mark, pageSize = 4) => listNew(rpc, { address: 'A', mark, pageSize });
const markAt = (all: ListedSignature[], index: number): Mark => {
  const [at, behind] = [all[index], all[index - 1]];
  return {
    sinceSlot: 0,
    cursor: at ? { signature: at.signature, slot: at.slot, anchor: behind?.signature ?? null } : null,
  };
};
const names = (entries: ListedSignature[]) => entries.map(({ signature }) => signature);

describe('a list of what is new', () => {
  it('is whole, whatever the number of entries, the size of pages and the place of the cursor', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(40),
        fc.nat(40),
        fc.integer({ min: 1, max: 7 }),
        async (count, at, pageSize) => {
          const all = history(count);
          const index = Math.min(at, count - 1);
          const { listed } = await list(node(all), markAt(all, index), pageSize);
          expect(names(listed)).toEqual(names(all.slice(index + 1).toReversed()));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('begins at the slot of the first watch', async () => {
    const all = history(10);
    const { listed, older } = await list(node(all), { sinceSlot: 102, cursor: null });
    expect(names(listed)).toEqual([name(9), name(8), name(7), name(6)]);
    expect(older[0]?.signature).toBe(name(5));
  });

  it('of a node that leaves out the pages before the cursor, or has forgotten them, is none', async () => {
    const all = history(30);
    for (const sees of [
      (page: ListedSignature[], call: number) => (call > 2 ? [] : page),
      (page: ListedSignature[]) => page.filter(({ signature }) => signature !== name(5)),
      () => [],
    ])
      await expect(list(node(all, sees), markAt(all, 5))).rejects.toMatchObject({
        code: 'history_unavailable',
      });
    await expect(list(node(all.slice(20)), markAt(all, 5))).rejects.toMatchObject({
      code: 'history_unavailable',
    });
  });

  it('of a node with shorter pages than asked for is whole', async () => {
    const all = history(30);
    const { listed } = await list(
      node(all, (page) => page.slice(0, 2)),
      markAt(all, 5),
    );
    expect(listed).toHaveLength(24);
  });

  it('that goes in circles is malformed', async () => {
    const all = history(30);
    const first = all.toReversed().slice(0, 3);
    await expect(
      list(
        node(all, () => first),
        markAt(all, 2),
      ),
    ).rejects.toMatchObject({
      code: 'malformed_response',
    });
  });
});

describe('lists of several nodes', () => {
  it('add up; the cursor moves as far as all of them know', async () => {
    const all = history(12);
    const mark = markAt(all, 5);
    const lists = [
      await list(node(all), mark),
      // Two behind, and without one in the middle.
      await list(
        node(all.slice(0, 10), (page) => page.filter(({ signature }) => signature !== name(8))),
        mark,
      ),
    ];
    const { found, cursor } = joinLists(lists);
    expect(names(found)).toEqual([11, 10, 9, 8, 7, 6].map(name));
    expect(cursor).toEqual({ signature: name(9), slot: 103, anchor: name(8) });
  });

  it('leave failures out and the cursor where it is when nothing is new', async () => {
    const all = history(6).map((entry, index) => ({ ...entry, success: index < 5 }));
    expect(joinLists([await list(node(all), markAt(all, 4))]).found).toEqual([]);
    const { cursor } = joinLists([await list(node(all), markAt(all, 5))]);
    expect(cursor?.signature).toBe(name(5));
    expect(joinLists([])).toEqual({ found: [], cursor: null });
  });
});
