import type { JobPayload } from '@naughty-list/contracts/job';
import { applyBurnVerdictJob, verifyPaymentJob } from '@naughty-list/contracts/payment-jobs';
import { handle } from '@naughty-list/service-kit/jobs/handler';
import { openQueues, type Queues } from '@naughty-list/service-kit/jobs/queues';
import { createLog } from '@naughty-list/service-kit/telemetry/log';
import { SECRET } from './running-service.ts';

export type RequestPayload = JobPayload<typeof verifyPaymentJob>;
export type VerdictPayload = JobPayload<typeof applyBurnVerdictJob>;

/** The other end of the queue: consumes `verify-burn` jobs from the real one; `decide` returns a verdict, or undefined to leave it undecided. */
export async function openFakeVerifier(
  queueUrl: string,
  decide: (asked: RequestPayload) => VerdictPayload | undefined = () => undefined,
) {
  const queues: Queues = openQueues({
    url: queueUrl,
    secret: SECRET,
    log: createLog('fake verifier', 'silent'),
  });
  const asked: RequestPayload[] = [];
  await queues.work([
    handle(verifyPaymentJob, async (payload) => {
      asked.push(payload);
      const verdict = decide(payload);
      if (verdict) await queues.add(applyBurnVerdictJob, verdict);
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
    sendVerdict: (verdict: VerdictPayload) => queues.add(applyBurnVerdictJob, verdict),
    close: () => queues.close(),
  };
}

/** 1,000,000.5 LIST, at 6 decimals. */
export const acceptedAmount = '1000000500000';

export function accepted({ id, round }: Pick<RequestPayload, 'id' | 'round'>): VerdictPayload {
  const rules = [{ rule: 'succeeded', passed: true, seen: 'yes' }];
  return {
    id,
    round,
    outcome: 'accepted',
    code: null,
    message: null,
    amount: acceptedAmount,
    decimals: 6,
    slot: 7,
    rules,
  };
}

export function rejected(
  { id, round }: Pick<RequestPayload, 'id' | 'round'>,
  code: string,
  message: string,
  payers?: VerdictPayload['payers'],
): VerdictPayload {
  return {
    ...(payers && { payers }),
    id,
    round,
    outcome: 'rejected',
    code,
    message,
    amount: null,
    decimals: null,
    slot: null,
    rules: [],
  };
}

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** A distinct signature for each number: 64 bytes in base58. */
export function signatureOf(number: number): string {
  let value = 2n ** 511n + BigInt(number);
  let text = '';
  for (; value > 0n; value /= 58n) text = alphabet[Number(value % 58n)] + text;
  return text;
}
