import { randomUUID } from 'node:crypto';
import { ApiError } from '@naughty-list/contracts/errors';
import { Signature } from '@naughty-list/contracts/primitives';
import { receiptTexts } from '@naughty-list/contracts/receipt-texts';
import { getJudgedPayment, getReceipt, type JudgedPayment } from '@naughty-list/contracts/receipts';
import { openCheckpoint } from '@naughty-list/ledger/checkpoint';
import { leafHash } from '@naughty-list/ledger/hashes';
import { parseVerifierKey } from '@naughty-list/ledger/note';
import { isSealed } from '@naughty-list/ledger/seal';
import { includes } from '@naughty-list/ledger/verify-proofs';
import { forgetProofs } from '@naughty-list/payment-flow/proofs';
import { signatureOf, walletOf } from '@naughty-list/payment-flow/test/verifier';
import { route } from '@naughty-list/service-kit/http/route';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { expect, it, vi } from 'vitest';
import { growLedger } from '../src/publication/ledger/grow.ts';
import { removeReport } from './past-operations.ts';
import { standInVerifier, startReports } from './running-service.ts';

/** The verifier's record of a claim, by claim id. */
const judged = new Map<string, JudgedPayment>();
/** Ids of the requests that reached the verifier. */
const asked: string[] = [];
const verifier = await standInVerifier(
  route(getJudgedPayment, async ({ params, requestId }) => {
    asked.push(requestId);
    const payment = judged.get(params.id);
    if (!payment) throw new ApiError('not_found', 'Not found');
    return payment;
  }),
);
const service = closeAfterAll(
  await startReports({ CHAIN_VERIFIER_URL: verifier.url, PUBLIC_ORIGIN: 'https://list.example' }),
);
const { db } = service.context;
let signatures = 0;

const ask = (signature: string) => service.as('visitor').call(getReceipt, { params: { signature } });

/** A report and an accepted claim for it. */
async function claimed() {
  const signature = signatureOf(++signatures);
  const report = await service.report({ username: `silenced${signatures}` });
  const id = `removal_${randomUUID()}`;
  const end = {
    status: 'removed',
    decided_at: new Date(),
    due_at: new Date(),
    amount: '1000000000000',
    decimals: 6,
  };
  await db('removal_claims').insert({ id, report_id: report.id, signature, ...end });
  judged.set(id, {
    signature: Signature.parse(signature),
    demand: {
      ...{ mint: 'mint', tokenProgram: 'program', decimals: 6, minimum: '1000000000000', burnWallet: null },
      ...{
        reference: report.uniqueBurnAddress,
        referencePrefixes: ['LISTBURN'],
        unbound: 'prove',
        notBefore: 0,
      },
    },
    transaction: null,
    evidence: { signature, burns: [] },
    providers: 1,
    verdict: {
      ...{ outcome: 'accepted', amount: '1000000000000', decimals: 6, slot: 7 },
      decidedAt: '2026-12-24T18:00:00.000Z',
      ...{ burned: '1000000000000', credited: '0', boundBy: 'memo', payer: 'wallet', feePayer: 'wallet' },
      rules: ['succeeded'],
    },
    ...{ intent: null, proof: null },
  });
  return { id, report, signature };
}

it('has a receipt for a removal, with its proof once the ledger is signed, and without the name', async () => {
  const { report, signature } = await claimed();
  await db.transaction((trx) => removeReport(trx, report.id, signature));
  expect(await ask(signature)).toMatchObject({ ledger: null, ledgerState: 'waiting' });
  await growLedger(db);
  const receipt = await ask(signature);
  const key = parseVerifierKey(receipt.key);
  const tree = key && receipt.ledger && openCheckpoint(receipt.ledger.checkpoint, key);
  if (!key || !tree || !receipt.ledger) throw new Error('not signed');
  expect(key.name).toBe('list.example/log');
  const { seal, ...rest } = receipt;
  expect(isSealed(seal, 'receipt', rest, key)).toBe(true);
  const { entry, index, hashes } = receipt.ledger;
  const proof = hashes.map((hash) => Buffer.from(hash, 'base64'));
  expect(includes({ ...tree, leaf: leafHash(Buffer.from(entry)), index, proof })).toBe(true);
  expect(JSON.parse(entry)).toMatchObject({ burn: signature, case: report.id, type: 'report-removed' });
  expect(receipt).toMatchObject({ report: report.id, signature, ledgerState: 'included' });
  expect(JSON.stringify(receipt)).not.toContain(report.username);
});

