import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { chooseEncoding, encode } from './encoding.ts';

it.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['BR;q=0.5, gzip', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.000, gzip;q=0', 'identity'],
  ['*', 'identity'],
  ['brx', 'identity'],
])('for %j it is %s', (header, encoding) => {
  expect(chooseEncoding(header)).toBe(encoding);
});

it('what is encoded is the same when it is decoded', async () => {
  const text = Buffer.from('naughty '.repeat(1_000));
  expect(brotliDecompressSync(await encode(text, 'br'))).toEqual(text);
  expect(gunzipSync(await encode(text, 'gzip'))).toEqual(text);
  expect(await encode(text, 'identity')).toEqual(text);
});
