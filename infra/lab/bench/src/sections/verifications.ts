import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JobPayload } from '@naughty-list/contracts/job';
import { verifyPaymentJob } from '@naughty-list/contracts/payment-jobs';
import { Signature } from '@naughty-list/contracts/primitives';
import { openQueues, type Queues } from '@naughty-list/service-kit/jobs/queues';
import { createLog } from '@naughty-list/service-kit/telemetry/log';
import { OWN } from '../profile/database-cost.ts';
import type { Done, Profiler } from '../profile/scene.ts';
import type { Row } from '../report/row.ts';
import { compare, inTurn } from '../rounds.ts';
import type { Settings } from '../settings.ts';
import { NOOP_JOBS, type NoopJobs } from '../stage/noop-jobs.ts';
import { type Product, REMOVAL_COST_TOKENS } from '../stage/product.ts';
import { makePaidReports, type PaidReport } from '../stage/purse.ts';
import { perSecond, rateOf } from './intake.ts';
import { noopReference, type Profiled } from './profiled.ts';

const VERIFICATIONS = 300;
const ADDERS = 10;

/** Previews of payments with separate evidence: from adding the job to storing the verdict; against no-op jobs. */
export async function measureVerifications(
  {
    product,
    noop,
    backend,
    queueUrl,
  }: { product: Product; noop: NoopJobs; backend: string; queueUrl: string },
  { rounds, effort }: Settings,
): Promise<Row> {
  const count = Math.ceil((VERIFICATIONS * effort) / 100);
  const queues = openQueues({ url: queueUrl, secret: product.secret, log: createLog('bench', 'silent') });
  try {
    const measured = await inTurn(rounds, {
      reference: () => noop.perSecond((NOOP_JOBS * effort) / 100),
      product: async () => rateOf(await verifyAll(product, queues, await makePaidReports(product, count))),
    });
    const { ratio, middle } = compare(measured, (figure) => figure);
    return {
      what: verificationsOn(backend),
      reference: 'no-op BullMQ jobs',
      figures: {
        reference: perSecond(middle.reference, 'jobs'),
        product: perSecond(middle.product, 'verifications'),
      },
      ratio,
      target: { atLeast: 0.5 },
    };
  } finally {
    await queues.close();
  }
}

export const verificationsOn = (backend: string) => `verifications, ${backend}`;

/** Profiles the same load. */
export async function profileVerifications(
  { product, backend, queueUrl, others, openNoop }: Profiled,
  { effort }: Settings,
  profiler: Profiler,
): Promise<void> {
  const count = Math.ceil((VERIFICATIONS * effort) / 100);
  const reference = noopReference(openNoop, (NOOP_JOBS * effort) / 100);
  const queues = openQueues({ url: queueUrl, secret: product.secret, log: createLog('bench', 'silent') });
  await profiler
    .capture(product, {
      what: verificationsOn(backend),
      operation: 'verification',
      services: ['chain-verifier'],
      others,
      ready: async () => {
        const paid = await makePaidReports(product, count);
        return () => verifyAll(product, queues, paid);
      },
      reference,
    })
    .finally(() => reference.close())
    .finally(() => queues.close());
}

async function verifyAll({ db }: Product, queues: Queues, paid: readonly PaidReport[]): Promise<Done> {
  const previews = paid.map(jobOf);
  const ids = previews.map(({ id }) => id);
  const began = performance.now();
  const left = previews.values();
  const add = async () => {
    for (const preview of left) await queues.add(verifyPaymentJob, preview);
  };
  await Promise.all(Array.from({ length: ADDERS }, add));
  const judged = async () => {
    const { rows } = await db.query<{ outcome: string }>(
      `select ${OWN} outcome from chain.verifications where id = any($1)`,
      [ids],
    );
    if (rows.some(({ outcome }) => outcome === 'rejected')) throw new Error('A payment was refused');
    return rows.filter(({ outcome }) => outcome === 'accepted').length;
  };
  while ((await judged()) < paid.length) await sleep(10);
  return { operations: paid.length, seconds: (performance.now() - began) / 1_000 };
}

function jobOf({ id: reportId, reference, signature }: PaidReport): JobPayload<typeof verifyPaymentJob> {
  const demand = {
    subject: `report:${reportId}`,
    minimumTokens: REMOVAL_COST_TOKENS,
    reference,
    notBefore: 0,
  };
  return { id: `look_${randomUUID()}`, signature: Signature.parse(signature), demand, round: 0 };
}
