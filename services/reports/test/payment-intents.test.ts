import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { createApiClient } from '@naughty-list/api-client/client';
import { deleteReport } from '@naughty-list/contracts/admin-reports';
import { ApiError } from '@naughty-list/contracts/errors';
import {
  checkPaymentIntent,
  getPaymentIntent,
  intentTexts,
  openRemovalIntent,
  type PaymentIntent,
} from '@naughty-list/contracts/payment-intents';
import type { FoundPayment } from '@naughty-list/contracts/payment-jobs';
import { erasePersonalData } from '@naughty-list/contracts/personal-data';
import { Address, Signature } from '@naughty-list/contracts/primitives';
import {
  buildBurnTransaction,
  burnRequest,
  removalTexts,
  removeByBurn,
} from '@naughty-list/contracts/removal';
import { getTokenConfig } from '@naughty-list/contracts/token-config';
import {
  findPaymentUnderWay,
  getChainVerification,
  getVerification,
  releasePayment,
  requestPayment,
} from '@naughty-list/contracts/verifications';
import { forgetRefusedClaims } from '@naughty-list/payment-flow/claim-table';
import { applyVerdict, releaseCredits } from '@naughty-list/payment-flow/effect';
import { showIntent } from '@naughty-list/payment-flow/offer-intent';
import { claimFound } from '@naughty-list/payment-flow/open';
import { sweepClaims } from '@naughty-list/payment-flow/sweep';
import { endIntentsAt } from '@naughty-list/payment-flow/test/end-intents';
import { accepted, rejected, type VerdictPayload } from '@naughty-list/payment-flow/test/verifier';
import { route } from '@naughty-list/service-kit/http/route';
import { CLIENT_ID_HEADER, VISITOR_ID_HEADER } from '@naughty-list/service-kit/http/service-auth';
import { signedFetch } from '@naughty-list/service-kit/http/signed-fetch';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { removalClaims, removalPayment } from '../src/cases/removal/payment-kind.ts';
import { decideStatus } from './admins.ts';
import { openRemovals } from './removals.ts';
import { SECRET, standInVerifier } from './running-service.ts';

const WALLET = Address.parse('1'.repeat(32));
/** What the stand-in verifier says of its providers. */
let isChainReachable = true;
const terms = { tokens: '1000000', mint: WALLET, burnWallet: WALLET, decimals: 6 };
const released: string[] = [];
/** What the stand-in verifier answers instead of freeing a payment, by claim. */
const unreleased = new Map<string, 'not_found' | 'internal_error'>();
/** Pending claims that could pay. */
const couldPay = new Set<string>();
/** The claims of the last question whether one could. */
let askedClaims: string[] = [];
/** Burns that were built. */
const built: unknown[] = [];
/** Credits whose transaction has been used. */
const used = new Set<string>();
/** Keys that a payment on the chain names. */
const named = new Set<string>();
/** Keys that cannot be looked up. */
const unanswered = new Set<string>();

const { url: CHAIN_VERIFIER_URL } = await standInVerifier(
  route(requestPayment, async () => terms),
  route(getTokenConfig, async () => ({
    contractAddress: terms.mint,
    burnWalletAddress: terms.burnWallet,
    removalCostTokens: terms.tokens,
    membershipFeeTokens: '1',
    decimals: terms.decimals,
    cluster: '',
    rpcUrl: '',
    isChainReachable,
    links: { x: '', tiktok: '', telegram: '', chart: '' },
  })),
  route(buildBurnTransaction, async ({ body }) => {
    built.push(body);
    return { transaction: '' };
  }),
  route(findPaymentUnderWay, async ({ body: { demand, others, claims } }) => {
    if (unanswered.has(demand.referenceKey ?? '')) throw new ApiError('internal_error', 'No mint');
    askedClaims = claims;
    const isNamed = [demand, ...others].some(({ referenceKey = '' }) => named.has(referenceKey));
    return { isUnderWay: isNamed || claims.some((id) => couldPay.has(id)) };
  }),
  route(getChainVerification, async ({ params: { id } }) => {
    if (!used.has(id)) throw new ApiError('not_found', 'Not found');
    const signature = Signature.parse(removals.newSignature());
    const verdict = { ...rejected({ id, round: 0 }, 'subject_already_paid', ''), isUsed: true };
    return { ...verdict, signature, stage: 'judged' as const };
  }),
  route(releasePayment, async ({ params }) => {
    const code = unreleased.get(params.id);
    if (code) throw new ApiError(code, 'Not freed');
    released.push(params.id);
    return undefined;
  }),
);

const removals = closeAfterAll(await openRemovals({ CHAIN_VERIFIER_URL }));
beforeEach(() => {
  Object.assign(terms, { tokens: '1000000', mint: WALLET, burnWallet: WALLET });
  removals.decideBy(accepted);
});

const browser = (name: string) =>
  createApiClient({
    baseUrl: removals.service.baseUrl,
    fetch: signedFetch(SECRET, 'gateway'),
    headers: { [CLIENT_ID_HEADER]: name, [VISITOR_ID_HEADER]: name.padEnd(20, '-') },
  });
const open = (name: string, id: number) => browser(name).call(openRemovalIntent, { params: { id } });
const now = (id: string) => browser('anyone').call(getPaymentIntent, { params: { id } });
const check = (id: string) =>
  browser('anyone').call(checkPaymentIntent, { params: { id }, body: { wallet: WALLET } });
const pay = (report: number, intent: string, txHash = removals.newSignature()) =>
  browser('payer').callFull(removeByBurn, { params: { id: report }, body: { txHash, intent } });
