import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import {
  type Certificate,
  canMakeCertificates,
  makeCertificate,
} from '@naughty-list/embedded/test/certificate';
import { cautiousClock } from '@naughty-list/service-kit/lifecycle/clock';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { startSecondProvider } from '@naughty-list/test-kit/second-provider';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRpc } from '../src/chain/rpc.ts';
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

describe('out of reach', () => {
  // Scenarios of docs/bad-days.md: an expired certificate, an unresolvable host name.
  const NOWHERE = 'http://rpc.naughty-list.invalid/?api-key=secret-of-the-operator';

  const { start } = startInEachTest(chain);

  async function claimed(urls: string, reportId: number) {
    const started = await start({ SOLANA_RPC_URLS: urls }, { constants: { notFoundAfterMs: 0 } });
    const id = await started.claim(await burn(chain, `LISTBURN${reportId}`), removalDemand(reportId));
    return { id, started };
  }

  const message = (url: string) =>
    openRpc({ url, timeoutMs: 30_000 })
      .slot('finalized')
      .catch((error: Error) => String(error));

  describe.runIf(canMakeCertificates)('a provider whose certificate has expired', () => {
    let expired: Certificate;
    let server: Server;
    let url: string;

    beforeAll(async () => {
      expired = makeCertificate('20200101', '20210101');
      server = createServer(expired, async (request, response) => {
        const headers = { 'content-type': 'application/json' };
        const answer = await fetch(chain.url, { method: 'POST', headers, body: await text(request) });
        response.writeHead(answer.status, headers).end(await answer.text());
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    });
    afterAll(() => {
      server.close();
      server.closeAllConnections();
    });

    it('decides nothing, says why, and goes on when the certificate is renewed', async () => {
      const { id, started } = await claimed(url, 721);
      await started.pending(id, 'provider_error');
      expect(await message(url)).toContain('its certificate is not accepted (CERT_HAS_EXPIRED)');
      const renewed = makeCertificate('20200101', '20990101');
      setDefaultCACertificates([...getCACertificates('default'), renewed.cert]);
      server.setSecureContext(renewed);
      expect(await started.decided(id)).toMatchObject({ outcome: 'accepted', code: null });
    });

    it('is skipped if another one responds', async () => {
      server.setSecureContext(expired);
      server.closeAllConnections();
      const { id, started } = await claimed(`${url},${chain.url}`, 722);
      expect(await started.decided(id)).toMatchObject({ outcome: 'accepted', code: null });
    });
  });

  describe('a provider whose name cannot be resolved', () => {
    it('decides nothing, and says so without its key', async () => {
      const { id, started } = await claimed(NOWHERE, 731);
      await started.pending(id, 'provider_error');
      const shown = await message(NOWHERE);
      expect(shown).toMatch(
        /rpc\.naughty-list\.invalid.*its name cannot be resolved \((ENOTFOUND|EAI_AGAIN)\)/,
      );
      expect(shown).not.toContain('secret-of-the-operator');
    });

    it('is skipped if another one responds', async () => {
      const { id, started } = await claimed(`${NOWHERE},${chain.url}`, 732);
      expect(await started.decided(id)).toMatchObject({ outcome: 'accepted', code: null });
    });
  });
});
