import { brotliCompressSync } from 'node:zlib';
import { listReports } from '@naughty-list/contracts/reports';
import { Answer, route } from '@naughty-list/service-kit/http/route';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { call, type Gateway, Stage } from './gateway-under-test.ts';

const LIST = '/api/scammer-reports';

/** The service's list: it changes, and answers 304 to a caller with the current version. */
const list = { names: ['grinch'], version: 1 };
const asked: { known: string | undefined; sent: boolean; clientHeaders: string[] }[] = [];
const change = (...names: string[]) => {
  list.names = names;
  list.version += 1;
};

const listRoute = route(listReports, async ({ query, raw }) => {
  const etag = `W/"${list.version}.${query.limit}"`;
  const known = raw.headers['if-none-match'];
  const clientHeaders = Object.keys(raw.headers).filter((name) => /cookie|client|visitor/.test(name));
  asked.push({ known, sent: known !== etag, clientHeaders });
  const headers = { etag, 'x-total-count': String(list.names.length), vary: 'accept-encoding' };
  if (known === etag) return new Answer(304, null, headers);
  const json = Buffer.from(JSON.stringify(list.names));
  const type = { ...headers, 'content-type': 'application/json; charset=utf-8' };
  if (raw.headers['accept-encoding'] !== 'br') return new Answer(200, json, type);
  return new Answer(200, brotliCompressSync(json), { ...type, 'content-encoding': 'br' });
});

let stage: Stage;
let service: { url: string; stop(): Promise<void> };
let gateways: Gateway[];
let url: string;

beforeAll(async () => {
  stage = await Stage.build();
  service = await stage.service([listRoute]);
  const settings = { REPORTS_URL: service.url, RATE_LIMIT_READS_PER_MINUTE: '1000000' };
  gateways = [await stage.gateway(settings), await stage.gateway(settings)];
  url = gateways[0]?.url ?? '';
});
beforeEach(() => {
  asked.length = 0;
  change('grinch');
});
afterAll(() => stage.clear());

it('asks before each answer, and lets the bytes travel once per change', async () => {
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
  expect(asked).toHaveLength(5);
  expect(asked.filter(({ sent }) => sent)).toHaveLength(1);
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

it('answers many who ask at once with fewer questions', async () => {
  const answers = await Promise.all(Array.from({ length: 100 }, () => call(url, LIST)));
  for (const { json } of answers) expect(json).toEqual(['grinch']);
  expect(asked.length).toBeLessThan(100);
});

it('keeps each address, and each encoding, for itself', async () => {
  expect((await call(url, `${LIST}?limit=2`)).headers.etag).toMatch(/\.2"$/);
  expect((await call(url, `${LIST}?limit=3`)).headers.etag).toMatch(/\.3"$/);
  for (let n = 0; n < 2; n += 1) {
    const response = await fetch(`${url}${LIST}?limit=2`, { headers: { 'accept-encoding': 'gzip, br' } });
    expect(response.headers.get('content-encoding')).toBe('br');
    expect(await response.json()).toEqual(['grinch']);
    const plain = await call(url, `${LIST}?limit=2`);
    expect(plain.headers).not.toHaveProperty('content-encoding');
    expect(plain.json).toEqual(['grinch']);
  }
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
  const away = await call(url, LIST);
  expect(away).toMatchObject({ status: 200, json: ['grinch'], headers: marks });
  const known = await call(url, LIST, { headers: { 'if-none-match': etag } });
  expect(known).toMatchObject({ status: 304, text: '', headers: marks });
  const never = await call(url, `${LIST}?limit=7`);
  expect(never).toMatchObject({ status: 503, json: { code: 'service_unavailable' } });
  expect(never.headers['retry-after']).toBe('5');
  change('krampus');
  service = await stage.service([listRoute], { port: Number(new URL(service.url).port) });
  const back = await call(url, LIST);
  expect(back).toMatchObject({ status: 200, json: ['krampus'] });
  expect(back.headers).not.toHaveProperty('warning');
});

it('still has what pages ask for after a stranger has asked for much else', async () => {
  const asPages = `${LIST}?limit=1000&offset=0`;
  for (const path of [LIST, asPages]) await call(url, path);
  for (let n = 1; n <= 100; n += 1) await call(url, `${LIST}?limit=1&offset=${n}`);
  await service.stop();
  for (let n = 1; n <= 100; n += 1) await call(url, `${LIST}?limit=2&offset=${n}`);
  for (const path of [LIST, asPages]) expect((await call(url, path)).status).toBe(200);
  expect((await call(url, `${LIST}?limit=1&offset=1`)).status).toBe(503);
  service = await stage.service([listRoute], { port: Number(new URL(service.url).port) });
});

it('keeps no answer under a query that means nothing', async () => {
  await call(url, LIST);
  await call(url, `${LIST}?limit=5&a=1`);
  await service.stop();
  expect((await call(url, `${LIST}?limit=5&a=1`)).status).toBe(503);
  service = await stage.service([listRoute], { port: Number(new URL(service.url).port) });
});

it('asks for a connection of one’s own to be opened anew while it drains', async () => {
  const draining = await stage.gateway({ REPORTS_URL: service.url });
  const headers = { connection: 'keep-alive' };
  expect((await call(draining.url, LIST, { headers })).headers.connection).toBe('keep-alive');
  draining.app.drain();
  for (const path of [LIST, '/']) {
    expect((await call(draining.url, path, { headers })).headers.connection).toBe('close');
  }
});
