import { lookUp } from '@naughty-list/contracts/look-up';
import { Answer, route } from '@naughty-list/service-kit/http/route';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { type Handler, startStandIn } from '@naughty-list/test-kit/stand-in-server';
import { beforeEach, expect, it, vi } from 'vitest';
import { call, type Gateway, NOWHERE, Stage } from './gateway-under-test.ts';

const HOUR_MS = 3_600_000;
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const send =
  (type: string, body: Buffer | string): Handler =>
  (_path, response) =>
    response.setHeader('content-type', type).end(body);
const png = send('image/png', PNG);

let sinceStart = 0;
const removed = new Set<string>();
const clock = { now: () => new Date(Date.UTC(2026, 10, 22) + sinceStart) };

const stage = closeAfterAll(await Stage.build());
const service = await startStandIn(png);
stage.onStop(service.stop);
const listed = (username: string) => ({ username, times: 1, since: '2026-11-22T00:00:00.000Z' });
const { url } = await stage.service(
  [
    route(lookUp, async ({ query: { q } }) => {
      const term = q.replace('@', '');
      const isNice = term.startsWith('nice');
      const isNaughty = !isNice && !term.startsWith('unknown') && !removed.has(term);
      const onLists = {
        naughty: isNaughty ? listed(term) : null,
        nice: isNice ? listed(term) : null,
      };
      return new Answer(200, { answers: [onLists] }) as never;
    }),
  ],
  { clock },
);
const reports = url;
beforeEach(() => {
  service.asked.length = 0;
  service.answerWith(undefined);
});

const gateway = (settings: Record<string, string> = {}): Promise<Gateway> =>
  stage.gateway({ REPORTS_URL: reports, AVATAR_URL: service.url, ...settings }, { clock });
const avatar = async (url: string, username: string, query = '') => {
  const { status, headers, text } = await call(url, `/api/avatar/${username}${query}`);
  return { status, type: headers['content-type'], age: headers.age, size: text.length, headers };
};

/** The image, once there; on a busy machine that is not within the second that a page waits. */
const shown = async (url: string, username: string, query = '') => {
  await expect.poll(async () => (await avatar(url, username, query)).status).toBe(200);
  return avatar(url, username, query);
};
const asked = (times: number) => expect.poll(() => service.asked.length).toBe(times);

it('fetches the image of a listed account once, and serves it so that it can run nothing', async () => {
  const { url } = await gateway();
  expect((await shown(url, 'grinch')).headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'private, max-age=86400',
    age: '0',
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  });
  sinceStart += 5_000;
  expect(await shown(url, 'GRINCH')).toMatchObject({ age: '5' });
  await shown(url, 'nice_elf');
  expect(service.asked).toEqual(['/x/grinch?fallback=false', '/x/nice_elf?fallback=false']);
});

it('sends the key of the service, and nothing of the visitor', async () => {
  const seen: unknown[] = [];
  service.answerWith((path, response, { headers }) => {
    seen.push(headers);
    png(path, response, undefined as never);
  });
  const { url } = await gateway({ AVATAR_URL: service.url.replace('//', '//:our-key@') });
  await call(url, '/api/avatar/grinch', { headers: { cookie: 'a=b', 'x-forwarded-for': '9.9.9.9' } });
  await asked(1);
  // Nothing of a third party is decompressed: Node's brotli has a known fault.
  expect(seen).toEqual([expect.objectContaining({ 'x-api-key': 'our-key', 'accept-encoding': 'identity' })]);
  expect(Object.keys(seen[0] as object)).not.toEqual(expect.arrayContaining(['cookie']));
  expect(JSON.stringify(seen)).not.toMatch(/9\.9\.9\.9|referer/);
});

it.each(['..%2f..%2fadmin', 'a%2f..', 'http:%2f%2fexample.com', 'a.b', 'sixteen_letters_', '%00', 'a%20b'])(
  'asks for no account by the name %s',
  async (username) => {
    const { url } = await gateway();
    expect((await avatar(url, username)).status).toBeGreaterThanOrEqual(400);
    expect(service.asked).toEqual([]);
  },
);

it('asks for accounts on a list only', async () => {
  const { url } = await gateway();
  expect(await avatar(url, 'unknown_elf')).toMatchObject({ status: 204, size: 0 });
  expect(service.asked).toEqual([]);
  const blind = await gateway({ REPORTS_URL: NOWHERE });
  expect(await avatar(blind.url, 'grinch')).toMatchObject({ status: 204 });
  expect(service.asked).toEqual([]);
});

it('leaves the names of accounts out of the log, which an erasure does not reach', async () => {
  service.answerWith(send('text/html', 'no image'));
  for (const settings of [{}, { REPORTS_URL: NOWHERE }]) {
    const { url, context } = await gateway(settings);
    const warned = vi.spyOn(context.log, 'warn');
    await avatar(url, 'grinch');
    await expect.poll(() => warned.mock.calls.length).toBe(1);
    const [[{ err, ...fields }, text]] = warned.mock.calls as unknown as [[{ err: Error }, string]];
    expect(`${err.stack} ${JSON.stringify(fields)} ${text}`).not.toContain('grinch');
  }
});

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
it.each<[string, Handler]>([
  ['an SVG with a script', send('image/svg+xml', svg)],
  ['an SVG that says it is a PNG', send('image/png', svg)],
  ['a page', send('text/html', '<h1>Sign in</h1>')],
  ['a page that begins like an image', send('text/html', Buffer.concat([PNG, Buffer.from('<script>')]))],
  ['an empty body', send('image/png', '')],
  ['far too much', send('image/png', Buffer.concat([PNG, Buffer.alloc(600 * 1024)]))],
  ['a 404', (_path, response) => response.writeHead(404).end('none')],
])('serves nothing when the service returns %s, and asks again an hour later', async (_what, hostile) => {
  const { url } = await gateway();
  service.answerWith(hostile);
  for (const _time of [1, 2, 3]) {
    expect(await avatar(url, 'grinch')).toMatchObject({ status: 204, size: 0 });
    await asked(1);
  }
  service.answerWith(undefined);
  await shown(url, 'other');
  sinceStart += HOUR_MS;
  await shown(url, 'grinch');
});

