import type { z } from 'zod';

/**
 * A job catalog entry. Payloads are small facts, never rows; fields added later are optional, so that old payloads
 * still parse. `id` derives the job id from the payload: no `:` and not only digits (BullMQ rejects both).
 */
export type Job<Payload extends z.ZodType = z.ZodType> = {
  readonly queue: string;
  readonly name: string;
  readonly payload: Payload;
  readonly id: (payload: z.output<Payload>) => string;
  /** 1 or more. Jobs of its queue with a lower number, or none, are taken first. */
  priority?(payload: z.output<Payload>): number | undefined;
  /** No other job is added while one with the same deduplication id is unfinished. */
  deduplicationId?(payload: z.output<Payload>): string;
  /** Fields for every log line of its run. */
  about?(payload: z.output<Payload>): { verificationId?: string };
  /** Runs only if signed by one of our services, because its payload is trusted and has monetary effect. */
  readonly mustBeSigned?: true;
  /** Attempts before it fails; the owner's sweep starts it again. */
  readonly attempts: number;
  /** First retry delay; doubles up to `maxBackoffMs`. */
  readonly backoffMs: number;
  readonly maxBackoffMs: number;
  /** How many completed jobs of its queue are kept, when fewer than usual because their payloads are large. */
  readonly keepCompleted?: number;
};

/** For what must arrive, however long its owner is away. */
export const untilDone = { attempts: 1000, backoffMs: 500, maxBackoffMs: 30_000 } as const;

/** For results that are sent again by a sweep if they are lost. */
export const forResults = {
  mustBeSigned: true,
  attempts: 50,
  backoffMs: 200,
  maxBackoffMs: 10_000,
} as const;

/** Preserves the payload type of a job. */
export function defineJob<Payload extends z.ZodType>(job: Job<Payload>): Job<Payload> {
  return job;
}

export type JobPayload<J extends Job> = z.output<J['payload']>;
