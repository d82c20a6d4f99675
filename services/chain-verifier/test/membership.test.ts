import { randomUUID } from 'node:crypto';
import type { JobPayload } from '@naughty-list/contracts/job';
import { applyMembershipVerdictJob } from '@naughty-list/contracts/payment-jobs';
import { Address } from '@naughty-list/contracts/primitives';
import { type PaymentDemand, WHOLE_PRICE } from '@naughty-list/contracts/verifications';
import { sendAll } from '@naughty-list/local-chain/actions';
import { createFundedHolder } from '@naughty-list/local-chain/test/holders';
import { associatedTokenAddress, transferChecked } from '@naughty-list/local-chain/token-instructions';
import { handle } from '@naughty-list/service-kit/jobs/handler';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { Keypair, PublicKey } from '@solana/web3.js';
import { expect, it } from 'vitest';
import { loadMint } from '../src/mint/mint.ts';
import { recordRequested } from '../src/reference-keys/repository.ts';
import { findTerms } from '../src/terms/terms.ts';
import { findPaid } from '../src/watch/handle-found.ts';
import { watchOf } from '../src/watch/start.ts';
import { burn, list, payBurnWallet } from './transactions.ts';
import { eventually, removalDemand, startTestChain, startVerifier } from './verifier-under-test.ts';

const chain = closeAfterAll(await startTestChain());
const verifier = closeAfterAll(await startVerifier({ chain }));
const verdicts: JobPayload<typeof applyMembershipVerdictJob>[] = [];
await verifier.context.queues.work([
  handle(applyMembershipVerdictJob, async (payload) => void verdicts.push(payload)),
]);

const FEE = list(750_000n);

/** The demand of a visitor's membership; each visitor has a separate reference and key. */
function membershipDemand(key = Keypair.generate().publicKey): PaymentDemand & { referenceKey: Address } {
  const reference = `LISTCLUB-${key.toBase58()}`;
  return {
    subject: `membership:${reference}`,
    minimumTokens: '750000',
    reference,
    referenceKey: Address.parse(key.toBase58()),
    notBefore: 0,
  };
}

async function judged(signature: string, demand: PaymentDemand) {
  return verifier.decided(await verifier.claim(signature, demand, `membership_${randomUUID()}`));
}

/** Pays the burn wallet as wallets do for a Solana Pay link without a memo: the key follows the transfer's accounts. */
function payWithKey(key: string): Promise<string> {
  const { url, mint: mintAddress, richHolder: payer, burnWallet } = chain;
  const mint = new PublicKey(mintAddress);
  const account = associatedTokenAddress(mint, payer.publicKey);
  const source = { mint, account, owner: payer.publicKey, decimals: 6 };
  const transfer = transferChecked(source, associatedTokenAddress(mint, new PublicKey(burnWallet)), FEE);
  transfer.keys.push({ pubkey: new PublicKey(key), isSigner: false, isWritable: false });
  return sendAll(url, [transfer], [payer]);
}

it('is accepted by its memo, and its owner learns the payer', async () => {
  const demand = membershipDemand();
  const record = await judged(await payBurnWallet(chain, demand.reference, FEE), demand);
  const payer = chain.richHolder.publicKey.toBase58();
  expect(record).toMatchObject({ outcome: 'accepted', purpose: 'membership', payer });
  await eventually(() => verdicts.find(({ id }) => id === record.id)).toMatchObject({
    outcome: 'accepted',
    amount: FEE.toString(),
    payer,
  });
});

it('at the usual price is whole, whatever its owner has added it to meanwhile', async () => {
  const demand = membershipDemand();
  const { id } = await judged(await payBurnWallet(chain, demand.reference, FEE), demand);
  await eventually(() => verdicts.find((one) => one.id === id)).toMatchObject({ code: WHOLE_PRICE });
});

it('is accepted by its reference key alone, and only by its own', async () => {
  const demand = membershipDemand();
  await payBurnWallet(chain, membershipDemand().reference, 1n);
  const signature = await payWithKey(demand.referenceKey);
  const other = membershipDemand();
  expect(await judged(signature, other)).toMatchObject({ outcome: 'rejected', code: 'memo_mismatch' });
  const bound = await judged(signature, demand);
  expect(bound.outcome).toBe('accepted');
  expect(bound.rules.find(({ rule }) => rule === 'reference')?.seen).toContain(demand.referenceKey);
});

it('a burn is as good as a payment to the burn wallet', async () => {
  const demand = membershipDemand();
  const record = await judged(await burn(chain, demand.reference, FEE), demand);
  expect(record).toMatchObject({ outcome: 'accepted', payer: chain.richHolder.publicKey.toBase58() });
});

it('what paid for a removal does not pay for a membership', async () => {
  const signature = await burn(chain, 'no reference, before the membership');
  const removal = await verifier.decided(await verifier.claim(signature, removalDemand(31)));
  expect(removal.outcome).toBe('accepted');
  const late = membershipDemand();
  expect(await judged(signature, late)).toMatchObject({ outcome: 'rejected', code: 'already_used' });
});

it('what paid for a membership does not pay for a removal', async () => {
  const signature = await burn(chain, 'no reference, before the removal');
  const demand = membershipDemand();
  expect((await judged(signature, demand)).outcome).toBe('accepted');
  const removal = await verifier.decided(await verifier.claim(signature, removalDemand(32)));
  expect(removal).toMatchObject({ outcome: 'rejected', code: 'already_used' });
});

it('parts from several wallets belong to the one that gave most, even if another gave the last', async () => {
  const { url: rpcUrl, richHolder, mint, burnWallet } = chain;
  const stranger = await createFundedHolder({ rpcUrl, richHolder, mint, amount: list(50_000n) });
  const fixed = { mint: Address.parse(mint), burnWallet: Address.parse(burnWallet), until: 4_000_000_000 };
  const demand = { ...membershipDemand(), fixed, intent: `membership_${randomUUID()}` };
  await judged(await payBurnWallet(chain, demand.reference, list(700_000n)), demand);
  const last = await payBurnWallet({ ...chain, richHolder: stranger }, demand.reference, list(50_000n));
  const { id, payer } = await judged(last, demand);
  expect(payer).toBe(stranger.publicKey.toBase58());
  await eventually(() => verdicts.find((one) => one.id === id)).toMatchObject({
    outcome: 'accepted',
    payer: richHolder.publicKey.toBase58(),
  });
});

it('a part sent by hand is found by its memo, which holds the key of its offer', async () => {
  const { context } = verifier;
  const { mint, burnWallet } = chain;
  const { reference, referenceKey, subject } = membershipDemand();
  const intent = { burnWallet, until: new Date(Date.now() + 600_000) };
  await recordRequested(context.db, { subject, reference, referenceKey, intent });
  const signature = await payBurnWallet(chain, reference, list(300_000n));
  await chain.untilFinal(signature);
  const reading = await context.verifier.evidence(signature);
  if (!('evidence' in reading)) throw new Error('not read');
  const { cluster } = await loadMint(context.verifier, mint);
  const { payments } = await findPaid(
    watchOf(context, await findTerms(context.db, cluster)),
    reading.evidence,
  );
  expect(payments).toEqual([{ queue: 'membership', reference, referenceKey, mint }]);
});

it('a second payment for a membership stays unused', async () => {
  const demand = membershipDemand();
  const first = await payBurnWallet(chain, demand.reference, FEE);
  const second = await payBurnWallet(chain, demand.reference, FEE + 1n);
  expect((await judged(first, demand)).outcome).toBe('accepted');
  expect(await judged(second, demand)).toMatchObject({ outcome: 'rejected', code: 'subject_already_paid' });
});
