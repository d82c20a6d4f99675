import { AsyncLocalStorage } from 'node:async_hooks';
import { traceId } from './tracing.ts';

/** Fields of every line logged while a request is handled or a job runs. */
export type LogFields = { requestId?: string; verificationId?: string; job?: string; jobId?: string };

const scope = new AsyncLocalStorage<LogFields>();

/** Adds fields to every line logged by `run` and what it starts. */
export function withLogFields<T>(fields: LogFields, run: () => T): T {
  return scope.run({ ...fields }, run);
}

/** Whether this request is the current one. */
export const isCurrentRequest = (requestId: string) => scope.getStore()?.requestId === requestId;

/** Adds fields that became known later, such as the id of a new verification. */
export function addLogFields(fields: LogFields): void {
  Object.assign(scope.getStore() ?? {}, fields);
}

/** The fields of the current request or job, and its trace. */
export function currentLogFields(): LogFields & { traceId?: string } {
  const trace = traceId();
  return { ...scope.getStore(), ...(trace && { traceId: trace }) };
}
