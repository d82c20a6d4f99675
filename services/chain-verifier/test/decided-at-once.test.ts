import { randomUUID } from 'node:crypto';
import { CHAIN_VERIFICATIONS_CHANNEL } from '@naughty-list/contracts/verifications';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { afterEach, expect, it } from 'vitest';
import { verify } from '../src/verifications/verify.ts';
import { burn } from './transactions.ts';
import { eventually, removalDemand, startTestChain, startVerifier } from './verifier-under-test.ts';

// Payments that are already final when first requested, judged without a job.
const chain = closeAfterAll(await startTestChain());
const verifier = closeAfterAll(await startVerifier({ chain, workers: false }));
afterEach(() => chain.control.reset());

async function finalBurn(reportId: number) {
  const signature = await burn(chain, `LISTBURN${reportId}`);
  await chain.untilFinal(signature);
  return { id: `removal_${randomUUID()}`, signature, demand: removalDemand(reportId), round: 0 };
}

it('followers of a claim are notified', async () => {
  const { client } = verifier.context.db;
  const listener = await client.acquireConnection();
  const notified: string[] = [];
  listener.on('notification', ({ payload }: { payload: string }) => notified.push(payload));
  await listener.query(`listen ${CHAIN_VERIFICATIONS_CHANNEL}`);
  const asked = await finalBurn(702);
  await verify(verifier.context.verifier, asked);
  await eventually(() => notified).toEqual([asked.id]);
  expect((await verifier.find(asked.id)).seen_at).toBeInstanceOf(Date);
  await client.releaseConnection(listener);
});

it('where the verdict cannot be written, neither is its evidence', async () => {
  const { db, verifier: judging } = verifier.context;
  const asked = await finalBurn(703);
  await db.raw("alter table verifications add constraint refuse check (subject <> 'report:703')");
  await expect(verify(judging, asked)).rejects.toThrow('refuse');
  await db.raw('alter table verifications drop constraint refuse');
  expect(await db('evidence').where({ signature: asked.signature })).toEqual([]);
  expect((await verify(judging, asked)).outcome).toBe('accepted');
});

it('one that is final and cannot be read yet says that it is final, and is decided later', async () => {
  const asked = await finalBurn(704);
  await chain.control.addFault({ method: 'getTransaction', kind: 'replace', result: null });
  await expect(verify(verifier.context.verifier, asked)).rejects.toThrow();
  const row = await verifier.find(asked.id);
  expect(row).toMatchObject({ outcome: 'pending', stage: 'finalised', code: 'history_unavailable' });
  expect(row.seen_at).toBeInstanceOf(Date);
  await chain.control.reset();
  const later = { ...asked, round: 1 };
  expect(await verify(verifier.context.verifier, later)).toMatchObject({ outcome: 'accepted', round: 1 });
});