/** Asks for the transaction of an offer, as a phone that scanned its code. */
const scan = (id: number, intent?: string) =>
  browser('phone').call(burnRequest, { params: { id }, query: { intent }, body: { account: WALLET } });
const tokens = (amount: number) => (asked: Parameters<typeof accepted>[0]) => ({
  ...accepted(asked),
  amount: `${amount}000000`,
});
const payPart = (amount: number, ...[report, intent, txHash]: Parameters<typeof pay>) => {
  removals.decideBy(tokens(amount));
  return pay(report, intent, txHash);
};
const { newReport } = removals;
/** A report with an offer for it. */
async function offered() {
  const report = await newReport();
  return { ...report, intent: await open('one', report.id) };
}
/** Claims a payment that stays undecided; returns its claim, and what decides it. */
async function payPending(report: number, intent?: string) {
  removals.decideBy(() => undefined);
  const call = { params: { id: report }, body: { txHash: removals.newSignature(), intent } };
  const claim = String((await removals.hasty.as('payer').call(removeByBurn, call)).verificationId);
  const decide = (amount: number) => removals.verifier.sendVerdict(tokens(amount)({ id: claim, round: 0 }));
  return { claim, decide };
}
/** Claims a payment with the key of an offer, as the watcher that found it does. */
const find = (
  reference: string,
  { referenceKey, mint }: Pick<FoundPayment, 'referenceKey' | 'mint'>,
  signature = Signature.parse(removals.newSignature()),
) => {
  const found = { reference, referenceKey, signature, ...(mint && { mint }) };
  return claimFound(removals.service.context, removalPayment('7'), { found, dueInMs: 3_600_000 });
};

/** Takes a report off the list because its post is not there. */
const hold = (id: number) =>
  removals.service.context
    .db('scammer_reports')
    .where({ id })
    .update({ is_removed: true, held_at: new Date(), hold_reason: 'post' });

/** Frees what became credit. */
const release = () => releaseCredits(removals.service.context, removals.service.context.paymentKind);

/** Moves an intent's end, as if these minutes had passed since. */
const age = ({ id }: PaymentIntent, minutes: number) =>
  endIntentsAt(removals.service.context.db, new Date(Date.now() - minutes * 60_000), { id });

it('opening Pay again finds the browser’s own intent; another browser gets another key', async () => {
  const { id } = await newReport();
  const [one, again, other] = [await open('one', id), await open('one', id), await open('two', id)];
  expect(again.id).toBe(one.id);
  expect(other.id).not.toBe(one.id);
  expect(other.referenceKey).not.toBe(one.referenceKey);
  expect(one).toMatchObject({ state: 'open', price: '1000000', received: '0', missing: '1000000' });
});

it('an offer says so while no payment could be seen', async () => {
  const { id } = await newReport();
  expect(await open('one', id)).toMatchObject({ state: 'open', isWatched: true });
  isChainReachable = false;
  onTestFinished(() => {
    isChainReachable = true;
  });
  expect(await open('one', id)).toMatchObject({ state: 'open', isWatched: false });
});

it('an offer says so once the price has fallen below what is missing', async () => {
  const { id, intent } = await offered();
  expect(intent.isCheaper).toBe(false);
  terms.tokens = '500000';
  expect((await now(intent.id)).isCheaper).toBe(true);
  await payPart(600_000, id, intent.id);
  expect(await now(intent.id)).toMatchObject({ state: 'partial', isCheaper: false });
});

it('two tabs that open an offer at once share it, so that parts in both add up', async () => {
  const { id } = await newReport();
  const [one, other] = await Promise.all([open('tabs', id), open('tabs', id)]);
  expect(other.id).toBe(one.id);
  terms.tokens = '500000';
  const [less, same] = await Promise.all([open('tabs', id), open('tabs', id)]);
  expect(same).toMatchObject({ id: less.id, price: '500000' });
});

it.each([
  { price: '1' },
  { burn_wallet: `${'1'.repeat(31)}2` },
  { reference_key: `${'1'.repeat(31)}2` },
  { expires_at: new Date('2099-12-24T00:00:00Z') },
])('an intent forged in the database is not shown, and another is opened: %j', async (forged) => {
  const { id, intent } = await offered();
  const forge = (change: object) =>
    removals.service.context.db('payment_intents').where({ id: intent.id }).update(change);
  await forge(forged);
  await expect(now(intent.id)).rejects.toMatchObject({ status: 404 });
  const another = await open('one', id);
  expect(another).toMatchObject({ price: '1000000', burnWallet: WALLET });
  expect(another.id).not.toBe(intent.id);
});

/** A pending claim as its row alone says it, and the verdict that accepts it. */
async function claimed(report: number, intent: string, amount: number) {
  const signature = removals.newSignature();
  const claim = { id: `removal_${randomUUID()}`, report_id: report, signature, intent_id: intent };
  await removals.service.context
    .db('removal_claims')
    .insert({ ...claim, due_at: new Date(), status: 'pending' });
  return tokens(amount)({ id: claim.id, round: 1 });
}
const judged = (verdict: VerdictPayload) =>
  applyVerdict(removals.service.context.db, removalPayment('1000000'), verdict);

it('a part does not count as the whole after the price was lowered in the database', async () => {
  const { id, intent } = await offered();
  await payPart(400_000, id, intent.id);
  const verdict = await claimed(id, intent.id, 100_000);
  await removals.service.context.db('payment_intents').where({ id: intent.id }).update({ price: '500000' });
  await expect(judged(verdict)).rejects.toThrow(/did not write the intent/);
  expect(await removals.rowOf(id)).toMatchObject({ is_removed: false });
});

