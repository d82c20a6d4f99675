import { deleteReport } from '@naughty-list/contracts/admin-reports';
import { ApiError } from '@naughty-list/contracts/errors';
import { listWalletPayments, type WalletPayment } from '@naughty-list/contracts/own-payments';
import { type IssuedProof, paymentProofTexts } from '@naughty-list/contracts/payment-proofs';
import { Signature } from '@naughty-list/contracts/primitives';
import { walletOf } from '@naughty-list/payment-flow/test/verifier';
import { route } from '@naughty-list/service-kit/http/route';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { beforeEach, expect, it } from 'vitest';
import { openRemovals } from './removals.ts';
import { standInVerifier } from './running-service.ts';

// Real signatures; what each wallet paid is the chain verifier's, and tested there.

const asked: string[] = [];
const payments = new Map<string, WalletPayment[]>();
let isDown = false;
const { url: CHAIN_VERIFIER_URL } = await standInVerifier(
  route(listWalletPayments, async ({ params: { wallet } }) => {
    asked.push(wallet);
    if (isDown) throw new ApiError('service_unavailable', 'Down.');
    return payments.get(wallet) ?? [];
  }),
);

const removals = closeAfterAll(await openRemovals({ CHAIN_VERIFIER_URL }));
beforeEach(() => {
  asked.length = 0;
  isDown = false;
});

const [payer, thief] = [walletOf(1), walletOf(2)];

async function issue(wallet = payer): Promise<IssuedProof> {
  const { send } = removals.service;
  const { status, body } = await send('POST', '/api/own-payments/proof', { wallet: wallet.address });
  expect(status).toBe(200);
  return body as IssuedProof;
}
const open = (proof: { proofId: string; signature: string }) =>
  removals.service.send('POST', '/api/own-payments', { proof });
const refusal = (message: string) => ({ status: 400, body: { code: 'proof_invalid', message } });

const paymentOf = (changes: Partial<WalletPayment>): WalletPayment => ({
  signature: Signature.parse(removals.newSignature()),
  purpose: 'removal',
  report: null,
  state: 'paid',
  message: null,
  amount: '1000000',
  missing: null,
  at: '2026-12-24T12:00:00.000Z',
  creditUntil: null,
  receipt: null,
  ...changes,
});

it('the wallet that signs sees its payments, with the account of each report; nothing is kept', async () => {
  const [report, deleted] = [await removals.newReport(), await removals.newReport()];
  const { db } = removals.service.context;
  await removals.service.asAdmin('claus').call(deleteReport, { params: { id: deleted.id } });
  const mine = [
    paymentOf({ report: report.id }),
    paymentOf({ report: deleted.id }),
    paymentOf({ report: 999_999, state: 'credit' }),
    paymentOf({ purpose: 'membership', receipt: 'membership_1' }),
  ];
  payments.set(payer.address, mine);
  const { proofId, message } = await issue();
  const answer = await open({ proofId, signature: payer.sign(message) });
  const usernames = [report.username, null, null, null];
  expect(answer).toMatchObject({
    status: 200,
    body: {
      wallet: payer.address,
      payments: mine.map((one, index) => ({ ...one, username: usernames[index] })),
    },
  });
  expect(answer.headers.get('set-cookie')).toBeNull();
  const [row] = await db('payment_proofs').where({ id: proofId });
  expect(row).toMatchObject({ signature: null, signed: null });
});

it('a wallet without payments sees an empty list', async () => {
  const { proofId, message } = await issue(thief);
  expect(await open({ proofId, signature: thief.sign(message) })).toMatchObject({
    status: 200,
    body: { wallet: thief.address, payments: [] },
  });
});

it('the message names site, wallet and purpose', async () => {
  const { message } = await issue();
  const { host } = new URL(removals.service.context.config.PUBLIC_ORIGIN);
  expect(message).toContain(`${host} wants you to sign in with your Solana account:\n${payer.address}\n`);
  expect(message).toContain('\nI want to see the payments of this wallet. Signing costs nothing');
});

it('another wallet’s signature, and one for another site, purpose or message opens nothing', async () => {
  const { proofId, message } = await issue();
  const { host } = new URL(removals.service.context.config.PUBLIC_ORIGIN);
  const wrong = refusal(paymentProofTexts.wrongSignature(payer.address));
  expect(await open({ proofId, signature: thief.sign(message) })).toMatchObject(wrong);
  const elsewhere = message.replaceAll(host, 'evil.example');
  expect(elsewhere).not.toBe(message);
  expect(await open({ proofId, signature: payer.sign(elsewhere) })).toMatchObject(wrong);
  const another = await issue();
  expect(await open({ proofId, signature: payer.sign(another.message) })).toMatchObject(wrong);
  expect(await open({ proofId, signature: 'no signature' })).toMatchObject(
    refusal(paymentProofTexts.malformed),
  );
  const unknown = { proofId: '00000000-0000-4000-8000-000000000000', signature: payer.sign(message) };
  expect(await open(unknown)).toMatchObject(refusal(paymentProofTexts.unknown));
  expect(asked).toEqual([]);
  // None of this has used up the message.
  expect(await open({ proofId, signature: payer.sign(message) })).toMatchObject({ status: 200 });
});

it('a message opens the list once, also for several at once', async () => {
  const { proofId, message } = await issue();
  const proof = { proofId, signature: payer.sign(message) };
  const all = await Promise.all([open(proof), open(proof), open(proof), open(proof)]);
  expect(all.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
  expect(await open(proof)).toMatchObject(refusal(paymentProofTexts.used));
});

it('an expired message opens nothing', async () => {
  const { proofId, message } = await issue();
  const { db } = removals.service.context;
  await db('payment_proofs').where({ id: proofId }).update({ expires_at: db.fn.now() });
  const answer = await open({ proofId, signature: payer.sign(message) });
  expect(answer).toMatchObject({ status: 400, body: { code: 'proof_expired' } });
  expect(asked).toEqual([]);
});

it('the message of a payment opens no list, and that of the list proves no payment', async () => {
  const { id } = await removals.newReport();
  const txHash = removals.newSignature();
  const path = `/api/scammer-reports/${id}/payment-proof`;
  const ofRemoval = (await removals.service.send('POST', path, { txHash, wallet: payer.address })).body;
  const { proofId, message } = ofRemoval as IssuedProof;
  expect(await open({ proofId, signature: payer.sign(message) })).toMatchObject(
    refusal(paymentProofTexts.otherPurpose),
  );
  const list = await issue();
  const proof = { proofId: list.proofId, signature: payer.sign(list.message) };
  expect(await removals.send(id, { txHash, proof })).toMatchObject(refusal(paymentProofTexts.otherPurpose));
  expect(await removals.rowOf(id)).toMatchObject({ is_removed: false });
  expect(await open(proof)).toMatchObject({ status: 200 });
});

it('while the verifier is unavailable nothing is used up', async () => {
  const { proofId, message } = await issue();
  const proof = { proofId, signature: payer.sign(message) };
  isDown = true;
  const body = { message: expect.stringMatching(/^Payments cannot be checked right now/) };
  expect(await open(proof)).toMatchObject({ status: 503, body });
  isDown = false;
  expect(await open(proof)).toMatchObject({ status: 200 });
});

it.each([
  [{}, paymentProofTexts.walletRequired],
  [{ wallet: 'Santa' }, paymentProofTexts.invalidWallet],
  [{ wallet: '1'.repeat(32) }, paymentProofTexts.cannotSign],
])('%j gets no message: %s', async (body, message) => {
  const answer = await removals.service.send('POST', '/api/own-payments/proof', body);
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', message } });
});
