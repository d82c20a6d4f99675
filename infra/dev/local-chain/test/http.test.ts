import { describe, expect, it } from 'vitest';
import { startLocalChain } from '../src/local-chain.ts';
import { EVENTUALLY, post, startChain, temporaryFolder } from './chain-under-test.ts';

const call = (method: string, id: unknown = 1, params: unknown = []) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});

describe('the JSON-RPC door', () => {
  it.each([
    ['{', -32700],
    ['[]', -32600],
    ['{}', -32600],
    ['null', -32600],
    ['{"jsonrpc":"1.0","id":1,"method":"getSlot"}', -32600],
    ['{"jsonrpc":"2.0","id":1,"method":"getSlot","params":{}}', -32602],
    ['{"jsonrpc":"2.0","id":1,"method":"constructor"}', -32601],
    ['{"jsonrpc":"2.0","id":1,"method":"getSlot","params":["x"]}', -32602],
    ['{"jsonrpc":"2.0","id":1,"method":"getSlot","params":[{"commitment":"toString"}]}', -32602],
    ['{"jsonrpc":"2.0","id":1,"method":"getTransaction","params":[]}', -32602],
    ['{"jsonrpc":"2.0","id":1,"method":"getSignatureStatuses","params":["x"]}', -32602],
    ['{"jsonrpc":"2.0","id":1,"method":"getBlockTime","params":[-1]}', -32602],
    ['{"jsonrpc":"2.0","id":1,"method":"getBlockTime","params":[999999999999]}', -32004],
    ['[{"jsonrpc":"2.0","id":1,"method":"getSlot"}]', -32600],
  ])('answers %s with error %i', async (body, code) => {
    const { url } = await startChain();
    const response = await post(url, body);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ jsonrpc: '2.0', error: { code } });
  });

  it('can be called by a page from anywhere', async () => {
    const { url } = await startChain();
    const preflight = await fetch(url, { method: 'OPTIONS' });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    const answer = await post(url, JSON.stringify(call('getSlot')));
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  });

  it('refuses bodies over one megabyte, other methods and other paths', async () => {
    const { url } = await startChain();
    expect((await post(url, 'x'.repeat(1_100_000))).status).toBe(413);
    expect((await fetch(url)).status).toBe(405);
    expect((await post(`${url}/elsewhere`, '{}')).status).toBe(404);
    expect(await (await fetch(`${url}/health`)).text()).toBe('ok');
  });

  it('keeps its test switches shut unless they were asked for', async () => {
    const { url } = await startChain({ control: false });
    expect((await post(`${url}/control`, '{"action":"state"}')).status).toBe(404);
  });

  it('says in one line that a port is taken', async () => {
    const { port } = await startChain();
    const dataDir = temporaryFolder();
    await expect(startLocalChain({ dataDir, port })).rejects.toThrow(
      `port ${port} or ${port + 1} on 127.0.0.1 is taken`,
    );
    // The conflict may be at its websocket port.
    await expect(startLocalChain({ dataDir, port: port + 1 })).rejects.toThrow('is taken');
  });

  it('returns time and slots', async () => {
    const { connection, genesisHash } = await startChain({ slotMs: 20 });
    const slot = await connection.getSlot('processed');
    await expect.poll(() => connection.getSlot('processed'), EVENTUALLY).toBeGreaterThan(slot + 5);
    const info = await connection.getEpochInfo();
    expect(info).toMatchObject({ slotsInEpoch: 432_000, absoluteSlot: expect.any(Number) });
    expect(await connection.getGenesisHash()).toBe(genesisHash);
    const now = Date.now() / 1000;
    expect(Math.abs(((await connection.getBlockTime(slot)) ?? 0) - now)).toBeLessThan(60);
    expect(await connection.getMinimumBalanceForRentExemption(165)).toBe(2_039_280);
    const { blockhash } = await connection.getLatestBlockhash();
    await expect
      .poll(async () => (await connection.getLatestBlockhash()).blockhash, EVENTUALLY)
      .not.toBe(blockhash);
  });
});