it('a whole price is decided after the secret has changed; a part waits until its offer is over, and is a credit', async () => {
  const { id, intent } = await offered();
  const claim = (amount: number) => claimed(id, intent.id, amount);
  const intents = () => removals.service.context.db('payment_intents').where({ id: intent.id });
  await intents().update({ mac: Buffer.alloc(32) });
  await expect(judged(await claim(999_999))).rejects.toThrow(/did not write/);
  const failed = rejected(await claim(1_000_000), 'tx_failed', 'failed');
  expect(await judged(failed)).toMatchObject({ end: { status: 'refused' } });
  await intents().update({ expires_at: new Date(Date.now() - 26 * 3_600_000) });
  const credit = { end: { status: 'refused', code: 'expired' }, isCredit: true, result: undefined };
  expect(await judged(await claim(999_999))).toMatchObject(credit);
  expect(await judged(await claim(1_000_000))).toMatchObject({ end: { status: 'removed' } });
  expect(await removals.rowOf(id)).toMatchObject({ is_removed: true });
});

it('shows burned tokens apart from those sent to a wallet with a key, in the intent and its payment', async () => {
  const { id, intent } = await offered();
  expect(intent).toMatchObject({ isKeyless: false, sent: '0' });
  removals.decideBy((asked) => ({ ...tokens(1_000_000)(asked), sent: '600000000000' }));
  const { body } = await pay(id, intent.id);
  expect(body).toMatchObject({ success: true });
  const paid = await now(intent.id);
  expect(paid).toMatchObject({ state: 'paid', received: '1000000', sent: '600000' });
  const claim = paid.payments[0]?.verificationId ?? '';
  expect(await browser('anyone').call(getVerification, { params: { id: claim } })).toMatchObject({
    amountBurned: 1_000_000,
    amountSent: 600_000,
  });
});

it('a rise does not reach an open intent; a lower price does', async () => {
  const { id } = await newReport();
  const first = await open('one', id);
  terms.tokens = '2000000';
  expect(await open('one', id)).toMatchObject({ id: first.id, price: '1000000' });
  terms.tokens = '500000';
  expect(await open('one', id)).toMatchObject({ price: '500000' });
  expect(await now(first.id)).toMatchObject({ state: 'open', price: '1000000' });
});

it('a change of the wallet leaves the price that was shown, and what has arrived', async () => {
  const [untouched, begun] = [await newReport(), await newReport()];
  const [one, two] = [await open('one', untouched.id), await open('one', begun.id)];
  await payPart(600_000, begun.id, two.id);
  const moved = Address.parse(`${'1'.repeat(31)}2`);
  Object.assign(terms, { tokens: '3000000', burnWallet: moved });
  const [anew, again] = [await open('one', untouched.id), await open('one', begun.id)];
  expect(anew).toMatchObject({ price: '1000000', burnWallet: moved, referenceKey: one.referenceKey });
  expect(again).toMatchObject({ id: two.id, price: '1000000', burnWallet: moved, missing: '400000' });
  expect((await payPart(400_000, begun.id, two.id)).body).toMatchObject({ success: true });
});

it('an offer from before a change of the wallet expires once a part has come for the newer one of its browser', async () => {
  const { id } = await newReport();
  const [before, stranger] = [await open('tabs', id), await open('stranger', id)];
  terms.burnWallet = Address.parse(`${'1'.repeat(31)}2`);
  const after = await open('tabs', id);
  expect(await now(before.id)).toMatchObject({ state: 'open' });
  const { claimNotifications } = removals.service.context;
  const changed = async () => (await now(before.id)).state !== 'open' || undefined;
  const announced = claimNotifications.waitFor(before.id, changed, 60_000, { pollMs: 60_000 });
  await payPart(400_000, id, after.id);
  // A page of it reads it again at once, not only at its next poll.
  expect(await Promise.race([announced, setTimeout(10_000, 'silent', { ref: false })])).toBe(true);
  expect(await now(after.id)).toMatchObject({ state: 'partial', missing: '600000' });
  expect(await now(before.id)).toMatchObject({ state: 'expired', missing: '1000000' });
  await expect(check(before.id)).rejects.toMatchObject({ message: intentTexts.over });
  expect(await now(stranger.id)).toMatchObject({ state: 'open' });
});

it('a part for the offer from before a change of the wallet shows in the newer one’s place, with the rest that is found by its key', async () => {
  const { id, uniqueBurnAddress: reference } = await newReport();
  const before = await open('tabs', id);
  terms.burnWallet = Address.parse(`${'1'.repeat(31)}2`);
  const after = await open('tabs', id);
  await payPart(600_000, id, before.id);
  expect(await now(after.id)).toMatchObject({ state: 'expired' });
  const again = await open('tabs', id);
  expect(again).toMatchObject({ id: before.id, burnWallet: terms.burnWallet, missing: '400000' });
  removals.decideBy(tokens(400_000));
  await find(reference, again);
  await expect.poll(() => now(before.id)).toMatchObject({ state: 'paid', received: '1000000' });
});

it('a change of the mint leaves an offer that was paid in part: the rest of it counts', async () => {
  const { id, intent } = await offered();
  await payPart(600_000, id, intent.id);
  terms.mint = Address.parse(`${'1'.repeat(31)}2`);
  expect(await open('one', id)).toMatchObject({ id: intent.id, mint: WALLET, missing: '400000' });
  expect((await payPart(400_000, id, intent.id)).body).toMatchObject({ success: true });
});

