import { getFeedDiffs } from '@naughty-list/contracts/feeds';
import { lookUp } from '@naughty-list/contracts/look-up';
import { getPrivateCheckShard } from '@naughty-list/contracts/private-check';
import { listReports } from '@naughty-list/contracts/reports';
import { Answer, route } from '@naughty-list/service-kit/http/route';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { call, type Gateway, Stage } from './gateway-under-test.ts';

const LIST = '/api/scammer-reports';
const LONG = 'Ho'.repeat(1_000);

/** What the service has. */
const list = { names: ['grinch'] };
const asked: { url: string; clientHeaders: string[] }[] = [];
let waiting: Promise<void> | undefined;
let hanging: Promise<void> | undefined;
const change = (...names: string[]) => {
  list.names = names;
  stage.listVersion += 1;
};
const listRoute = route(listReports, async ({ query, raw }) => {
  const clientHeaders = Object.keys(raw.headers).filter((name) => /cookie|client|visitor/.test(name));
  asked.push({ url: raw.url, clientHeaders });
  await hanging;
  const names = query.limit === 7 ? [LONG] : list.names;
  return new Answer(200, Buffer.from(JSON.stringify(names)), {
    'x-total-count': String(list.names.length),
    'content-type': 'application/json; charset=utf-8',
  });
});
const others = [
  route(lookUp, ({ query, raw }) => {
    asked.push({ url: raw.url, clientHeaders: [] });
    return new Answer(200, { term: query.q }) as never;
  }),
  route(getPrivateCheckShard, () => {
    const headers = { 'cache-control': 'public, max-age=30, no-transform' };
    return new Answer(200, { entries: [], padding: LONG }, headers) as never;
  }),
  route(getFeedDiffs, async () => {
    await waiting;
    return { version: '00000000-1', more: false, diffs: [] };
  }),
];
const routes = [listRoute, ...others];

let service: { url: string; stop(): Promise<void> };
let gateways: Gateway[];
let url: string;

const stage = closeAfterAll(await Stage.build());
beforeAll(async () => {
  service = await stage.service(routes);
  const settings = { REPORTS_URL: service.url, RATE_LIMIT_READS_PER_MINUTE: '1000000' };
  gateways = [await stage.gateway(settings), await stage.gateway(settings)];
  url = gateways[0]?.url ?? '';
});
beforeEach(() => {
  asked.length = 0;
  change('grinch');
});

it('reads a list once for each of its versions', async () => {
  for (let n = 0; n < 5; n += 1) {
    const answer = await call(url, LIST);
    expect(answer).toMatchObject({ status: 200, json: ['grinch'] });
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(answer.text.length),
      'cache-control': 'no-cache',
      'x-total-count': '1',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'x-ratelimit-limit': '1000000',
      'content-security-policy': expect.stringContaining("default-src 'self'"),
    });
  }
  expect(asked).toHaveLength(1);
});

it('shows a change in the next answer of every gateway, whatever is under way', async () => {
  let over = false;
  const crowd = gateways.flatMap((gateway) =>
    Array.from({ length: 4 }, async () => {
      while (!over) expect((await call(gateway.url, LIST)).status).toBe(200);
    }),
  );
  for (let round = 0; round < 50; round += 1) {
    change(`fresh${round}`);
    const answers = await Promise.all(gateways.map((gateway) => call(gateway.url, LIST)));
    for (const { json } of answers) expect(json).toEqual([`fresh${round}`]);
  }
  over = true;
  await Promise.all(crowd);
});

it('reads once for many who ask at once, however they spell it', async () => {
  const spellings = ['', '?limit=1000', '?offset=0&limit=1000', '?limit=1000&offset=000', '?a=1', '?a=2&a=3'];
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, n) => call(url, `${LIST}${spellings[n % spellings.length]}`)),
  );
  for (const { json } of answers) expect(json).toEqual(['grinch']);
  expect(asked.map((each) => each.url)).toEqual([`${LIST}?limit=1000&offset=0`]);
});

it('keeps each address, and each encoding, for itself', async () => {
  for (let n = 0; n < 2; n += 1) {
    for (const [limit, names] of [
      [7, [LONG]],
      [8, ['grinch']],
    ] as const)
      expect((await call(url, `${LIST}?limit=${limit}`)).json).toEqual(names);
    for (const encoding of ['br', 'gzip']) {
      const response = await fetch(`${url}${LIST}?limit=7`, { headers: { 'accept-encoding': encoding } });
      expect(response.headers.get('content-encoding')).toBe(encoding);
      expect(await response.json()).toEqual([LONG]);
    }
  }
  expect(asked).toHaveLength(2);
  const text = (username: string) => call(url, `/api/look-up?q=${username}`);
  for (const username of ['elf', 'Elf', 'elf'])
    expect((await text(username)).json).toEqual({ term: username });
  expect(asked).toHaveLength(4);
});

it('sends a shard of the private check as it is, since its length must not tell what is in it', async () => {
  const { headers, text } = await call(url, '/api/private-check/0000', {
    headers: { 'accept-encoding': 'br' },
  });
  expect(headers).not.toHaveProperty('content-encoding');
  expect(JSON.parse(text).padding).toBe(LONG);
});

