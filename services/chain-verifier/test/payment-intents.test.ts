import { randomUUID } from 'node:crypto';
import { settleReportPaymentJob } from '@naughty-list/contracts/payment-jobs';
import { Address } from '@naughty-list/contracts/primitives';
import type { PaymentDemand } from '@naughty-list/contracts/verifications';
import { burnList } from '@naughty-list/local-chain/actions';
import { createFundedHolder } from '@naughty-list/local-chain/test/holders';
import { handle } from '@naughty-list/service-kit/jobs/handler';
import { openMetrics } from '@naughty-list/service-kit/telemetry/metrics';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { Keypair } from '@solana/web3.js';
import { beforeEach, expect, it } from 'vitest';
import { forgetOld } from '../src/forget-old.ts';
import { loadMint } from '../src/mint/mint.ts';
import { findJudgedPayment } from '../src/receipts/judged-payment.ts';
import { startKeyPolling } from '../src/reference-keys/poll-keys.ts';
import { recordRequested } from '../src/reference-keys/repository.ts';
import { chainVerifier } from '../src/service.ts';
import { CREDIT_S, findTerms } from '../src/terms/terms.ts';
import { release } from '../src/verifications/judging-repository.ts';
import { receive } from '../src/verifications/repository.ts';
import { isUnderWay } from '../src/verifications/under-way.ts';
import { findPaid } from '../src/watch/handle-found.ts';
import { watchOf } from '../src/watch/start.ts';
import { burn, burnOtherMint, burnTooMuch, holderOf, list, payBurnWallet, send } from './transactions.ts';
import {
  recordVerdicts,
  removalDemand,
  signed,
  startInEachTest,
  startTestChain,
  type TestVerifier,
} from './verifier-under-test.ts';

// The real chain: what a page showed counts, whatever a restart has changed since.

const chain = closeAfterAll(await startTestChain());
const tests = startInEachTest(chain);
let verifier: TestVerifier;
/** With the default: only its payer can use a payment that names nothing. */
async function restart(settings: Record<string, string> = {}): Promise<void> {
  verifier = await tests.restart({ UNBOUND_PAYMENTS: '', ...settings });
}
beforeEach(() => restart());

const payer = Address.parse(chain.richHolder.publicKey.toBase58());
const stranger = Address.parse(Keypair.generate().publicKey.toBase58());
const burnWallet = Address.parse(chain.burnWallet);
const fixed = { mint: Address.parse(chain.mint), burnWallet, until: 4_000_000_000 };

const claim = async (signature: string, demand: PaymentDemand) => {
  const id = `removal_${randomUUID()}`;
  return { id, verdict: await verifier.decided(await verifier.claim(signature, demand, id)) };
};
const judged = async (signature: string, reportId: number, changes: Partial<PaymentDemand> = {}) =>
  (await claim(signature, removalDemand(reportId, { fixed, ...changes }))).verdict;

it('a payment to the wallet and at the price that the page showed counts after both have changed', async () => {
  const sent = await payBurnWallet(chain, 'LISTBURN601');
  const elsewhere = Keypair.generate().publicKey.toBase58();
  await restart({ BURN_WALLET_ADDRESS: elsewhere, REMOVAL_COST_TOKENS: '3000000' });
  // What no intent fixed is judged by the settings, which name another wallet.
  expect(await judged(sent, 602, { fixed: undefined })).toMatchObject({ outcome: 'rejected' });
  const paid = await claim(sent, removalDemand(601, { fixed }));
  expect(paid.verdict).toMatchObject({ outcome: 'accepted', amount: String(list(1_000_000n)) });
  // Its receipt is complete in itself.
  const { db, verifier: parts } = verifier.context;
  const receipt = await findJudgedPayment(db, { id: paid.id, unbound: parts.unbound });
  expect(receipt?.demand).toMatchObject({ burnWallet, minimum: String(list(1_000_000n)), partial: true });
});

it('after a change of the wallet a newer offer takes what came to the one that was shown before, and no other', async () => {
  const [before, third] = [
    await payBurnWallet(chain, 'LISTBURN605'),
    Keypair.generate().publicKey.toBase58(),
  ];
  const wrong = await payBurnWallet(chain, 'LISTBURN606', undefined, third);
  const part = await payBurnWallet(chain, 'LISTBURN607', list(400_000n));
  const elsewhere = Address.parse(Keypair.generate().publicKey.toBase58());
  await restart({ BURN_WALLET_ADDRESS: elsewhere });
  const newer = { fixed: { ...fixed, burnWallet: elsewhere } };
  expect(await judged(before, 605, newer)).toMatchObject({ outcome: 'accepted', code: null });
  expect(await judged(part, 607, { ...newer, provenWallet: payer })).toMatchObject({ outcome: 'accepted' });
  expect(await judged(wrong, 606, newer)).toMatchObject({ outcome: 'rejected' });
});

