import { recordMemberJob } from '@naughty-list/contracts/member-receipts';
import { commit } from '@naughty-list/ledger/leaf';
import { handle } from '@naughty-list/service-kit/jobs/handler';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { expect, it } from 'vitest';
import { addMembersToLedger } from '../src/members/ledger.ts';
import { newSignature, newVisitor, openMembership, startMembership } from './running-service.ts';

const service = closeAfterAll(await startMembership());

const ask = async (id: unknown) => {
  const answer = await service.get(`/api/alpha-group/members/${id}/record`);
  return { status: answer.status, body: (await answer.json()) as Record<string, string> };
};

it('a member keeps salt and record; the ledger gets their commitment, once, and no more', async () => {
  const signature = newSignature();
  await service.verify(newVisitor(), signature);
  const [member] = await service.members();
  const id = member?.claim_id;
  expect((await ask(id)).status).toBe(503);
  const { db, queues } = service.context;
  const other = await openMembership(service.context.config.DATABASE_URL);
  await Promise.all([addMembersToLedger(db, queues), addMembersToLedger(other.db, other.queues)]);
  await addMembersToLedger(db, queues);
  await other.close();
  const queue = await queues.open(recordMemberJob.queue);
  const queued = async () => (await queue.getJobs(['waiting'])).map(({ data }) => data);
  const sent = await queued();
  // A Redis may come back empty before the ledger has it.
  await queue.drain();
  await addMembersToLedger(db, queues);
  expect(await queued()).toEqual(sent);
  expect((await ask(id)).status).toBe(503);
  // Signed with a secret that the ledger's owner has no longer, it fails, and is sent anew.
  for (const job of await queue.getJobs(['waiting'])) await job.updateData({ ...job.data, mac: 'of before' });
  const recorded: unknown[] = [];
  await queues.work([handle(recordMemberJob, async ({ commitment }) => void recorded.push(commitment))]);
  const answer = async () => {
    await addMembersToLedger(db, queues);
    return ask(id);
  };
  await expect.poll(answer).toMatchObject({ status: 200 });
  const { body } = await answer();
  const { salt = '', record = '', commitment = '' } = body;
  expect(JSON.parse(record)).toEqual({
    ...{ kind: 'member', payment: signature },
    ...{ wallet: expect.any(String), at: expect.any(String) },
  });
  expect(Buffer.from(commitment, 'base64url').toString('base64')).toBe(
    commit(Buffer.from(salt, 'base64'), record),
  );
  expect(recorded).toEqual([commitment]);
  // With the signature of the job.
  expect(sent).toEqual([{ commitment, mac: expect.any(String) }]);
});

it('only a member’s claim has a record', async () => {
  expect((await ask('membership_00000000-0000-4000-8000-000000000000')).status).toBe(404);
});
