import { cautiousClock } from '@naughty-list/service-kit/lifecycle/clock';
import { createTestDatabase, type TestDatabase } from '@naughty-list/test-kit/database';
import { startSecondProvider } from '@naughty-list/test-kit/second-provider';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chainVerifier } from '../src/service.ts';
import { burn } from './transactions.ts';
import {
  closeAfterAll,
  eventually,
  removalDemand,
  startTestChain,
  startVerifier,
  type TestVerifier,
} from './verifier-under-test.ts';

// Scenarios of docs/bad-days.md: providers that serve old data, and clocks that jump.
const chain = closeAfterAll(await startTestChain());
const provider = closeAfterAll(await startSecondProvider(chain.url));
let database: TestDatabase;
let verifier: TestVerifier;

beforeEach(async () => {
  database = await createTestDatabase(chainVerifier);
  provider.see({});
});
afterEach(async () => {
  await verifier.close();
  await database.drop();
});

/** Responses of a node that has not yet reached the transaction. */
const before = (slot = 1) => ({
  getSignatureStatuses: () => ({ context: { slot }, value: [null] }),
  getTransaction: () => null,
});
const NOW = Number.MAX_SAFE_INTEGER;
const find = (id: string) => verifier.context.db('verifications').where({ id }).first();
const askedFor = (method: string) => provider.asked.filter((asked) => asked === method).length;

/** Waits until providers were asked this many more times whether they know a transaction. */
async function untilAskedAgain(times: number): Promise<void> {
  const already = askedFor('getSignatureStatuses');
  await eventually(() => askedFor('getSignatureStatuses')).toBeGreaterThan(already + times);
}

describe('a provider that serves old data', () => {
  const constants = { notFoundAfterMs: 0 };
  const settings = () => ({ SOLANA_RPC_URLS: provider.url });

  it('with a newer machine behind its address that reports the head: its silence is not a verdict', async () => {
    verifier = await startVerifier({ databaseUrl: database.url, chain, settings: settings(), constants });
    const signature = await burn(chain, 'LISTBURN701');
    provider.see(before());
    const id = await verifier.claim(signature, removalDemand(701));
    await eventually(() => find(id)).toMatchObject({ outcome: 'pending', code: 'provider_behind' });
    await untilAskedAgain(1);
    expect(await find(id)).toMatchObject({ outcome: 'pending' });
    provider.see({});
    expect(await verifier.decided(id)).toMatchObject({ outcome: 'accepted', code: null });
  });

  it('that is stalled and reports an old head decides nothing', async () => {
    verifier = await startVerifier({
      databaseUrl: database.url,
      chain,
      settings: settings(),
      constants: { notFoundAfterMs: 1 },
    });
    const signature = await burn(chain, 'LISTBURN702');
    provider.see({ ...before(), getBlockTime: () => 1_700_000_000 });
    const id = await verifier.claim(signature, removalDemand(702));
    await eventually(() => find(id)).toMatchObject({ outcome: 'pending', code: 'provider_behind' });
    provider.see({});
    expect(await verifier.decided(id)).toMatchObject({ outcome: 'accepted', code: null });
  });

  it('is trusted once it has caught up', async () => {
    verifier = await startVerifier({ databaseUrl: database.url, chain, settings: settings(), constants });
    const signature = await burn(chain, 'LISTBURN703');
    provider.see(before(NOW));
    const id = await verifier.claim(signature, removalDemand(703));
    expect(await verifier.decided(id)).toMatchObject({ outcome: 'rejected', code: 'not_found' });
  });
});

describe('a clock that jumps', () => {
  const HOUR_MS = 3_600_000;
  const settings = () => ({ SOLANA_RPC_URLS: provider.url });

  it.each([
    ['was behind and is set right', -HOUR_MS, 0],
    ['is set ahead', 0, HOUR_MS],
    ['is set back', HOUR_MS, 0],
  ])('%s: a transaction that may still land is not refused', async (_name, first, then) => {
    let aheadMs = first;
    const clock = { now: () => new Date(Date.now() + aheadMs) };
    verifier = await startVerifier({ databaseUrl: database.url, chain, clock, settings: settings() });
    const signature = await burn(chain, 'LISTBURN711');
    // The head agrees with the clock: only chain time shows that three minutes have not passed.
    provider.see(before(NOW));
    const id = await verifier.claim(signature, removalDemand(711));
    await eventually(() => find(id)).toMatchObject({ outcome: 'pending', code: 'not_found_yet' });
    aheadMs = then;
    await untilAskedAgain(1);
    expect(await find(id)).toMatchObject({ outcome: 'pending' });
    provider.see({});
    expect(await verifier.decided(id)).toMatchObject({ outcome: 'accepted', code: null });
  });

  it('of the database and its own time the earlier one says what is old', async () => {
    const clock = { now: () => new Date(Date.now() + 10 * 365 * 24 * HOUR_MS) };
    verifier = await startVerifier({ databaseUrl: database.url, chain, clock, workers: false });
    const { db } = verifier.context;
    const now = (await cautiousClock({ db, clock })).now();
    expect(Math.abs(now.getTime() - Date.now())).toBeLessThan(HOUR_MS);
    const slow = new Date(0);
    expect((await cautiousClock({ db, clock: { now: () => slow } })).now()).toEqual(slow);
  });
});
