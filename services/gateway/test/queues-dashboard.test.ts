import { recordVisitsJob } from '@naughty-list/contracts/visits';
import { createQueuePlace, type QueuePlace, queueKinds } from '@naughty-list/test-kit/queue-place';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loggedIn, makeAdmin, PASSWORD } from './admin-under-test.ts';
import { call, type Gateway, Stage } from './gateway-under-test.ts';

let stage: Stage;
let place: QueuePlace;
let gateway: Gateway;
let headers: { cookie: string };

const html = { accept: 'text/html' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const pause = '/api/queues/analytics/pause';

describe.each(queueKinds)('with jobs in %s', (kind) => {
  beforeAll(async () => {
    stage = await Stage.build();
    place = await createQueuePlace(kind);
    gateway = await stage.gateway({ QUEUE_URL: place.url });
    await makeAdmin(gateway, 'santa');
    headers = await loggedIn(gateway.url, 'santa');
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
    await stage.clear();
    await place.drop();
  });

  const get = (path: string, more: Record<string, string> = headers) =>
    call(gateway.url, path, { headers: more });
  const put = (path: string, more: Record<string, string> = headers) =>
    call(gateway.url, path, { method: 'PUT', headers: more });
  const isPaused = async () => (await gateway.context.queues.open('analytics')).isPaused();

  it('refuses moderators, whose browsers it sends to the panel', async () => {
    await makeAdmin(gateway, 'rudolph', PASSWORD, 'moderator');
    const rudolph = await loggedIn(gateway.url, 'rudolph');
    for (const path of ['/admin/queues', '/admin/queues/unlocked/', '/admin/queues-unlock']) {
      expect((await get(path, rudolph)).json).toMatchObject({ code: 'forbidden_role' });
      const page = await get(path, { ...rudolph, ...html });
      expect(page).toMatchObject({ status: 303, headers: { location: '/admin' } });
    }
    expect((await put(`/admin/queues/unlocked${pause}`, rudolph)).status).toBe(403);
    expect((await get('/api/admin/queue-changes', rudolph)).status).toBe(403);
  });

  it('refuses visitors without an admin session', async () => {
    for (const path of ['/admin/queues', '/admin/queues/unlocked/', '/admin/queues-unlock']) {
      expect((await get(path, {})).status).toBe(401);
      expect(await get(path, html)).toMatchObject({ status: 303, headers: { location: '/admin' } });
    }
    expect((await get('/admin/queues/api/queues', {})).json).toMatchObject({ code: 'unauthorized' });
    expect((await get('/admin/queues/static/images/logo.svg', {})).status).toBe(401);
    expect((await put(`/admin/queues/unlocked${pause}`, {})).status).toBe(401);
    expect((await call(gateway.url, '/admin/queues-unlock', { method: 'POST', headers: form })).status).toBe(
      401,
    );
  });

  it('shows admins the queues with their counts, on a page that loads nothing from elsewhere', async () => {
    const page = await get('/admin/queues/', { ...headers, ...html });
    expect(page.status).toBe(200);
    expect(page.text).not.toMatch(/https:\/\/fonts|style>|style=/);
    const policy = page.headers['content-security-policy'];
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toContain('unsafe');
    const { json } = await get('/admin/queues/api/queues');
    expect(json.queues).toEqual(
      expect.arrayContaining(
        ['reports', 'membership', 'chain-verifier'].map((name) =>
          expect.objectContaining({ name, readOnlyMode: true }),
        ),
      ),
    );
    expect(json.queues).toContainEqual(
      expect.objectContaining({ name: 'analytics', counts: expect.objectContaining({ waiting: 1 }) }),
    );
  });

  it('changes nothing without a confirmation', async () => {
    for (const path of [`/admin/queues${pause}`, `/admin/queues/unlocked${pause}`]) {
      expect(await put(path)).toMatchObject({ status: 403, json: { code: 'not_confirmed' } });
    }
    const page = await get('/admin/queues/unlocked/', { ...headers, ...html });
    expect(page).toMatchObject({ status: 303, headers: { location: '/admin/queues-unlock' } });
    expect(await isPaused()).toBe(false);
    expect(await gateway.context.db('queue_changes')).toEqual([]);
  });

  it('changes queues after one, writes down who did what, and takes no order from another site', async () => {
    expect((await get('/admin/queues-unlock')).text).toContain('<form method="post"');
    const unlocked = await call(gateway.url, '/admin/queues-unlock', {
      method: 'POST',
      headers: { ...headers, ...form },
    });
    expect(unlocked).toMatchObject({ status: 303, headers: { location: '/admin/queues/unlocked/' } });
    const foreign = { ...headers, origin: 'https://elsewhere.example' };
    expect((await put(`/admin/queues/unlocked${pause}`, foreign)).json).toMatchObject({
      code: 'forbidden_origin',
    });
    expect(await isPaused()).toBe(false);
    expect((await put(`/admin/queues/unlocked${pause}`)).status).toBe(200);
    expect(await isPaused()).toBe(true);
    // The read-only board stays read-only after the confirmation.
    expect((await put(`/admin/queues${pause}`)).status).toBe(403);
    expect(await gateway.context.db('queue_changes').orderBy('id')).toMatchObject([
      { admin: 'santa', change: 'POST /admin/queues-unlock', status: 303 },
      { admin: 'santa', change: 'PUT /api/queues/analytics/pause', sent: null, status: 200 },
    ]);
  });

  it('writes down what was sent, no visits, and how it ended', async () => {
    const change = (method: string, path: string, body?: object) =>
      call(gateway.url, `/admin/queues/unlocked/api/queues/${path}`, {
        method,
        headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
    const added = { jobName: 'made-up', data: { toy: 'bear', text: 'x'.repeat(9_000) }, opts: {} };
    expect((await change('POST', 'reports/add', added)).status).toBe(200);
    await change('POST', 'analytics/add', { jobName: 'made-up', data: { ipAddress: '192.0.2.0' }, opts: {} });
    expect((await change('PUT', 'reports/no-such-job/retry')).status).toBe(404);
    const rows = await gateway.context.db('queue_changes').orderBy('id', 'desc').limit(3);
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

  it('unlocks also where https ends in front of the gateway', async () => {
    const https = await stage.gateway({ QUEUE_URL: place.url, PUBLIC_ORIGIN: 'https://naughty.example' });
    const own = await loggedIn(https.url, 'santa');
    const yes = { method: 'POST', headers: { ...own, ...form } };
    expect((await call(https.url, '/admin/queues-unlock', yes)).status).toBe(303);
    const page = await call(https.url, '/admin/queues/unlocked/', { headers: { ...own, ...html } });
    expect(page.status).toBe(200);
  });

  it('keeps an admin logged out who logs out while the confirmation is saved', async () => {
    const own = await loggedIn(gateway.url, 'santa');
    const { sessions } = gateway.context;
    const { set } = sessions;
    sessions.set = (id, session, done) => {
      sessions.set = set;
      sessions.destroy(id, () => set(id, session, done));
    };
    await call(gateway.url, '/admin/queues-unlock', { method: 'POST', headers: { ...own, ...form } });
    expect((await get('/admin/queues/api/queues', own)).status).toBe(401);
    expect((await get('/admin/queues/api/queues')).status).toBe(200);
  });

  it('locks again after a quarter of an hour', async () => {
    const { clock } = gateway.context;
    const now = clock.now;
    clock.now = () => new Date(now().getTime() + 15 * 60_000 + 1);
    try {
      expect((await put('/admin/queues/unlocked/api/queues/analytics/resume')).status).toBe(403);
      expect(await isPaused()).toBe(true);
    } finally {
      clock.now = now;
    }
  });
});