it('after a change of the mint, what is found in the old one is for the offer that named it', async () => {
  const { id, uniqueBurnAddress: reference } = await newReport();
  const before = await open('one', id);
  terms.mint = Address.parse(`${'1'.repeat(31)}2`);
  const after = await open('one', id);
  expect(after.referenceKey).toBe(before.referenceKey);
  removals.decideBy(tokens(400_000));
  const { referenceKey } = before;
  for (const { mint } of [before, after]) await find(reference, { referenceKey, mint });
  for (const one of [before, after])
    await expect.poll(() => now(one.id)).toMatchObject({ state: 'partial', received: '400000' });
});

it('parts that alone reach a price that has fallen take effect without another payment', async () => {
  const { id, intent } = await offered();
  const parts = [100_000, 450_000, 200_000].map((amount) => [removals.newSignature(), amount] as const);
  removals.decideBy((asked) => tokens(new Map(parts).get(asked.signature) ?? 0)(asked));
  for (const [part] of parts) await pay(id, intent.id, part);
  const sweep = async () => {
    await sweepClaims(removals.service.context, removals.service.context.paymentKind, 0);
    await release();
  };
  terms.tokens = '750001';
  await sweep();
  expect(await now(intent.id)).toMatchObject({ state: 'partial', price: '1000000' });
  terms.tokens = '750000';
  await sweep();
  await sweep();
  await expect
    .poll(() => now(intent.id))
    .toMatchObject({ state: 'paid', price: '750000', received: '750000' });
  expect((await removals.rowOf(id)).is_removed).toBe(true);
});

it('an offer that is read while it changes is shown as it was or is', async () => {
  const { db, chainVerifier, paymentKind } = removals.service.context;
  const readWhile = ({ id }: PaymentIntent, change: () => Promise<unknown>) => {
    let changing: Promise<unknown> | undefined;
    const isPayable: typeof paymentKind.isPayable = async (...asked) => {
      changing ??= change();
      await changing;
      return paymentKind.isPayable(...asked);
    };
    return showIntent(db, chainVerifier, { ...paymentKind, isPayable }, id);
  };
  const whole = await offered();
  expect(await readWhile(whole.intent, () => pay(whole.id, whole.intent.id))).toMatchObject({
    state: 'paid',
    payments: [{ status: 'paid' }],
  });
  // Parts that reach a price that has fallen are judged again.
  const part = await offered();
  await payPart(400_000, part.id, part.intent.id);
  terms.tokens = '400000';
  expect(await readWhile(part.intent, release)).toMatchObject({ received: '400000', missing: '600000' });
});

it('an offer is kept while its first part is pending, though price and wallet change', async () => {
  const { id, intent } = await offered();
  const { decide } = await payPending(id, intent.id);
  Object.assign(terms, { tokens: '800000', burnWallet: Address.parse(`${'1'.repeat(31)}2`) });
  expect(await open('one', id)).toMatchObject({ id: intent.id, state: 'seen' });
  await decide(600_000);
  await expect.poll(() => now(intent.id)).toMatchObject({ state: 'partial', received: '600000' });
  expect(await open('one', id)).toMatchObject({ id: intent.id, price: '800000', missing: '200000' });
});

it('the rest of a price that is paid in time counts, though the page is opened after a rise', async () => {
  const { id, intent } = await offered();
  await payPart(100_000, id, intent.id);
  const { decide } = await payPending(id, intent.id);
  await age(intent, 1);
  terms.tokens = '1200000';
  expect(await open('one', id)).toMatchObject({ id: intent.id, state: 'seen', price: '1000000' });
  await decide(900_000);
  await expect.poll(() => now(intent.id)).toMatchObject({ state: 'paid', received: '1000000' });
});

it('an expired offer keeps its price while the rest of it is on the chain, though the page is opened after a rise', async () => {
  const { id, intent, uniqueBurnAddress: reference } = await offered();
  await payPart(600_000, id, intent.id);
  await age(intent, 1);
  terms.tokens = '1200000';
  // Not claimed yet: the watcher may find it later.
  named.add(intent.referenceKey);
  expect(await open('one', id)).toMatchObject({ id: intent.id, state: 'late', price: '1000000' });
  removals.decideBy(tokens(400_000));
  await find(reference, intent);
  named.clear();
  await expect.poll(() => now(intent.id)).toMatchObject({ state: 'paid', received: '1000000' });
});

