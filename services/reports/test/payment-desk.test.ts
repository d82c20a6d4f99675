import { listAuditLog } from '@naughty-list/contracts/audit-log';
import { ApiError } from '@naughty-list/contracts/errors';
import {
  findPayments,
  listPaymentsOf,
  settlePayment,
  takePayment,
} from '@naughty-list/contracts/payment-desk';
import { openRemovalIntent } from '@naughty-list/contracts/payment-intents';
import { Address } from '@naughty-list/contracts/primitives';
import { removeByBurn } from '@naughty-list/contracts/removal';
import {
  getChainVerification,
  releasePayment,
  requestPayment,
  SETTLED,
  VerificationId,
} from '@naughty-list/contracts/verifications';
import { releaseCredits } from '@naughty-list/payment-flow/effect';
import { accepted, rejected } from '@naughty-list/payment-flow/test/verifier';
import { route } from '@naughty-list/service-kit/http/route';
import { CLIENT_ID_HEADER, VISITOR_ID_HEADER } from '@naughty-list/service-kit/http/service-auth';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { beforeEach, expect, it } from 'vitest';
import { recordSettlement } from '../src/cases/removal/settle.ts';
import { openRemovals } from './removals.ts';
import { staff, standInVerifier } from './running-service.ts';

const WALLET = Address.parse('1'.repeat(32));
const reason = 'An exchange dropped the memo; its support confirmed the sender.';
const rules = [
  { rule: 'succeeded', passed: true, seen: 'yes' },
  { rule: 'reference', passed: false, seen: 'it has no memo' },
];

/** Transactions that the stand-in verifier knows to be used, by claim; which were freed; and what each wallet paid. */
const used = new Set<string>();
const freed: string[] = [];
const taken: string[] = [];
let beforeFreed = async (_id: string) => {};
const ofWallet: VerificationId[] = [];
const { url: CHAIN_VERIFIER_URL } = await standInVerifier(
  route(requestPayment, async () => ({ tokens: '1000000', mint: WALLET, burnWallet: WALLET, decimals: 6 })),
  route(takePayment, async ({ params: { id } }) => {
    taken.push(id);
    if (used.has(id)) throw new ApiError('transaction_already_used', 'Used.');
    return { amount: '1000000000000', sent: '0', decimals: 6, slot: 7, payer: null };
  }),
  route(releasePayment, async ({ params }) => {
    await beforeFreed(params.id);
    freed.push(params.id);
    return undefined;
  }),
  route(listPaymentsOf, async () => ofWallet),
  route(getChainVerification, async () => {
    throw new ApiError('not_found', 'Not found');
  }),
);

const removals = closeAfterAll(await openRemovals({ CHAIN_VERIFIER_URL }));
beforeEach(() => removals.decideBy((asked) => ({ ...rejected(asked, 'memo_missing', 'No memo.'), rules })));

const find = (q: string) =>
  removals.service.asAdmin('claus').call(findPayments, { params: { purpose: 'removal' }, query: { q } });
const settle = (id: string, who = 'claus') =>
  removals.service.asAdmin(who).call(settlePayment, {
    params: { id: VerificationId.parse(id) },
    body: { reason },
  });
const db = () => removals.service.context.db;

/** A payment that the rules refused, under an intent. */
async function refused() {
  const report = await removals.newReport();
  const browser = removals.service.withHeaders({
    [CLIENT_ID_HEADER]: 'payer',
    [VISITOR_ID_HEADER]: 'visitor-of-the-desk',
  });
  const intent = await browser.call(openRemovalIntent, { params: { id: report.id } });
  const txHash = removals.newSignature();
  await browser
    .call(removeByBurn, { params: { id: report.id }, body: { txHash, intent: intent.id } })
    .catch(() => undefined);
  const [payment] = await find(txHash);
  return { report, intent, txHash, id: payment?.id ?? '' };
}
const traces = async (id: string) => ({
  leaves: (await db()('ledger_records').where({ type: 'settled', subject: `settlement ${id}` })).length,
  entries: (await db()('audit_log').where({ action: 'settle' }).whereRaw("details->>'claim' = ?", [id]))
    .length,
});

