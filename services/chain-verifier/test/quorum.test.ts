import { randomUUID } from 'node:crypto';
import { Address } from '@naughty-list/contracts/primitives';
import { burnList } from '@naughty-list/local-chain/actions';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import {
  failedInTransaction,
  RawResponse,
  saysFailed,
  startSecondProvider,
  statusesWith,
  transactionsWith,
  type Views,
} from '@naughty-list/test-kit/second-provider';
import { Keypair } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import type { Constants } from '../src/config.ts';
import { findMint, rereadMint, saveMint } from '../src/mint/mint.ts';
import { SLOW_MS } from '../src/providers/providers.ts';
import { isUnderWay } from '../src/verifications/under-way.ts';
import { isAlarming, type PendingCode } from '../src/verifications/verification.ts';
import { nameOf } from './listing-nodes.ts';
import { burn, list } from './transactions.ts';
import {
  eventually,
  removalDemand,
  startInEachTest,
  startTestChain,
  type TestVerifier,
} from './verifier-under-test.ts';

// How several providers combine: on the mint, on a transaction's commitment, and on a refused transaction.
const chain = closeAfterAll(await startTestChain());
const first = closeAfterAll(await startSecondProvider(chain.url));
const second = closeAfterAll(await startSecondProvider(chain.url));
const tests = startInEachTest(chain, [first, second]);
let verifier: TestVerifier;

/** Starts with this many providers, the lying ones first, and a quorum of two of three unless another is given. */
async function start(providers: number, quorum?: number, constants: Partial<Constants> = {}): Promise<void> {
  const settings = {
    SOLANA_RPC_URLS: [...[first.url, second.url].slice(0, providers - 1), chain.url].join(','),
    ...(quorum !== undefined && { SOLANA_RPC_QUORUM: `${quorum}` }),
  };
  verifier = await tests.restart(settings, { constants });
}
const mintRow = () => findMint(verifier.context.db, chain.mint);
const claim = (signature: string, reportId: number) => verifier.claim(signature, removalDemand(reportId));
const claimBurn = async (reportId: number) => claim(await burn(chain, `LISTBURN${reportId}`), reportId);
/** A payment for this report is accepted. */
const accepts = async (reportId: number) =>
  expect(await verifier.decided(await claimBurn(reportId))).toMatchObject({ outcome: 'accepted' });
/** The same, once a provider that it waits for with this code has healed. */
async function waits(reportId: number, code: PendingCode, provider = first): Promise<void> {
  const id = await claimBurn(reportId);
  await verifier.pending(id, code);
  provider.see({});
  expect(await verifier.decided(id)).toMatchObject({ outcome: 'accepted' });
}

type Account = { context: object; value: { data: [string, string]; owner: string } };
/** A provider's response for the mint, with other decimals or under another program. */
const mintWith = (change: { decimals?: number; owner?: string }) => ({
  getAccountInfo: (result: unknown) => {
    const { context, value } = result as Account;
    const data = Buffer.from(value.data[0], 'base64');
    if (change.decimals !== undefined) data[44] = change.decimals;
    const owner = change.owner ?? value.owner;
    return { context, value: { ...value, owner, data: [data.toString('base64'), 'base64'] } };
  },
});
const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';

describe('the mint', () => {
  /** Returns what it is. */
  async function storeWrongMint() {
    await start(2, 1);
    const { db, providers } = verifier.context;
    const right = await rereadMint({ db, providers }, chain.mint);
    await saveMint(db, { ...right, decimals: 9 });
    return right;
  }

  it.each([
    ['decimals', { decimals: 9 }],
    ['its program', { owner: TOKEN_2022 }],
  ])(
    'of which the only quorum misreports %s: nothing is refused, and it is put right once it heals',
    async (_what, lie) => {
      first.see(mintWith(lie));
      await start(2, 1);
      const id = await claimBurn(801);
      // All providers are asked and disagree.
      await eventually(async () => (await verifier.find(id))?.code).toMatch(
        /^(provider_conflict|mint_mismatch)$/,
      );
      expect((await verifier.find(id)).outcome).toBe('pending');
      expect([isAlarming('provider_conflict'), isAlarming('mint_mismatch')]).toEqual([true, true]);
      first.see({});
      expect(await verifier.decided(id)).toMatchObject({ outcome: 'accepted', decimals: 6 });
      expect(await mintRow()).toMatchObject({ decimals: 6 });
    },
  );

  it('that is stored wrong is put right by the first payment that contradicts it', async () => {
    const right = await storeWrongMint();
    await accepts(802);
    expect(await mintRow()).toEqual(right);
  });

  it('that is stored wrong is put right by a start', async () => {
    const right = await storeWrongMint();
    await start(2, 1);
    await eventually(mintRow).toEqual(right);
  });

  it('is not kept while a quorum does not agree on it', async () => {
    first.see(mintWith({ decimals: 9 }));
    await start(2, 2);
    const id = await claimBurn(803);
    await verifier.pending(id, 'provider_conflict');
    expect(await mintRow()).toBeUndefined();
    first.see({});
    expect((await verifier.decided(id)).outcome).toBe('accepted');
  });
});

