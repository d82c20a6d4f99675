import { setTimeout as sleep } from 'node:timers/promises';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import pg from 'pg';
import { expect, it } from 'vitest';
import { call, Stage } from './gateway-under-test.ts';

// Jobs of a killed process are picked up again after seconds.
const patience = { timeout: 5 * 60_000 };

const headers = {
  accept: 'text/html',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0 Safari/537.36',
};

const stage = closeAfterAll(await Stage.build());
const db = closeAfterAll(new pg.Pool({ connectionString: stage.database.url }));

const startAnalytics = (settings?: Record<string, string>) => stage.program('analytics', settings);
const startGateway = (settings: Record<string, string> = {}) =>
  stage.program('gateway', {
    // Counts every page load as a visitor.
    VISITOR_COUNTED_AGAIN_AFTER_MINUTES: '0',
    RATE_LIMIT_READS_PER_MINUTE: '2000000',
    CONNECTIONS_PER_CLIENT: '1000000',
    ...settings,
  });

async function loadPages(url: string, pages: number): Promise<void> {
  const answers = await Promise.all(Array.from({ length: pages }, () => call(url, '/', { headers })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(pages);
}

async function counted(): Promise<number> {
  const { rows } = await db.query(
    `select coalesce(sum(visits), 0)::int as hit_count, (select count(*)::int from analytics.site_visits)
     from analytics.daily_visits where kind = 'visitor'`,
  );
  expect(rows[0].count).toBe(rows[0].hit_count);
  return rows[0].hit_count;
}

async function untilCounted(visits: number): Promise<void> {
  while ((await counted()) < visits) await sleep(50);
}

/** Waits until no job is left that could still be counted. */
async function untilDone(queueUrl = stage.database.url): Promise<void> {
  const queue = new pg.Client({ connectionString: queueUrl });
  await queue.connect();
  const open = "select 1 from bullmq.job where queue = 'analytics' and state <> 'completed'";
  while ((await queue.query(open)).rowCount) await sleep(20);
  await queue.end();
}

it('serves pages while analytics is down, and counts every visit when it is back', patience, async () => {
  const gateway = await startGateway();
  await loadPages(gateway.url, 230);
  const analytics = await startAnalytics();
  await untilCounted(230);
  await analytics.kill();
  await loadPages(gateway.url, 120);
  expect((await call(gateway.url, '/api/hit-counter')).status).toBe(503);
  await gateway.kill('SIGTERM');
  await startAnalytics();
  await untilCounted(350);
  await untilDone();
  expect(await counted()).toBe(350);
});

it('serves pages while the queue is down, and counts what waited when it is back', patience, async () => {
  const before = await counted();
  const name = `queue_${Date.now()}`;
  const url = new URL(stage.database.url);
  url.pathname = `/${name}`;
  const gateway = await startGateway({ QUEUE_URL: url.href });
  await loadPages(gateway.url, 180);
  await db.query(`create database ${name}`);
  const analytics = await startAnalytics({ QUEUE_URL: url.href });
  await untilCounted(before + 180);
  await gateway.kill('SIGTERM');
  await untilDone(url.href);
  expect(await counted()).toBe(before + 180);
  await analytics.kill('SIGTERM');
  await db.query(`drop database ${name} with (force)`);
});
