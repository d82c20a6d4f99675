import { openDatabase } from '@naughty-list/service-kit/database/database';
import { migrate } from '@naughty-list/service-kit/database/migrate';
import { createLog } from '@naughty-list/service-kit/telemetry/log';
import { openMetrics } from '@naughty-list/service-kit/telemetry/metrics';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { createTestDatabase } from '@naughty-list/test-kit/database';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ListedSignature } from '../src/chain/rpc.ts';
import { openWatchMetrics } from '../src/metrics.ts';
import { RpcFault } from '../src/providers/rpc-fault.ts';
import { chainVerifier } from '../src/service.ts';
import { catchUp, LOST_FOR_MS } from '../src/watch/catch-up.ts';
import { watchedAddresses } from '../src/watch/repository.ts';
import { fakeProviders, type ListingNode, nameOf, nodeOf } from './listing-nodes.ts';

// Generous, for slow machines.
const LONG_MS = 10 * 60_000;
const CLUSTER = 'a chain';
const ADDRESS = 'an address';
const log = createLog('chain-verifier', 'silent');
/** The chain advances only when a test says so. */
let headTime = 0;
const clock = { now: () => new Date() };

const database = closeAfterAll(await createTestDatabase(chainVerifier));
const db = closeAfterAll(openDatabase({ url: database.url, schema: 'chain' }));
await migrate(db, { schema: 'chain', directory: `${import.meta.dirname}/../migrations` });
beforeEach(async () => {
  headTime = Math.floor(Date.now() / 1_000);
  await begin();
});

/** Oldest first; two per slot. */
const history = (count: number): ListedSignature[] =>
  Array.from({ length: count }, (_, index) => ({
    signature: nameOf(index),
    slot: 100 + Math.floor(index / 2),
    success: true,
  }));

const PROVIDERS = ['one', 'two', 'honest', 'liar', 'circle', 'lossy', 'whole', 'empty', 'slow'];

/** Starts with every provider's cursor at the first entry of a history. */
async function begin(): Promise<void> {
  for (const table of ['watched_addresses', 'found_transactions', 'watch_gaps']) await db(table).delete();
  const watched = { cluster: CLUSTER, address: ADDRESS };
  await db('watched_addresses').insert({ ...watched, since_slot: 0, listed_slot: 100 });
  const cursor = JSON.stringify({ signature: nameOf(0), slot: 100, anchor: null });
  await db('watch_cursors').insert(
    PROVIDERS.map((provider) => ({ ...watched, provider, cursor, moved_at: new Date(0) })),
  );
}

/** Runs one round; returns what kept it from listing everything. */
async function round(
  nodes: ListingNode[],
  { quorum = 1, pageSize = 3, pages = Number.POSITIVE_INFINITY, stalled = [] as string[] } = {},
): Promise<string | undefined> {
  let left = pages;
  const [watched] = await watchedAddresses(db, CLUSTER);
  if (!watched) throw new Error('nothing is watched');
  const watch = { db, clock, log, pageSize, providers: fakeProviders(nodes, { quorum, log }) };
  const freshness = { stalled: new Set(stalled), headTime };
  try {
    const at = { cluster: CLUSTER, watched };
    return (await catchUp(watch, at, { freshness, mayGoOn: () => left-- > 0 })) ? undefined : 'incomplete';
  } catch (error) {
    if (error instanceof RpcFault) return error.code;
    throw error;
  }
}
const cursor = async (provider = 'one') =>
  (await db('watch_cursors').where({ provider }).first()).cursor.signature;
const listedSlot = async () => Number((await db('watched_addresses').first()).listed_slot);
const found = async () => new Set(await db('found_transactions').pluck('signature'));
const names = (entries: ListedSignature[]) => new Set(entries.map(({ signature }) => signature));
const gaps = () => db('watch_gaps').orderBy('id');
async function metricsText(): Promise<string> {
  const metrics = openMetrics();
  openWatchMetrics(metrics, db, clock);
  return (await metrics.read()).text;
}
const failing = new RpcFault('timeout', 'no answer', { provider: 'node' });

