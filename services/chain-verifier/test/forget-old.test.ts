import { randomUUID } from 'node:crypto';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { beforeEach, expect, it } from 'vitest';
import { forgetOld, forgetPreviews } from '../src/forget-old.ts';
import { burn } from './transactions.ts';
import { removalDemand, startTestChain, startVerifier } from './verifier-under-test.ts';

const DAY_MS = 24 * 3_600_000;
const chain = closeAfterAll(await startTestChain());
const settings = { WATCH_FROM: 'never' };
const verifier = closeAfterAll(await startVerifier({ chain, settings }));
beforeEach(async () => {
  for (const table of ['verifications', 'evidence']) await verifier.context.db(table).delete();
});

const inDays = (days: number) => {
  const clock = { now: () => new Date(Date.now() + days * DAY_MS) };
  return forgetOld({ ...verifier.context, clock }, () => true);
};
const ids = () => verifier.context.db('verifications').orderBy('received_at').pluck('id');
const decided = async (signature: string, report: number) =>
  verifier.decided(await verifier.claim(signature, removalDemand(report)));

it('refused claims go after ninety days, and what was paid stays paid', async () => {
  const { db } = verifier.context;
  const [paying, tooLittle] = [await burn(chain), await burn(chain, undefined, 1n)];
  const accepted = await decided(paying, 1);
  const refused = [await decided(paying, 2), await decided(tooLittle, 3)];
  expect(accepted.outcome).toBe('accepted');
  expect(refused.map(({ code }) => code)).toEqual(['already_used', 'amount_below_minimum']);

  await inDays(89);
  expect(await ids()).toEqual([accepted.id, ...refused.map(({ id }) => id)]);
  expect(await db('evidence').pluck('signature')).toHaveLength(2);

  await Promise.all([inDays(91), inDays(91)]);
  expect(await ids()).toEqual([accepted.id]);
  expect(await db('evidence').pluck('signature')).toEqual([paying]);
  expect((await decided(paying, 2)).code).toBe('already_used');
});

it('a claim that is not decided stays, however old', async () => {
  const { db } = verifier.context;
  await db('verifications').insert({
    id: 'removal_undecided',
    purpose: 'removal',
    signature: 'undecided',
    subject: 'report 9',
    demand: '{}',
    received_at: new Date(0),
  });
  await inDays(4_000);
  expect(await ids()).toContain('removal_undecided');
});

it('old previews and their evidence are deleted; claims and their evidence never', async () => {
  const { db } = verifier.context;
  const [looked, claimed] = [await burn(chain, 'looked at'), await burn(chain, 'claimed')];
  const previewOf = (signature: string) =>
    verifier.claim(signature, removalDemand(2), `look_${randomUUID()}`);
  const claim = await verifier.decided(await verifier.claim(claimed, removalDemand(1)));
  for (const signature of [looked, claimed]) await verifier.decided(await previewOf(signature));

  expect(await forgetPreviews(db, new Date(Date.now() - 60_000))).toBe(0);
  expect(await forgetPreviews(db, new Date(Date.now() + 60_000))).toBe(3);
  expect(await db('verifications').pluck('id')).toEqual([claim.id]);
  expect(await db('evidence').pluck('signature')).toEqual([claimed]);
  expect((await verifier.decided(await previewOf(looked))).outcome).toBe('accepted');
});
