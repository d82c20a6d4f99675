import { recordVisitsJob } from '@naughty-list/contracts/visits';
import { createQueuePlace, type QueuePlace, queueKinds } from '@naughty-list/test-kit/queue-place';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, type Gateway, newAdmin, Stage } from './gateway-under-test.ts';

let stage: Stage;
let place: QueuePlace;
let gateway: Gateway;
let headers: { cookie: string };

const html = { accept: 'text/html' };
const pause = '/api/queues/analytics/pause';

describe.each(queueKinds)('with jobs in %s', (kind) => {
  beforeAll(async () => {
    stage = await Stage.build();
    place = await createQueuePlace(kind);
    gateway = await stage.gateway({ QUEUE_URL: place.url });
    headers = await newAdmin(gateway, 'santa');
    await gateway.context.queues.add(recordVisitsJob, {
      batchId: crypto.randomUUID(),
      visits: [
        {
          id: crypto.randomUUID(),
          at: new Date().toISOString(),
          pageUrl: '/',
          referrer: null,
          userAgent: null,
          ipAddress: null,
        },
      ],
    });
  });
  afterAll(async () => {
    await stage.close();
    await place.drop();
  });

  const get = (path: string, more: Record<string, string> = headers) =>
    call(gateway.url, path, { headers: more });
  const put = (path: string, more: Record<string, string> = headers) =>
    call(gateway.url, path, { method: 'PUT', headers: more });
  const isPaused = async () => (await gateway.context.queues.open('analytics')).isPaused();

  it('refuses moderators, whose browsers it sends to the panel', async () => {
    const rudolph = await newAdmin(gateway, 'rudolph', 'moderator');
    for (const path of ['/admin/queues', '/admin/queues/']) {
      expect((await get(path, rudolph)).json).toMatchObject({ code: 'forbidden_role' });
      const page = await get(path, { ...rudolph, ...html });
      expect(page).toMatchObject({ status: 303, headers: { location: '/admin' } });
    }
    expect((await put(`/admin/queues${pause}`, rudolph)).status).toBe(403);
    expect((await get('/api/admin/queue-changes', rudolph)).status).toBe(403);
  });

  it('counts the jobs given up for the panel, and names the last backup and the version', async () => {
    expect((await get('/api/admin/waiting')).json).toEqual({
      failedJobs: 0,
      lastBackupAt: null,
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    });
    const at = '2026-11-25T03:00:00.000Z';
    await gateway.context.db('backups').insert({ made_at: at });
    expect((await get('/api/admin/waiting')).json).toMatchObject({ lastBackupAt: at });
    expect((await get('/api/admin/waiting', {})).status).toBe(401);
  });

  it('refuses visitors without an admin session', async () => {
    for (const path of ['/admin/queues', '/admin/queues/']) {
      expect((await get(path, {})).status).toBe(401);
      expect(await get(path, html)).toMatchObject({ status: 303, headers: { location: '/admin' } });
    }
    expect((await get('/admin/queues/api/queues', {})).json).toMatchObject({ code: 'unauthorized' });
    expect((await get('/admin/queues/static/images/logo.svg', {})).status).toBe(401);
    expect((await put(`/admin/queues${pause}`, {})).status).toBe(401);
  });

  it('shows admins the queues with their counts, on a page that loads nothing from elsewhere', async () => {
    const page = await get('/admin/queues/', { ...headers, ...html });
    expect(page.status).toBe(200);
    expect(page.text).not.toMatch(/https:\/\/fonts|style>|style=/);
    const policy = page.headers['content-security-policy'];
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toContain('unsafe-eval');
    const { json } = await get('/admin/queues/api/queues');
    expect(json.queues).toEqual(
      expect.arrayContaining(
        ['reports', 'membership', 'chain-verifier'].map((name) =>
          expect.objectContaining({ name, readOnlyMode: false }),
        ),
      ),
    );
    expect(json.queues).toContainEqual(
      expect.objectContaining({ name: 'analytics', counts: expect.objectContaining({ waiting: 1 }) }),
    );
  });

  it('changes queues, writes down who did what, and takes no order from another site', async () => {
    const foreign = { ...headers, origin: 'https://elsewhere.example' };
    expect((await put(`/admin/queues${pause}`, foreign)).json).toMatchObject({ code: 'forbidden_origin' });
    expect(await isPaused()).toBe(false);
    expect(await gateway.context.db('admin_log').whereNull('account')).toEqual([]);
    expect((await put(`/admin/queues${pause}`)).status).toBe(200);
    expect(await isPaused()).toBe(true);
    expect(await gateway.context.db('admin_log').whereNull('account').orderBy('id')).toMatchObject([
      { admin: 'santa', change: 'PUT /api/queues/analytics/pause', sent: null, status: 200 },
    ]);
  });

  it('writes down what was sent, no visits, and how it ended', async () => {
    const change = (method: string, path: string, body?: object) =>
      call(gateway.url, `/admin/queues/api/queues/${path}`, {
        method,
        headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
    const added = { jobName: 'made-up', data: { toy: 'bear', text: 'x'.repeat(9_000) }, opts: {} };
    expect((await change('POST', 'reports/add', added)).status).toBe(200);
    await change('POST', 'analytics/add', { jobName: 'made-up', data: { ipAddress: '192.0.2.0' }, opts: {} });
    expect((await change('PUT', 'reports/no-such-job/retry')).status).toBe(404);
    const rows = await gateway.context.db('admin_log').whereNull('account').orderBy('id', 'desc').limit(3);
    expect(rows.reverse()).toMatchObject([
      {
        change: 'POST /api/queues/reports/add',
        sent: JSON.stringify(added).slice(0, 4_000),
        status: 200,
      },
      { change: 'POST /api/queues/analytics/add', sent: null, status: 200 },
      { change: 'PUT /api/queues/reports/no-such-job/retry', sent: null, status: 404 },
    ]);
  });
});
