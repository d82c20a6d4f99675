import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type Encoding, QUICK_BROTLI } from '@naughty-list/service-kit/http/encoding';
import { expect, it } from 'vitest';
import { createDocument } from './cached-response.ts';

it('makes each encoding once, all of the same text', async () => {
  const text = 'Ho ho ho '.repeat(100);
  const document = createDocument('text/plain', text);
  const bytes = async (encoding: Encoding) => (await document.in(encoding)).bytes ?? expect.fail();
  expect(brotliDecompressSync(await bytes('br')).toString()).toBe(text);
  expect(gunzipSync(await bytes('gzip')).toString()).toBe(text);
  expect((await bytes('identity')).toString()).toBe(text);
  expect(await bytes('br')).toBe(await bytes('br'));
});

it('compresses quickly what is made for one request', async () => {
  const text = Array.from({ length: 2_000 }, (_, n) => `line ${n * n} of a page`).join(' ');
  const size = async (quality?: number) => {
    const document = createDocument('text/html', text, quality === undefined ? {} : { quality });
    return (await document.in('br')).bytes?.length ?? 0;
  };
  expect(QUICK_BROTLI).toBeLessThanOrEqual(5);
  expect(await size(QUICK_BROTLI)).toBeGreaterThan(await size());
});
