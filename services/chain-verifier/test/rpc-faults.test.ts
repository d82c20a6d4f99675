import { removalTexts } from '@naughty-list/contracts/removal';
import type { Fault } from '@naughty-list/local-chain/test/control-client';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import bs58 from 'bs58';
import { beforeEach, describe, expect, it } from 'vitest';
import { openRpc } from '../src/chain/rpc.ts';
import { chainVerifier } from '../src/service.ts';
import type { PendingCode } from '../src/verifications/verification.ts';
import { burn, burnTooMuch, list, unsentBurn } from './transactions.ts';
import {
  eventually,
  recordVerdicts,
  removalDemand,
  startInEachTest,
  startTestChain,
  type TestVerifier,
} from './verifier-under-test.ts';

const chain = closeAfterAll(await startTestChain());
// Short, because one provider never answers.
const constants = { rpcTimeoutMs: 1_000 };
const { start, restart } = startInEachTest(chain);
let verifier: TestVerifier;
let verdicts: Awaited<ReturnType<typeof recordVerdicts>>;
beforeEach(async () => {
  verifier = await start({}, { constants });
  verdicts = await recordVerdicts(verifier.context);
});

const elsewhere = bs58.encode(Buffer.alloc(64, 7));

const http = (method: string, status: number): Fault => ({ method, kind: 'http', status });
const error = (method: string, code: number): Fault => ({ method, kind: 'error', code, message: 'no' });
const replaced = (method: string, result: unknown): Fault => ({ method, kind: 'replace', result });
const altered = (method: string, path: string, value: unknown): Fault => ({
  method,
  kind: 'alter',
  set: [{ path, value }],
});
const faults: [name: string, code: PendingCode, fault: Fault][] = [
  ['D08 HTTP 500', 'provider_error', http('getTransaction', 500)],
  ['further to D08: HTTP 403', 'provider_error', http('*', 403)],
  ['further to D08: a cut connection', 'provider_error', http('getTransaction', 0)],
  [
    'D07 HTTP 429',
    'rate_limited',
    { method: 'getSignatureStatuses', kind: 'http', status: 429, retryAfterSeconds: 1 },
  ],
  ['further to D07: JSON-RPC 429', 'rate_limited', error('getTransaction', 429)],
  ['D09 silence', 'timeout', { method: 'getTransaction', kind: 'hang' }],
  ['D11 an unhealthy node', 'provider_error', error('getTransaction', -32_005)],
  ['further to D12: a newer transaction version', 'client_too_old', error('getTransaction', -32_015)],
  ['D13 invalid params for a valid signature', 'provider_error', error('getTransaction', -32_602)],
  ['further to D10: text for a transaction', 'malformed_response', replaced('getTransaction', 'no')],
  ['further to D10: statuses of the wrong shape', 'malformed_response', replaced('getSignatureStatuses', [])],
  ['D05 a status without its transaction', 'history_unavailable', replaced('getTransaction', null)],
  [
    'further to C21: a signature that is not under the transaction',
    'evidence_conflict',
    altered('getTransaction', '/transaction/signatures/0', elsewhere),
  ],
  ['further to D15: no meta', 'incomplete_response', altered('getTransaction', '/meta', null)],
  [
    'further to D22: a status that contradicts its transaction',
    'provider_conflict',
    altered('getSignatureStatuses', '/value/0/slot', 1),
  ],
  [
    'further to D01: no status for a young transaction',
    'not_found_yet',
    replaced('getSignatureStatuses', { context: { slot: 1 }, value: [null] }),
  ],
];

it.each(faults)(
  'a fault of the provider, %s, keeps a claim pending (%s) until it is over',
  async (name, code, fault) => {
    const reportId = 200 + faults.findIndex(([other]) => other === name);
    const signature = await burn(chain, `LISTBURN${reportId}`);
    await chain.control.addFault(fault);
    const id = await verifier.claim(signature, removalDemand(reportId));
    await verifier.pending(id, code);
    expect((await verifier.find(id)).message).not.toBe('');
    await chain.control.reset();
    expect(await verifier.decided(id)).toMatchObject({ outcome: 'accepted', code: null });
    expect(
      verdicts.filter((verdict) => verdict.id === id).every(({ outcome }) => outcome === 'accepted'),
    ).toBe(true);
  },
);

