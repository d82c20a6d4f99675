import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getHitCounter } from '@naughty-list/contracts/hit-counter';
import { removeByBurn } from '@naughty-list/contracts/removal';
import { listReports, submitReport } from '@naughty-list/contracts/reports';
import { afterEach, expect, test } from 'vitest';
import { ApiCallError, type ApiClient, createApiClient, errorText } from '../src/client.ts';

type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: string };
type Answer = { status: number; body: string; headers?: Record<string, string> };

let server: Server | undefined;

afterEach(async () => {
  await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
  server = undefined;
});

/** A real HTTP server that always gives the same response and records its requests. */
async function serving(answer: Answer): Promise<{ api: ApiClient; seen: Seen[]; baseUrl: string }> {
  const seen: Seen[] = [];
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}/`;
  return { api: createApiClient({ baseUrl }), seen, baseUrl };
}

const errorOf = async (call: Promise<unknown>): Promise<ApiCallError> => {
  const error = await call.catch((thrown: unknown) => thrown);
  if (!(error instanceof ApiCallError)) throw new Error(`no ApiCallError: ${String(error)}`);
  return error;
};

const report = {
  twitterUrl: 'https://x.com/grinch/status/1',
  username: 'grinch',
  description: 'stole it all',
};

test('a read sends no body and no content type, and returns the parsed body', async () => {
  const { api, seen } = await serving({ status: 200, body: '{"hitCount":7}' });
  expect(await api.call(getHitCounter)).toEqual({ hitCount: 7 });
  expect(seen[0]).toMatchObject({ method: 'GET', url: '/api/hit-counter', body: '' });
  expect(seen[0]?.headers['content-type']).toBeUndefined();
});

test('path parameters, query and JSON body travel where the contract says', async () => {
  const { api, seen } = await serving({ status: 202, body: '{"success":false,"pending":true}' });
  const full = await api.callFull(removeByBurn, { params: { id: 7 }, body: { txHash: 'abc' } });
  expect(full.status).toBe(202);
  expect(full.body.pending).toBe(true);
  expect(seen[0]).toMatchObject({ method: 'POST', url: '/api/scammer-reports/7/remove-by-burn' });
  expect(seen[0]?.headers['content-type']).toBe('application/json');
  expect(JSON.parse(seen[0]?.body ?? '')).toEqual({ txHash: 'abc' });
});

test('query values are written into the address, undefined ones are not', async () => {
  const { api, seen } = await serving({ status: 200, body: '[]', headers: { 'x-total-count': '0' } });
  const full = await api.callFull(listReports, { query: { limit: 1000, offset: undefined } });
  expect(full.headers.get('x-total-count')).toBe('0');
  expect(seen[0]?.url).toBe('/api/scammer-reports?limit=1000');
});

test('a path parameter cannot leave its segment, and a missing one is not sent', async () => {
  const { api, seen } = await serving({ status: 200, body: '{"success":true}' });
  await api.call(removeByBurn, { params: { id: '../../admin' }, body: { txHash: 'abc' } });
  expect(seen[0]?.url).toBe('/api/scammer-reports/..%2F..%2Fadmin/remove-by-burn');
  await expect(
    api.call(removeByBurn, { params: { id: undefined }, body: { txHash: 'abc' } }),
  ).rejects.toThrow(TypeError);
});

test('an error response becomes an ApiCallError with message, status, code and existingUsername', async () => {
  const body = { message: 'already there', code: 'username_already_listed', existingUsername: 'grinch' };
  const { api } = await serving({ status: 409, body: JSON.stringify(body) });
  expect(await errorOf(api.call(submitReport, { body: report }))).toMatchObject({
    message: 'already there',
    status: 409,
    code: 'username_already_listed',
    existingUsername: 'grinch',
  });
});

test.each([
  { status: 500, body: 'down', message: '500: down' },
  { status: 502, body: '', message: '502: Bad Gateway' },
  { status: 500, body: '{"error":"x"}', message: '500: {"error":"x"}' },
  { status: 500, body: '[1]', message: '500: [1]' },
  { status: 500, body: '{"message":17}', message: '500: {"message":17}' },
])(
  'without a message in the body ($body) it is the status and the text',
  async ({ status, body, message }) => {
    const { api } = await serving({ status, body });
    const error = await errorOf(api.call(getHitCounter));
    expect(error).toMatchObject({ status, message, code: undefined, existingUsername: undefined });
  },
);

test('an unknown code is omitted; Retry-After is returned in seconds', async () => {
  const answer = { status: 429, body: '{"message":"slow down","code":"nonsense"}' };
  const { api } = await serving({ ...answer, headers: { 'retry-after': '12' } });
  const error = await errorOf(api.call(getHitCounter));
  expect(error).toMatchObject({ code: undefined, retryAfterSeconds: 12 });
});

test.each(['', '<html>', '{"hitCount":"many"}'])(
  'a success status with a body that violates the contract (%j) is an error',
  async (body) => {
    const { api } = await serving({ status: 200, body });
    expect(await errorOf(api.call(getHitCounter))).toMatchObject({ status: 200 });
  },
);

test('an unreachable server is an ApiCallError with status 0', async () => {
  const { api } = await serving({ status: 200, body: '{}' });
  await new Promise((resolve) => server?.close(resolve));
  server = undefined;
  expect(await errorOf(api.call(getHitCounter))).toMatchObject({ status: 0 });
});

test('a connection that breaks within the response is an ApiCallError with status 0', async () => {
  const { api } = await serving({ status: 200, body: '{"hit', headers: { 'content-length': '14' } });
  server?.on('request', (request) => request.on('end', () => setImmediate(() => request.socket.destroy())));
  expect(await errorOf(api.call(getHitCounter))).toMatchObject({ status: 0 });
});

test('an abort stays an abort', async () => {
  const { api } = await serving({ status: 200, body: '{"hitCount":7}' });
  const signal = AbortSignal.abort();
  await expect(api.call(getHitCounter, {}, { signal })).rejects.toMatchObject({ name: 'AbortError' });
});

test('headers of the client and of one call are sent', async () => {
  const { seen, baseUrl } = await serving({ status: 200, body: '{"hitCount":7}' });
  const api = createApiClient({ baseUrl, headers: { authorization: 'Bearer a' } });
  await api.call(getHitCounter, {}, { headers: { 'x-request-id': 'r1' } });
  expect(seen[0]?.headers).toMatchObject({ authorization: 'Bearer a', 'x-request-id': 'r1' });
});

test('shows the message of the server, or else the fallback', () => {
  const fallbacks = [
    'Failed to submit report. Please try again.',
    'Failed to submit nice report',
    'An error occurred during verification.',
  ];
  for (const fallback of fallbacks) {
    expect(errorText(new ApiCallError('The elves are on strike.', { status: 503 }), fallback)).toBe(
      'The elves are on strike.',
    );
    for (const wordless of [new Error(''), undefined, null, 'text', 404]) {
      expect(errorText(wordless, fallback)).toBe(fallback);
    }
  }
});