it('after a change of the mint an offer takes the whole price in either mint, and parts in its own alone', async () => {
  const mint = Keypair.generate();
  const inNew = await burnOtherMint(chain, 'LISTBURN681', mint);
  const [whole, part] = [await burn(chain, 'LISTBURN682'), await burn(chain, 'LISTBURN683', list(400_000n))];
  const [price, newMint] = ['2000', Address.parse(mint.publicKey.toBase58())];
  await restart({ LIST_MINT_ADDRESS: newMint, REMOVAL_COST_TOKENS: price });
  const newer = { minimumTokens: price, fixed: { ...fixed, mint: newMint } };
  // Sent from the page, or the code, of before.
  expect(await judged(whole, 682, newer)).toMatchObject({ outcome: 'accepted', code: 'whole_price' });
  // Not dead, but only an admin can add it up with anything of now.
  const credit = { code: 'amount_below_minimum', amount: String(list(400_000n)) };
  const message = expect.stringContaining('former LIST tokens, so nothing can be added');
  expect(await judged(part, 683, newer)).toMatchObject({ ...credit, message });
  expect(await judged(inNew, 681)).toMatchObject({ outcome: 'accepted', code: 'whole_price' });
});

it('the last block of the grace counts, and the next one does not', async () => {
  const part = await burn(chain, 'LISTBURN611', list(400_000n));
  await judged(part, 612, { provenWallet: stranger });
  const time = await blockTimeOf(part);
  expect(await judged(part, 611, { fixed: { ...fixed, until: time - 1 } })).toMatchObject({
    code: 'amount_below_minimum',
  });
  const signedFor = { provenWallet: payer, fixed: { ...fixed, until: time } };
  expect(await judged(part, 611, signedFor)).toMatchObject({ outcome: 'accepted' });
});

it('what names its key counts where our clock is hours ahead of the chain, and a memo alone does not', async () => {
  const referenceKey = Address.parse(Keypair.generate().publicKey.toBase58());
  const { url: rpcUrl, richHolder, mint } = chain;
  const order = { rpcUrl, payer: richHolder, mint, amount: list(1_000_000n) };
  const notBefore = (await chain.control.state()).chainTime + 7_200;
  const keyed = await burnList({ ...order, memo: 'LISTBURN615', referenceKey });
  expect(await judged(keyed, 615, { referenceKey, notBefore })).toMatchObject({ outcome: 'accepted' });
  const named = await burnList({ ...order, memo: 'LISTBURN616' });
  expect(await judged(named, 616, { referenceKey, notBefore })).toMatchObject({ code: 'outside_window' });
});

it('what names nothing counts for a report of minutes ago where the chain is further behind our clock', async () => {
  const aheadMs = ((await chain.control.state()).chainTime + 300) * 1_000 - Date.now();
  const clock = { now: () => new Date(Date.now() + aheadMs) };
  verifier = await tests.restart({ UNBOUND_PAYMENTS: '' }, { clock });
  const notBefore = Math.floor(clock.now().getTime() / 1_000) - 120;
  const signedFor = { fixed: undefined, provenWallet: payer };
  const paid = await burn(chain, 'for the list');
  expect(await judged(paid, 617, { ...signedFor, notBefore })).toMatchObject({ outcome: 'accepted' });
  const older = await burn(chain, 'for the list, too');
  expect(await judged(older, 618, { ...signedFor, notBefore: notBefore + 300 })).toMatchObject({
    code: 'outside_window',
  });
  // No other browser pays again before it is final.
  await chain.control.setDelays({ finalizeMs: 600_000 });
  const last = await burn(chain, 'for the list, at last');
  const id = await verifier.claim(last, removalDemand(619, { ...signedFor, notBefore }));
  await verifier.pending(id, 'not_finalized');
  expect(await isPaying(removalDemand(619, { notBefore }), [id])).toBe(true);
});

async function blockTimeOf(signature: string): Promise<number> {
  const row = await verifier.context.db('evidence').where({ signature }).first('facts');
  return row.facts.blockTime;
}

