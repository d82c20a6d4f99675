import { setTimeout as sleep } from 'node:timers/promises';
import { openNotifications } from '@naughty-list/service-kit/database/notifications';
import { createLog } from '@naughty-list/service-kit/telemetry/log';
import { createTestDatabase } from '@naughty-list/test-kit/database';
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { until } from './wrap-job.ts';

const log = createLog('test', 'silent');
const LONG_MS = 50_000;

const database = await createTestDatabase();
const db = new pg.Pool({ connectionString: database.url });
await db.query('create table letters (id text primary key, answer text)');
const notifications = openNotifications({ url: database.url, channel: 'letters', log });
afterAll(async () => {
  await notifications.close();
  await db.end();
  await database.drop();
});

async function find(id: string): Promise<string | undefined> {
  const { rows } = await db.query('select answer from letters where id = $1', [id]);
  return rows[0]?.answer;
}

const write = (id: string) => db.query("insert into letters values ($1, 'yes')", [id]);
const listeners = () =>
  db.query("select pid from pg_stat_activity where application_name = 'notifications letters'");

it('returns an existing value at once', async () => {
  await write('early');
  expect(await notifications.waitFor('early', () => find('early'), LONG_MS)).toBe('yes');
});

it('wakes all waiters for a key on a notification', async () => {
  await until(async () => (await listeners()).rowCount === 1);
  const polls = { one: 0, other: 0 };
  const count = (who: 'one' | 'other', key: string) => async () => {
    polls[who] += 1;
    return find(key);
  };
  const waiting = [1, 2, 3].map(() => notifications.waitFor('a', count('one', 'a'), LONG_MS));
  const other = notifications.waitFor('b', count('other', 'b'), LONG_MS);
  await write('a');
  await db.query("select pg_notify('letters', 'a')");
  expect(await Promise.all(waiting)).toEqual(['yes', 'yes', 'yes']);
  await write('b');
  expect(await other).toBe('yes');
});

it('wakes waiters that came while a slower one was polling and then left', async () => {
  const AN_HOUR_MS = 3_600_000;
  const slow = Promise.withResolvers<string>();
  // Its next poll is due while its first look is still running.
  const leaving = notifications.waitFor('shared', () => slow.promise, LONG_MS, { pollMs: 1 });
  // Timers fire in order, so the poll timer has fired by then.
  await sleep(50);
  let polls = 0;
  const staying = notifications.waitFor(
    'shared',
    async () => {
      polls += 1;
      return find('shared');
    },
    AN_HOUR_MS,
    { pollMs: AN_HOUR_MS },
  );
  await until(async () => polls === 1 && (await listeners()).rowCount === 1);
  slow.resolve('seen');
  expect(await leaving).toBe('seen');
  await write('shared');
  await db.query("select pg_notify('letters', 'shared')");
  expect(await staying).toBe('yes');
});

it('sees a change whose notification was lost', async () => {
  const waiting = notifications.waitFor('silent', () => find('silent'), LONG_MS);
  await write('silent');
  expect(await waiting).toBe('yes');
});

it('sees a change from before it listened', async () => {
  const late = openNotifications({ url: database.url, channel: 'letters', log });
  const waiting = late.waitFor('first', () => find('first'), LONG_MS, { pollMs: LONG_MS });
  await write('first');
  const startedAt = performance.now();
  expect(await waiting).toBe('yes');
  expect(performance.now() - startedAt).toBeLessThan(LONG_MS / 2);
  await late.close();
});

it('continues after its connection was lost', async () => {
  const waiting = notifications.waitFor('broken', () => find('broken'), LONG_MS);
  await until(async () => (await listeners()).rowCount === 1);
  const [before] = (await listeners()).rows;
  await db.query('select pg_terminate_backend($1)', [before.pid]);
  await until(async () => (await listeners()).rows.some(({ pid }) => pid !== before.pid));
  await write('broken');
  await db.query("select pg_notify('letters', 'broken')");
  expect(await waiting).toBe('yes');
});

it('uses one connection, however often it failed to connect', async () => {
  let faults = 0;
  const counting = Object.assign(Object.create(log), { warn: () => (faults += 1) });
  const role = `listener_${Date.now()}`;
  await db.query(`create role ${role} login password '${role}'`);
  const url = new URL(database.url);
  [url.username, url.password] = [role, role];
  const refused = openNotifications({ url: url.href, channel: 'letters', log: counting });
  const connections = async () =>
    (await db.query('select pid, query from pg_stat_activity where usename = $1', [role])).rows;
  const waiting = refused.waitFor('late', () => find('late'), LONG_MS, { pollMs: LONG_MS });
  const isListening = async () => (await connections()).some(({ query }) => query.startsWith('listen'));
  await until(isListening);
  // Like a starting database: it responds but rejects logins.
  await db.query(`alter role ${role} nologin`);
  for (const { pid } of await connections()) await db.query('select pg_terminate_backend($1)', [pid]);
  const since = performance.now();
  const refusedFor = () => performance.now() - since;
  await until(async () => faults > 5 && refusedFor() > 3_000);
  expect(faults).toBeLessThan(refusedFor() / 500 + 3);
  await db.query(`alter role ${role} login`);
  await until(isListening);
  await write('late');
  await db.query("select pg_notify('letters', 'late')");
  expect(await waiting).toBe('yes');
  expect(await connections()).toHaveLength(1);
  await refused.close();
  await expect.poll(connections).toEqual([]);
  await db.query(`drop role ${role}`);
});

it('works by polling while it cannot connect', async () => {
  const url = 'postgres://postgres@127.0.0.1:1/none';
  const alone = openNotifications({ url, channel: 'letters', log });
  const waiting = alone.waitFor('alone', () => find('alone'), LONG_MS);
  await write('alone');
  expect(await waiting).toBe('yes');
  await alone.close();
});

it('returns when the time is over, and rethrows the error of a poll', async () => {
  expect(await notifications.waitFor('never', () => find('never'), 10)).toBeUndefined();
  const broken = () => Promise.reject(new Error('no table'));
  await expect(notifications.waitFor('never', broken, LONG_MS)).rejects.toThrow('no table');
});

it('releases all waiters when it closes', async () => {
  const closing = openNotifications({ url: database.url, channel: 'letters', log });
  const waiting = closing.waitFor('never', () => find('never'), LONG_MS);
  await closing.close();
  expect(await waiting).toBeUndefined();
});

it('listens on several channels', async () => {
  const both = openNotifications({ url: database.url, channel: ['one', 'other'], log });
  const waiting = (key: string) => both.waitFor(key, () => find(key), LONG_MS, { pollMs: LONG_MS });
  await both.waitFor('nothing', async () => 1, LONG_MS);
  await until(async () => {
    const { rows } = await db.query(
      "select 1 from pg_stat_activity where application_name = 'notifications one other' and query like 'listen \"other\"'",
    );
    return rows.length === 1;
  });
  const answers = Promise.all([waiting('c'), waiting('d')]);
  await write('c');
  await write('d');
  await db.query("select pg_notify('one', 'c'), pg_notify('other', 'd')");
  expect(await answers).toEqual(['yes', 'yes']);
  await both.close();
});

it('stops listening without waiters', async () => {
  const gone = new AbortController();
  const options = { pollMs: LONG_MS, signal: gone.signal };
  const waiting = notifications.waitFor('never', () => find('never'), LONG_MS, options);
  gone.abort();
  expect(await waiting).toBeUndefined();
});
