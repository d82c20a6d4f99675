import type { z } from 'zod';

/**
 * A job catalog entry. Payloads are small facts, never rows; a field added later is optional, so that an old
 * payload still parses. `id` makes the job id from the payload: no `:` and not digits only (BullMQ refuses both).
 */
export type Job<Payload extends z.ZodType = z.ZodType> = {
  readonly queue: string;
  readonly name: string;
  readonly payload: Payload;
  readonly id: (payload: z.output<Payload>) => string;
  /** 1 and more: it waits until the jobs of its queue with a smaller number, or without one, are taken. */
  priority?(payload: z.output<Payload>): number | undefined;
  /** While a job of the same deduplication id is not over, another is not added. */
  deduplicationId?(payload: z.output<Payload>): string;
  /** What stands in every line that is logged while it is done. */
  about?(payload: z.output<Payload>): { verificationId?: string };
  /** It is carried out only where a service of the house has made it: its payload is believed, and moves money's worth. */
  readonly mustBeSigned?: true;
  /** How often it is tried before it lies in the failed set; the owner's sweep starts it again from there. */
  readonly attempts: number;
  /** First retry delay; doubles up to `maxBackoffMs`. */
  readonly backoffMs: number;
  readonly maxBackoffMs: number;
  /** How many done ones of its queue are kept to be looked at, where that is less than usual: their payloads are large. */
  readonly keepCompleted?: number;
};

/** Keeps the payload type of a job. */
export function defineJob<Payload extends z.ZodType>(job: Job<Payload>): Job<Payload> {
  return job;
}

export type JobPayload<J extends Job> = z.output<J['payload']>;
