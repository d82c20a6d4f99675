import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { chooseEncoding, createDocument, type Encoding, fillOrigin, withoutOriginLines } from './document.ts';

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

it('fills the origin in, or stays within the site', () => {
  const text = 'a %PUBLIC_ORIGIN%/x b %PUBLIC_ORIGIN%/y';
  expect(fillOrigin(text, 'https://naughty.example')).toBe(
    'a https://naughty.example/x b https://naughty.example/y',
  );
  expect(fillOrigin(text, undefined)).toBe('a /x b /y');
  expect(withoutOriginLines('Allow: /\nSitemap: %PUBLIC_ORIGIN%/s\n')).toBe('Allow: /\n');
});