describe('a provider that stands still at confirmed', () => {
  const isStalled = {
    ...statusesWith({ confirmations: 3, confirmationStatus: 'confirmed' }),
    // It returns nothing for finalised transactions.
    getTransaction: () => null,
  };

  it.each([
    [2, 1],
    [3, 2],
  ])('of %i with a quorum of %i holds up no claim that the others call finalised', async (count, quorum) => {
    first.see(isStalled);
    await start(count, quorum);
    await accepts(810 + count);
  });

  it('is waited for where the quorum needs it', async () => {
    first.see(isStalled);
    await start(2, 2);
    await waits(815, 'not_finalized');
  });
});

/** What one odd provider may cost a payer. */
const LONGEST_MS = 10_000;

describe('one provider of three', () => {
  const never = () => new Promise(() => {});
  const html = () => new RawResponse(200, '<html>maintenance</html>');
  const tooMany = () => new RawResponse(429, '');
  const everywhere = (view: () => unknown): Views =>
    Object.fromEntries(
      ['getSignatureStatuses', 'getTransaction', 'getBlockTime', 'getAccountInfo', 'getSlot'].map(
        (method) => [method, view],
      ),
    );
  const outvoted = async () => /code="outvoted"} [1-9]/.test((await verifier.context.metrics.read()).text);
  /** The codes under which the odd provider, and no other, was reported. */
  const reported = async () => {
    const { text } = await verifier.context.metrics.read();
    const faults = text.matchAll(/^solana_rpc_faults_total\{provider="([^"]+)",code="([^"]+)"\} [1-9]/gm);
    return [...faults]
      .filter(([, provider]) => first.url.includes(String(provider)))
      .map(([, , code]) => code);
  };

  it.each<[string, Views]>([
    ['says it failed', saysFailed],
    ['says in the transaction alone that it failed', failedInTransaction],
    [
      'omits the inner instructions',
      transactionsWith(({ meta, ...rest }) => ({ ...rest, meta: { ...meta, innerInstructions: null } })),
    ],
    ['is a second off', transactionsWith((rest) => ({ ...rest, blockTime: rest.blockTime + 1 }))],
  ])('that %s is outvoted, reported and asked last', async (_what, views) => {
    first.see(views);
    await start(3);
    await accepts(841);
    expect(await outvoted()).toBe(true);
    first.asked.length = 0;
    await accepts(842);
    expect(first.asked).not.toContain('getTransaction');
  });

  it.each<[string, Views, string | undefined]>([
    ['hangs', everywhere(never), 'slow'],
    ['answers null', { ...everywhere(() => null) }, 'malformed_response'],
    ['knows no transaction', { getTransaction: () => null }, 'history_unavailable'],
    ['answers HTML', everywhere(html), 'malformed_response'],
    ['asks for a pause', everywhere(tooMany), 'rate_limited'],
    [
      'does not know the block time',
      { ...transactionsWith((rest) => ({ ...rest, blockTime: null })), getBlockTime: () => null },
      undefined,
    ],
  ])('that %s holds no payment up, and is reported', async (_what, views, code) => {
    first.see(views);
    await start(3);
    await accepts(843);
    expect(await outvoted()).toBe(false);
    // The others may have decided it before its answer came.
    if (code) await eventually(reported).toContain(code);
  });

  it('that hangs is waited for once, within what a payer is promised, and then asked last', async () => {
    first.see(everywhere(never));
    await start(3);
    await accepts(845);
    // The mint at the start and for the payment, and its status, may be asked at once; later questions go to the others.
    expect(first.asked.length * SLOW_MS).toBeLessThanOrEqual(LONGEST_MS);
    first.asked.length = 0;
    await accepts(846);
    expect(first.asked).toEqual([]);
  });

  it('that lists payments that do not exist hides none, and keeps no one from paying', async () => {
    const { url: rpcUrl, mint, richHolder: payer } = chain;
    const referenceKey = Address.parse(Keypair.generate().publicKey.toBase58());
    const listed = Array.from({ length: 100 }, (_, index) => ({
      signature: nameOf(index),
      slot: 2 ** 40,
      err: null,
    }));
    first.see({ getSignaturesForAddress: () => listed });
    // Two answers are enough; what waits behind its calls waits as long as they may take.
    second.see({ getSignaturesForAddress: never });
    await start(3, 2, { rpcTimeoutMs: 5_000 });
    const demand = removalDemand(847, { referenceKey });
    const isPaid = () => isUnderWay(verifier.context.beforeFinal, { demand, others: [], claims: [] });
    expect(await isPaid()).toBe(false);
    await chain.control.setDelays({ finalizeMs: 600_000 });
    await burnList({ rpcUrl, payer, mint, amount: list(1_000_000n), referenceKey });
    expect(await isPaid()).toBe(true);
  });

  it('against another one decides nothing', async () => {
    const off = transactionsWith((rest) => ({ ...rest, blockTime: rest.blockTime + 1 }));
    first.see(off);
    second.see(transactionsWith((rest) => ({ ...rest, blockTime: rest.blockTime + 2 })));
    await start(3);
    await waits(844, 'provider_conflict', second);
  });
});

