import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { refuseBrotli } from '@naughty-list/service-kit/http/refuse-brotli';
import { afterAll, beforeAll, expect, it } from 'vitest';

const run = promisify(execFile);
const packed: Record<string, Buffer> = {
  br: brotliCompressSync('ho'),
  BR: brotliCompressSync('ho'),
  'gzip, br': brotliCompressSync(gzipSync('ho')),
  gzip: gzipSync('ho'),
  identity: Buffer.from('ho'),
};
let server: Server;
let url: string;
let asked: IncomingHttpHeaders;

beforeAll(async () => {
  refuseBrotli();
  server = createServer((request, response) => {
    asked = request.headers;
    const encoding = decodeURIComponent(request.url?.slice(1) ?? '');
    response.setHeader('Content-Encoding', encoding).end(packed[encoding]);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const read = async (encoding: string) => {
  const headers = { 'x-elf': 'yes', 'accept-encoding': 'br' };
  return (await fetch(`${url}/${encodeURIComponent(encoding)}`, { headers })).text();
};

it.each(['gzip', 'identity'])('a response in %s is read, and brotli is not requested', async (encoding) => {
  expect(await read(encoding)).toBe('ho');
  expect(asked).toMatchObject({ 'accept-encoding': 'gzip, deflate', 'x-elf': 'yes' });
});

it.each(['br', 'BR', 'gzip, br'])(
  'a response in %s is refused unread, and the next one is read',
  async (encoding) => {
    const refused = await read(encoding).catch((error: Error) => error);
    expect(refused).toMatchObject({ cause: { code: 'BROTLI_REFUSED' } });
    expect(await read('gzip')).toBe('ho');
  },
);

it('loads the dispatcher with the first fetch, and refuses from then on', async () => {
  const module = new URL('../src/http/refuse-brotli.ts', import.meta.url).href;
  const program = `
    const { refuseBrotli } = await import('${module}');
    const isLoaded = () => Symbol.for('undici.globalDispatcher.1') in globalThis;
    refuseBrotli();
    const before = isLoaded();
    const refused = await fetch('${url}/br').catch((error) => error.cause.code);
    console.log(before, isLoaded(), refused);`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program]);
  expect(stdout.trim()).toBe('false true BROTLI_REFUSED');
});
