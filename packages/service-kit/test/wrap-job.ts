import { setTimeout as sleep } from 'node:timers/promises';
import { defineJob } from '@naughty-list/contracts/job';
import { openBackend } from '@naughty-list/service-kit/jobs/queues';
import { createLog } from '@naughty-list/service-kit/telemetry/log';
import type { Queue } from 'bullmq';
import { z } from 'zod';

/** Shared by the services of these tests. */
export const SECRET = 's'.repeat(32);

/** A test job on a separate queue. */
export const wrapJob = (queue: string, attempts = 3) =>
  defineJob({
    queue,
    name: 'wrap',
    payload: z.object({ toy: z.string(), requestId: z.string().optional() }),
    id: ({ toy }) => `wrap.${toy}`,
    attempts,
    backoffMs: 40,
    maxBackoffMs: 100,
  });

export async function until(check: () => unknown): Promise<void> {
  while (!(await check())) await sleep(20);
}

export type QueueInspector = ReturnType<typeof openQueueInspector>;

/** Inspects queues, bypassing the code under test. */
export function openQueueInspector(url: string) {
  const backend = openBackend({ url, log: createLog('look', 'silent') });
  const opened = new Map<string, Queue>();
  const queueOf = (name: string): Queue => {
    const queue = opened.get(name) ?? backend.openQueue(name);
    opened.set(name, queue);
    return queue;
  };
  return {
    async jobs(name: string) {
      const queue = queueOf(name);
      await backend.ready(queue);
      const jobs = await queue.getJobs();
      return Promise.all(
        jobs.map(async (job) => ({
          id: job.id ?? '',
          state: await job.getState(),
          attempts: job.attemptsMade,
          reason: job.failedReason,
        })),
      );
    },
    /** Writes to a queue, bypassing the code under test. */
    async queue(name: string) {
      const queue = queueOf(name);
      await backend.ready(queue);
      return queue;
    },
    async close() {
      for (const queue of opened.values()) await queue.close();
      await backend.close();
    },
  };
}
