import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readKeypair } from '@naughty-list/local-chain/genesis/keypair-file';
import { startLocalChain } from '@naughty-list/local-chain/local-chain';
import { signPayment } from '@naughty-list/local-chain/test/holders';
import { Connection } from '@solana/web3.js';
import { afterAll, expect, test } from 'vitest';
import { followLanding } from '../src/lib/wallet/pay.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'naughty-list-landing-'));
const chain = await startLocalChain({ dataDir, port: 0, slotMs: 50, confirmAfterMs: 50 });
const payer = readKeypair(join(chain.folder, 'rich-holder.json'));
const connection = new Connection(chain.url, 'confirmed');
afterAll(async () => {
  await chain.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Sends a burn of so many base units. */
async function send(amount: bigint): Promise<string> {
  const { blockhash } = await connection.getLatestBlockhash();
  const { wire } = signPayment({ payer, mint: chain.mint, amount }, blockhash);
  return connection.sendEncodedTransaction(wire, { skipPreflight: true });
}

/** A connection to several nodes behind one URL: `respond` replaces the chain's response to a status call, by its number. */
function loadBalanced(respond: (call: number) => Response | undefined): Connection {
  let calls = 0;
  return new Connection(chain.url, {
    commitment: 'confirmed',
    fetch: async (url, init) => {
      const { id, method } = JSON.parse(String(init?.body)) as { id: string; method: string };
      if (method !== 'getSignatureStatuses') return fetch(url as string, init as RequestInit);
      calls += 1;
      const replaced = respond(calls);
      if (!replaced) return fetch(url as string, init as RequestInit);
      return Response.json({ jsonrpc: '2.0', id, result: await replaced.json() });
    },
  });
}

const unknown = (slot: number) => Response.json({ context: { slot }, value: [null] });
const UNSENT = { bytes: new Uint8Array(), isOver: async () => false };
/** A blockhash that has expired. */
const EXPIRED = { lastValidBlockHeight: 0, ...UNSENT };

test('does not call a transaction expired because a node behind the others does not know it', async () => {
  const signature = await send(1n);
  await connection.confirmTransaction(signature);
  const behind = loadBalanced((call) => (call <= 5 ? unknown(0) : undefined));
  await followLanding(behind, { signature, ...EXPIRED });
});

test('keeps following if the connection breaks while it checks for expiry', async () => {
  const signature = await send(2n);
  await connection.confirmTransaction(signature);
  const breaking = loadBalanced((call) => {
    if (call > 4) return undefined;
    if (call > 2) throw new TypeError('Failed to fetch');
    return unknown(0);
  });
  await followLanding(breaking, { signature, ...EXPIRED });
});

test('throws `expired` for a transaction that no node knows after its last valid block', async () => {
  const { blockhash } = await connection.getLatestBlockhash();
  const { signature } = signPayment({ payer, mint: chain.mint, amount: 3n }, blockhash);
  await expect(followLanding(connection, { signature, ...EXPIRED })).rejects.toThrow(
    'can no longer go through',
  );
});

test.each([
  [false, undefined],
  [true, 'can no longer go through'],
])('sends a dropped transaction again unless another has paid: %s', async (isOver, fault) => {
  const { blockhash } = await connection.getLatestBlockhash();
  const amount = isOver ? 4n : 5n;
  const { signature, wire } = signPayment({ payer, mint: chain.mint, amount }, blockhash);
  const bytes = Buffer.from(wire, 'base64');
  const lastValidBlockHeight = (await connection.getBlockHeight()) + 70;
  const landing = followLanding(connection, {
    signature,
    lastValidBlockHeight,
    bytes,
    isOver: async () => isOver,
  });
  await (fault ? expect(landing).rejects.toThrow(fault) : landing);
});

test('does not call a transaction refused that failed on a fork alone', async () => {
  const signature = await send(6n);
  await connection.confirmTransaction(signature);
  const failed = { slot: 1, confirmations: 0, err: 'AccountNotFound', confirmationStatus: 'processed' };
  const forked = loadBalanced((call) =>
    call === 1 ? Response.json({ context: { slot: 1 }, value: [failed] }) : undefined,
  );
  await followLanding(forked, { signature, ...EXPIRED });
});

test('says that a transaction that failed on the chain may have cost the fee', async () => {
  const before = await connection.getBalance(payer.publicKey);
  const signature = await send(2n ** 63n);
  const fault = await followLanding(connection, { signature, lastValidBlockHeight: 1e9, ...UNSENT }).catch(
    (error) => error,
  );
  expect(fault.text.title).toBe('The network refused');
  expect(await connection.getBalance(payer.publicKey)).toBeLessThan(before);
  expect(fault.text.advice).toContain('at most you paid the network fee');
});
