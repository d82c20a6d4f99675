import { AsyncLocalStorage } from 'node:async_hooks';
import { traceId } from './tracing.ts';

/** What every line belongs to that is logged while a request is answered or a job is done. */
export type LogFields = { requestId?: string; verificationId?: string; job?: string; jobId?: string };

const underWay = new AsyncLocalStorage<LogFields>();

/** Puts fields into every line that is logged by `run` and by what it starts. */
export function withLogFields<T>(fields: LogFields, run: () => T): T {
  return underWay.run({ ...fields }, run);
}

/** Whether this is what lines are about now. */
export const isUnderWay = (requestId: string) => underWay.getStore()?.requestId === requestId;

/** Adds what became known meanwhile, such as the id of a verification that was just made. */
export function noteLogFields(fields: LogFields): void {
  Object.assign(underWay.getStore() ?? {}, fields);
}

/** The fields of the request or job under way, and its trace. */
export function currentLogFields(): LogFields & { traceId?: string } {
  const trace = traceId();
  return { ...underWay.getStore(), ...(trace && { traceId: trace }) };
}