it('several parts count for one subject, and each transaction for one intent only', async () => {
  const [one, two] = [
    await burn(chain, 'LISTBURN621', list(400_000n)),
    await burn(chain, 'LISTBURN621', list(600_000n)),
  ];
  // All reports' memos are public: anyone could claim it for an offer of their own, and keep it there.
  expect(await judged(one, 621)).toMatchObject({ code: 'proof_required', payers: [payer] });
  expect(await judged(one, 621, { provenWallet: stranger })).toMatchObject({ code: 'proof_mismatch' });
  for (const [part, amount] of [
    [one, list(400_000n)],
    [two, list(600_000n)],
  ] as const)
    expect(await judged(part, 621, { provenWallet: payer })).toMatchObject({
      outcome: 'accepted',
      amount: String(amount),
    });
  // Another browser's intent for the same report, and one for another report.
  expect(await judged(one, 621)).toMatchObject({ code: 'already_used' });
  expect(await judged(two, 622, { provenWallet: payer })).toMatchObject({ code: 'already_used' });
  // A payment without an intent still pays a subject once.
  const [whole, again] = [await burn(chain, 'LISTBURN623'), await burn(chain, 'LISTBURN623')];
  expect(await judged(whole, 623, { fixed: undefined })).toMatchObject({ outcome: 'accepted' });
  expect(await judged(again, 623, { fixed: undefined })).toMatchObject({ code: 'subject_already_paid' });
});

it('a part for an offer that a restore has lost counts for its report once its wallet has signed', async () => {
  const named = await burn(chain, 'LISTBURN625', list(400_000n));
  const other = await burn(chain, 'for the list', list(400_000n));
  const { db } = verifier.context;
  await db('state').update({ restored_at: db.raw(`now() + interval '1 minute'`) });
  expect(await judged(named, 625)).toMatchObject({ code: 'proof_required' });
  expect(await judged(named, 625, { provenWallet: payer })).toMatchObject({ outcome: 'accepted' });
  // It may have paid for anything that is lost.
  expect(await judged(other, 625, { provenWallet: payer })).toMatchObject({ code: 'before_restore' });
  await db('state').update({ restored_at: null });
});

it('a part without a reference counts only if the wallet that gave it has signed', async () => {
  const part = await burn(chain, 'for the list', list(400_000n));
  expect(await judged(part, 631)).toMatchObject({ code: 'proof_required', payers: [payer] });
  expect(await judged(part, 631, { provenWallet: stranger })).toMatchObject({ code: 'proof_mismatch' });
  expect(await judged(part, 631, { provenWallet: payer })).toMatchObject({ outcome: 'accepted' });
});

it('a payment without effect is freed for its payer, and for no one else; twice is harmless', async () => {
  const late = await burn(chain, 'LISTBURN641');
  const { id } = await claim(late, removalDemand(641, { fixed }));
  expect(await judged(late, 642, { provenWallet: payer })).toMatchObject({ code: 'already_used' });
  const { db } = verifier.context;
  expect([await release(db, id), await release(db, id)]).toEqual([true, true]);
  expect(await release(db, `removal_${randomUUID()}`)).toBe(false);
  expect(await judged(late, 642)).toMatchObject({ code: 'memo_mismatch', payers: [payer] });
  expect(await judged(late, 642, { provenWallet: stranger })).toMatchObject({ code: 'memo_mismatch' });
  expect(await judged(late, 642, { provenWallet: payer })).toMatchObject({ outcome: 'accepted' });
  expect(await judged(late, 643, { provenWallet: payer })).toMatchObject({ code: 'already_used' });
});

it('a part that came in time is found for its offer though providers were away for a day', async () => {
  const { context } = verifier;
  const referenceKey = newKey();
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  const shown = { subject: 'report:647', reference: 'LISTBURN647', referenceKey };
  await recordRequested(context.db, { ...shown, intent: { burnWallet, until: hoursAgo(23) } });
  const { url: rpcUrl, richHolder, mint } = chain;
  const order = { rpcUrl, payer: richHolder, mint, memo: shown.reference, referenceKey };
  const signature = await burnList({ ...order, amount: list(400_000n) });
  await chain.untilFinal(signature);
  await context.db('requested_demands').update({ requested_at: hoursAgo(48) });
  await forgetOld(context, () => true);
  const reading = await context.verifier.evidence(signature);
  if (!('evidence' in reading)) throw new Error('not read');
  const { cluster } = await loadMint(context.verifier, mint);
  const handling = watchOf(context, await findTerms(context.db, cluster));
  expect((await findPaid(handling, reading.evidence)).payments).toMatchObject([{ referenceKey }]);
});