it('the terms of the intent go to the verifier with every claim, also if it was found by its key', async () => {
  const { intent, ...report } = await offered();
  removals.decideBy((asked) => rejected(asked, 'tx_failed', 'failed'));
  await expect(pay(report.id, intent.id)).rejects.toMatchObject({ code: 'payment_refused' });
  await find(report.uniqueBurnAddress, intent);
  const demands = () =>
    removals.verifier.asked
      .map(({ demand }) => demand)
      .filter(({ referenceKey }) => referenceKey === intent.referenceKey);
  await expect.poll(() => demands().length).toBe(2);
  for (const demand of demands()) {
    expect(demand).toMatchObject({ minimumTokens: '1000000', fixed: { mint: WALLET, burnWallet: WALLET } });
    // A day and an hour of grace.
    const hours = (Number(demand.fixed?.until) * 1_000 - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(24.9);
    expect(hours).toBeLessThanOrEqual(25);
  }
});

it('parts add up: nothing happens before the sum is reached, and each transaction counts once', async () => {
  const { id, intent } = await offered();
  const first = removals.newSignature();
  await payPart(600_000, id, intent.id, first);
  expect(await now(intent.id)).toMatchObject({ state: 'partial', received: '600000', missing: '400000' });
  // Pasted again, by anyone: the same claim.
  await pay(id, intent.id, first);
  expect(await now(intent.id)).toMatchObject({ state: 'partial', received: '600000' });
  expect((await removals.rowOf(id)).is_removed).toBe(false);
  await expect(check(intent.id)).resolves.toMatchObject({ missing: '400000' });
  expect((await payPart(400_000, id, intent.id)).body).toMatchObject({ success: true });
  expect(await now(intent.id)).toMatchObject({ state: 'paid', received: '1000000', missing: '0' });
  expect((await now(intent.id)).payments.map(({ status }) => status)).toEqual(['paid', 'paid']);
  expect((await removals.rowOf(id)).is_removed).toBe(true);
});

it('a whole price after a part pays alone, and the part is free for its payer', async () => {
  const { id, intent } = await offered();
  await payPart(600_000, id, intent.id);
  expect((await payPart(1_000_000, id, intent.id)).body).toMatchObject({ success: true });
  expect(await now(intent.id)).toMatchObject({ state: 'paid', received: '1000000', credited: '600000' });
  const [part] = (await now(intent.id)).payments;
  expect(part?.status).toBe('refused');
  await expect.poll(() => released).toContain(part?.verificationId);
});

it('a whole price of the time before a rise is no part', async () => {
  const { id } = await newReport();
  terms.tokens = '2000000';
  const intent = await open('one', id);
  removals.decideBy((asked) => ({ ...tokens(1_000_000)(asked), code: 'whole_price' }));
  expect((await pay(id, intent.id)).body).toMatchObject({ success: true });
  expect(await now(intent.id)).toMatchObject({ state: 'paid', received: '1000000' });
  expect((await removals.rowOf(id)).is_removed).toBe(true);
});

it('two halves that are judged at once complete the price once', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id, intent } = await offered();
    removals.decideBy(tokens(500_000));
    await Promise.all([pay(id, intent.id), pay(id, intent.id)]);
    expect(await now(intent.id)).toMatchObject({ state: 'paid', received: '1000000' });
    expect((await removals.rowOf(id)).is_removed).toBe(true);
  }
});

it('a part on one intent does not complete another', async () => {
  const { id } = await newReport();
  const [one, two] = [await open('one', id), await open('two', id)];
  removals.decideBy(tokens(600_000));
  const first = removals.newSignature();
  await pay(id, one.id, first);
  // The other browser's page shows nothing of it.
  expect((await pay(id, two.id, first)).body).toEqual({
    success: false,
    message: removalTexts.partElsewhere,
  });
  await pay(id, two.id);
  expect((await removals.rowOf(id)).is_removed).toBe(false);
  expect([(await now(one.id)).state, (await now(two.id)).state]).toEqual(['partial', 'partial']);
});

it('an intent of another report, or an unknown one, is ignored', async () => {
  const [mine, other] = [await newReport(), await newReport()];
  const intent = await open('one', other.id);
  await pay(mine.id, intent.id);
  expect(await now(intent.id)).toMatchObject({ state: 'open', payments: [] });
  await pay((await newReport()).id, 'removal_00000000-0000-4000-8000-000000000000');
});

it('a report that another payment, an admin, or its post took off the list leaves nothing to pay for', async () => {
  const [burned, deleted, held] = [await newReport(), await newReport(), await newReport()];
  const [one, two] = [await open('one', burned.id), await open('one', deleted.id)];
  const three = await open('one', held.id);
  await removals.claim(burned.id, removals.newSignature());
  await removals.service.asAdmin('santa').call(deleteReport, { params: { id: deleted.id } });
  await hold(held.id);
  for (const { id } of [one, two, three]) {
    expect(await now(id)).toMatchObject({ state: 'superseded' });
    await expect(check(id)).rejects.toMatchObject({
      code: 'payment_refused',
      details: { reason: 'superseded' },
    });
  }
  await expect(open('one', burned.id)).rejects.toMatchObject({ code: 'report_already_removed' });
  // One that was sent before still counts.
  await pay(held.id, three.id);
  expect(await now(three.id)).toMatchObject({ state: 'paid' });
});

it('while a payment of any browser is pending, no other wallet is asked to pay', async () => {
  const { id } = await newReport();
  const [one, two] = [await open('one', id), await open('two', id)];
  const { claim } = await payPending(id, one.id);
  await expect(check(one.id)).rejects.toMatchObject({ code: 'payment_refused' });
  expect(await now(one.id)).toMatchObject({ state: 'seen' });
  // It may be a stranger's dust or invention.
  await expect(check(two.id)).resolves.toMatchObject({ state: 'open' });
  couldPay.add(claim);
  const refusal = { code: 'payment_refused', message: intentTexts.underWay };
  await expect(check(two.id)).rejects.toMatchObject({ ...refusal, details: { reason: 'seen' } });
  await expect(scan(id, two.id)).rejects.toMatchObject(refusal);
});

it('thousands of claims by strangers hold no one up, and hide no payment', async () => {
  const { id, intent } = await offered();
  const { claim } = await payPending(id);
  await removals.service.context.db.raw(
    `insert into removal_claims (id, report_id, signature, due_at, client)
     select 'removal_' || gen_random_uuid(), ?, 'junk ' || number, now() + interval '1 hour', 'stranger'
     from generate_series(1, 2500) number`,
    [id],
  );
  await expect(check(intent.id)).resolves.toMatchObject({ state: 'open' });
  couldPay.add(claim);
  await expect(check(intent.id)).rejects.toMatchObject({ message: intentTexts.underWay });
  expect(askedClaims.slice(0, 2)).toContain(claim);
  await removals.service.context.db('removal_claims').where({ client: 'stranger' }).delete();
});

