import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import {
  type Handler,
  LIST,
  RIVAL,
  sendJson,
  startMarketServer,
} from '@naughty-list/test-kit/stand-in-server';
import { beforeEach, expect, it } from 'vitest';
import { call, Stage } from './gateway-under-test.ts';

const stage = closeAfterAll(await Stage.build());
const market = await startMarketServer();
stage.onStop(market.stop);
beforeEach(() => {
  market.asked.length = 0;
  market.answerWith(undefined);
});

const connected = (settings: Record<string, string> = {}) =>
  stage.gateway({
    MARKET_DATA_URL: market.url,
    MARKET_TOKEN_ADDRESS: LIST,
    ...settings,
  });

const unavailable = (message: string) => ({
  status: 503,
  json: { message, code: 'service_unavailable', retryAfter: 30 },
});

it('returns the figures of the main pair of each token', async () => {
  const { url } = await connected();
  const list = await call(url, '/api/market-data/list');
  expect(list).toMatchObject({
    status: 200,
    json: {
      connected: true,
      figures: { marketCap: 125_000, volume24h: 4_321.5, priceChange24h: 2.345 },
      ageSeconds: 0,
    },
  });
  expect(list.headers['cache-control']).toBe('no-cache');
  expect((await call(url, '/api/market-data/rival')).json).toMatchObject({
    figures: { marketCap: 5_250_000, volume24h: 1_234_567, priceChange24h: -3.2 },
  });
  expect(market.asked).toEqual([`/latest/dex/tokens/${LIST}`, `/latest/dex/tokens/${RIVAL}`]);
});

it.each([{}, { MARKET_DATA_URL: 'off' }, { THIRD_PARTIES: 'off' }])(
  'is on by default, and off with %o',
  async (settings) => {
    const { url } = await connected(settings);
    const isOn = Object.keys(settings).length === 0;
    expect((await call(url, '/api/market-data/list')).json).toMatchObject({ connected: isOn });
    expect(market.asked).toHaveLength(isOn ? 1 : 0);
  },
);

it('has no figures of LIST without its address, and those of Rizzmas by default', async () => {
  market.answerWith((_path, response) => sendJson(response, { schemaVersion: '1.0.0', pairs: null }));
  const { url } = await stage.gateway({ MARKET_DATA_URL: market.url });
  const none = { status: 200, json: { connected: true, figures: null, ageSeconds: 0 } };
  expect(await call(url, '/api/market-data/list')).toMatchObject(none);
  expect(market.asked).toEqual([]);
  expect(await call(url, '/api/market-data/rival')).toMatchObject(none);
  expect(market.asked).toEqual(['/latest/dex/tokens/85cQsFgbi8mBZxiPppbpPXuV7j1hA8tBwhjF4gKW6mHg']);
});

it.each<[string, Handler]>([
  ['fails', (_path, response) => response.writeHead(500).end('<h1>oops</h1>')],
  ['limits us', (_path, response) => response.writeHead(429).end()],
  [
    'sends us elsewhere',
    (_path, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  ],
  [
    'answers nonsense',
    (_path, response) => response.setHeader('content-type', 'application/json').end('certainly'),
  ],
  [
    'answers with a page',
    (_path, response) => response.setHeader('content-type', 'text/html').end('{"pairs":null}'),
  ],
  ['answers another shape', (_path, response) => sendJson(response, { pairs: [{ marketCap: '1' }] })],
  [
    'answers without end',
    (_path, response) =>
      response.setHeader('content-type', 'application/json').end(`{"pairs":[${' '.repeat(1_100_000)}]}`),
  ],
  ['hangs up', (_path, response) => response.destroy()],
])('has no figures when the market %s, and does not ask again at once', async (_what, handler) => {
  market.answerWith(handler);
  const { url } = await connected();
  for (let asked = 0; asked < 3; asked += 1) {
    expect(await call(url, '/api/market-data/list')).toMatchObject(unavailable('Failed to fetch token data'));
  }
  expect(await call(url, '/api/market-data/rival')).toMatchObject(
    unavailable('Failed to fetch Rizzmas data'),
  );
  expect(market.asked).toHaveLength(2);
});

it('knows two tokens', async () => {
  const { url } = await connected();
  for (const token of ['LIST', 'doge', '..%2flist', RIVAL]) {
    expect(await call(url, `/api/market-data/${token}`)).toMatchObject({
      status: 404,
      json: { code: 'not_found' },
    });
  }
  expect(market.asked).toEqual([]);
});

it('does not start with a malformed address', async () => {
  await expect(connected({ MARKET_TOKEN_ADDRESS: 'not an address' })).rejects.toThrow('MARKET_TOKEN_ADDRESS');
});