it('a part that is a credit again, or names the key of another offer, needs the wallet that gave it', async () => {
  const spare = await burn(chain, 'LISTBURN645', list(600_000n));
  const { id } = await claim(spare, removalDemand(645, { fixed }));
  await release(verifier.context.db, id);
  expect(await judged(spare, 645)).toMatchObject({ code: 'proof_required', payers: [payer] });
  expect(await judged(spare, 645, { provenWallet: stranger })).toMatchObject({ code: 'proof_mismatch' });
  expect(await judged(spare, 645, { provenWallet: payer })).toMatchObject({ outcome: 'accepted' });

  const [own, other] = [newKey(), newKey()];
  const shown = { subject: 'report:646', reference: 'LISTBURN646' };
  const intent = { burnWallet, until: new Date(fixed.until * 1_000) };
  await recordRequested(verifier.context.db, { ...shown, referenceKey: own, intent });
  const { url: rpcUrl, richHolder, mint } = chain;
  const order = { rpcUrl, payer: richHolder, mint, memo: shown.reference, referenceKey: own };
  const part = await burnList({ ...order, amount: list(600_000n) });
  // Claimed by a stranger without the offer, it is too little; for its own offer it still needs no signature.
  expect(await judged(part, 646, { fixed: undefined })).toMatchObject({ code: 'amount_below_minimum' });
  expect(await judged(part, 646, { referenceKey: other })).toMatchObject({ code: 'proof_required' });
  expect(await judged(part, 646, { referenceKey: own })).toMatchObject({ outcome: 'accepted' });
  // A whole price removes the report, whichever offer names it.
  const whole = await burnList({ ...order, amount: list(1_000_000n) });
  expect(await judged(whole, 646, { referenceKey: other })).toMatchObject({ outcome: 'accepted' });
});

it('a credit may be older than what it is used for, also if its payment named nothing', async () => {
  // No payment from before the installation is a credit.
  await verifier.context.db('state').update({ installed_at: new Date(0) });
  const unnamed = await burn(chain, 'for the list');
  const { id } = await claim(unnamed, removalDemand(651, { fixed, provenWallet: payer }));
  const newer = { provenWallet: payer, notBefore: (await blockTimeOf(unnamed)) + 3_600 };
  await release(verifier.context.db, id);
  expect(await judged(unnamed, 652, { ...newer, provenWallet: stranger })).toMatchObject({
    code: 'proof_mismatch',
  });
  expect(await judged(unnamed, 652, newer)).toMatchObject({ outcome: 'accepted' });
  // One that never counted for anything is no credit.
  const other = await burn(chain, 'for the list');
  expect(await judged(other, 653, newer)).toMatchObject({ code: 'outside_window' });
});

it('a credit that is claimed in time counts, though its verdict comes too late', async () => {
  await verifier.context.db('state').update({ installed_at: new Date(0) });
  const spare = await burn(chain, 'LISTBURN665');
  const { id } = await claim(spare, removalDemand(665, { fixed }));
  await release(verifier.context.db, id);
  const endMs = ((await blockTimeOf(spare)) + CREDIT_S) * 1_000;
  verifier = await tests.restart(
    { UNBOUND_PAYMENTS: '' },
    { clock: { now: () => new Date(endMs + 3_600_000) } },
  );
  const newer = removalDemand(666, { provenWallet: payer, notBefore: Math.floor(endMs / 1_000) - 3_600 });
  const claimed = async (atMs: number) => {
    const asked = { id: `removal_${randomUUID()}`, signature: spare, demand: newer, round: 0 };
    await receive(verifier.context.db, asked, new Date(atMs));
    return verifier.decided(await verifier.claim(spare, newer, asked.id));
  };
  expect(await claimed(endMs + 1_000)).toMatchObject({ code: 'outside_window' });
  expect(await claimed(endMs - 60_000)).toMatchObject({ outcome: 'accepted' });
});