it('offers of strangers do not displace one that was paid in part', async () => {
  const { id } = await newReport();
  const [mine, begun] = [await open('one', id), await open('two', id)];
  await payPart(600_000, id, begun.id);
  for (const stranger of ['three', 'four', 'five', 'six']) await open(stranger, id);
  // The rest comes by phone.
  named.add(begun.referenceKey);
  await expect(check(mine.id)).rejects.toMatchObject({ message: intentTexts.underWay });
});

it('after a payment by phone, none is requested or built for any browser until it is final', async () => {
  const { id, intent } = await offered();
  const another = await open('two', id);
  const elsewhere = await open('one', (await newReport()).id);
  named.add(intent.referenceKey);
  expect(await now(intent.id)).toMatchObject({ state: 'open' });
  const refusal = { code: 'payment_refused', message: intentTexts.underWay };
  for (const one of [intent, another]) {
    await expect(check(one.id)).rejects.toMatchObject(refusal);
    await expect(scan(id, one.id)).rejects.toMatchObject(refusal);
  }
  await expect(check(elsewhere.id)).resolves.toMatchObject({ state: 'open' });
});

it('what comes for an offer in the hour after it expired holds other browsers up, and later no more', async () => {
  const { id } = await newReport();
  const [expired, mine] = [await open('one', id), await open('two', id)];
  named.add(expired.referenceKey);
  await age(expired, 59);
  await expect(check(mine.id)).rejects.toMatchObject({ message: intentTexts.underWay });
  await age(expired, 61);
  await expect(check(mine.id)).resolves.toMatchObject({ state: 'open' });
});

it('once the price has fallen, no higher payment is requested or built', async () => {
  const { id, intent } = await offered();
  terms.tokens = '400000';
  const refusal = { code: 'payment_refused', message: intentTexts.cheaper };
  await expect(check(intent.id)).rejects.toMatchObject(refusal);
  await expect(scan(id, intent.id)).rejects.toMatchObject(refusal);
  await payPart(600_000, id, intent.id);
  // The part is more than the price: nothing is left to pay.
  await expect(check(intent.id)).rejects.toMatchObject(refusal);
  terms.tokens = '399999';
  await expect(check(intent.id)).rejects.toMatchObject(refusal);
  // More than what a lower price leaves to pay, once the parts are counted.
  terms.tokens = '999999';
  await expect(check(intent.id)).rejects.toMatchObject(refusal);
  await expect(scan(id, intent.id)).rejects.toMatchObject(refusal);
  expect(await open('one', id)).toMatchObject({ missing: '399999' });
  await expect(check(intent.id)).resolves.toMatchObject({ missing: '399999' });
});

it('an offer from before a price cut is not paid while its browser has the cheaper one, though the price is back', async () => {
  const { id } = await newReport();
  const first = await open('tabs', id);
  terms.tokens = '500000';
  const cheap = await open('tabs', id);
  terms.tokens = '1000000';
  expect(await open('tabs', id)).toMatchObject({ id: cheap.id, price: '500000' });
  await expect(check(first.id)).rejects.toMatchObject({ message: intentTexts.cheaper });
  expect(await check(cheap.id)).toMatchObject({ price: '500000' });
});

it('no burn is built while a payment is under way, also for an offer that a restore has lost', async () => {
  const { id } = await newReport();
  named.add((await open('one', id)).referenceKey);
  const lost = `removal_${randomUUID()}`;
  for (const intent of [undefined, lost]) {
    const refusal = { code: 'payment_refused', message: intentTexts.underWay };
    await expect(scan(id, intent)).rejects.toMatchObject(refusal);
  }
});

it('parts count towards a price that has fallen since', async () => {
  const { id, intent } = await offered();
  await payPart(300_000, id, intent.id);
  terms.tokens = '500000';
  const renewed = { id: intent.id, state: 'partial', price: '500000', missing: '200000' };
  expect(await open('one', id)).toMatchObject(renewed);
  await expect(check(intent.id)).resolves.toMatchObject(renewed);
  expect((await payPart(200_000, id, intent.id)).body).toMatchObject({ success: true });
  expect(await now(intent.id)).toMatchObject({ state: 'paid', received: '500000', credited: '0' });
});

it('a phone burns tokens of the mint that its offer fixed', async () => {
  const { id, intent } = await offered();
  await scan(id, intent.id);
  const { mint, referenceKey } = intent;
  expect(built).toMatchObject([{ mint, referenceKey, tokens: '1000000' }]);
});

it('an expired intent asks for no payment, and is late once something comes', async () => {
  const { id, intent } = await offered();
  await age(intent, 1 / 60);
  expect(await now(intent.id)).toMatchObject({ state: 'expired' });
  await expect(check(intent.id)).rejects.toMatchObject({ details: { reason: 'expired' } });
  expect((await open('one', id)).id).not.toBe(intent.id);
  await payPart(600_000, id, intent.id);
  expect(await now(intent.id)).toMatchObject({ state: 'late', received: '600000' });
});

it('a part that came before its offer expired, and is found later, counts for the offer of now', async () => {
  const { id, uniqueBurnAddress: reference } = await newReport();
  const before = await open('one', id);
  const { referenceKey } = before;
  await age(before, 1 / 60);
  const after = await open('one', id);
  expect([after.id === before.id, after.referenceKey]).toEqual([false, referenceKey]);
  removals.decideBy(tokens(400_000));
  await find(reference, before);
  await expect.poll(() => now(after.id)).toMatchObject({ state: 'partial', missing: '600000' });
});

