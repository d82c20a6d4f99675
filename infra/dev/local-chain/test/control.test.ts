import { Keypair, PublicKey } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { EVENTUALLY, fundedWallet, post, rpc, SOL, startChain } from './chain-under-test.ts';
import { createControlClient } from './control-client.ts';

async function startWithControl(options: Parameters<typeof startChain>[0] = {}) {
  const chain = await startChain(options);
  return { ...chain, control: createControlClient(chain.url) };
}

const NEVER = 10 * 365 * 86_400_000;

describe('the delays of commitment', () => {
  it.each([
    ['processed', { confirmAfterMs: NEVER, finalizeAfterMs: NEVER }],
    ['confirmed', { confirmAfterMs: 0, finalizeAfterMs: NEVER }],
    ['finalized', { confirmAfterMs: 300, finalizeAfterMs: 900 }],
  ])('are kept by default: a transaction gets to %s', async (last, delays) => {
    const { connection, url } = await startWithControl(delays);
    const signature = await connection.requestAirdrop(Keypair.generate().publicKey, SOL);
    const status = async () => (await connection.getSignatureStatus(signature)).value;
    const isSeen = async (commitment: string) =>
      (await rpc(url, 'getTransaction', [signature, { commitment }])).result !== null;
    await expect.poll(async () => (await status())?.confirmationStatus, EVENTUALLY).toBe(last);
    expect(await isSeen('confirmed')).toBe(last !== 'processed');
    expect(await isSeen('finalized')).toBe(last === 'finalized');
    expect((await status())?.confirmations === null).toBe(last === 'finalized');
    expect((await rpc(url, 'getTransaction', [signature, { commitment: 'processed' }])).error?.code).toBe(
      -32602,
    );
  });

  it('can hide a transaction, then let it be found, confirmed and finalised', async () => {
    const { connection, control } = await startWithControl();
    await control.setDelays({ findMs: NEVER, confirmMs: NEVER, finalizeMs: NEVER });
    const wallet = Keypair.generate().publicKey;
    const signature = await connection.requestAirdrop(wallet, SOL);
    const level = async () =>
      (await connection.getSignatureStatus(signature)).value?.confirmationStatus ?? null;
    expect(await level()).toBeNull();
    expect(await connection.getSignaturesForAddress(wallet)).toEqual([]);
    await control.setDelays({ findMs: 0 });
    expect(await level()).toBe('processed');
    await control.setDelays({ confirmMs: 0 });
    expect(await level()).toBe('confirmed');
    expect(await connection.getSignaturesForAddress(wallet, {}, 'finalized')).toEqual([]);
    await control.setDelays({ finalizeMs: 0 });
    expect(await level()).toBe('finalized');
  });

  it('can differ for one transaction', async () => {
    const { connection, control } = await startWithControl();
    const [slow, fast] = [
      await connection.requestAirdrop(Keypair.generate().publicKey, SOL),
      await connection.requestAirdrop(Keypair.generate().publicKey, SOL),
    ];
    await control.setDelays({ signature: slow, finalizeMs: NEVER });
    const { value } = await connection.getSignatureStatuses([
      slow,
      fast,
      slow.replace(/./g, '1').slice(0, 64),
    ]);
    expect(value.map((status) => status?.confirmationStatus)).toEqual(['confirmed', 'finalized', undefined]);
  });

  it('reach subscribers of the websocket', async () => {
    const { connection, control, wsUrl } = await startWithControl();
    await control.setDelays({ confirmMs: NEVER, finalizeMs: NEVER });
    const signature = await connection.requestAirdrop(Keypair.generate().publicKey, SOL);
    const socket = new WebSocket(wsUrl);
    const heard: unknown[] = [];
    socket.onmessage = ({ data }) => heard.push(JSON.parse(String(data)));
    await new Promise((resolve) => {
      socket.onopen = resolve;
    });
    const config = { commitment: 'confirmed' };
    socket.send(
      JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'signatureSubscribe', params: [signature, config] }),
    );
    await expect.poll(() => heard, EVENTUALLY).toEqual([{ jsonrpc: '2.0', id: 1, result: 1 }]);
    await control.setDelays({ confirmMs: 0 });
    await expect.poll(() => heard, EVENTUALLY).toHaveLength(2);
    expect(heard[1]).toMatchObject({
      method: 'signatureNotification',
      params: { subscription: 1, result: { context: expect.anything(), value: { err: null } } },
    });
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'signatureUnsubscribe', params: [1] }));
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: 3, method: 'getSlot', params: [] }));
    await expect.poll(() => heard, EVENTUALLY).toHaveLength(4);
    expect(heard[3]).toMatchObject({ id: 3, error: { code: -32601 } });
    socket.close();
  });
});

