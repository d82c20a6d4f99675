import { expect, it } from 'vitest';
import { FaultError } from './fault.ts';
import { at, isObject, readAmount, readArray, readInteger, readObject, readText } from './read-json.ts';

const most = 18_446_744_073_709_551_615n;
const list = [1, 2];
const body = { a: 1 };

it.each<[string, (value: unknown) => unknown, unknown[], unknown[]]>([
  ['an object', (value) => readObject(value, 'it'), [body], [null, undefined, list, 'x', 7, () => {}]],
  ['an array', (value) => readArray(value, 'it'), [list, []], [null, body, 'x', { length: 0 }]],
  ['a text', (value) => readText(value, 'it'), ['', 'x'], [null, undefined, 7, ['x']]],
  [
    'a whole number',
    (value) => readInteger(value, 'it'),
    [0, 1, Number.MAX_SAFE_INTEGER],
    [-1, 0.5, Number.NaN, Infinity, 2 ** 53, '1', 1n, null],
  ],
  ['a byte', (value) => readInteger(value, 'it', 255), [0, 255], [256, -1]],
])('%s is read as it is, and nothing else', (_name, read, good, bad) => {
  for (const value of good) expect(read(value)).toBe(value);
  for (const value of bad) expect(() => read(value)).toThrow(FaultError);
});

it('an amount is a u64 in decimal digits', () => {
  for (const amount of [0n, 7n, 10n, 2n ** 53n + 1n, most])
    expect(readAmount(`${amount}`, 'it')).toBe(amount);
  for (const text of [
    '',
    '00',
    '01',
    '-1',
    '+1',
    '1.0',
    '1e3',
    ' 1',
    '1 ',
    '0x1',
    `${most + 1n}`,
    '1'.repeat(21),
    1,
    1n,
    ['1'],
  ])
    expect(() => readAmount(text, 'it'), String(text)).toThrow(FaultError);
});

it('an index that untrusted data put past the end is malformed', () => {
  expect(at(list, 1, 'it')).toBe(2);
  for (const index of [2, -1]) expect(() => at(list, index, 'it')).toThrow(FaultError);
});

it('lists and null are not objects', () => {
  expect([body, {}, [], null, undefined, 'x'].map(isObject)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});
