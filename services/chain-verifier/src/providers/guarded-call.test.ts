import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { guardedCall, MAX_ANSWER_BYTES, readRetryAfter } from './guarded-call.ts';

let answer: (response: ServerResponse) => void;

const server = createServer((_request, response) => answer(response));
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

async function ask(timeoutMs = 30_000): Promise<unknown> {
  const { port } = server.address() as AddressInfo;
  const call = guardedCall({ provider: 'somewhere', timeoutMs });
  const request = { jsonrpc: '2.0', id: 'seven', method: 'getSlot' };
  return call(`http://127.0.0.1:${port}/?api-key=secret`, { ...request, body: JSON.stringify(request) });
}

const text = (body: string) => (response: ServerResponse) => void response.end(body);
const json = (body: unknown) => text(JSON.stringify(body));

describe('an answer', () => {
  it('to the call is returned unchanged, null included', async () => {
    answer = json({ jsonrpc: '2.0', id: 'seven', result: null });
    expect(await ask()).toBeNull();
  });

  it('of some megabytes is accepted', async () => {
    const result = 'x'.repeat(5 * 1024 * 1024);
    answer = json({ jsonrpc: '2.0', id: 'seven', result });
    expect(await ask()).toBe(result);
  });

  it.each([
    ['empty', text('')],
    ['HTML', text('<html>busy</html>')],
    ['cut short', text('{"jsonrpc":"2.0","id":"seven","resul')],
    ['a list', json([{ jsonrpc: '2.0', id: 'seven', result: 1 }])],
    ['null', json(null)],
    ['another protocol', json({ id: 'seven', result: 1 })],
    ['to another call', json({ jsonrpc: '2.0', id: 'eight', result: 1 })],
    ['to no call', json({ jsonrpc: '2.0', result: 1 })],
    ['both result and error', json({ jsonrpc: '2.0', id: 'seven', result: 1, error: { code: 1 } })],
    ['neither', json({ jsonrpc: '2.0', id: 'seven' })],
    ['an error without a code', json({ jsonrpc: '2.0', id: 'seven', error: 'no' })],
    ['too large', text(' '.repeat(MAX_ANSWER_BYTES + 1))],
  ])('that is %s is malformed', async (_name, given) => {
    answer = given;
    await expect(ask()).rejects.toMatchObject({ name: 'RpcFault', code: 'malformed_response' });
  });

  it.each([
    [429, 'rate_limited'],
    [-32_005, 'provider_error'],
    [-32_004, 'provider_error'],
    [-32_007, 'provider_error'],
    [-32_009, 'provider_error'],
    [-32_011, 'provider_error'],
    [-32_602, 'provider_error'],
    [-32_603, 'provider_error'],
    [-32_015, 'client_too_old'],
  ])('with JSON-RPC error %i is the fault %s', async (code, fault) => {
    answer = json({ jsonrpc: '2.0', id: 'seven', error: { code, message: 'no' } });
    await expect(ask()).rejects.toMatchObject({ code: fault });
  });

  it.each([
    [403, 'provider_error'],
    [404, 'provider_error'],
    [500, 'provider_error'],
    [503, 'provider_error'],
  ])('with HTTP status %i is the fault %s', async (status, code) => {
    answer = (response) => void response.writeHead(status).end('{}');
    await expect(ask()).rejects.toMatchObject({ code });
  });

  it('with HTTP status 429 carries its Retry-After', async () => {
    answer = (response) => void response.writeHead(429, { 'retry-after': '2' }).end();
    await expect(ask()).rejects.toMatchObject({ code: 'rate_limited', retryAfterMs: 2_000 });
  });

  it('that redirects is not followed', async () => {
    answer = (response) => void response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end();
    await expect(ask()).rejects.toMatchObject({ code: 'provider_error' });
  });

  it('that is compressed without being requested is malformed', async () => {
    const packed = gzipSync(JSON.stringify({ jsonrpc: '2.0', id: 'seven', result: 1 }));
    answer = (response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed);
    await expect(ask()).rejects.toMatchObject({ code: 'malformed_response' });
  });

  it('that never arrives, or trickles, is a timeout', async () => {
    answer = () => undefined;
    await expect(ask(100)).rejects.toMatchObject({ code: 'timeout' });
    answer = (response) => void response.write('{"jsonrpc"');
    await expect(ask(100)).rejects.toMatchObject({ code: 'timeout' });
  });

  it('of a broken connection names the host and never the key in its URL', async () => {
    answer = (response) => void response.destroy();
    const fault = await ask().catch((error: Error) => error);
    expect(fault).toMatchObject({ code: 'provider_error', provider: 'somewhere' });
    expect(String(fault)).not.toContain('secret');
  });
});

it('Retry-After is read as seconds or as a date, at most a minute', () => {
  const now = Date.parse('2026-12-24T12:00:00Z');
  expect(readRetryAfter('3', now)).toBe(3_000);
  expect(readRetryAfter('Thu, 24 Dec 2026 12:00:05 GMT', now)).toBe(5_000);
  expect(readRetryAfter('Thu, 24 Dec 2026 11:00:00 GMT', now)).toBe(0);
  expect(readRetryAfter('86400', now)).toBe(60_000);
  expect(readRetryAfter('soon', now)).toBeUndefined();
  expect(readRetryAfter(undefined, now)).toBeUndefined();
});
