import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Job as JobDefinition } from '@naughty-list/contracts/job';

/** Where a job's data carry its signature, beside the fields of the payload. */
const FIELD = 'mac';

/**
 * The payload with a signature over queue, name and all that it says: whoever can write into the queue, but does not know the
 * secret that the services share, can repeat a job and delete it, and cannot make one up.
 */
export function signPayload(secret: string | undefined, job: JobDefinition, payload: object): object {
  if (!secret) throw new Error(`Without INTERNAL_SECRET no ${job.name} can be added`);
  return { ...payload, [FIELD]: mac(secret, job, payload).toString('base64url') };
}

/** Whether these data were signed for this job. */
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

/** The same text however the fields come back: PostgreSQL keeps those of JSON in an order of its own. */
function inOrder(payload: object): string {
  return JSON.stringify(payload, (_, value: unknown) =>
    isObject(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
