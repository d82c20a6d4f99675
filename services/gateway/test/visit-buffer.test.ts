import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Visit, VisitBatch } from '@naughty-list/contracts/visits';
import { createVisitBuffer } from '@naughty-list/gateway/visits/visit-buffer';
import { openVisitSpool } from '@naughty-list/gateway/visits/visit-spool';
import { createLog } from '@naughty-list/service-kit/telemetry/log';
import { expect, it, onTestFinished } from 'vitest';

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

it('calls nothing lost that the disk has', async () => {
  const logged: string[] = [];
  const open = createLog('test', 'warn');
  const listening = Object.assign(Object.create(open), {
    error: (_fields: object, text: string) => logged.push(text),
    warn: (_fields: object, text: string) => logged.push(text),
  });
  const spool = await openVisitSpool(temporaryFolder(), { log });
  const buffer = createVisitBuffer({ send: noQueue, log: listening, spool, batchSize: 10 });
  for (let n = 0; n < 35; n += 1) buffer.add(visit(n));
  await buffer.close();
  expect(logged).toEqual(['visits wait for the queue', 'batches of visits wait on disk']);
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

it('ends when the rest cannot be sent', async () => {
  const buffer = createVisitBuffer({
    batchSize: 100,
    send: () => Promise.reject(new Error('no queue')),
    log,
  });
  buffer.add(visit(1));
  await buffer.close();
});

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'visits-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const noQueue = () => Promise.reject(new Error('no queue'));
const batchesIn = (folder: string) => readdirSync(folder).filter((name) => name.endsWith('.json'));

it('leaves on disk what cannot be sent; the next process sends it first, under its ids, in order', async () => {
  const folder = temporaryFolder();
  const first = createVisitBuffer({
    batchSize: 100,
    send: noQueue,
    log,
    spool: await openVisitSpool(folder, { log }),
  });
  for (let n = 0; n < 250; n += 1) first.add(visit(n));
  await first.close();
  const left = batchesIn(folder);
  expect(left).toHaveLength(3);

  const sent: VisitBatch[] = [];
  const spool = await openVisitSpool(folder, { log });
  const second = createVisitBuffer({
    batchSize: 100,
    send: async (batch) => void sent.push(batch),
    log,
    spool,
  });
  second.add(visit(250));
  await second.close();
  expect(pages(sent)).toEqual(upTo(251));
  expect(left.map((name) => name.slice(16, -5))).toEqual(sent.slice(0, 3).map(({ batchId }) => batchId));
  expect(readdirSync(folder)).toEqual([]);
});

it('has a batch on disk before it is sent, and forgets it when the queue has it', async () => {
  const folder = temporaryFolder();
  const seen: string[][] = [];
  const send = async ({ batchId }: VisitBatch) => {
    seen.push(batchesIn(folder).filter((name) => name.includes(batchId)));
  };
  const buffer = createVisitBuffer({
    batchSize: 100,
    send,
    log,
    spool: await openVisitSpool(folder, { log }),
  });
  for (let n = 0; n < 300; n += 1) buffer.add(visit(n));
  await buffer.close();
  expect(seen.map((names) => names.length)).toEqual([1, 1, 1]);
  expect(readdirSync(folder)).toEqual([]);
});

it('keeps more on disk than memory has room for', async () => {
  const folder = temporaryFolder();
  const real = await openVisitSpool(folder, { log });
  let written = 0;
  const write = async (batch: VisitBatch) => {
    await real.write(batch);
    written += 1;
  };
  const failing = createVisitBuffer({
    batchSize: 100,
    send: noQueue,
    log,
    spool: { ...real, write },
    capacity: 200,
  });
  for (let n = 0; n < 1_000; n += 1) {
    failing.add(visit(n));
    if (n % 100 === 99) while (written < (n + 1) / 100) await sleep(1);
  }
  await failing.close();
  const sent: VisitBatch[] = [];
  const spoolAgain = await openVisitSpool(folder, { log });
  const buffer = createVisitBuffer({
    batchSize: 100,
    send: async (batch) => void sent.push(batch),
    log,
    spool: spoolAgain,
  });
  await buffer.close();
  expect(pages(sent)).toEqual(upTo(1_000));
});

it('goes on in memory when the disk is full or gone', async () => {
  const folder = temporaryFolder();
  const spool = await openVisitSpool(folder, { log, capacityBytes: 20_000 });
  rmSync(folder, { recursive: true });
  const sent: VisitBatch[] = [];
  const buffer = createVisitBuffer({
    batchSize: 100,
    send: async (batch) => void sent.push(batch),
    log,
    spool,
  });
  for (let n = 0; n < 250; n += 1) buffer.add(visit(n));
  await buffer.close();
  expect(pages(sent)).toEqual(upTo(250));
});

it('sets aside a file that cannot be read, and sends the others', async () => {
  const folder = temporaryFolder();
  const first = createVisitBuffer({
    batchSize: 100,
    send: noQueue,
    log,
    spool: await openVisitSpool(folder, { log }),
  });
  for (let n = 0; n < 200; n += 1) first.add(visit(n));
  await first.close();
  const [torn = ''] = batchesIn(folder).sort();
  writeFileSync(join(folder, torn), readFileSync(join(folder, torn), 'utf8').slice(0, 99));
  writeFileSync(join(folder, 'half.json.tmp'), '{"batchId":');
  const sent: VisitBatch[] = [];
  const spool = await openVisitSpool(folder, { log });
  const second = createVisitBuffer({
    batchSize: 100,
    send: async (batch) => void sent.push(batch),
    log,
    spool,
  });
  await second.close();
  expect(sent).toHaveLength(1);
  expect(readdirSync(folder)).toEqual([`${torn}.broken`]);
});

it('does not start on a folder that cannot be written', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'file');
  writeFileSync(file, '');
  await expect(openVisitSpool(join(file, 'visits'), { log })).rejects.toThrow(
    `Configuration: VISIT_SPOOL_DIR ${join(file, 'visits')} cannot be written (ENOTDIR)`,
  );
});
