import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import {
  chooseEncoding,
  createDocument,
  type Encoding,
  fillOrigin,
  QUICK_BROTLI,
  withoutOriginLines,
} from './document.ts';

it.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1.0, BR;q=0.5', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.0,gzip;q=0', 'identity'],
  ['deflate, *', 'identity'],
  ['brotli', 'identity'],
])('answers a browser that accepts %s in %s', (accepted, encoding) => {
  expect(chooseEncoding(accepted)).toBe(encoding);
});

it('makes each encoding once, all of the same text', async () => {
  const text = 'Ho ho ho '.repeat(100);
  const document = createDocument('text/plain', text);
  const bytes = async (encoding: Encoding) => (await document.ready(encoding)).bytes ?? expect.fail();
  expect(brotliDecompressSync(await bytes('br')).toString()).toBe(text);
  expect(gunzipSync(await bytes('gzip')).toString()).toBe(text);
  expect((await bytes('identity')).toString()).toBe(text);
  expect(await bytes('br')).toBe(await bytes('br'));
});

it('compresses quickly what is made for one request', async () => {
  const text = Array.from({ length: 2_000 }, (_, n) => `line ${n * n} of a page`).join(' ');
  const size = async (quality?: number) => {
    const document = createDocument('text/html', text, quality === undefined ? {} : { quality });
    return (await document.ready('br')).bytes?.length ?? 0;
  };
  expect(QUICK_BROTLI).toBeLessThanOrEqual(5);
  expect(await size(QUICK_BROTLI)).toBeGreaterThan(await size());
});

it('fills the origin in, or stays within the site', () => {
  const text = 'a %PUBLIC_ORIGIN%/x b %PUBLIC_ORIGIN%/y';
  expect(fillOrigin(text, 'https://naughty.example')).toBe(
    'a https://naughty.example/x b https://naughty.example/y',
  );
  expect(fillOrigin(text, undefined)).toBe('a /x b /y');
  expect(withoutOriginLines('Allow: /\nSitemap: %PUBLIC_ORIGIN%/s\n')).toBe('Allow: /\n');
});
