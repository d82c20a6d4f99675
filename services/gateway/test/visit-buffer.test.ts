import { setTimeout as sleep } from 'node:timers/promises';
import type { Visit } from '@naughty-list/contracts/visits';
import { createVisitBuffer, type VisitBatch } from '@naughty-list/gateway/visits/visit-buffer';
import { createLog } from '@naughty-list/service-kit/log';
import { expect, it } from 'vitest';

const log = createLog('test', 'silent');
const visit = (n: number): Visit => ({
  id: crypto.randomUUID(),
  at: new Date().toISOString(),
  pageUrl: `/${n}`,
  referrer: null,
  userAgent: null,
  ipAddress: null,
});
const pages = (batches: VisitBatch[]) =>
  batches.flatMap(({ visits }) => visits.map(({ pageUrl }) => pageUrl));
const upTo = (n: number) => Array.from({ length: n }, (_, index) => `/${index}`);

it('sends at most 100 visits together, all of them, in order', async () => {
  const sent: VisitBatch[] = [];
  const buffer = createVisitBuffer({ send: async (batch) => void sent.push(batch), log });
  for (let n = 0; n < 250; n += 1) buffer.add(visit(n));
  await buffer.close();
  expect(sent.map(({ visits }) => visits.length)).toEqual([100, 100, 50]);
  expect(pages(sent)).toEqual(upTo(250));
});

it('sends a batch that failed again, under its id, and never skips one', async () => {
  const tried: VisitBatch[] = [];
  const sent: VisitBatch[] = [];
  const send = async (batch: VisitBatch) => {
    tried.push(batch);
    await sleep(1);
    if (tried.length < 4) throw new Error('no queue');
    sent.push(batch);
  };
  const buffer = createVisitBuffer({ send, log, gatherMs: 5, retryMs: 5 });
  for (let n = 0; n < 150; n += 1) {
    buffer.add(visit(n));
    if (n % 50 === 0) await sleep(5);
  }
  while (pages(sent).length < 150) await sleep(5);
  await buffer.close();
  expect(pages(sent)).toEqual(upTo(150));
  expect(new Set(tried.slice(0, 4).map(({ batchId }) => batchId)).size).toBe(1);
});

it('keeps no more than it has room for', async () => {
  const sent: VisitBatch[] = [];
  const buffer = createVisitBuffer({ send: async (batch) => void sent.push(batch), log, capacity: 10 });
  for (let n = 0; n < 30; n += 1) buffer.add(visit(n));
  await buffer.close();
  expect(pages(sent)).toEqual(upTo(10));
});

it('ends when the rest cannot be sent', async () => {
  const buffer = createVisitBuffer({ send: () => Promise.reject(new Error('no queue')), log });
  buffer.add(visit(1));
  await buffer.close();
});