it('has what the paying wallet signed, kept as long as the removal, and the intent', async () => {
  const { id, report, signature } = await claimed();
  const { address: wallet, sign } = walletOf(7);
  await db('removal_claims').where({ id }).update({ proven_wallet: wallet });
  const message = `I paid with ${signature}`;
  const signed = sign(message);
  const proof = {
    ...{ subject: `report:${report.id}`, signature, wallet, message, signed },
    ...{ issued_at: new Date(0), expires_at: new Date(1), used_at: new Date(0) },
  };
  const put = { ...proof, used_at: new Date(-1) };
  await db('payment_proofs').insert([
    // Put there by hand: never signed, or for another transaction.
    { id: randomUUID(), ...put, message: `${message}, and confess` },
    { id: randomUUID(), ...put, message: 'I paid', signed: sign('I paid') },
    { id: randomUUID(), ...proof },
    { id: randomUUID(), ...proof, wallet: 'another wallet', message: 'Me too' },
    { id: randomUUID(), ...proof, used_at: null, signed: null, message: 'never used' },
  ]);
  const keep = { table: 'removal_claims', status: 'removed' };
  await forgetProofs(db, { before: new Date(), mayGoOn: () => true, keep });
  const kept = await db('payment_proofs').orderBy(['used_at', 'message']).pluck('message');
  expect(kept).toEqual(['I paid', `${message}, and confess`, message]);
  expect(await ask(signature)).toMatchObject({
    version: 2,
    proof: { message, signature: signed },
    intent: null,
  });
});

it('has one for a membership by the id of its claim alone, sealed, and in no public log', async () => {
  const { id: removal, signature } = await claimed();
  const payment = judged.get(removal);
  if (!payment) throw new Error('no payment');
  const paidBy = Signature.parse(signatureOf(++signatures));
  const id = `membership_${randomUUID()}`;
  judged.set(id, { ...payment, signature: paidBy, intent: 'membership_x' });
  const receipt = await ask(id);
  expect(receipt).toMatchObject({
    ...{ version: 2, purpose: 'membership', signature: paidBy, intent: 'membership_x' },
    ...{ report: null, ledger: null, ledgerState: 'private' },
  });
  const { seal, ...rest } = receipt;
  const key = parseVerifierKey(receipt.key);
  expect(key && isSealed(seal, 'receipt', rest, key)).toBe(true);
  // Neither its transaction nor the id of a removal opens one.
  const unknown = { status: 404, message: receiptTexts.unknown };
  for (const other of [paidBy, removal, `membership_${randomUUID()}`])
    await expect(ask(other)).rejects.toMatchObject(unknown);
  expect((await ask(signature)).purpose).toBe('removal');
});

it('asks the verifier under the request’s id, for five seconds at most', async () => {
  const { signature } = await claimed();
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  await service
    .withHeaders({ 'x-request-id': 'request-of-a-reader' })
    .call(getReceipt, { params: { signature } });
  expect(asked.at(-1)).toBe('request-of-a-reader');
  expect(timeout.mock.calls).toEqual([[5_000]]);
  timeout.mockRestore();
});

it('says that a removal is older than the ledger', async () => {
  const { signature } = await claimed();
  expect(await ask(signature)).toMatchObject({ ledger: null, ledgerState: 'older' });
});

it('has none for a transaction that removed nothing, and none while the evidence cannot be read', async () => {
  const unknown = { status: 404, code: 'not_found', message: receiptTexts.unknown };
  await expect(ask(signatureOf(99))).rejects.toMatchObject(unknown);
  for (const nonsense of ['nonsense', '\0']) await expect(ask(nonsense)).rejects.toMatchObject(unknown);
  const { id, signature } = await claimed();
  await db('removal_claims').where({ id }).update({ status: 'refused' });
  await expect(ask(signature)).rejects.toMatchObject(unknown);
  const withoutEvidence = await claimed();
  judged.delete(withoutEvidence.id);
  await expect(ask(withoutEvidence.signature)).rejects.toMatchObject({ status: 503 });
  const { signature: other } = await claimed();
  await verifier.close();
  await expect(ask(other)).rejects.toMatchObject({ status: 503 });
});
