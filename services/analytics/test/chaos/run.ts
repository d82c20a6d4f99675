import { setTimeout as sleep } from 'node:timers/promises';
import { Config } from '@naughty-list/analytics/config';
import { analytics } from '@naughty-list/analytics/service';
import { recordVisitsJob } from '@naughty-list/contracts/visits';
import type { Database } from '@naughty-list/service-kit/database/database';
import type { Queues } from '@naughty-list/service-kit/jobs/queues';
import { readConfig } from '@naughty-list/service-kit/lifecycle/config';
import { batchOf, visit } from '../visit.ts';
import { type Counts, readActive, readCounts, readTotal } from './counts.ts';
import { startWorkerProcess, type WorkerProcess } from './worker-process.ts';

const BATCH = 100;
const SENDERS = 8;
const EVERY_NTH_TWICE = 10;
const POLL_MS = 20;

type Plan = {
  databaseUrl: string;
  visits: number;
  kills: number;
  log: (line: string) => void;
  signal?: AbortSignal | undefined;
};

/** `sent` visits in `batches`, `twice` of which were delivered again under another job id. */
export type Outcome = {
  counts: Counts;
  sent: number;
  batches: number;
  twice: number;
  inHand: number[];
  seconds: number;
};

/**
 * Sends visits through the queue while the worker is repeatedly killed (kill -9) while it holds jobs, at moments spread
 * over the run. Returns the tables' counts once no work is left.
 */
export async function runVisitChaos({ databaseUrl, visits, kills, log, signal }: Plan): Promise<Outcome> {
  const env = { PORT: '0', DATABASE_URL: databaseUrl, QUEUE_URL: databaseUrl };
  const secret = { INTERNAL_SECRET: 'the-secret-of-the-tests-0123456789', LOG_LEVEL: 'silent' };
  const { db, queues, close } = await analytics.open(readConfig(Config, { ...env, ...secret }));
  const worker = startWorkerProcess(databaseUrl);
  const began = performance.now();
  try {
    const [{ batches, twice }, inHand] = await Promise.all([
      sendVisits(queues, visits, signal),
      killAgainAndAgain(db, worker, { visits, kills, log, signal }),
    ]);
    let counts = await readCounts(db);
    while (counts.open > 0) {
      signal?.throwIfAborted();
      await sleep(20 * POLL_MS);
      counts = await readCounts(db);
    }
    return { counts, sent: visits, batches, twice, inHand, seconds: (performance.now() - began) / 1_000 };
  } finally {
    await worker.stop().catch((error: Error) => log(error.message));
    await close();
  }
}

const DAY_MS = 24 * 3_600_000;
const pages = ['/', '/nice-list', '/pfp', '/about-naughty-list-memecoin', '/?search=grinch'];
const referrers = [null, 'https://x.com/', 'https://t.me/list', 'https://www.google.com/', ''];

function nthVisit(n: number) {
  const at = new Date(Date.now() - (n % 40) * DAY_MS).toISOString();
  return visit(pages[n % pages.length] ?? '/', {
    at,
    referrer: referrers[n % 7] ?? null,
    userAgent: 'Mozilla/5.0 Firefox/150.0',
  });
}

async function sendVisits(queues: Queues, visits: number, signal?: AbortSignal) {
  let [sent, batches, twice] = [0, 0, 0];
  const send = async () => {
    while (sent < visits) {
      signal?.throwIfAborted();
      const size = Math.min(BATCH, visits - sent);
      const batch = batchOf(...Array.from({ length: size }, (_, index) => nthVisit(sent + index)));
      sent += size;
      batches += 1;
      const isTwice = batches % EVERY_NTH_TWICE === 0;
      await queues.add(recordVisitsJob, batch);
      if (!isTwice) continue;
      twice += 1;
      await queues.add({ ...recordVisitsJob, id: () => `again.${batch.batchId}` }, batch);
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, send));
  return { batches, twice };
}

/** Returns how many jobs the worker held at each kill. */
async function killAgainAndAgain(
  db: Database,
  worker: WorkerProcess,
  { visits, kills, log, signal }: Omit<Plan, 'databaseUrl'>,
): Promise<number[]> {
  const inHand: number[] = [];
  for (let kill = 1; kill <= kills; kill += 1) {
    const from = Math.floor((visits * kill) / (kills + 1));
    while ((await readTotal(db)) < from || (await readActive(db)) === 0) {
      signal?.throwIfAborted();
      await sleep(POLL_MS);
    }
    await worker.killAndStart();
    inHand.push(await readActive(db));
    log(`killed the worker after ${await readTotal(db)} visits, with ${inHand.at(-1)} batches in hand`);
  }
  return inHand;
}
