import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { BEST_BROTLI, chooseEncoding, encode, QUICK_BROTLI } from './encoding.ts';

it.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['BR;q=0.5, gzip', 'br'],
  ['gzip;q=1.0, BR;q=0.5', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.0,gzip;q=0', 'identity'],
  ['br; q=0.000, gzip;q=0', 'identity'],
  ['deflate, *', 'gzip'],
  ['*', 'gzip'],
  ['*;q=0.5, br', 'br'],
  ['x-gzip', 'gzip'],
  ['gzip;q=0, *', 'identity'],
  ['*;q=0', 'identity'],
  ['brx', 'identity'],
  ['brotli', 'identity'],
])('answers a client that accepts %s in %s', (accepted, encoding) => {
  for (let n = 0; n < 2; n += 1) expect(chooseEncoding(accepted)).toBe(encoding);
});

it('encodes to what decodes to the same', async () => {
  const text = Buffer.from('naughty '.repeat(1_000));
  for (const quality of [QUICK_BROTLI, BEST_BROTLI]) {
    expect(brotliDecompressSync(await encode(text, 'br', quality))).toEqual(text);
  }
  expect(gunzipSync(await encode(text, 'gzip', BEST_BROTLI))).toEqual(text);
  expect(await encode(text, 'identity', BEST_BROTLI)).toEqual(text);
});
