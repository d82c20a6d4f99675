import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { expect, it } from 'vitest';
import { forgetOld } from '../src/forget-old.ts';
import {
  accepted,
  newSignature,
  newVisitor,
  newWallet,
  rejected,
  startMembership,
} from './running-service.ts';

const DAY_MS = 24 * 3_600_000;

const service = closeAfterAll(await startMembership());

const inDays = (days: number) => {
  const clock = { now: () => new Date(Date.now() + days * DAY_MS) };
  return forgetOld({ ...service.context, clock }, () => true);
};
const visitors = () => service.context.db('payment_references').orderBy('visitor').pluck('visitor');
const lastSeen = (visitor: string, days: number) =>
  service.context
    .db('payment_references')
    .where({ visitor })
    .update({ asked_at: new Date(Date.now() - days * DAY_MS) });
const referenceOf = async (visitor: string): Promise<string> =>
  (await service.context.db('payment_references').where({ visitor }).first()).reference;
const insertClaim = (reference: string, more: Record<string, unknown>) =>
  service.context.db('membership_claims').insert({
    id: `membership_${newSignature()}`,
    reference,
    signature: newSignature(),
    // Not due for the sweep.
    due_at: new Date(Date.now() + DAY_MS),
    ...more,
  });

it('deletes an unpaid reference once its visitor cannot return; all others stay', async () => {
  const names = ['curious', 'member', 'pending', 'refused'].map((name) => `visitor-that-is-${name}`);
  const [, member = '', pending = '', refused = ''] = names;
  for (const visitor of names) await service.generate(visitor);
  expect((await service.verify(member, newSignature())).body.success).toBe(true);
  await insertClaim(await referenceOf(pending), {});
  await insertClaim(await referenceOf(refused), { status: 'refused', decided_at: new Date() });

  await inDays(429);
  expect(await visitors()).toEqual(names);
  expect(await service.context.db('membership_claims').pluck('status')).not.toContain('refused');
  await Promise.all([inDays(431), inDays(431)]);
  expect(await visitors()).toEqual([member, pending]);
  expect(await service.members()).toHaveLength(1);
});

it('keeps the reference of a returning visitor', async () => {
  const visitor = newVisitor();
  const first = await service.generate(visitor);
  await lastSeen(visitor, 429);
  expect((await service.generate(visitor)).body.reference).toBe(first.body.reference);
  await inDays(2);
  expect(await visitors()).toContain(visitor);

  service.decideBy(({ id, round }) => rejected({ id, round }, 'not_found', 'No.'));
  await lastSeen(visitor, 431);
  await service.verify(visitor, newSignature());
  await service.context.db('membership_claims').where({ status: 'refused' }).delete();
  await inDays(0);
  expect(await visitors()).toContain(visitor);
  await lastSeen(visitor, 431);
  await inDays(0);
  expect(await visitors()).not.toContain(visitor);
});

it("a member's browser is deleted with its reference, and messages to sign with old refusals", async () => {
  const [payer, browser] = [newWallet(), newVisitor()];
  service.decideBy((asked) => accepted(asked, payer.address));
  await service.verify(newVisitor(), newSignature());
  await service.recover(browser, await service.prove(browser, { wallet: payer }));
  const { db } = service.context;
  const counts = async () => [
    (await db('payment_references').whereNotNull('member_id')).length,
    (await db('payment_proofs')).length,
    (await db('alpha_group_members').where({ wallet_address: payer.address })).length,
  ];
  await inDays(89);
  expect(await counts()).toEqual([1, 1, 1]);
  await inDays(91);
  expect(await counts()).toEqual([1, 0, 1]);
  await inDays(431);
  expect(await counts()).toEqual([0, 0, 1]);
  expect(await visitors()).not.toContain(browser);
});
