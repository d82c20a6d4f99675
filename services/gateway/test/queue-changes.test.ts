import { QueueChange } from '@naughty-list/contracts/queue-changes';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { expect, it } from 'vitest';
import { call, newAdmin, Stage } from './gateway-under-test.ts';

const stage = closeAfterAll(await Stage.build());
const gateway = await stage.gateway();
await gateway.context.db.raw(
  `insert into admin_log (admin, change, sent, status, request_id)
   select case when n % 10 = 0 then 'Rudolph' else 'santa' end,
     case when n = 7 then 'PUT /api/queues/pause' when n % 4 = 0 then 'PUT /api/queues/reports/job_' || n || '/retry'
       else 'PUT /api/queues/analytics/retry/failed' end,
     case when n = 7 then '{}' end, case when n = 6 then 404 when n = 5 then null else 200 end, 'request-' || n
   from generate_series(1, 100) n`,
);
const santa = await newAdmin(gateway, 'santa');

const list = (query = '', headers: Record<string, string> = santa) =>
  call(gateway.url, `/api/admin/queue-changes${query}`, { headers });

it('lists who changed which queue, newest first, in words', async () => {
  const answer = await list('?limit=2&offset=93');
  expect(answer.headers).toMatchObject({ 'x-total-count': '100', 'cache-control': 'no-store' });
  expect(answer.json).toEqual([
    {
      id: 7,
      at: expect.any(String),
      who: 'santa',
      queue: null,
      what: 'Paused every queue',
      call: 'PUT /api/queues/pause',
      sent: '{}',
      status: 200,
      requestId: 'request-7',
    },
    {
      id: 6,
      at: expect.any(String),
      who: 'santa',
      queue: 'analytics',
      what: 'Retried all failed jobs of analytics',
      call: 'PUT /api/queues/analytics/retry/failed',
      sent: null,
      status: 404,
      requestId: 'request-6',
    },
  ]);
  const all = QueueChange.array().parse((await list()).json);
  expect(all.map(({ id }) => id)).toEqual(Array.from({ length: 100 }, (_, index) => 100 - index));
});

it.each([
  ['?queue=reports&limit=2', [100, 96], 25],
  ['?queue=analytics&limit=1&offset=73', [1], 74],
  ['?queue=membership', [], 0],
  ['?q=RUDOLPH&limit=1', [100], 10],
  ['?q=rudolph&queue=analytics', [90, 70, 50, 30, 10], 5],
  ['?q=job_8', [88, 84, 80, 8], 4],
  ['?q=job%25', [], 0],
  ['?q=pause', [7], 1],
  ['?q=%00pause', [7], 1],
  ['?offset=100', [], 100],
])('for %s', async (query, ids, total) => {
  const answer = await list(query);
  expect(
    QueueChange.array()
      .parse(answer.json)
      .map(({ id }) => id),
  ).toEqual(ids);
  expect(answer.headers['x-total-count']).toBe(String(total));
});

it.each([
  [
    '?queue=sleighs',
    'queue must be one of reports, membership, analytics, chain-verifier, webhooks, ledger.',
  ],
  ['?limit=0', 'limit must be a whole number from 1 to 1000.'],
  ['?offset=-1', 'offset must be a whole number, 0 or more.'],
])('refuses %s', async (query, message) => {
  expect(await list(query)).toMatchObject({ status: 400, json: { code: 'invalid_input', message } });
});

it.each([
  "update admin_log set admin = 'nobody' where id = 7",
  "update admin_log set sent = 'nothing', status = 200 where id = 5",
  'update admin_log set status = 200 where id = 6',
  'delete from admin_log where id = 7',
  'truncate admin_log',
])('the table refuses: %s', async (statement) => {
  await expect(gateway.context.db.raw(statement)).rejects.toThrow('The log of admins is append only');
});

it('the table takes the end of a change once', async () => {
  const { db } = gateway.context;
  await db.raw('update admin_log set status = 500 where id = 5');
  await expect(db.raw('update admin_log set status = null where id = 5')).rejects.toThrow('append only');
});
