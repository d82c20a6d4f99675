import type { Job as JobDefinition } from '@naughty-list/contracts/job';
import { type Job, UnrecoverableError } from 'bullmq';
import type { Log } from '../telemetry/log.ts';
import {
  carriedTrace,
  type LogFields,
  type TraceCarrier,
  withLogFields,
  withSpan,
} from '../telemetry/tracing.ts';
import { type JobHandler, RetryLater } from './handler.ts';
import { isSigned } from './job-signature.ts';
import type { QueueMetrics } from './queue-metrics.ts';

type Work = {
  queue: string;
  byName: ReadonlyMap<string, JobHandler>;
  secret: string | undefined;
  log: Log;
  measured: QueueMetrics | undefined;
};

/** Runs a job's handler within the job's trace, with metrics and log fields. */
export async function doJob(
  { id, name, data, attemptsMade, opts }: Job,
  { queue, byName, secret, log, measured }: Work,
): Promise<void> {
  const handler = byName.get(name);
  if (!handler) throw new UnrecoverableError(`No handler for ${name}`);
  const attempt = attemptsMade + 1;
  const fields: LogFields = { job: name, ...(id && { jobId: id }), ...logFieldsOf(handler.job, data) };
  const parent = carriedTrace(carrierOf(opts.telemetry?.metadata));
  const startedAt = performance.now();
  const measure = (end: 'completed' | 'retry' | 'failed') =>
    measured?.ended({ queue, job: name }, end, performance.now() - startedAt);
  try {
    if (handler.job.mustBeSigned && !isSigned(secret, handler.job, data))
      throw new UnrecoverableError('Not signed with INTERNAL_SECRET');
    const attributes = { queue, attempt, ...fields };
    await withSpan(name, { kind: 'consumer', parent, attributes }, () =>
      withLogFields(fields, () => handler.run(data, { attempt, log })),
    );
    measure('completed');
  } catch (error) {
    const isLast = error instanceof UnrecoverableError || attempt >= (opts.attempts ?? 1);
    measure(isLast ? 'failed' : 'retry');
    throw error;
  }
}

/** The delay before the retry of a failed job, in whole milliseconds. */
export function retryDelay(
  job: JobDefinition | undefined,
  { attempts, error }: { attempts: number; error: unknown },
): number {
  const delayMs = backoff(job, attempts);
  // PostgreSQL rejects fractions, and the job would hang until it counts as stalled.
  return error instanceof RetryLater ? Math.max(delayMs, Math.ceil(error.afterMs)) : delayMs;
}

/** Doubles from the job's first delay to its maximum, with up to 20 % jitter. */
function backoff(job: JobDefinition | undefined, attempts: number): number {
  if (!job) return 1_000;
  const delay = Math.min(job.backoffMs * 2 ** Math.min(attempts - 1, 20), job.maxBackoffMs);
  return Math.round(delay * (0.8 + Math.random() * 0.2));
}

/** The payload's log fields; empty when malformed, which is reported later. */
function logFieldsOf(job: JobDefinition, data: unknown): LogFields {
  const { requestId } = (data ?? {}) as { requestId?: unknown };
  const parsed = job.about && job.payload.safeParse(data);
  return {
    ...(typeof requestId === 'string' && { requestId }),
    ...(parsed?.success && job.about?.(parsed.data)),
  };
}

/** Empty for jobs added without tracing, or by an older version. */
function carrierOf(metadata: string | undefined): TraceCarrier {
  if (metadata === undefined) return {};
  try {
    return JSON.parse(metadata) as TraceCarrier;
  } catch {
    return {};
  }
}
