import { applyLossJob, judgeLossJob } from '@naughty-list/contracts/losses';
import { sendAll } from '@naughty-list/local-chain/actions';
import { transferList } from '@naughty-list/local-chain/test/holders';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { startSecondProvider } from '@naughty-list/test-kit/second-provider';
import { Connection, Keypair, LAMPORTS_PER_SOL, SystemProgram } from '@solana/web3.js';
import { expect, it } from 'vitest';
import { collectLoss, readLamports } from '../src/evidence/collect-loss.ts';
import { judgeLoss } from '../src/jobs/judge-loss.ts';
import { list } from './transactions.ts';
import { eventually, startTestChain, startVerifier } from './verifier-under-test.ts';

const chain = closeAfterAll(await startTestChain());
const verifier = closeAfterAll(await startVerifier({ chain, workers: false }));
const { context } = verifier;
const victim = chain.richHolder;
const wallet = victim.publicKey.toBase58();
const thief = Keypair.generate().publicKey;

const sendSol = (lamports: bigint, from = victim) =>
  sendAll(
    chain.url,
    [SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey: thief, lamports })],
    [from],
  );

let statements = 0;
/** What the owner of the statement receives through the queue. */
async function judged(transaction: string, by = wallet) {
  const statementId = ++statements;
  const payload = judgeLossJob.payload.parse({ statementId, transaction, wallet: by, round: 0 });
  const { run } = judgeLoss(context);
  await eventually(() =>
    run(payload, { attempt: 1, log: context.log }).then(
      () => 'judged',
      ({ message }: Error) => message,
    ),
  ).toBe('judged');
  const queue = await context.queues.open(applyLossJob.queue);
  const job = await queue.getJob(`apply-loss.${statementId}.0`);
  return job?.data.verdict;
}

it('SOL that a wallet sent is read from the chain, to the lamport', async () => {
  const transaction = await sendSol(12_400_000_001n);
  expect(await judged(transaction)).toEqual({
    outcome: 'proven',
    loss: {
      transaction,
      sentAt: expect.stringMatching(/^20\d\d-/),
      sent: [{ mint: null, decimals: 9, amount: '12400000001', to: thief.toBase58() }],
    },
  });
});

it('a token too, to an account that did not exist', async () => {
  const { url: rpcUrl, mint, richHolder: payer } = chain;
  const transaction = await transferList({
    rpcUrl,
    payer,
    mint,
    amount: list(7n),
    to: thief.toBase58(),
    memo: 'lost',
  });
  expect(await judged(transaction)).toMatchObject({
    outcome: 'proven',
    loss: { sent: [{ mint, decimals: 6, amount: '7000000', to: thief.toBase58() }] },
  });
});

it('says nothing of a wallet that did not pay, and nothing of what stayed', async () => {
  const transaction = await sendSol(BigInt(LAMPORTS_PER_SOL));
  expect(await judged(transaction, thief.toBase58())).toEqual({ outcome: 'refused', code: 'not_signed' });
  const itself = SystemProgram.transfer({
    fromPubkey: victim.publicKey,
    toPubkey: victim.publicKey,
    lamports: 5,
  });
  const toItself = await sendAll(chain.url, [itself], [victim]);
  expect(await judged(toItself)).toEqual({ outcome: 'refused', code: 'nothing_sent' });
});

it('waits for a transaction that is not final, and for one that no provider knows', async () => {
  const unknown = '5'.repeat(87);
  const { spareProviders: providers, config } = context;
  expect(
    await collectLoss(providers, { signature: unknown, commitment: config.SOLANA_COMMITMENT }),
  ).toBeNull();
  const payload = judgeLossJob.payload.parse({ statementId: 900, transaction: unknown, wallet, round: 0 });
  const { run } = judgeLoss(context);
  await expect(run(payload, { attempt: 1, log: context.log })).rejects.toThrow('not found yet');
  await run(payload, { attempt: 20, log: context.log });
});

it('decides nothing while a quorum does not agree on what moved', async () => {
  const liar = closeAfterAll(await startSecondProvider(chain.url));
  const settings = { SOLANA_RPC_URLS: `${liar.url},${chain.url}`, SOLANA_RPC_QUORUM: '2' };
  const { spareProviders: providers, config } = closeAfterAll(
    await startVerifier({ chain, workers: false, settings }),
  ).context;
  const signature = await sendSol(6_000_000n);
  const collect = () => collectLoss(providers, { signature, commitment: config.SOLANA_COMMITMENT });
  await eventually(collect).toMatchObject({ lamports: expect.anything() });
  liar.see({
    getTransaction(result) {
      const answer = result as { meta: { postBalances: number[] } };
      const [payer = 0, other = 0, ...rest] = answer.meta.postBalances;
      return { ...answer, meta: { ...answer.meta, postBalances: [payer + 1, other - 1, ...rest] } };
    },
  });
  await expect(collect()).rejects.toMatchObject({ code: 'provider_conflict' });
});

it('takes lamports that do not add up for a fault', async () => {
  const signature = await sendSol(5_000_000n);
  const answer = await new Connection(chain.url, 'confirmed').getTransaction(signature, {
    maxSupportedTransactionVersion: 0,
    commitment: 'confirmed',
  });
  const keys = answer?.transaction.message.staticAccountKeys.map((key) => key.toBase58()) ?? [];
  const with_ = (meta: object) => readLamports({ meta: { ...answer?.meta, ...meta } }, keys);
  expect(with_({})).toBeDefined();
  for (const wrong of [
    { fee: 0 },
    { preBalances: [1] },
    { postBalances: undefined },
    { fee: '5000' },
    { preBalances: keys.map(() => 1.5) },
  ])
    expect(with_(wrong)).toBeUndefined();
});
