import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import {
  type Certificate,
  canMakeCertificates,
  makeCertificate,
} from '@naughty-list/embedded/test/certificate';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRpc } from '../src/chain/rpc.ts';
import { burn } from './transactions.ts';
import { removalDemand, startInEachTest, startTestChain } from './verifier-under-test.ts';

// Scenarios of docs/bad-days.md: an expired certificate, an unresolvable host name.
const NOWHERE = 'http://rpc.naughty-list.invalid/?api-key=secret-of-the-operator';

const chain = closeAfterAll(await startTestChain());
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