it('parts still count once their expired intent is opened again, at the price of now', async () => {
  const { id, intent } = await offered();
  await payPart(600_000, id, intent.id);
  await age(intent, 50);
  terms.tokens = '1200000';
  expect((await open('two', id)).id).not.toBe(intent.id);
  expect(await open('one', id)).toMatchObject({
    id: intent.id,
    referenceKey: intent.referenceKey,
    state: 'partial',
    price: '1200000',
    received: '600000',
    missing: '600000',
  });
  expect((await pay(id, intent.id)).body).toMatchObject({ success: true });
  expect(await now(intent.id)).toMatchObject({ state: 'paid', received: '1200000' });
});

it('a second payment is credit on its intent, and its transaction is free for its payer again', async () => {
  const { id, intent } = await offered();
  const both = await Promise.all([payPending(id, intent.id), payPending(id, intent.id)]);
  for (const { decide } of both) await decide(1_000_000);
  await expect
    .poll(async () => (await now(intent.id)).payments.filter(({ status }) => status === 'pending').length)
    .toBe(0);
  expect(await now(intent.id)).toMatchObject({ state: 'paid', received: '1000000', credited: '1000000' });
  const refused = (await now(intent.id)).payments.find(({ status }) => status === 'refused');
  // At once, without a sweep.
  await expect.poll(() => released).toContain(refused?.verificationId);
  await release();
  await release();
  expect(released.filter((one) => one === refused?.verificationId)).toHaveLength(1);
});

it('a payment that cannot be freed now delays no other; one that the verifier never used is free', async () => {
  const late = async () => {
    const report = await offered();
    const { claim: id } = await payPending(report.id, report.intent.id);
    await removals.verifier.over(id);
    removals.decideBy(accepted);
    await removals.claim(report.id, removals.newSignature());
    return { id, decide: () => judged(tokens(1_000_000)({ id, round: 0 })) };
  };
  const [broken, unknown, fine] = [await late(), await late(), await late()];
  unreleased.set(broken.id, 'internal_error').set(unknown.id, 'not_found');
  for (const { decide } of [broken, unknown, fine]) await decide();
  expect(await release()).toBe(2);
  expect(released).toContain(fine.id);
  unreleased.clear();
  expect(await release()).toBe(1);
  expect(released).toContain(broken.id);
});

it('a late payment that is found again is one credit, not two', async () => {
  const { intent, ...report } = await offered();
  await removals.claim(report.id, removals.newSignature());
  const signature = Signature.parse(removals.newSignature());
  removals.decideBy(tokens(1_000_000));
  for (let time = 0; time < 3; time += 1) {
    await find(report.uniqueBurnAddress, { referenceKey: intent.referenceKey }, signature);
    await expect
      .poll(async () => (await now(intent.id)).payments.map(({ status }) => status))
      .not.toContain('pending');
    await release();
  }
  const { state, credited, payments } = await now(intent.id);
  expect({ state, credited }).toEqual({ state: 'superseded', credited: '1000000' });
  expect(payments).toHaveLength(1);
});

const tooLittle = (asked: Parameters<typeof rejected>[0]) => ({
  ...rejected(asked, 'amount_below_minimum', 'Too few'),
  ...{ amount: '400000000000', decimals: 6 },
});

it('a stranger’s claim without the offer, judged by the whole price, does not keep a part from counting', async () => {
  const { intent, ...report } = await offered();
  const signature = Signature.parse(removals.newSignature());
  removals.decideBy(() => undefined);
  const call = { params: { id: report.id }, body: { txHash: signature } };
  const { verificationId: id = '' } = await removals.hasty.as('stranger').call(removeByBurn, call);
  // Joined.
  expect(await find(report.uniqueBurnAddress, intent, signature)).toBeUndefined();
  await removals.verifier.over(id);
  removals.decideBy(tokens(400_000));
  await removals.verifier.sendVerdict({ ...tooLittle({ id, round: 0 }), intent: null });
  // The sweep has it judged again, by the offer.
  const { context } = removals.service;
  const swept = () => sweepClaims(context, context.paymentKind, 0).then(() => now(intent.id));
  await expect.poll(swept).toMatchObject({ state: 'partial', received: '400000', credited: '0' });
  expect((await removals.claimOf(id)).status).toBe('counted');
});

it('a credit that has paid for something else counts no more on the offer that it came for', async () => {
  const { id, intent } = await offered();
  for (const amount of [600_000, 1_000_000]) await payPart(amount, id, intent.id);
  expect(await now(intent.id)).toMatchObject({ state: 'paid', credited: '600000' });
  const credit = (await now(intent.id)).payments.find(({ status }) => status === 'refused');
  used.add(credit?.verificationId ?? '');
  expect(await now(intent.id)).toMatchObject({ state: 'paid', received: '1000000', credited: '0' });
});

it.each([true, false])(
  'a part that came too late for an offer is kept as a credit; found by its key: %s',
  async (byKey) => {
    const { intent, ...report } = await offered();
    await age(intent, 61);
    removals.decideBy(tooLittle);
    const signature = Signature.parse(removals.newSignature());
    const claim = await find(report.uniqueBurnAddress, byKey ? intent : {}, signature);
    await removals.decidedAs(String(claim), 'refused');
    expect(await find(report.uniqueBurnAddress, byKey ? intent : {}, signature)).toBeUndefined();
    if (byKey)
      expect(await now(intent.id)).toMatchObject({ state: 'late', received: '0', credited: '400000' });
    await release();
    const { db } = removals.service.context;
    const before = new Date(Date.now() + 60_000);
    await forgetRefusedClaims(db, removalClaims, { before, mayGoOn: () => true });
    expect(await removals.claimOf(String(claim))).toMatchObject({ amount: '400000000000' });
  },
);