it('a claim that was refused as too little is judged again once its owner has added it to an offer', async () => {
  const referenceKey = newKey();
  const { url: rpcUrl, richHolder, mint } = chain;
  const order = { rpcUrl, payer: richHolder, mint, memo: 'LISTBURN658', referenceKey };
  const part = await burnList({ ...order, amount: list(400_000n) });
  const verdicts = await recordVerdicts(verifier.context);
  const { id, verdict } = await claim(part, removalDemand(658));
  expect(verdict).toMatchObject({ code: 'amount_below_minimum' });
  const intent = `removal_${randomUUID()}`;
  const offer = removalDemand(658, { fixed, referenceKey, intent });
  await verifier.idle();
  await verifier.claim(part, offer, id, 1);
  const judged = [
    { round: 0, intent: null },
    { round: 1, intent, outcome: 'accepted' },
  ];
  await expect.poll(() => verdicts).toMatchObject(judged);
  await verifier.claim(part, removalDemand(658), id, 2);
  await expect.poll(() => verdicts).toMatchObject([...judged, { ...judged[1], round: 2 }]);
});

it('a credit stays one though a late job names the offer that its claim was added to', async () => {
  const { id } = await claim(await burn(chain, 'LISTBURN659'), removalDemand(659));
  await release(verifier.context.db, id);
  await verifier.idle();
  const { signature } = await verifier.decided(id);
  await verifier.claim(signature, removalDemand(659, { fixed, intent: `removal_${randomUUID()}` }), id, 1);
  await verifier.idle();
  expect(await verifier.find(id)).toMatchObject({ outcome: 'rejected', code: 'subject_already_paid' });
});

it('what came too late for an offer may be older than what it is used for, though it names only a key', async () => {
  await verifier.context.db('state').update({ installed_at: new Date(0) });
  const referenceKey = newKey();
  const { url: rpcUrl, richHolder, mint } = chain;
  // Of different amounts, or they could be one transaction.
  const burnPart = (amount: bigint) =>
    burnList({ rpcUrl, payer: richHolder, mint, amount: list(amount), referenceKey });
  const [late, other, third] = [await burnPart(400_000n), await burnPart(400_001n), await burnPart(400_002n)];
  const over = { referenceKey, fixed: { ...fixed, until: 1 } };
  expect(await judged(late, 655, over)).toMatchObject({ code: 'amount_below_minimum', payer });
  const notBefore = (await blockTimeOf(late)) + 3_600;
  const newer = { notBefore, provenWallet: payer };
  expect(await judged(late, 656, { notBefore })).toMatchObject({ code: 'proof_required' });
  expect(await judged(late, 656, { notBefore, provenWallet: stranger })).toMatchObject({
    code: 'proof_mismatch',
  });
  expect(await judged(late, 656, newer)).toMatchObject({ outcome: 'accepted' });
  expect(await judged(other, 656, newer)).toMatchObject({ code: 'outside_window' });
  // It still needs no signature for the offer that it names.
  expect(await judged(third, 657, over)).toMatchObject({ code: 'amount_below_minimum' });
  expect(await judged(third, 657, { referenceKey })).toMatchObject({ outcome: 'accepted' });
});

it('a credit that the backup knows is still one after a restore', async () => {
  const unnamed = await burn(chain, 'for the list');
  const { id } = await claim(unnamed, removalDemand(661, { fixed, provenWallet: payer }));
  const { db } = verifier.context;
  await release(db, id);
  const other = await burn(chain, 'for the list');
  await db('state').update({ restored_at: new Date(((await blockTimeOf(unnamed)) + 3_600) * 1_000) });
  expect(await judged(other, 662, { provenWallet: payer })).toMatchObject({ code: 'before_restore' });
  expect(await judged(unnamed, 662, { provenWallet: payer })).toMatchObject({ outcome: 'accepted' });
  await db('state').update({ restored_at: null });
});

/** Whether a payment for a report is under way, by the key that a page shows or by these pending claims. */
const isPaying = (demand: PaymentDemand, claims: string[] = [], others: PaymentDemand[] = []) =>
  isUnderWay(verifier.context.beforeFinal, { demand, others, claims });

/** Burns that name a key and stay unfinal. */
async function burnWithKey(
  referenceKey: string,
  amount: bigint,
  named: { memo?: string } = {},
): Promise<string> {
  await chain.control.setDelays({ finalizeMs: 600_000 });
  const { url: rpcUrl, richHolder, mint } = chain;
  return burnList({ rpcUrl, payer: richHolder, mint, amount, referenceKey, ...named });
}

