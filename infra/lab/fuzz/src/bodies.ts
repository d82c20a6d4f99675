const KIB = 1024;
const BODY_LIMIT = 64 * KIB;

const nested = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth);

/** Bodies that are too large, too deep, or not JSON. */
export const bodies: [string, () => Buffer | string][] = [
  ['arrays in arrays', () => nested('[', ']', 30_000)],
  ['objects in objects', () => `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
  ['arrays without end', () => '['.repeat(60_000)],
  ['one field, very deep', () => `{"description":${nested('[', ']', 20_000)}}`],
  ['a body at the limit', () => `{"description":"${'x'.repeat(BODY_LIMIT - 18)}"}`],
  ['a byte too much', () => `{"description":"${'x'.repeat(BODY_LIMIT - 17)}"}`],
  ['a megabyte', () => `{"description":"${'x'.repeat(KIB * KIB)}"}`],
  [
    'ten thousand keys',
    () => JSON.stringify(Object.fromEntries(Array.from({ length: 6_000 }, (_, at) => [`k${at}`, 1]))),
  ],
  ['numeric keys', () => '{"0":1,"1":2,"length":99999999}'],
  ['an unfinished object', () => '{"username":'],
  ['nothing', () => ''],
  ['null', () => 'null'],
  ['a text', () => '"text"'],
  ['NaN', () => '{"limit":NaN}'],
  ['a byte order mark', () => '\ufeff{}'],
  ['broken UTF-8', () => Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x22, 0xc0, 0xaf, 0x22, 0x7d])],
  ['UTF-16', () => Buffer.from('{"username":"a"}', 'utf16le')],
  ['a prototype', () => '{"__proto__":{"admin":true}}'],
  ['a prototype of a constructor', () => '{"constructor":{"prototype":{"admin":true}}}'],
  ['an escaped prototype', () => '{"\\u005f_proto__":{"admin":true}}'],
  ['a number of ten thousand digits', () => `{"reportId":${'9'.repeat(10_000)}}`],
  [
    'halves of surrogate pairs',
    () => '{"description":"\\ud800\\udfff\\ud800 and more text","username":"\\udfff"}',
  ],
];
