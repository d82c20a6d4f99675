import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import type { Job, JobPayload } from '@naughty-list/contracts/job';
import { type applyBurnVerdictJob, verifyPaymentJob } from '@naughty-list/contracts/payment-jobs';
import { Address } from '@naughty-list/contracts/primitives';
import { handle } from '@naughty-list/service-kit/jobs/handler';
import { openQueues } from '@naughty-list/service-kit/jobs/queues';
import { createLog } from '@naughty-list/service-kit/telemetry/log';
import { toBase58 } from '../src/offer-intent.ts';

export type RequestPayload = JobPayload<typeof verifyPaymentJob>;
export type VerdictPayload = JobPayload<typeof applyBurnVerdictJob>;
type Asked = Pick<RequestPayload, 'id' | 'round'>;

/**
 * The other end of the queue: consumes `verify-burn` jobs from the real one; `decide` returns a verdict, sent as `job`, or undefined to leave
 * it undecided.
 */
export async function openFakeVerifier<J extends Job>(
  { url, secret, job }: { url: string; secret: string; job: J },
  decide: (asked: RequestPayload) => JobPayload<J> | undefined = () => undefined,
) {
  const queues = openQueues({ url, secret, log: createLog('fake verifier', 'silent') });
  const asked: RequestPayload[] = [];
  const sendVerdict = (verdict: JobPayload<J>) => queues.add(job, verdict);
  await queues.work([
    handle(verifyPaymentJob, async (payload) => {
      asked.push(payload);
      const verdict = decide(payload);
      if (verdict) await sendVerdict(verdict);
    }),
  ]);
  const isOver = async (id: string) => {
    const queue = await queues.open(verifyPaymentJob.queue);
    const jobs = await queue.getJobCountByTypes('active', 'waiting', 'prioritized', 'delayed');
    return jobs === 0 && asked.some((one) => one.id === id);
  };
  return {
    /** Every claim sent, in order of arrival. */
    asked,
    /** Waits until a claim was sent and its job finished: before that, the queue rejects a second one for the same claim. */
    async over(id: string) {
      while (!(await isOver(id))) await new Promise((resolve) => setTimeout(resolve, 20));
    },
    sendVerdict,
    close: () => queues.close(),
  };
}

/** 1,000,000.5 LIST, at 6 decimals. */
export const acceptedAmount = '1000000500000';

export function accepted({ id, round }: Asked): VerdictPayload {
  const rules = [{ rule: 'succeeded', passed: true, seen: 'yes' }];
  const paid = { amount: acceptedAmount, decimals: 6, slot: 7 };
  return { id, round, outcome: 'accepted', code: null, message: null, ...paid, rules };
}

export function rejected(
  { id, round }: Asked,
  code: string,
  message: string,
  payers?: VerdictPayload['payers'],
): VerdictPayload {
  const nothing = { amount: null, decimals: null, slot: null, rules: [] };
  return { ...(payers && { payers }), id, round, outcome: 'rejected', code, message, ...nothing };
}

/** A distinct signature for each number: 64 bytes in base58. */
export const signatureOf = (number: number): string =>
  toBase58(Buffer.from((2n ** 511n + BigInt(number)).toString(16), 'hex'));

export type TestWallet = ReturnType<typeof walletOf>;

/** A wallet that signs messages, the same for the same number. */
export function walletOf(number: number) {
  const seed = createHash('sha256').update(String(number)).digest();
  const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]);
  const key = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
  const bytes = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32);
  return {
    address: Address.parse(toBase58(bytes)),
    sign: (message: string) => sign(null, Buffer.from(message), key).toString('base64'),
  };
}
