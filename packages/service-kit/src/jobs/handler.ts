import type { Job as JobDefinition, JobPayload } from '@naughty-list/contracts/job';
import { UnrecoverableError } from 'bullmq';
import type { Log } from '../telemetry/log.ts';

export type JobHandler = { job: JobDefinition; run: (payload: unknown, info: JobInfo) => Promise<void> };

/** `attempt` starts at 1; `log` carries the job's fields, like every line logged meanwhile. */
export type JobInfo = { attempt: number; log: Log };

/** Binds a job to its handler; a payload that does not parse is never retried. */
export function handle<J extends JobDefinition>(
  job: J,
  run: (payload: JobPayload<J>, info: JobInfo) => Promise<void>,
): JobHandler {
  return {
    job,
    run: async (payload, info) => {
      const parsed = job.payload.safeParse(payload);
      if (!parsed.success) throw new UnrecoverableError(`Malformed payload: ${parsed.error.message}`);
      await run(parsed.data as JobPayload<J>, info);
    },
  };
}

/** Thrown by a handler to delay the retry by at least `afterMs`; carries the message of its cause. */
export class RetryLater extends Error {
  readonly afterMs: number;

  constructor(afterMs: number, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'RetryLater';
    this.afterMs = afterMs;
  }
}
