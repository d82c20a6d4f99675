import { setTimeout as sleep } from 'node:timers/promises';
import type { Visit, VisitBatch } from '@naughty-list/contracts/visits';
import { createVisitBuffer } from '@naughty-list/gateway/visits/visit-buffer';
import { createLog } from '@naughty-list/service-kit/telemetry/log';
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

it('sends at most 500 visits together, all of them, in order', async () => {
  const sent: VisitBatch[] = [];
  const buffer = createVisitBuffer({ send: async (batch) => void sent.push(batch), log });
  for (let n = 0; n < 1_250; n += 1) buffer.add(visit(n));
  await buffer.close();
  expect(sent.map(({ visits }) => visits.length)).toEqual([500, 500, 250]);
  expect(pages(sent)).toEqual(upTo(1_250));
});

it('sends a full batch at once, and waits for no clock', async () => {
  const sent: VisitBatch[] = [];
  const send = async (batch: VisitBatch) => void sent.push(batch);
  const buffer = createVisitBuffer({ send, log, batchSize: 10, gatherMs: 1_000_000_000 });
  for (let n = 0; n < 25; n += 1) buffer.add(visit(n));
  await expect.poll(() => pages(sent)).toEqual(upTo(20));
  await buffer.close();
  expect(pages(sent)).toEqual(upTo(25));
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
  const buffer = createVisitBuffer({ batchSize: 100, send, log, gatherMs: 5, retryMs: 5 });
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
  const buffer = createVisitBuffer({
    batchSize: 100,
    send: async (batch) => void sent.push(batch),
    log,
    capacity: 10,
  });
  for (let n = 0; n < 30; n += 1) buffer.add(visit(n));
  await buffer.close();
  expect(pages(sent)).toEqual(upTo(10));
});

it('ends when the rest cannot be sent, and logs how many are lost', async () => {
  const logged: unknown[] = [];
  const open = createLog('test', 'warn');
  const listening = Object.assign(Object.create(open), {
    warn: () => {},
    error: (fields: object, text: string) => logged.push([fields, text]),
  });
  const buffer = createVisitBuffer({
    batchSize: 10,
    send: () => Promise.reject(new Error('no queue')),
    log: listening,
  });
  for (let n = 0; n < 35; n += 1) buffer.add(visit(n));
  await buffer.close();
  expect(logged).toEqual([[{ lost: 35 }, 'visits lost']]);
});
