import { generateBurnAddress } from '@naughty-list/contracts/membership';
import {
  deskTexts,
  findPayments,
  recordSettlementJob,
  settlePayment,
  takePayment,
} from '@naughty-list/contracts/payment-desk';
import { getPaymentIntent, openMembershipIntent } from '@naughty-list/contracts/payment-intents';
import { VerificationId } from '@naughty-list/contracts/verifications';
import { route } from '@naughty-list/service-kit/http/route';
import { ADMIN_HEADER, ADMIN_ROLE_HEADER } from '@naughty-list/service-kit/http/service-auth';
import { handle } from '@naughty-list/service-kit/jobs/handler';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { expect, it } from 'vitest';
import { sendSettlements } from '../src/claims/claim.ts';
import {
  accepted,
  newSignature,
  newVisitor,
  newWallet,
  rejected,
  startMembership,
} from './running-service.ts';

const [{ address: payer }, { address: member }] = [newWallet(), newWallet()];
const reason = 'The exchange confirmed that it sent this for the visitor.';

const service = closeAfterAll(
  await startMembership(
    {},
    {
      answers: [
        route(takePayment, async () => ({ amount: '750000000000', sent: '0', decimals: 6, slot: 7, payer })),
      ],
    },
  ),
);
service.decideBy((asked) => rejected(asked, 'memo_missing', 'No memo.'));

const admin = () => service.as({ [ADMIN_HEADER]: 'claus', [ADMIN_ROLE_HEADER]: 'admin' });
const settle = (id: string) =>
  admin().call(settlePayment, { params: { id: VerificationId.parse(id) }, body: { reason } });

it('a membership is settled once, for its visitor, and recorded in the audit log and the ledger', async () => {
  const visitor = newVisitor();
  const browser = service.browser(visitor);
  const intent = await browser.call(openMembershipIntent);
  const signature = newSignature();
  expect((await service.verify(visitor, signature)).body).toMatchObject({ success: false });
  const [found] = await admin().call(findPayments, {
    params: { purpose: 'membership' },
    query: { q: intent.reference },
  });
  expect(found).toMatchObject({ signature, subject: intent.reference, state: 'refused' });
  const id = String(found?.id);
  const all = await Promise.all([settle(id), settle(id), settle(id)]);
  expect(new Set(all.map(({ state }) => state))).toEqual(new Set(['settled']));
  expect(await service.members()).toMatchObject([
    {
      reference: intent.reference,
      wallet_address: payer,
      transaction_hash: signature,
      tokens_amount: '750000',
    },
  ]);
  expect(await browser.call(getPaymentIntent, { params: { id: intent.id } })).toMatchObject({
    state: 'settled',
  });
  expect((await service.verify(visitor, signature)).body).toMatchObject({ success: true });
  // The rules have no verdict on it that a receipt could prove.
  expect(await browser.call(generateBurnAddress)).not.toHaveProperty('receipt');

  const { db, queues } = service.context;
  const queue = await queues.open(recordSettlementJob.queue);
  await sendSettlements(db, queues);
  // A Redis may come back empty before the audit log has it.
  await queue.drain();
  await sendSettlements(db, queues);
  await sendSettlements(db, queues);
  expect((await queue.getJobs(['waiting'])).map(({ data }) => data)).toMatchObject([
    { who: 'claus', reason, claim: id, reference: intent.reference, signature },
  ]);
  const recorded: string[] = [];
  await queues.work([handle(recordSettlementJob, async ({ claim }) => void recorded.push(claim))]);
  const kept = async () => {
    await sendSettlements(db, queues);
    return db('membership_claims').whereNotNull('settlement').pluck('id');
  };
  await expect.poll(kept).toEqual([]);
  expect(recorded).toEqual([id]);
});

it('the desk says of a second payment by a member that it admitted another browser only', async () => {
  service.decideBy((asked) => accepted(asked, member));
  const payments = [newSignature(), newSignature()];
  for (const signature of payments) await service.verify(newVisitor(), signature);
  const shown = payments.map(async (q) => {
    const [payment] = await admin().call(findPayments, { params: { purpose: 'membership' }, query: { q } });
    return payment?.message;
  });
  expect(await Promise.all(shown)).toEqual([null, deskTexts.memberBefore]);
});