it('a payment is found by signature, intent, reference and wallet, with what each rule saw', async () => {
  const { report, intent, txHash, id } = await refused();
  ofWallet.splice(0, ofWallet.length, VerificationId.parse(id));
  for (const q of [txHash, intent.id, report.uniqueBurnAddress, WALLET]) {
    expect(await find(q), q).toMatchObject([
      { id, purpose: 'removal', subject: String(report.id), state: 'refused', code: 'memo_missing', rules },
    ]);
  }
  expect(await find('LISTBURN999999')).toEqual([]);
});

it('settling removes the report, with a reason in the audit log and a leaf; the intent says settled', async () => {
  const { report, intent, txHash, id } = await refused();
  expect(await settle(id)).toMatchObject({ id, state: 'settled', amount: '1000000' });
  expect(await removals.rowOf(report.id)).toMatchObject({ is_removed: true, removal_tx_hash: txHash });
  expect(await db()('payment_intents').where({ id: intent.id }).first()).toMatchObject({ state: 'settled' });
  const [entry] = await removals.service.asAdmin('claus').call(listAuditLog, { query: { limit: 1 } });
  expect(entry).toMatchObject({
    who: 'claus',
    action: 'settle',
    subjectId: report.id,
    details: { reason, payment: txHash, claim: id },
    isRestorable: false,
  });
  const leaf = await db()('ledger_records').where({ type: 'settled', report_id: report.id }).first();
  expect(JSON.parse(leaf.entry.toString())).toMatchObject({ type: 'settled', case: report.id, burn: txHash });
  expect(JSON.parse(leaf.record)).toMatchObject({ rule: 'settled', claim: id });
  const burned = await db()('ledger_records').where({ type: 'burned', report_id: report.id }).first();
  expect(JSON.parse(burned.record)).toMatchObject({ burn: txHash, case: report.id });
});

it('twice, by two admins at once, or after a verdict: one effect, one entry, one leaf', async () => {
  const { id } = await refused();
  const all = await Promise.all(['claus', 'ruprecht', 'claus', 'ruprecht'].map((who) => settle(id, who)));
  expect(new Set(all.map(({ state }) => state))).toEqual(new Set(['settled']));
  await removals.verifier.sendVerdict(accepted({ id, round: 1 }));
  expect(await settle(id)).toMatchObject({ state: 'settled' });
  expect(await traces(id)).toEqual({ leaves: 1, entries: 1 });
});

it('a settlement that was interrupted takes effect with its record only, once it is repeated', async () => {
  const { report, id } = await removals.pendingClaim();
  const other = await removals.pendingClaim();
  await removals.verifier.sendVerdict({ ...accepted({ id, round: 0 }), code: SETTLED });
  await removals.accept(other.id);
  expect(await removals.rowOf(report.id)).toMatchObject({ is_removed: false });
  expect(await settle(id)).toMatchObject({ state: 'settled' });
  expect(await traces(id)).toEqual({ leaves: 1, entries: 1 });
});

it('a payment and a settlement for one report, at once, take effect once', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { report, id } = await refused();
    removals.decideBy(accepted);
    const [settled, paid] = await Promise.allSettled([
      settle(id),
      removals.claim(report.id, removals.newSignature()),
    ]);
    expect([settled, paid].filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { removal_tx_hash: by } = await removals.rowOf(report.id);
    expect(await db()('removal_claims').where({ report_id: report.id, status: 'removed' })).toMatchObject([
      { signature: by },
    ]);
    const told = settled.status === 'fulfilled' ? 1 : 0;
    expect(await traces(id)).toEqual({ leaves: told, entries: told });
    removals.decideBy((asked) => ({ ...rejected(asked, 'memo_missing', 'No memo.'), rules }));
  }
});