it('a payment is under way from its confirmation until it is claimed, or handled', async () => {
  const { db, verifier: parts } = verifier.context;
  const { cluster } = await loadMint(parts, parts.mint);
  const [claimed, handled, unnamed] = [newKey(), newKey(), newKey()];
  const isPaid = (referenceKey: Address) => isPaying(removalDemand(671, { fixed, referenceKey }));
  const [one, two] = [await burnWithKey(claimed, list(1_000n)), await burnWithKey(handled, list(400_000n))];
  expect([await isPaid(claimed), await isPaid(handled), await isPaid(unnamed)]).toEqual([true, true, false]);
  await chain.control.reset();
  // A stranger's claim for something else changes nothing.
  await judged(one, 672, { provenWallet: stranger });
  expect([await isPaid(claimed), await isPaid(handled)]).toEqual([true, true]);
  await judged(one, 671);
  // Its owner was notified, and may not hear of it before it is notified again.
  const found = { cluster, signature: two, slot: 1, found_at: new Date(), due_at: new Date() };
  await db('found_transactions').insert({ ...found, handled_at: new Date() });
  expect([await isPaid(claimed), await isPaid(handled)]).toEqual([false, true]);
  await db('found_transactions').update({ tellings: 1 });
  expect(await isPaid(handled)).toBe(false);
  // It pays for nothing.
  await db('found_transactions').update({ tellings: 0, due_at: null });
  expect(await isPaid(handled)).toBe(false);
  await db('found_transactions').update({ due_at: new Date() });
  expect(await isPaid(handled)).toBe(true);
  // A stranger claimed it as a whole price that it is not.
  const whole = { fixed: undefined, provenWallet: payer };
  expect(await judged(two, 675, whole)).toMatchObject({ code: 'amount_below_minimum' });
  expect(await isPaid(handled)).toBe(true);
  // Its owner has heard of it, and claimed it for what it pays.
  await judged(two, 673);
  expect(await isPaid(handled)).toBe(false);
});

it('dust that names a key holds up no one, and hides nothing', async () => {
  const referenceKey = newKey();
  await burnWithKey(referenceKey, list(999n));
  expect(await isPaying(removalDemand(674, { fixed, referenceKey }))).toBe(false);
  // Nor does it hide a payment that is older.
  await burnWithKey(referenceKey, list(1_000n));
  for (let units = 1n; units <= 10n; units += 1n) await burnWithKey(referenceKey, units);
  expect(await isPaying(removalDemand(674, { fixed, referenceKey }))).toBe(true);
});

it('what names the key of another browser holds this one up if it pays the whole price, or the rest of it', async () => {
  const [mine, theirs] = [newKey(), newKey()];
  const [own, other] = [mine, theirs].map((referenceKey) =>
    removalDemand(678, { fixed, referenceKey, intent: `removal_${referenceKey}` }),
  ) as [PaymentDemand, PaymentDemand];
  await burnWithKey(theirs, list(400_000n));
  expect(await isPaying(own, [], [other])).toBe(false);
  await burnWithKey(theirs, list(600_000n));
  expect([await isPaying(own, [], [other]), await isPaying(own)]).toEqual([true, false]);
  // Junk of a stranger's own holds no one up, however much there is.
  const keys = [newKey(), newKey(), newKey()];
  const junk = keys.map((referenceKey) => removalDemand(678, { fixed, referenceKey, intent: referenceKey }));
  for (const key of keys)
    for (let tokens = 1n; tokens <= 10n; tokens += 1n) await burnWithKey(key, list(tokens));
  const dust = await burn(chain, 'LISTBURN678', list(1n));
  const claims = await Promise.all(keys.map(() => verifier.claim(dust, removalDemand(678))));
  for (const id of claims) await verifier.pending(id, 'not_finalized');
  expect(await isPaying(own, claims, junk)).toBe(false);
});

