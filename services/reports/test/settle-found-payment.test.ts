import { settleReportPaymentJob } from '@naughty-list/contracts/found-payments';
import { Signature } from '@naughty-list/contracts/primitives';
import { claimFound } from '@naughty-list/payment-flow/open';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { beforeEach, expect, it } from 'vitest';
import { openRemovals } from './removals.ts';
import { accepted } from './verdicts.ts';

const removals = closeAfterAll(await openRemovals());
beforeEach(() => removals.decideBy(accepted));

const claimsOf = (signature: string) => removals.service.context.db('removal_claims').where({ signature });

async function found(reference: string, signature: string): Promise<string | undefined> {
  const { context } = removals.service;
  const found = { reference, signature: Signature.parse(signature) };
  return claimFound(context, context.effect, { found, dueInMs: 3_600_000 });
}

it('a found payment removes its report without a pasted hash', async () => {
  const { id, uniqueBurnAddress: reference } = await removals.newReport();
  const signature = Signature.parse(removals.newSignature());
  await removals.service.context.queues.add(settleReportPaymentJob, { reference, signature });
  while (!(await removals.rowOf(id)).is_removed) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(await claimsOf(signature)).toMatchObject([{ status: 'removed' }]);
});

it('is claimed once, however often it is found, and joined by a pasted hash', async () => {
  const { id, uniqueBurnAddress: reference } = await removals.newReport();
  const signature = removals.newSignature();
  removals.decideBy(() => undefined);
  const claims = await Promise.all([1, 2, 3, 4].map(() => found(reference, signature)));
  expect(claims.filter((claim) => claim !== undefined)).toHaveLength(1);
  const { body } = await removals.hasty.send('POST', `/api/scammer-reports/${id}/remove-by-burn`, {
    txHash: signature,
  });
  expect(claims).toContain(body.verificationId);
});

it('is ignored if the reference has no report, or its report is already removed', async () => {
  const { id, uniqueBurnAddress: reference } = await removals.newReport();
  await removals.claim(id, removals.newSignature());
  const signature = removals.newSignature();
  expect(await found(reference, signature)).toBeUndefined();
  expect(await found('LISTBURN999999', signature)).toBeUndefined();
  expect(await claimsOf(signature)).toEqual([]);
});