describe('a listing', () => {
  it('of 300 pages, of which 5 % of the calls fail, comes to its end with as many calls as pages and failures', {
    timeout: LONG_MS,
  }, async () => {
    const all = history(301);
    let [calls, failures, rounds] = [0, 0, 0];
    const one = nodeOf('one', () => all, {
      sees(page) {
        calls += 1;
        if (calls % 20 !== 0) return page;
        failures += 1;
        throw failing;
      },
    });
    while ((await cursor()) !== nameOf(300)) {
      rounds += 1;
      await round([one], { pageSize: 1 });
    }
    expect(failures).toBeGreaterThan(14);
    expect(calls).toBe(301 + failures);
    expect(rounds).toBe(1 + failures);
    expect(await found()).toEqual(names(all.slice(1)));
    expect(await listedSlot()).toBe(250);
  });

  it('that was stopped is gone on with by another copy, and what came in the meantime is listed next', async () => {
    const all = history(30);
    let known = 20;
    const asked: (string | undefined)[] = [];
    const one = nodeOf('one', () => all.slice(0, known), {
      sees(page, { before }) {
        asked.push(before);
        return page;
      },
    });
    expect(await round([one], { pages: 3 })).toBe('incomplete');
    expect(await cursor()).toBe(nameOf(0));
    expect((await found()).size).toBe(9);
    known = 30;
    expect(await round([one])).toBe('incomplete');
    expect(await cursor()).toBe(nameOf(19));
    expect(new Set(asked).size).toBe(asked.length);
    expect(await round([one])).toBeUndefined();
    expect(await cursor()).toBe(nameOf(29));
    expect(await found()).toEqual(names(all.slice(1)));
  });

  it('that two copies go on with at once is written by one of them', async () => {
    const all = history(60);
    const one = nodeOf('one', () => all);
    await Promise.all([round([one]), round([one]), round([one])]);
    while ((await cursor()) !== nameOf(59)) await round([one]);
    expect(await found()).toEqual(names(all.slice(1)));
  });

  it('skips nothing, whatever fails, stops or lies behind', { timeout: LONG_MS }, async () => {
    const step = fc.record({
      more: fc.nat(3),
      pages: fc.nat(6),
      fails: fc.array(fc.nat(8), { maxLength: 3 }),
      behind: fc.nat(3),
    });
    const options = fc.record({
      quorum: fc.integer({ min: 1, max: 2 }),
      pageSize: fc.integer({ min: 1, max: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(options, fc.array(step, { minLength: 1, maxLength: 8 }), async (settings, steps) => {
        await begin();
        const all = history(60);
        let [known, behind, fails, calls] = [5, 0, [] as number[], 0];
        const sees = (page: ListedSignature[]) => {
          calls += 1;
          if (fails.includes(calls)) throw failing;
          return page;
        };
        const nodes = [
          nodeOf('one', () => all.slice(0, known), { sees }),
          nodeOf('two', () => all.slice(0, Math.max(1, known - behind)), { sees }),
        ];
        for (const one of steps) {
          known += one.more;
          [behind, fails, calls] = [one.behind, one.fails, 0];
          await round(nodes, { ...settings, pages: one.pages });
          // Everything up to the cursor is stored.
          const at = all.findIndex(({ signature }) => signature === nameOf(0));
          const reached = await cursor();
          const to = all.findIndex(({ signature }) => signature === reached);
          const kept = await found();
          expect(all.slice(at + 1, to + 1).filter(({ signature }) => !kept.has(signature))).toEqual([]);
          const slot = await listedSlot();
          const listed = all.slice(1).filter((entry) => entry.slot < slot);
          expect(listed.filter(({ signature }) => !kept.has(signature))).toEqual([]);
        }
        [behind, fails] = [0, []];
        for (let again = 0; again < 3; again += 1) await round(nodes, settings);
        expect(await cursor()).toBe(nameOf(known - 1));
        expect(await found()).toEqual(names(all.slice(1, known)));
      }),
      { numRuns: 40 },
    );
  });
});

describe('several providers', () => {
  it('add up: each goes on at its own cursor, and both have listed as far as the slower one', async () => {
    const all = history(12);
    const one = nodeOf('one', () => all);
    // Two entries behind, and missing one in the middle.
    let stops = true;
    const two = nodeOf('two', () => all.slice(0, 10).filter(({ signature }) => signature !== nameOf(8)), {
      sees(page, { before }) {
        if (stops && before) throw failing;
        return page;
      },
    });
    expect(await round([one, two], { quorum: 2 })).toBe('timeout');
    expect([await cursor('one'), await cursor('two')]).toEqual([nameOf(11), nameOf(0)]);
    expect(await listedSlot()).toBe(100);
    expect(await found()).toEqual(names(all.slice(1)));
    stops = false;
    expect(await round([one, two], { quorum: 2 })).toBe('incomplete');
    expect([await cursor('one'), await cursor('two')]).toEqual([nameOf(11), nameOf(9)]);
    expect(await listedSlot()).toBe(104);
  });

  it('one that joins later lists from where a quorum has come to, not from the beginning', async () => {
    const all = history(12);
    await round([nodeOf('one', () => all)]);
    await db('found_transactions').delete();
    const more = history(20);
    expect(await round([nodeOf('new', () => more)])).toBeUndefined();
    expect(await cursor('new')).toBe(nameOf(19));
    expect(await found()).toEqual(names(more.slice(10)));
  });

  it.each([1, 2])(
    'with a quorum of %i: failures are left out, and nothing moves where nothing is new',
    async (quorum) => {
      const all = history(6).map((entry, index) => ({ ...entry, success: index < 5 }));
      const nodes = ['one', 'two'].map((name) => nodeOf(name, () => all));
      expect(await round(nodes, { quorum })).toBeUndefined();
      expect(await cursor()).toBe(nameOf(5));
      expect(await found()).toEqual(names(all.slice(1, 5)));
      expect(await round(nodes, { quorum })).toBeUndefined();
      expect(await cursor()).toBe(nameOf(5));
    },
  );

  it('one that invents transactions moves no other cursor, and one that goes in circles not even its own', async () => {
    const all = history(10);
    const invented = Array.from({ length: 3 }, (_, index) => ({
      signature: nameOf(900 + index),
      slot: 500,
      success: true,
    }));
    const honest = nodeOf('honest', () => all.slice(0, 4));
    const liar = nodeOf('liar', () => [...all.slice(0, 1), ...invented]);
    await round([liar, honest], { quorum: 2 });
    expect(await listedSlot()).toBe(101);
    // What the honest provider lists is read all the same.
    expect((await found()).has(nameOf(3))).toBe(true);

    const circle = nodeOf('circle', () => all, { sees: () => invented.slice(0, 2) });
    expect(await round([circle])).toBe('malformed_response');
    expect(await db('watch_cursors').where({ provider: 'circle' }).first()).toMatchObject({
      cursor: { signature: nameOf(0) },
      listing: null,
    });
    expect(await round([circle, honest])).toBeUndefined();
    expect(await cursor('honest')).toBe(nameOf(3));
  });
});

describe('a provider that has lost the history before the cursor', () => {
  const all = history(20);
  const lossy = nodeOf('lossy', () => all.slice(12));

  it('is replaced by the others', async () => {
    expect(await round([lossy, nodeOf('whole', () => all)])).toBeUndefined();
    expect(await cursor('whole')).toBe(nameOf(19));
    // It need not go back further than the others have listed.
    expect(await round([lossy])).toBe('incomplete');
    expect([await cursor('lossy'), await gaps()]).toEqual([nameOf(19), []]);
  });

  it('is asked again for ten minutes; then the gap is recorded, reported and passed over', async () => {
    expect(await round([lossy])).toBe('history_unavailable');
    headTime += LOST_FOR_MS / 1_000 - 1;
    for (let again = 0; again < 3; again += 1) expect(await round([lossy])).toBe('history_unavailable');
    expect([await cursor('lossy'), await gaps()]).toEqual([nameOf(0), []]);
    // What it does list is found at once.
    expect(await found()).toEqual(names(all.slice(12)));
    headTime += 1;
    await round([lossy]);
    expect(await gaps()).toMatchObject([
      {
        address: ADDRESS,
        provider: 'lossy',
        from_slot: '100',
        from_signature: nameOf(0),
        to_slot: '106',
        to_signature: nameOf(12),
      },
    ]);
    expect(await metricsText()).toContain('watcher_unresolved_gaps 1');
    expect(await cursor('lossy')).toBe(nameOf(19));
    expect(await round([lossy])).toBeUndefined();
    await db('watch_gaps').update({ resolved_at: clock.now() });
    expect(await metricsText()).toContain('watcher_unresolved_gaps 0');
  });

  it('that joins later and lacks what came since the others listed is no silent gap', async () => {
    await round([nodeOf('whole', () => history(10))]);
    headTime += 1;
    for (const provider of ['joined', 'lossy']) {
      const later = nodeOf(provider, () => all.slice(12));
      expect(await round([later])).toBe('history_unavailable');
      expect(await found()).toEqual(names([...all.slice(1, 10), ...all.slice(12)]));
      headTime += LOST_FOR_MS / 1_000;
      await round([later]);
      expect((await gaps()).at(-1)).toMatchObject({ provider, to_signature: nameOf(12) });
      expect(await round([later])).toBeUndefined();
      await db('watched_addresses').update({ listed_slot: 104 });
    }
  });

  it('that has it again goes on where it was, without a gap', async () => {
    let hasForgotten = true;
    const one = nodeOf('one', () => (hasForgotten ? all.slice(12) : all));
    await round([one]);
    hasForgotten = false;
    await round([one]);
    expect([await cursor(), await gaps()]).toEqual([nameOf(19), []]);
    expect(await found()).toEqual(names(all.slice(1)));
  });

  it('is no gap while nothing newer is listed, or another provider is on its way back', async () => {
    await round([nodeOf('empty', () => [])]);
    headTime += (2 * LOST_FOR_MS) / 1_000;
    await round([nodeOf('empty', () => [])]);
    expect([await cursor('empty'), await gaps()]).toEqual([nameOf(0), []]);
    const slow = nodeOf('slow', () => all, {
      sees(page, { before }) {
        if (before) throw failing;
        return page;
      },
    });
    for (let again = 0; again < 3; again += 1) await round([lossy, slow]);
    expect([await cursor('lossy'), await gaps()]).toEqual([nameOf(0), []]);
    headTime += LOST_FOR_MS / 1_000 - 1;
    await round([lossy, slow]);
    expect(await gaps()).toEqual([]);
  });

  it('and with a quorum of two is passed over as far as both know', async () => {
    const nodes = [lossy, nodeOf('whole', () => all.slice(0, 19))];
    await round(nodes, { quorum: 2 });
    headTime += LOST_FOR_MS / 1_000;
    await round(nodes, { quorum: 2 });
    await round(nodes, { quorum: 2 });
    expect((await gaps()).map(({ provider }) => provider)).toEqual(['lossy']);
    expect([await cursor('lossy'), await cursor('whole')]).toEqual([nameOf(19), nameOf(18)]);
    expect(await listedSlot()).toBe(109);
    expect(await found()).toEqual(names(all.slice(1)));
  });
});