it('of pending claims, only those hold others up that could pay, alone or with the parts of their intent', async () => {
  const [mine, theirs] = [
    removalDemand(675),
    removalDemand(675, { fixed, intent: 'removal_theirs', provenWallet: payer }),
  ];
  const pending = async (signature: string, demand = mine) => {
    const id = await verifier.claim(signature, demand);
    await verifier.pending(id, 'not_finalized');
    return id;
  };
  const part = await burn(chain, 'LISTBURN675', list(300_000n));
  expect((await claim(part, theirs)).verdict).toMatchObject({ outcome: 'accepted' });
  await chain.control.setDelays({ finalizeMs: 600_000 });
  const junk = [
    await pending(await burn(chain, 'LISTBURN675', list(1n))),
    await pending(await burn(chain, 'LISTBURN675', list(699_999n)), theirs),
    // Anyone may claim what someone else has just paid for another report, unless that wallet can still choose.
    await pending(await burnTooMuch(chain, 'LISTBURN675')),
    await pending(await payBurnWallet(chain, 'LISTBURN675', list(1_000_000n), stranger)),
  ];
  expect(await isPaying(mine, junk)).toBe(false);
  const rest = await burn(chain, 'LISTBURN675', list(2n));
  const twice = [await pending(rest, theirs), await pending(rest, theirs)];
  expect(await isPaying(mine, twice)).toBe(false);
  expect(await isPaying(mine, [...junk, ...twice])).toBe(true);
  expect(await isPaying(mine, [await pending(await burn(chain, 'LISTBURN675'))])).toBe(true);
  // Its payer will be asked to sign.
  expect(await isPaying(mine, [await pending(await burn(chain))])).toBe(true);
  expect(await isPaying(mine, [await pending(await burn(chain, undefined, list(1n)))])).toBe(false);
});

it('claims that cannot pay hold no one up, however many there are, and hide none that can', async () => {
  const demand = removalDemand(679);
  await chain.control.setDelays({ finalizeMs: 600_000 });
  const pending = async (signature: string) => {
    const id = await verifier.claim(signature, demand);
    await verifier.pending(id, 'not_finalized');
    return id;
  };
  const dust = await Promise.all(
    Array.from({ length: 20 }, async (_, index) =>
      pending(await burn(chain, 'LISTBURN679', BigInt(index + 1))),
    ),
  );
  expect(await isPaying(demand, dust)).toBe(false);
  expect(await isPaying(demand, [...dust, await pending(await burn(chain, 'LISTBURN679'))])).toBe(true);
});

it('a payment that has its memo is under way, whichever browser asked for it', async () => {
  const asked = removalDemand(680, { fixed, referenceKey: newKey(), intent: 'removal_own' });
  const [payment, theirs] = [{ memo: 'LISTBURN680' }, newKey()];
  const strangers = Array.from({ length: 3 }, () => removalDemand(680, { fixed, referenceKey: newKey() }));
  await burnWithKey(theirs, list(999_999n), payment);
  await burnWithKey(theirs, list(1_000_000n), { memo: 'LISTBURN681' });
  expect(await isPaying(asked, [], strangers)).toBe(false);
  await burnWithKey(theirs, list(1_000_000n), payment);
  expect(await isPaying(asked, [], strangers)).toBe(true);
});

it('a payment that names neither key nor mint is under way by its memo, in the burn wallet’s account', async () => {
  await chain.untilFinal(await payBurnWallet(chain, 'opens the account'));
  const asked = removalDemand(688, { fixed, referenceKey: newKey(), intent: 'removal_own' });
  expect(await isPaying(asked)).toBe(false);
  await chain.control.setDelays({ finalizeMs: 600_000 });
  const holder = holderOf(chain);
  await send(chain, [holder.payUnchecked(), holder.memo('LISTBURN688')]);
  await expect.poll(() => isPaying(asked)).toBe(true);
});

it.each([
  { purpose: 'removal', reference: 'LISTBURN689', subject: 'report:689', minimumTokens: '1000000' },
  {
    purpose: 'membership',
    reference: 'LISTCLUB-rest',
    subject: 'membership:LISTCLUB-rest',
    minimumTokens: '750000',
  },
])('the rest for a $purpose is under way, too, if it has the memo alone', async ({ purpose, ...named }) => {
  const { url: rpcUrl, richHolder, mint } = chain;
  const referenceKey = newKey();
  const asked = removalDemand(689, { ...named, fixed, referenceKey, intent: `${purpose}_own` });
  const { reference: memo, minimumTokens } = named;
  const amount = list(BigInt(minimumTokens) - 400_000n);
  const first = await burnList({ rpcUrl, payer: richHolder, mint, amount, memo, referenceKey });
  const id = await verifier.claim(first, asked, `${purpose}_${randomUUID()}`);
  expect(await verifier.decided(id)).toMatchObject({ outcome: 'accepted' });
  await chain.control.setDelays({ finalizeMs: 600_000 });
  await burn(chain, memo, list(399_999n));
  expect(await isPaying(asked)).toBe(false);
  await burn(chain, memo, list(1n));
  expect(await isPaying(asked)).toBe(true);
});

