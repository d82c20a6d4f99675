import { recordMemberJob } from '@naughty-list/contracts/member-receipts';
import { commit } from '@naughty-list/ledger/leaf';
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
  const { status, body } = await ask(id);
  expect(status).toBe(200);
  const { salt = '', record = '', commitment = '' } = body;
  expect(JSON.parse(record)).toEqual({
    ...{ kind: 'member', payment: signature },
    ...{ wallet: expect.any(String), at: expect.any(String) },
  });
  expect(Buffer.from(commitment, 'base64url').toString('base64')).toBe(
    commit(Buffer.from(salt, 'base64'), record),
  );
  const queued = await (await queues.open(recordMemberJob.queue)).getJobs(['waiting']);
  // With the signature of the job.
  expect(queued.map(({ data }) => data)).toEqual([{ commitment, mac: expect.any(String) }]);
});

it('only a member’s claim has a record', async () => {
  expect((await ask('membership_00000000-0000-4000-8000-000000000000')).status).toBe(404);
});
