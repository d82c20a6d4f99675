import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { describe, expect, it } from 'vitest';
import { openRpc } from '../src/chain/rpc.ts';
import { burn, burnTooMuch } from './transactions.ts';
import { eventually, startTestChain } from './verifier-under-test.ts';

const chain = closeAfterAll(await startTestChain());
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
