import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { startSecondProvider, transactionsWith } from '@naughty-list/test-kit/second-provider';
import { describe, expect, it } from 'vitest';
import { burn } from './transactions.ts';
import {
  eventually,
  removalDemand,
  startInEachTest,
  startTestChain,
  type TestVerifier,
} from './verifier-under-test.ts';

const chain = closeAfterAll(await startTestChain());
const second = closeAfterAll(await startSecondProvider(chain.url));
const { start } = startInEachTest(chain, [second]);

async function claimed(started: TestVerifier, memo: string, reportId: number) {
  const signature = await burn(chain, memo);
  const id = await started.claim(signature, removalDemand(reportId));
  return { id, signature };
}

const both = () => `${chain.url},${second.url}`;

describe('two providers', () => {
  it('stand in for each other', async () => {
    const started = await start({ SOLANA_RPC_URLS: `http://127.0.0.1:9,${second.url}` });
    const { id } = await claimed(started, 'LISTBURN501', 501);
    expect((await started.decided(id)).outcome).toBe('accepted');
  });

  it('are both asked before a transaction counts as unknown', async () => {
    const started = await start(
      { SOLANA_RPC_URLS: `${second.url},${chain.url}` },
      { constants: { notFoundAfterMs: 0 } },
    );
    second.see({ getSignatureStatuses: () => ({ context: { slot: 1 }, value: [null] }) });
    const { id } = await claimed(started, 'LISTBURN502', 502);
    expect((await started.decided(id)).outcome).toBe('accepted');
  });

  it('of which one serves another chain: that one is not used', async () => {
    second.see({ getGenesisHash: () => '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d' });
    const started = await start({ SOLANA_RPC_URLS: `${second.url},${chain.url}` });
    const { id } = await claimed(started, 'LISTBURN503', 503);
    expect((await started.decided(id)).outcome).toBe('accepted');
    expect(new Set(second.asked)).toEqual(new Set(['getGenesisHash']));
  });
});

describe('a provider that hangs', () => {
  it('does not hold up the look-ups of a claim that another knows to be final', async () => {
    const started = await start({ SOLANA_RPC_URLS: both() }, { constants: { rpcTimeoutMs: 60_000 } });
    await chain.control.setDelays({ finalizeMs: 3_600_000 });
    const { id, signature } = await claimed(started, 'LISTBURN504', 504);
    await started.pending(id, 'not_finalized');
    second.see({ getSignatureStatuses: () => new Promise(() => {}) });
    second.asked.length = 0;
    await eventually(() => second.asked).toContain('getSignatureStatuses');
    await chain.control.setDelays({ signature, finalizeMs: 0 });
    expect((await started.decided(id)).outcome).toBe('accepted');
    expect((await started.context.metrics.read()).text).not.toContain('code="timeout"');
  });
});

describe('a quorum of two', () => {
  it('accepts what both say, and keeps who said it', async () => {
    const started = await start({ SOLANA_RPC_URLS: both(), SOLANA_RPC_QUORUM: '2' });
    const { id, signature } = await claimed(started, 'LISTBURN511', 511);
    expect((await started.decided(id)).outcome).toBe('accepted');
    const [row] = await started.context.db('evidence').where({ signature });
    expect(row.providers).toEqual([new URL(chain.url).host, new URL(second.url).host]);
  });

  it('D23 is undecided while they disagree', async () => {
    const started = await start({ SOLANA_RPC_URLS: both(), SOLANA_RPC_QUORUM: '2' });
    second.see(transactionsWith((rest) => ({ ...rest, blockTime: 1 })));
    const { id } = await claimed(started, 'LISTBURN512', 512);
    await started.pending(id, 'provider_conflict');
    second.see({});
    expect((await started.decided(id)).outcome).toBe('accepted');
  });

  it('is undecided while one of them lacks the transaction, or is gone', async () => {
    const started = await start(
      { SOLANA_RPC_URLS: both(), SOLANA_RPC_QUORUM: '2' },
      { constants: { notFoundAfterMs: 0 } },
    );
    second.see({ getSignatureStatuses: () => ({ context: { slot: 1 }, value: [null] }) });
    const { id } = await claimed(started, 'LISTBURN513', 513);
    await eventually(() => started.find(id)).toMatchObject({
      outcome: 'pending',
      stage: 'found',
      code: 'not_finalized',
    });
    second.see({ getSignatureStatuses: () => 'gone' });
    await started.pending(id, 'malformed_response');
    second.see({});
    expect((await started.decided(id)).outcome).toBe('accepted');
  });
});

describe('a provider of a chain that the settings do not name', () => {
  it('C19 is undecided', async () => {
    const started = await start({ SOLANA_CLUSTER: 'mainnet-beta' });
    const { id } = await claimed(started, 'LISTBURN521', 521);
    await started.pending(id, 'wrong_cluster');
  });
});