it('a provider that answers with another transaction keeps a claim pending (response_mismatch), however much that one burned', async () => {
  const [signature, rich] = [await burn(chain, 'LISTBURN280', list(1n)), await burn(chain, 'LISTBURN281')];
  const id = await verifier.claim(rich, removalDemand(281));
  expect((await verifier.decided(id)).outcome).toBe('accepted');
  const rpc = openRpc({ url: chain.url, timeoutMs: 5_000 });
  const result = await rpc.transaction(rich, 'finalized');
  await chain.control.addFault({ method: 'getTransaction', kind: 'replace', result });
  const hopeful = await verifier.claim(signature, removalDemand(280));
  await verifier.pending(hopeful, 'response_mismatch');
  await chain.control.reset();
  expect(await verifier.decided(hopeful)).toMatchObject({
    outcome: 'rejected',
    code: 'amount_below_minimum',
  });
});

it('D04 an unknown transaction is refused once it can no longer land, and a claim that comes after it has landed is accepted', async () => {
  const impatient = await restart({}, { constants: { notFoundAfterMs: 1_500 } });
  const { signature, send } = await unsentBurn(chain, 'LISTBURN300');
  const early = await impatient.claim(signature, removalDemand(300));
  await eventually(() => impatient.find(early)).toMatchObject({
    outcome: 'pending',
    code: 'not_found_yet',
    message: removalTexts.notFound,
  });
  expect(await impatient.decided(early)).toMatchObject({
    outcome: 'rejected',
    code: 'not_found',
    message: removalTexts.notFound,
  });
  await send();
  const late = await impatient.decided(await impatient.claim(signature, removalDemand(300)));
  expect(late.outcome).toBe('accepted');

  // A stalled or lying provider is not believed when it reports a transaction as unknown.
  const other = await burn(chain, 'LISTBURN301');
  const nothing = { context: { slot: 1 }, value: [null] };
  await chain.control.addFault({ method: 'getSignatureStatuses', kind: 'replace', result: nothing });
  const lied = await impatient.claim(other, removalDemand(301));
  await impatient.pending(lied, 'provider_conflict');
  await chain.control.addFault({ method: 'getBlockTime', kind: 'replace', result: 1 });
  await impatient.pending(lied, 'provider_behind');
  await chain.control.reset();
  expect(await impatient.decided(lied)).toMatchObject({ outcome: 'accepted' });
});

it('D34 an outage of the chain decides nothing and does not take the service out of rotation', async () => {
  await chain.control.addFault({ method: '*', kind: 'http', status: 0 });
  const id = await verifier.claim('1'.repeat(64), removalDemand(400));
  await verifier.pending(id, 'provider_error');
  const app = await chainVerifier.buildApp(verifier.context);
  await eventually(async () => (await app.inject('/health/ready')).json()).toEqual({
    status: 'ok',
    checks: { database: 'ok', queue: 'ok', rpc: 'degraded' },
  });
  expect((await app.inject('/health/ready')).statusCode).toBe(200);
  await app.close();
});

describe('a sound provider', () => {
  const rpc = openRpc({ url: chain.url, timeoutMs: 30_000 });

  describe('a provider', () => {
    it('returns the commitment of a transaction, and whether it failed', async () => {
      const [good, bad] = [await burn(chain, 'good'), await burnTooMuch(chain, 'bad')];
      await eventually(() => rpc.status(good)).toMatchObject({ commitment: 'finalized', success: true });
      await eventually(() => rpc.status(bad)).toMatchObject({ commitment: 'finalized', success: false });
      expect(await rpc.status('1'.repeat(64))).toBeNull();
    });

    it('returns the transaction exactly as the node sent it', async () => {
      const signature = await burn(chain, 'raw');
      await eventually(() => rpc.transaction(signature, 'finalized')).not.toBeNull();
      const params = [
        signature,
        { encoding: 'json', commitment: 'finalized', maxSupportedTransactionVersion: 1 },
      ];
      const answer = await fetch(chain.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getTransaction', params }),
      });
      const { result } = (await answer.json()) as { result: unknown };
      expect(await rpc.transaction(signature, 'finalized')).toEqual(result);
      expect(await rpc.transaction('1'.repeat(64), 'finalized')).toBeNull();
    });

    it('knows its chain, its head and its time', async () => {
      expect(await rpc.genesisHash()).toBe(chain.genesisHash);
      const time = await rpc.blockTime(await rpc.slot('finalized'));
      expect(Math.abs((time ?? 0) - Date.now() / 1_000)).toBeLessThan(600);
    });

    it('recognises a mint', async () => {
      expect(await rpc.mint(chain.mint)).toEqual({
        tokenProgram: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
        decimals: 6,
      });
    });

    it.each([
      ['a wallet', () => chain.richHolder.publicKey.toBase58()],
      ['nothing', () => '1nc1nerator11111111111111111111111111111111'],
      ['a program', () => 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'],
    ])('is not taken in by %s at the address of a mint', async (_name, address) => {
      await expect(rpc.mint(address())).rejects.toMatchObject({ name: 'RpcFault', code: 'mint_unusable' });
    });
  });
});