it('what names its key is under way whatever else it names, as its payer may sign for it', async () => {
  const referenceKey = newKey();
  await burnWithKey(referenceKey, list(1_000_000n), { memo: 'LISTBURN687' });
  expect(await isPaying(removalDemand(686, { fixed, referenceKey }))).toBe(true);
});

it('what a wallet paid for a report is no payment for its membership, and what names nothing may be one', async () => {
  const { url: rpcUrl, mint, richHolder } = chain;
  const holder = await createFundedHolder({ rpcUrl, richHolder, mint, amount: list(3_000_000n) });
  const wallet = Address.parse(holder.publicKey.toBase58());
  const pay = (memo?: string) =>
    burnList({ rpcUrl, payer: holder, mint, amount: list(1_000_000n), ...(memo && { memo }) });
  const club = `LISTCLUB-${newKey()}`;
  const membership = { ...removalDemand(0), subject: `membership:${club}`, reference: club };
  const isJoining = () => isPaying(membership, [], [{ ...membership, referenceKey: wallet }]);
  await chain.control.setDelays({ finalizeMs: 600_000 });
  const named = await pay('LISTBURN684');
  expect(await isJoining()).toBe(false);
  const unnamed = await pay();
  expect(await isJoining()).toBe(true);
  await chain.control.reset();
  expect(await judged(named, 684)).toMatchObject({ outcome: 'accepted' });
  expect(await judged(unnamed, 685, { provenWallet: wallet })).toMatchObject({ outcome: 'accepted' });
  expect(await isJoining()).toBe(false);
  const elsewhere = `LISTCLUB-${newKey()}`;
  const other = { ...membership, subject: `membership:${elsewhere}`, reference: elsewhere };
  expect((await claim(await pay(elsewhere), other)).verdict).toMatchObject({ outcome: 'accepted' });
  expect(await isJoining()).toBe(true);
});

it('an accepted claim holds others up until its owner has heard of it', async () => {
  const demand = removalDemand(676);
  const { id } = await claim(await burn(chain, 'LISTBURN676'), demand);
  expect(await isPaying(demand, [id])).toBe(true);
  await release(verifier.context.db, id);
  expect(await isPaying(demand, [id])).toBe(false);
});

it('what names a key, however late, holds up its payer only until it has been read', async () => {
  const { context } = verifier;
  const [referenceKey, until] = [newKey(), new Date(Date.now() + 86_400_000)];
  const demand = removalDemand(673, { fixed, referenceKey });
  await recordRequested(context.db, { ...demand, referenceKey, intent: { burnWallet, until } });
  const anHourAgo = new Date(Date.now() - 3_600_000);
  await context.db('requested_demands').update({ requested_at: anHourAgo, next_poll_at: anHourAgo });
  await burnWithKey(referenceKey, list(400_000n));
  await chain.control.reset();
  const app = await chainVerifier.buildApp({ ...context, metrics: openMetrics() });
  const isHeldUp = async () => {
    const [method, url] = ['POST' as const, '/internal/payments-under-way'];
    const payload = { demand, others: [], claims: [] };
    return (await app.inject({ method, url, headers: signed(method, url), payload })).json().isUnderWay;
  };
  expect(await isHeldUp()).toBe(true);
  const asOwner = handle(settleReportPaymentJob, async ({ signature }) => {
    await verifier.claim(signature, demand);
  });
  await context.queues.work([asOwner]);
  startKeyPolling(context);
  await expect.poll(isHeldUp, { timeout: 20_000 }).toBe(false);
  await app.close();
});

it('what cannot be judged holds others up for a minute, as it may merely be ahead of a provider', async () => {
  await chain.control.addFault({ method: 'getTransaction', kind: 'replace', result: null });
  const demand = removalDemand(677);
  const signature = await burn(chain, 'LISTBURN677');
  const claims = await Promise.all(Array.from({ length: 40 }, () => verifier.claim(signature, demand)));
  for (const id of claims) await verifier.pending(id, 'history_unavailable');
  const one = claims.slice(0, 1);
  expect([await isPaying(demand, one), await isPaying(demand, claims)]).toEqual([true, true]);
  await chain.control.advanceSlots(200);
  await expect.poll(() => isPaying(demand, one)).toBe(false);
  const aMinuteAgo = new Date(Date.now() - 61_000);
  await verifier.context.db('verifications').update({ received_at: aMinuteAgo });
  expect(await isPaying(demand, claims)).toBe(false);
});

const newKey = () => Address.parse(Keypair.generate().publicKey.toBase58());