describe('a block time', () => {
  const timeless = {
    getTransaction: (result: unknown) => result && { ...result, blockTime: null },
    getBlockTime: () => null,
  };

  it.each([
    [2, 1],
    [3, 2],
  ])('that one of %i does not know is asked of the others, with a quorum of %i', async (count, quorum) => {
    first.see(timeless);
    await start(count, quorum);
    await accepts(830 + count);
  });

  it('that too few know is waited for', async () => {
    first.see(timeless);
    await start(2, 2);
    await waits(835, 'time_unknown');
  });
});

describe('a refusal', () => {
  const evidence = (signature: string) => verifier.context.db('evidence').where({ signature }).first();

  it.each(['removal', 'look'])(
    'by a wrong answer is not repeated: a new %s reads the chain again',
    async (next) => {
      first.see(saysFailed);
      await start(2, 1);
      const reportId = next === 'removal' ? 821 : 822;
      const signature = await burn(chain, `LISTBURN${reportId}`);
      const refused = await verifier.decided(await claim(signature, reportId));
      expect(refused).toMatchObject({ outcome: 'rejected', code: 'tx_failed' });
      expect((await evidence(signature)).facts.success).toBe(false);
      first.see({});
      const id = await verifier.claim(signature, removalDemand(reportId), `${next}_${randomUUID()}`);
      expect(await verifier.decided(id)).toMatchObject({ outcome: 'accepted' });
      expect(await evidence(signature)).toMatchObject({
        facts: { success: true },
        is_accepted: next === 'removal',
      });
    },
  );

  it('that stays so costs each new claim one reading, and accepted evidence none and never changes', async () => {
    await start(2, 1);
    const signature = await burn(chain, 'LISTBURN823');
    const read = () => first.asked.filter((method) => method === 'getTransaction').length ?? 0;
    const before = read();
    for (const reportId of [824, 825]) {
      expect((await verifier.decided(await claim(signature, reportId))).code).toBe('memo_mismatch');
    }
    // One each at most: a provider that answers late leaves a reading to the other.
    const readings = read() - before;
    expect(readings).toBeLessThanOrEqual(2);
    expect((await verifier.decided(await claim(signature, 823))).outcome).toBe('accepted');
    // The stored evidence sufficed to accept.
    expect(read() - before).toBe(readings);
    const kept = await evidence(signature);
    expect(kept.is_accepted).toBe(true);
    first.see(saysFailed);
    const again = `look_${randomUUID()}`;
    expect((await verifier.decided(await verifier.claim(signature, removalDemand(823), again))).outcome).toBe(
      'accepted',
    );
    expect((await verifier.decided(await claim(signature, 826))).code).toBe('already_used');
    expect(await evidence(signature)).toEqual(kept);
  });

  it('of what no provider keeps any more has the reason that it had', async () => {
    await start(2, 1);
    const signature = await burn(chain, 'LISTBURN827');
    expect((await verifier.decided(await claim(signature, 828))).code).toBe('memo_mismatch');
    const gone = { context: { slot: Number.MAX_SAFE_INTEGER }, value: [null] };
    await chain.control.addFault({ method: 'getSignatureStatuses', kind: 'replace', result: gone });
    await chain.control.addFault({ method: 'getTransaction', kind: 'replace', result: null });
    verifier = await tests.restart({}, { constants: { notFoundAfterMs: 0 } });
    expect((await verifier.decided(await claim(signature, 829))).code).toBe('memo_mismatch');
  });
});

describe('with one and two providers', async () => {
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

  it('a provider that hangs does not hold up the look-ups of a claim that another knows to be final', async () => {
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

  it('C19 a provider of a chain that the settings do not name is undecided', async () => {
    const started = await start({ SOLANA_CLUSTER: 'mainnet-beta' });
    const { id } = await claimed(started, 'LISTBURN521', 521);
    await started.pending(id, 'wrong_cluster');
  });
});