it.each<[string, Handler, pauseMs: number]>([
  ['sends us elsewhere', (_path, response) => response.writeHead(302, { location: '/other' }).end(), 60_000],
  ['hangs up', (_path, response) => response.destroy(), 60_000],
  ['fails', (_path, response) => response.writeHead(500).end(), 60_000],
  ['limits us', (_path, response) => response.writeHead(429, { 'retry-after': '600' }).end(), 600_000],
  [
    'limits us for ever',
    (_path, response) => response.writeHead(429, { 'retry-after': '9e9' }).end(),
    HOUR_MS,
  ],
])('leaves the service alone for a while when it %s', async (_what, hostile, pauseMs) => {
  const { url } = await gateway();
  service.answerWith(hostile);
  expect(await avatar(url, 'grinch')).toMatchObject({ status: 204 });
  await asked(1);
  service.answerWith(undefined);
  sinceStart += pauseMs - 1;
  expect(await avatar(url, 'other')).toMatchObject({ status: 204 });
  expect(service.asked).toHaveLength(1);
  sinceStart += 1;
  await shown(url, 'other');
});

it('keeps the last image with its age while the service fails', async () => {
  const { url } = await gateway();
  await shown(url, 'grinch');
  service.answerWith((_path, response) => response.writeHead(503).end());
  sinceStart += 25 * HOUR_MS;
  for (const _time of [1, 2, 3]) {
    expect(await avatar(url, 'grinch')).toMatchObject({ status: 200, age: String(25 * 3_600) });
  }
  await asked(2);
  service.answerWith(undefined);
  sinceStart += HOUR_MS;
  await expect.poll(async () => (await avatar(url, 'grinch')).age).toBe('0');
});

it('forgets the image of an account that is not listed any more, also while the service fails', async () => {
  const { url } = await gateway();
  await shown(url, 'silenced');
  await shown(url, 'grinch');
  removed.add('silenced');
  stage.listVersion += 1;
  service.answerWith((_path, response) => response.writeHead(503).end());
  sinceStart += 60_000;
  await expect.poll(async () => (await avatar(url, 'silenced')).status).toBe(204);
  expect(await avatar(url, 'grinch')).toMatchObject({ status: 200 });
});

it('fetches again what an admin has refreshed, but not at every wish', async () => {
  const { url } = await gateway();
  const refreshed = () => `?version=${Math.floor(clock.now().getTime() / 1_000)}`;
  await shown(url, 'grinch');
  sinceStart += 2_000;
  await avatar(url, 'grinch', refreshed());
  await avatar(url, 'grinch', '?version=9999999999');
  expect(service.asked).toHaveLength(1);
  sinceStart += 2 * HOUR_MS;
  await avatar(url, 'grinch', refreshed());
  await asked(2);
});

it('keeps no page waiting for a slow service, and has the image for the next one', async () => {
  const held: (() => void)[] = [];
  service.answerWith((path, response, request) => held.push(() => png(path, response, request)));
  const { url } = await gateway();
  const names = ['elf1', 'elf2', 'elf3', 'elf4', 'elf5', 'elf6'];
  const answers = await Promise.all(names.map((name) => avatar(url, name)));
  expect(answers.map(({ status }) => status)).toEqual(names.map(() => 204));
  await asked(4);
  for (const release of held) release();
  const [first = ''] = service.asked.map((path) => /elf\d/.exec(path)?.[0]);
  await expect.poll(async () => (await avatar(url, first)).status).toBe(200);
});

it('fetches one image for many visitors at once', async () => {
  const { url } = await gateway({ RATE_LIMIT_READS_PER_MINUTE: '1000' });
  const answers = await Promise.all(Array.from({ length: 200 }, () => avatar(url, 'grinch')));
  expect(answers.every(({ status }) => status === 200 || status === 204)).toBe(true);
  await shown(url, 'grinch');
  await asked(1);
});

it('has a budget of its own per client', async () => {
  const { url } = await gateway({ RATE_LIMIT_READS_PER_MINUTE: '3' });
  for (const _time of [1, 2, 3]) await avatar(url, 'grinch');
  expect((await avatar(url, 'grinch')).status).toBe(429);
  expect((await call(url, '/api/site-info')).status).toBe(200);
});

it.each([{ AVATAR_URL: 'off' }, { THIRD_PARTIES: 'off' }])('asks for nothing with %o', async (settings) => {
  const { url } = await gateway(settings);
  expect(await avatar(url, 'grinch')).toMatchObject({ status: 204 });
  expect(service.asked).toEqual([]);
});
