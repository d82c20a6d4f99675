import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Job as JobDefinition } from '@naughty-list/contracts/job';

/** The field of a job's data that holds its signature. */
const FIELD = 'mac';

/**
 * Signs the payload with its queue and job name: with write access to the queue but without the shared secret, jobs
 * can be repeated or deleted, but not forged.
 */
export function signPayload(secret: string | undefined, job: JobDefinition, payload: object): object {
  if (!secret) throw new Error(`INTERNAL_SECRET is required to add ${job.name}`);
  return { ...payload, [FIELD]: mac(secret, job, payload).toString('base64url') };
}

/** Whether the data were signed for this job. */
export function isSigned(secret: string | undefined, job: JobDefinition, data: unknown): boolean {
  const { [FIELD]: given, ...payload } = (data ?? {}) as Record<string, unknown>;
  if (!secret || typeof given !== 'string') return false;
  const actual = Buffer.from(given, 'base64url');
  const expected = mac(secret, job, payload);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

function mac(secret: string, { queue, name }: JobDefinition, payload: object): Buffer {
  return createHmac('sha256', secret)
    .update(`job\n${queue}\n${name}\n${inOrder(payload)}`)
    .digest();
}

/** Independent of field order: PostgreSQL stores JSON fields in its own order. */
function inOrder(payload: object): string {
  return JSON.stringify(payload, (_, value: unknown) =>
    isObject(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