it('sends nothing to those who have it, and everything after a change', async () => {
  const { etag = '' } = (await call(url, LIST)).headers;
  for (const known of [etag, `"other", ${etag}`, etag.replace('W/', ''), '*']) {
    const again = await call(url, LIST, { headers: { 'if-none-match': known } });
    expect(again).toMatchObject({ status: 304, text: '' });
    expect(again.headers).toMatchObject({ etag, 'x-total-count': '1' });
    expect(again.headers).not.toHaveProperty('content-length');
  }
  change('krampus');
  const changed = await call(url, LIST, { headers: { 'if-none-match': etag } });
  expect(changed).toMatchObject({ status: 200, json: ['krampus'] });
});

it('answers HEAD with the head alone', async () => {
  expect(await call(url, LIST, { method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
});

it('passes refusals on, and keeps none', async () => {
  for (let n = 0; n < 2; n += 1) {
    const refused = await call(url, `${LIST}?limit=0`);
    expect(refused.status).toBe(400);
    expect(refused.json).toMatchObject({ code: 'invalid_input', field: 'limit' });
  }
});

it('sends nothing about the client: the response is shared', async () => {
  await call(url, LIST, { headers: { cookie: 'visitor=me', 'x-client-id': 'me' } });
  expect(asked[0]?.clientHeaders).toEqual([]);
});

it('marks what it cannot compare as stale while the service is away, and answers the truth when it is back', async () => {
  const { etag = '' } = (await call(url, LIST)).headers;
  expect((await call(url, LIST)).headers).not.toHaveProperty('warning');
  await service.stop();
  const marks = { warning: '110 - "Response is Stale"', age: expect.stringMatching(/^\d+$/) };
  expect(await call(url, LIST)).toMatchObject({ status: 200, json: ['grinch'], headers: marks });
  const known = await call(url, LIST, { headers: { 'if-none-match': etag } });
  expect(known).toMatchObject({ status: 304, text: '', headers: marks });
  const never = await call(url, `${LIST}?limit=9`);
  expect(never).toMatchObject({ status: 503, json: { code: 'service_unavailable' } });
  expect(never.headers['retry-after']).toBe('5');
  change('krampus');
  service = await stage.service(routes, { port: Number(new URL(service.url).port) });
  const back = await call(url, LIST);
  expect(back).toMatchObject({ status: 200, json: ['krampus'] });
  expect(back.headers).not.toHaveProperty('warning');
});

it('sends an earlier response, marked, while the service hangs', async () => {
  await call(url, LIST);
  change('krampus');
  const held = Promise.withResolvers<void>();
  hanging = held.promise;
  const stale = await call(url, LIST);
  expect([stale.json, stale.headers.warning]).toEqual([['grinch'], '110 - "Response is Stale"']);
  held.resolve();
  await expect.poll(async () => (await call(url, LIST)).json).toEqual(['krampus']);
});

it('still has what pages ask for after a stranger has asked for much else', async () => {
  const asPages = `${LIST}?limit=1000&offset=0`;
  for (const path of [LIST, asPages]) await call(url, path);
  for (let n = 1; n <= 100; n += 1) await call(url, `${LIST}?limit=1&offset=${n}`);
  await service.stop();
  for (const path of [LIST, asPages]) expect((await call(url, path)).status).toBe(200);
  service = await stage.service(routes, { port: Number(new URL(service.url).port) });
});

it('lets other networks go first when one asks for many large responses', async () => {
  const behindProxy = await stage.gateway({ REPORTS_URL: service.url, TRUST_PROXY: '1' });
  const diffs = (from: string, since: number) =>
    call(behindProxy.url, `/feeds/diffs.json?since=00000000-${since}`, {
      headers: { 'x-forwarded-for': from },
    });
  const held = Promise.withResolvers<void>();
  waiting = held.promise;
  const done: string[] = [];
  const crowd = Array.from({ length: 30 }, async (_, n) => {
    const { status } = await diffs(`192.0.2.${n}`, n);
    done.push(`crowd ${status}`);
    return status;
  });
  // Those beyond the network's share are refused at once.
  await expect.poll(() => done.length).toBe(20);
  const honest = diffs('198.51.100.1', 1_000).then(({ status }) => done.push(`honest ${status}`));
  expect((await call(behindProxy.url, LIST)).status).toBe(200);
  held.resolve();
  await honest;
  expect(done.at(-1)).toBe('honest 200');
  expect(done.length).toBeLessThan(25);
  const statuses = await Promise.all(crowd);
  expect(statuses.filter((status) => status === 200)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(20);
});

it('closes kept connections while it drains', async () => {
  const draining = await stage.gateway({ REPORTS_URL: service.url });
  const headers = { connection: 'keep-alive' };
  expect((await call(draining.url, LIST, { headers })).headers.connection).toBe('keep-alive');
  draining.app.drain();
  for (const path of [LIST, '/']) {
    expect((await call(draining.url, path, { headers })).headers.connection).toBe('close');
  }
});

// Last, because the cache then has times from the future.
it('reads a list again after ten minutes: a row changed in the database gives it no new version', async () => {
  await call(url, LIST);
  list.names = ['innocent'];
  expect((await call(url, LIST)).json).toEqual(['grinch']);
  const now = performance.now.bind(performance);
  const later = vi.spyOn(performance, 'now').mockImplementation(() => now() + 601_000);
  const { json } = await call(url, LIST).finally(() => later.mockRestore());
  expect(json).toEqual(['innocent']);
});
