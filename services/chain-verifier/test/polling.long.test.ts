import { randomBytes, randomUUID } from 'node:crypto';
import { verifyPaymentJob } from '@naughty-list/contracts/payment-jobs';
import { Signature } from '@naughty-list/contracts/primitives';
import { VerificationId } from '@naughty-list/contracts/verifications';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { queueKinds } from '@naughty-list/test-kit/queue-place';
import { startSecondProvider } from '@naughty-list/test-kit/second-provider';
import bs58 from 'bs58';
import { describe, expect, it } from 'vitest';
import { verifyPayment } from '../src/jobs/verify-payment.ts';
import { pollOnce } from '../src/polling/poll.ts';
import { leaveToPoller, receive, takeDuePolls } from '../src/verifications/repository.ts';
import type { Purpose } from '../src/verifications/verification.ts';
import { burn, unsentBurn } from './transactions.ts';
import {
  eventually,
  removalDemand,
  startInEachTest,
  startTestChain,
  type TestVerifier,
} from './verifier-under-test.ts';

const JUNK = 300;
const junkSignature = () => bs58.encode(randomBytes(64));
const chain = closeAfterAll(await startTestChain());
const provider = closeAfterAll(await startSecondProvider(chain.url));

describe.each(queueKinds)('claims of unknown signatures, with jobs in %s', (kind) => {
  const tests = startInEachTest(chain, [provider], kind);
  let verifier: TestVerifier;

  const start = async (workers = true) => {
    const settings = { SOLANA_RPC_URLS: provider.url, SOLANA_RPC_REQUESTS_PER_SECOND: '0' };
    verifier = await tests.start(settings, { workers });
  };

  const verifications = () => verifier.context.db('verifications');
  async function claimJunk(count: number): Promise<void> {
    for (let index = 1; index <= count; index += 1)
      await verifier.claim(junkSignature(), removalDemand(index));
  }
  const left = async () =>
    Number((await verifications().where({ outcome: 'pending' }).whereNotNull('poll_at').count())[0]?.count);
  /** Creates claims for the poller, due at once. */
  async function leave(
    count: number,
    {
      purpose = 'removal',
      signatureOf = junkSignature,
    }: { purpose?: Purpose; signatureOf?: () => string } = {},
  ): Promise<void> {
    const { db } = verifier.context;
    for (let index = 1; index <= count; index += 1) {
      const id = `${purpose}_${randomUUID()}`;
      const demand = removalDemand(index);
      const signature = signatureOf();
      await receive(db, { id, signature, demand, round: 0 }, new Date());
      await leaveToPoller(db, { id, requestId: undefined, afterMs: 0 });
    }
  }
  /** Starts only the jobs, without a poller. */
  const startJobs = async () => {
    await start(false);
    await verifier.context.queues.work([verifyPayment(verifier.context)]);
  };
  const queued = async () => {
    const queue = await verifier.context.queues.open('chain-verifier');
    return queue.getJobCountByTypes('waiting', 'prioritized', 'delayed', 'active');
  };

  it('wait in the database, with no job', async () => {
    await start();
    await claimJunk(JUNK);
    await eventually(left).toBe(JUNK);
    await eventually(queued).toBe(0);
  });

  it('are looked up 256 to a call, and add no job', async () => {
    await start(false);
    const { verifier: parts, queues } = verifier.context;
    await leave(JUNK);
    const before = provider.asked.length;
    expect(await pollOnce({ verifier: parts, queues })).toBe(JUNK);
    const calls = provider.asked.slice(before).filter((method) => method !== 'getGenesisHash');
    expect(calls).toEqual(Array(Math.ceil(JUNK / 256)).fill('getSignatureStatuses'));
    expect(await queued()).toBe(0);
  });

  it('that are previews of transactions on the chain get few jobs at a time', async () => {
    await start(false);
    const { verifier: parts, queues } = verifier.context;
    const signature = await burn(chain, 'LISTBURN001');
    await leave(40, { purpose: 'look', signatureOf: () => signature });
    await eventually(async () => {
      await pollOnce({ verifier: parts, queues });
      return queued();
    }).toBeGreaterThan(0);
    expect(await queued()).toBeLessThanOrEqual(8);
  });

  it('are looked up at once where the clock of the database was set back', async () => {
    await start(false);
    const { db, verifier: parts, queues } = verifier.context;
    await leave(2);
    await verifications().update({ poll_at: db.raw("now() + interval '1 hour'") });
    expect(await pollOnce({ verifier: parts, queues })).toBe(2);
    expect(await pollOnce({ verifier: parts, queues })).toBe(0);
  });

  it('are asked again by their owner without a job that judges, as long as they are polled', async () => {
    await startJobs();
    const [signature, demand] = [junkSignature(), removalDemand(1)];
    const id = await verifier.claim(signature, demand);
    await eventually(left).toBe(1);
    await verifier.idle();
    const before = provider.asked.filter((method) => method === 'getSlot').length;
    await verifications().update({ poll_at: verifier.context.db.fn.now() });
    await verifier.claim(signature, demand, id, 1);
    await eventually(async () => (await verifications().first())?.round).toBe(1);
    expect(provider.asked.filter((method) => method === 'getSlot').length).toBe(before);
    await verifier.idle();
    // A poller silent for a minute is presumed dead.
    await verifications().update({ poll_at: new Date(Date.now() - 3_600_000), absent_since: null });
    await verifier.claim(signature, demand, id, 2);
    await eventually(async () => (await verifications().first())?.absent_since).not.toBeNull();
  });

  it('are never queued twice, and go behind first attempts and payments that were seen', async () => {
    await start(false);
    const { queues } = verifier.context;
    const demand = removalDemand(1);
    const idOf = () => `removal_${randomUUID()}`;
    const [again, givingUp, first, further, seen] = [idOf(), idOf(), idOf(), idOf(), idOf()];
    const signature = Signature.parse(junkSignature());
    const add = (id: string, round: number, poll?: { count: number; seen: boolean }) =>
      queues.add(verifyPaymentJob, { id, signature, demand, round, ...(poll && { poll }) });
    await add(givingUp, 0, { count: 3, seen: false });
    await add(givingUp, 1);
    await add(givingUp, 0, { count: 4, seen: true });
    await add(again, 1);
    await add(again, 2);
    await add(first, 0);
    await add(first, 0);
    await queues.add(verifyPaymentJob, { id: further, signature, demand, round: 0, isFurther: true });
    await add(seen, 0, { count: 9, seen: true });
    const queue = await queues.open('chain-verifier');
    const waiting = await queue.getJobs(['waiting', 'prioritized'], 0, -1, true);
    expect(waiting.map((job) => [job.data.id, job.priority]).toSorted()).toEqual(
      [
        [first, 0],
        [seen, 0],
        [further, 3],
        [again, 5],
        [givingUp, 10],
      ].toSorted(),
    );
  });

  it('are queued again after a job that was added twice and is over', async () => {
    await startJobs();
    const { queues } = verifier.context;
    const [signature, demand] = [junkSignature(), removalDemand(1)];
    const id = await verifier.claim(signature, demand);
    await eventually(left).toBe(1);
    await verifier.idle();
    // A finished job is kept under this id.
    await verifier.claim(signature, demand, id);
    await queues.add(verifyPaymentJob, {
      id: VerificationId.parse(id),
      signature: Signature.parse(signature),
      demand,
      round: 0,
      poll: { count: 77, seen: true },
    });
    await verifier.idle();
    const queue = await queues.open('chain-verifier');
    expect(await queue.getJobState(`verify-burn.${id}.0.poll-77`)).toBe('completed');
  });

  it('do not delay a payment: its job is taken before those that may be not found', async () => {
    await start(false);
    const { queues } = verifier.context;
    const demand = removalDemand(1);
    for (let index = 0; index < 50; index += 1) {
      const job = {
        id: `removal_${randomUUID()}`,
        signature: Signature.parse(junkSignature()),
        demand,
        round: 0,
      };
      await queues.add(verifyPaymentJob, { ...job, poll: { count: 9, seen: false } });
    }
    const signature = await burn(chain, 'LISTBURN001');
    const id = await verifier.claim(signature, demand);
    await verifier.startWorkers();
    expect((await verifier.decided(id)).outcome).toBe('accepted');
    const queue = await queues.open('chain-verifier');
    const done = await queue.getJobs(['completed', 'active'], 0, -1, true);
    const order = done.toSorted((a, b) => Number(a.processedOn) - Number(b.processedOn));
    // Among the first ten, the number that run concurrently.
    expect(order.findIndex((job) => job.data.id === id)).toBeLessThan(10);
    expect(await verifier.find(id)).toMatchObject({ outcome: 'accepted' });
  });

  it('are decided when the transaction lands after all, although the poller and its jobs died in between', async () => {
    await start();
    const { signature, send } = await unsentBurn(chain, 'LISTBURN001');
    const id = await verifier.claim(signature, removalDemand(1));
    await eventually(left).toBe(1);
    // State left by a killed poller: rows it has taken, and no job.
    await takeDuePolls(verifier.context.db, 256);
    await verifier.close();
    await send();
    await start();
    await leaveToPoller(verifier.context.db, { id, requestId: undefined, afterMs: 0 });
    expect((await verifier.decided(id)).outcome).toBe('accepted');
  });
});

it('the payload of a job that an older release added parses, and has neither a poll nor a priority', () => {
  const old = {
    id: 'removal_00000000-0000-4000-8000-000000000000',
    signature: junkSignature(),
    demand: removalDemand(1),
    round: 0,
  };
  const payload = verifyPaymentJob.payload.parse(old);
  expect(payload.poll).toBeUndefined();
  expect(verifyPaymentJob.id(payload)).toBe(`verify-burn.${old.id}.0`);
  expect(verifyPaymentJob.priority?.(payload)).toBeUndefined();
});