it('a payment whose report is gone, that counts already, or whose transaction is used is not settled, nor logged', async () => {
  const [gone, other] = [await refused(), await refused()];
  removals.decideBy(accepted);
  const signature = removals.newSignature();
  await removals.claim(gone.report.id, signature);
  await expect(settle(gone.id)).rejects.toMatchObject({ code: 'changed_meanwhile' });
  expect(freed).toContain(gone.id);
  const [counted] = await find(signature);
  expect(counted).toMatchObject({ state: 'paid' });
  await expect(settle(counted?.id ?? '')).rejects.toMatchObject({ code: 'changed_meanwhile' });
  used.add(other.id);
  await expect(settle(other.id)).rejects.toMatchObject({ code: 'transaction_already_used' });
  await expect(settle('removal_00000000-0000-4000-8000-000000000000')).rejects.toMatchObject({
    code: 'not_found',
  });
  for (const { id } of [gone, other]) expect(await traces(id)).toEqual({ leaves: 0, entries: 0 });
});

it('what is settled while it is freed as a credit stays used', async () => {
  const { id } = await refused();
  await db()('removal_claims').where({ id }).update({ amount: '7' });
  let settled: ReturnType<typeof settle> | undefined;
  let isTakenAlready: boolean | undefined;
  beforeFreed = async (freeing) => {
    if (freeing !== id) return;
    settled = settle(id);
    await new Promise((resolve) => setTimeout(resolve, 300));
    isTakenAlready = taken.includes(id);
  };
  const { context } = removals.service;
  await releaseCredits(context, context.paymentKind);
  beforeFreed = async () => {};
  expect(await settled).toMatchObject({ state: 'settled' });
  expect([isTakenAlready, taken.includes(id)]).toEqual([false, true]);
});

it('a moderator may neither look nor settle, and a reason has ten characters', async () => {
  const { id, txHash } = await refused();
  const path = `/api/admin/payments/${id}/settle`;
  const { send } = removals.service;
  const look = await send(
    'GET',
    `/api/admin/payments/removal?q=${txHash}`,
    undefined,
    staff('robin', 'moderator'),
  );
  const moderator = await send('POST', path, { reason }, staff('robin', 'moderator'));
  const short = await send('POST', path, { reason: 'because' }, staff('robin'));
  expect([look, moderator, short].map(({ status }) => status)).toEqual([403, 403, 400]);
  expect(await traces(id)).toEqual({ leaves: 0, entries: 0 });
});

it('a membership that was settled is recorded once, and its leaf names neither payment nor wallet', async () => {
  const settlement = {
    operationId: '00000000-0000-4000-8000-00000000abcd',
    who: 'claus',
    reason,
    claim: 'membership_00000000-0000-4000-8000-000000000001',
    reference: 'LISTCLUB-abc',
    signature: removals.newSignature(),
    at: new Date().toISOString(),
  };
  const record = () => db().transaction((trx) => recordSettlement(trx, settlement));
  await Promise.all([1, 2, 3].map(record));
  expect(await traces(settlement.claim)).toEqual({ leaves: 1, entries: 1 });
  const leaf = await db()('ledger_records')
    .where({ subject: `settlement ${settlement.claim}` })
    .first();
  for (const told of [leaf.entry.toString(), leaf.record])
    for (const secret of [settlement.signature, settlement.reference, settlement.claim])
      expect(told).not.toContain(secret);
});

it('a refused payment is settled while it is claimed again', async () => {
  const { report, txHash, id } = await refused();
  removals.decideBy(() => undefined);
  const call = { params: { id: report.id }, body: { txHash } };
  const { verificationId } = await removals.hasty.as('payer').call(removeByBurn, call);
  expect(verificationId).not.toBe(id);
  await expect(settle(id)).resolves.toMatchObject({ state: 'settled' });
  expect((await removals.rowOf(report.id)).is_removed).toBe(true);
  expect(await removals.claimOf(String(verificationId))).toMatchObject({ status: 'refused' });
});