describe('faults', () => {
  it('fail with an HTTP status, as often as asked', async () => {
    const { url, control } = await startWithControl();
    await control.addFault({ method: 'getSlot', kind: 'http', status: 429, retryAfterSeconds: 2, count: 2 });
    const ask = () => post(url, '{"jsonrpc":"2.0","id":1,"method":"getSlot"}');
    const first = await ask();
    expect([first.status, first.headers.get('retry-after')]).toEqual([429, '2']);
    expect((await ask()).status).toBe(429);
    expect((await ask()).status).toBe(200);
  });

  it('cut the connection', async () => {
    const { url, control } = await startWithControl();
    await control.addFault({ method: '*', kind: 'http', status: 0 });
    await expect(rpc(url, 'getSlot')).rejects.toThrow('fetch failed');
    await control.clear();
    expect((await rpc(url, 'getHealth')).result).toBe('ok');
  });

  it('fail with a JSON-RPC error, until cleared', async () => {
    const { url, control } = await startWithControl();
    const id = await control.addFault({
      method: 'getSlot',
      kind: 'error',
      code: -32005,
      message: 'Node is behind',
    });
    expect((await rpc(url, 'getSlot')).error).toEqual({ code: -32005, message: 'Node is behind' });
    expect((await rpc(url, 'getHealth')).result).toBe('ok');
    await control.clear(id);
    expect((await rpc(url, 'getSlot')).error).toBeUndefined();
  });

  it('hang until they are released, then tell the truth', async () => {
    const { url, control } = await startWithControl();
    await control.addFault({ method: 'getHealth', kind: 'hang' });
    let answered = false;
    const answer = rpc(url, 'getHealth').then((truth) => {
      answered = true;
      return truth;
    });
    await expect.poll(async () => (await control.state()).hanging, EVENTUALLY).toBe(1);
    expect(answered).toBe(false);
    await control.clear();
    expect((await answer).result).toBe('ok');
  });

  it('lie about one signature only', async () => {
    const { connection, url, control } = await startWithControl();
    const wallet = await fundedWallet(connection);
    const [lied, honest] = [
      await connection.requestAirdrop(wallet.publicKey, SOL),
      await connection.requestAirdrop(wallet.publicKey, SOL),
    ];
    await control.addFault({ method: 'getTransaction', kind: 'replace', result: null, paramsContain: lied });
    expect((await rpc(url, 'getTransaction', [lied])).result).toBeNull();
    expect((await rpc(url, 'getTransaction', [honest])).result).not.toBeNull();
    await control.reset();
    await control.addFault({
      method: 'getTransaction',
      kind: 'alter',
      set: [
        { path: '/meta/err', value: { InstructionError: [0, 'GenericError'] } },
        { path: '/transaction/message/accountKeys/0', value: PublicKey.default.toBase58() },
        { path: '/meta/logMessages/0', value: 'made up' },
      ],
    });
    const { result } = await rpc(url, 'getTransaction', [honest]);
    expect(result).toMatchObject({
      meta: {
        err: { InstructionError: [0, 'GenericError'] },
        logMessages: expect.arrayContaining(['made up']),
      },
      transaction: { message: { accountKeys: expect.arrayContaining([PublicKey.default.toBase58()]) } },
    });
    await control.clear();
    expect((await rpc(url, 'getTransaction', [honest])).result).toMatchObject({ meta: { err: null } });
  });
});

describe('the other switches', () => {
  it('make statuses old, so that only a search finds them', async () => {
    const { connection, control } = await startWithControl();
    const signature = await connection.requestAirdrop(Keypair.generate().publicKey, SOL);
    await control.advanceSlots(301);
    const status = async (searchTransactionHistory: boolean) =>
      (await connection.getSignatureStatus(signature, { searchTransactionHistory })).value
        ?.confirmationStatus;
    expect(await status(false)).toBeUndefined();
    expect(await status(true)).toBe('finalized');
  });

  it('count the calls', async () => {
    const { url, control } = await startWithControl();
    await rpc(url, 'getSlot');
    await rpc(url, 'getSlot');
    expect((await control.state()).calls).toEqual({ getSlot: 2 });
    expect((await control.reset()).calls).toEqual({});
  });

  it('move the slots on', async () => {
    const { control } = await startWithControl();
    const before = await control.state();
    const after = await control.advanceSlots(1000);
    expect(after.slot - before.slot).toBeGreaterThanOrEqual(1000);
  });

  it('refuse what they do not know', async () => {
    const { url } = await startWithControl();
    for (const body of [
      '{}',
      '{',
      'null',
      '{"action":"fault","fault":{}}',
      '{"action":"advance","slots":"x"}',
    ]) {
      expect((await post(`${url}/control`, body)).status).toBe(400);
    }
  });
});
