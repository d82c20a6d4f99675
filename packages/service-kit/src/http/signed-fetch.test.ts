import { expect, it } from 'vitest';
import { mayRepeat } from './signed-fetch.ts';

const failed = (code: string) => Object.assign(new Error('failed'), { code });

it('a request that never arrived may be repeated, whatever its method', () => {
  for (const method of ['GET', 'POST', 'DELETE'])
    expect(mayRepeat(failed('ECONNREFUSED'), method), method).toBe(true);
});

it('an interrupted request may have been carried out: only reads are repeated', () => {
  const cutOff = new TypeError('fetch failed', { cause: failed('UND_ERR_SOCKET') });
  expect(mayRepeat(cutOff, 'GET')).toBe(true);
  expect(mayRepeat(cutOff, 'POST')).toBe(false);
  expect(mayRepeat(failed('ECONNRESET'), 'PATCH')).toBe(false);
});

it('a timeout, or an error other than of the connection, is not repeated', () => {
  for (const error of [failed('UND_ERR_HEADERS_TIMEOUT'), new Error('other'), undefined])
    expect(mayRepeat(error, 'GET')).toBe(false);
});