it('a credit that anyone claims again is kept once, for each offer that it was claimed for', async () => {
  const { id, intent } = await offered();
  removals.decideBy(tooLittle);
  const signature = removals.newSignature();
  for (const offer of [undefined, undefined, intent.id, intent.id])
    await expect(
      browser('stranger').call(removeByBurn, { params: { id }, body: { txHash: signature, intent: offer } }),
    ).rejects.toMatchObject({ details: { reason: 'amount_below_minimum' } });
  const kept = removals.service.context.db('removal_claims').where({ signature }).whereNotNull('amount');
  expect(await kept.orderBy('created_at').pluck('intent_id')).toEqual([null, intent.id]);
});

const leftList: [how: string, leave: (id: number) => Promise<unknown>][] = [
  ['cleared', (id) => decideStatus(removals.service.context.db, id, 'cleared', 'resolved')],
  ['erased', (id) => removals.service.asAdmin('claus').call(erasePersonalData, { body: { reportId: id } })],
  ['deleted', (id) => removals.remove(id)],
];
it.each(leftList)(
  'a payment that comes once the report is %s is credit, and removes nothing',
  async (_, leave) => {
    const { intent, ...report } = await offered();
    await leave(report.id);
    await find(report.uniqueBurnAddress, intent);
    await expect.poll(async () => (await now(intent.id)).payments).toMatchObject([{ status: 'refused' }]);
    expect(await now(intent.id)).toMatchObject({ state: 'superseded', received: '0', credited: '1000000.5' });
    expect(await removals.rowOf(report.id)).toMatchObject({ removal_tx_hash: null });
  },
);

it('parts become credit when the report is gone, or the time and its grace are over; not before', async () => {
  const [gone, slow] = [await newReport(), await newReport()];
  const [one, two] = [await open('one', gone.id), await open('one', slow.id)];
  await payPart(600_000, gone.id, one.id);
  await pay(slow.id, two.id);
  removals.decideBy(accepted);
  await removals.claim(gone.id, removals.newSignature());
  await age(two, 59);
  await release();
  expect(await now(one.id)).toMatchObject({ state: 'superseded', received: '0', credited: '600000' });
  expect(await now(two.id)).toMatchObject({ received: '600000', credited: '0' });
  await age(two, 71);
  await release();
  expect(await now(two.id)).toMatchObject({ state: 'late', received: '0', credited: '600000' });
  // The report is still there, and its payer is not to think otherwise.
  expect((await now(two.id)).payments).toMatchObject([{ reason: 'expired', message: intentTexts.over }]);
});

it('parts become credit once the time is over, although the secret has changed since', async () => {
  const { id, intent } = await offered();
  await payPart(600_000, id, intent.id);
  const part = () => removals.service.context.db('removal_claims').where({ intent_id: intent.id }).first();
  for (const [minutes, status] of [
    [59, 'counted'],
    [71, 'refused'],
  ] as const) {
    await age(intent, minutes);
    await removals.service.context
      .db('payment_intents')
      .where({ id: intent.id })
      .update({ mac: Buffer.alloc(32) });
    await release();
    expect(await part()).toMatchObject({ status, amount: '600000000000' });
  }
});

it('parts of intents that cannot be looked up now delay no others', async () => {
  const lost = [await offered(), await offered(), await offered()];
  const fine = [await offered(), await offered(), await offered()];
  for (const { id, intent } of [...lost, ...fine]) {
    await payPart(600_000, id, intent.id);
    await age(intent, 71);
  }
  const credits = (of: typeof lost) =>
    Promise.all(of.map(async ({ intent }) => (await now(intent.id)).credited));
  for (const { intent } of lost) unanswered.add(intent.referenceKey);
  await release();
  expect(await credits(fine)).toEqual(['600000', '600000', '600000']);
  expect(await credits(lost)).toEqual(['0', '0', '0']);
  unanswered.clear();
  await release();
  expect(await credits(lost)).toEqual(['600000', '600000', '600000']);
});

it('parts that arrive while the report is held count, and the last one removes it', async () => {
  const { id, intent } = await offered();
  await payPart(600_000, id, intent.id);
  await hold(id);
  await release();
  expect(await now(intent.id)).toMatchObject({ state: 'superseded', received: '600000', credited: '0' });
  expect((await payPart(400_000, id, intent.id)).body).toMatchObject({ success: true });
  expect(await now(intent.id)).toMatchObject({ state: 'paid', received: '1000000' });
  expect(await removals.rowOf(id)).toMatchObject({ is_removed: true, held_at: null });
});

it('parts wait for a payment that came in time and is not judged yet', async () => {
  const { id, intent } = await offered();
  await payPart(600_000, id, intent.id);
  await age(intent, 71);
  const sweep = async () => {
    await release();
    return (await now(intent.id)).received;
  };
  // Found on the chain, then claimed.
  named.add(intent.referenceKey);
  expect(await sweep()).toBe('600000');
  named.clear();
  const { decide } = await payPending(id, intent.id);
  expect(await sweep()).toBe('600000');
  await decide(400_000);
  await expect.poll(async () => (await now(intent.id)).state).toBe('paid');
});
