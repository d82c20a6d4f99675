import { expect, it } from 'vitest';
import { mayRepeat } from './may-repeat.ts';

const failed = (code: string) => Object.assign(new Error('failed'), { code });

it('what never arrived may be sent again, whatever it is', () => {
  for (const method of ['GET', 'POST', 'DELETE'])
    expect(mayRepeat(failed('ECONNREFUSED'), method), method).toBe(true);
});

it('what broke off may have been done: only reads are sent again', () => {
  const cutOff = new TypeError('fetch failed', { cause: failed('UND_ERR_SOCKET') });
  expect(mayRepeat(cutOff, 'GET')).toBe(true);
  expect(mayRepeat(cutOff, 'POST')).toBe(false);
  expect(mayRepeat(failed('ECONNRESET'), 'PATCH')).toBe(false);
});

it('what took too long, or is no fault of the connection, is not sent again', () => {
  for (const error of [failed('UND_ERR_HEADERS_TIMEOUT'), new Error('other'), undefined])
    expect(mayRepeat(error, 'GET')).toBe(false);
});
