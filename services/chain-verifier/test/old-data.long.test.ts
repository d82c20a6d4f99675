import { cautiousClock } from '@naughty-list/service-kit/lifecycle/clock';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { startSecondProvider } from '@naughty-list/test-kit/second-provider';
import { describe, expect, it } from 'vitest';
import { burn } from './transactions.ts';
import { eventually, removalDemand, startInEachTest, startTestChain } from './verifier-under-test.ts';

// Scenarios of docs/bad-days.md: providers that serve old data, and clocks that jump.
const chain = closeAfterAll(await startTestChain());
const provider = closeAfterAll(await startSecondProvider(chain.url));
const { start } = startInEachTest(chain, [provider]);

/** Responses of a node that has not yet reached the transaction. */
const before = (slot = 1) => ({
  getSignatureStatuses: () => ({ context: { slot }, value: [null] }),
  getTransaction: () => null,
});
const NOW = Number.MAX_SAFE_INTEGER;
const settings = { SOLANA_RPC_URLS: provider.url };
const askedFor = (method: string) => provider.asked.filter((asked) => asked === method).length;

/** Waits until providers were asked this many more times whether they know a transaction. */
async function untilAskedAgain(times: number): Promise<void> {
  const already = askedFor('getSignatureStatuses');
  await eventually(() => askedFor('getSignatureStatuses')).toBeGreaterThan(already + times);
}

describe('a provider that serves old data', () => {
  const constants = { notFoundAfterMs: 0 };

  it('with a newer machine behind its address that reports the head: its silence is not a verdict', async () => {
    const verifier = await start(settings, { constants });
    const signature = await burn(chain, 'LISTBURN701');
    provider.see(before());
    const id = await verifier.claim(signature, removalDemand(701));
    await verifier.pending(id, 'provider_behind');
    await untilAskedAgain(1);
    expect(await verifier.find(id)).toMatchObject({ outcome: 'pending' });
    provider.see({});
    expect(await verifier.decided(id)).toMatchObject({ outcome: 'accepted', code: null });
  });

  it('that is stalled and reports an old head decides nothing', async () => {
    const verifier = await start(settings, { constants: { notFoundAfterMs: 1 } });
    const signature = await burn(chain, 'LISTBURN702');
    provider.see({ ...before(), getBlockTime: () => 1_700_000_000 });
    const id = await verifier.claim(signature, removalDemand(702));
    await verifier.pending(id, 'provider_behind');
    provider.see({});
    expect(await verifier.decided(id)).toMatchObject({ outcome: 'accepted', code: null });
  });

  it('is trusted once it has caught up', async () => {
    const verifier = await start(settings, { constants });
    const signature = await burn(chain, 'LISTBURN703');
    provider.see(before(NOW));
    const id = await verifier.claim(signature, removalDemand(703));
    expect(await verifier.decided(id)).toMatchObject({ outcome: 'rejected', code: 'not_found' });
  });
});

describe('a clock that jumps', () => {
  const HOUR_MS = 3_600_000;

  it.each([
    ['was behind and is set right', -HOUR_MS, 0],
    ['is set ahead', 0, HOUR_MS],
    ['is set back', HOUR_MS, 0],
  ])('%s: a transaction that may still land is not refused', async (_name, first, then) => {
    let aheadMs = first;
    const clock = { now: () => new Date(Date.now() + aheadMs) };
    const verifier = await start(settings, { clock });
    const signature = await burn(chain, 'LISTBURN711');
    // The head agrees with the clock: only chain time shows that three minutes have not passed.
    provider.see(before(NOW));
    const id = await verifier.claim(signature, removalDemand(711));
    await verifier.pending(id, 'not_found_yet');
    aheadMs = then;
    await untilAskedAgain(1);
    expect(await verifier.find(id)).toMatchObject({ outcome: 'pending' });
    provider.see({});
    expect(await verifier.decided(id)).toMatchObject({ outcome: 'accepted', code: null });
  });

  it('of the database and its own time the earlier one says what is old', async () => {
    const clock = { now: () => new Date(Date.now() + 10 * 365 * 24 * HOUR_MS) };
    const { db } = (await start({}, { clock, workers: false })).context;
    const now = (await cautiousClock({ db, clock })).now();
    expect(Math.abs(now.getTime() - Date.now())).toBeLessThan(HOUR_MS);
    const slow = new Date(0);
    expect((await cautiousClock({ db, clock: { now: () => slow } })).now()).toEqual(slow);
  });
});
