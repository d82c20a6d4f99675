import { handle } from '@naughty-list/service-kit/jobs/handler';
import { openQueues, type Queues } from '@naughty-list/service-kit/jobs/queues';
import { createLog } from '@naughty-list/service-kit/telemetry/log';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { createTestDatabase } from '@naughty-list/test-kit/database';
import pg from 'pg';
import { expect, it } from 'vitest';
import { wrapJob as job, SECRET, until } from './wrap-job.ts';

const log = createLog('test', 'silent');
const open = (url = database.url): Queues => openQueues({ url, secret: SECRET, log });

const database = closeAfterAll(await createTestDatabase());
const db = closeAfterAll(new pg.Pool({ connectionString: database.url }));
const queues = closeAfterAll(open());

it('continues after all its connections were lost', async () => {
  const wrap = job('broken');
  const runs: string[] = [];
  await queues.work([handle(wrap, async ({ toy }) => void runs.push(toy))]);
  await queues.add(wrap, { toy: 'bear' });
  await until(() => runs.length === 1);
  const cut =
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> $1';
  const client = await db.connect();
  const { rows } = await client.query('select pg_backend_pid() as pid');
  await client.query(cut, [rows[0].pid]);
  client.release();
  const add = () =>
    queues.add(wrap, { toy: 'doll' }).then(
      () => true,
      () => false,
    );
  await until(add);
  await until(() => runs.includes('doll'));
  expect(await queues.answers()).toBe(true);
});

it('adds jobs once a database that was missing at start is available', async () => {
  const late = `late_${Date.now()}`;
  const url = new URL(database.url);
  url.pathname = `/${late}`;
  const wrap = job('late');
  const early = open(url.href);
  expect(await early.answers()).toBe(true);
  await expect(early.add(wrap, { toy: 'bear' })).rejects.toThrow(/does not exist/);
  await db.query(`create database ${late}`);
  await early.add(wrap, { toy: 'bear' });
  expect(await early.answers()).toBe(true);
  await db.query(`drop database ${late} with (force)`);
  expect(await early.answers()).toBe(false);
  await expect(early.add(wrap, { toy: 'doll' })).rejects.toThrow(/does not exist/);
  await early.close();
});
