import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import fc, { type Arbitrary } from 'fast-check';
import type { Sent } from './sent.ts';
import { payloads, slowTexts } from './values.ts';

export type Hostile = { what: string; change: (right: Sent) => Sent };

const KIB = 1024;
const BODY_LIMIT = 64 * KIB;

const nested = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth);

/** Bodies that are too large, too deep, or not JSON. */
const bodies: [string, () => Buffer | string][] = [
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

const json = (right: Sent, body: Buffer | string, more: Sent['headers'] = {}): Sent => ({
  ...right,
  method: right.method === 'GET' ? 'POST' : right.method,
  headers: { ...right.headers, 'content-type': 'application/json', ...more },
  body: Buffer.from(body),
});

const types = [
  'text/plain',
  'text/html',
  'application/xml',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  '',
  ';;;',
  'application/json;charset=utf-16',
  'application/json; charset=',
  'application/jsonp',
  'application/json/../x',
  'application/graphql',
  `application/${'x'.repeat(5_000)}`,
  'APPLICATION/JSON',
  '\t',
  'application/ json',
];

const bomb = Buffer.alloc(10 * KIB * KIB, 0x20);
const encodings: [string, () => Buffer][] = [
  ['gzip', () => gzipSync(bomb)],
  ['deflate', () => deflateSync(bomb)],
  ['br', () => brotliCompressSync(bomb)],
  ['gzip, gzip', () => gzipSync(gzipSync(bomb))],
  ['zstd', () => Buffer.from('{}')],
  ['identity', () => Buffer.from('{}')],
  ['gzip', () => Buffer.from('{}')],
];

const methods = `HEAD OPTIONS TRACE PUT DELETE PATCH POST PROPFIND PURGE SEARCH LOCK MKCOL GET`.split(/\s+/);

const paths: [string, (path: string) => string][] = [
  ['dot segments', (path) => `/x/..${path}`],
  ['encoded dot segments', (path) => `/x/%2e%2e${path}`],
  ['twice encoded dot segments', (path) => `/x/%252e%252e${path}`],
  ['NUL', (path) => `${path.split('?', 1)[0]}%00`],
  ['NUL and an ending', (path) => `${path.split('?', 1)[0]}%00.json`],
  ['encoded slashes', (path) => path.replace(/(?!^)\//g, '%2f')],
  [
    'an encoded letter',
    (path) => path.replace(/^\/(\w)/, (_all, letter: string) => `/%${letter.charCodeAt(0).toString(16)}`),
  ],
  ['upper case', (path) => path.toUpperCase()],
  ['two slashes', (path) => `/${path}`],
  ['a slash more', (path) => `${path.split('?', 1)[0]}/`],
  ['backslashes', (path) => path.replaceAll('/', '\\')],
  ['a fragment', (path) => `${path}#fragment`],
  ['a semicolon', (path) => `${path};a=b`],
  ['an absolute address', (path) => `http://evil.example${path}`],
  ['somebody else', (path) => `//evil.example${path}`],
  ['out of the folder', () => '/art/..%2f..%2f..%2fetc/passwd'],
  ['out of the folder, twice encoded', () => '/art/%252e%252e%252f%252e%252e%252finternal-secret'],
  ['out of the folder, with backslashes', () => '/art/..%5c..%5cinternal-secret'],
  ['what cannot be decoded', (path) => `${path}%zz%`],
  ['overlong UTF-8', (path) => `${path}%c0%ae%c0%ae%c0%af`],
  ['ten thousand segments', () => '/a'.repeat(10_000)],
  ['a long name', (path) => `${path}${'a'.repeat(20_000)}`],
  ['a query of 60,000', (path) => `${path}?q=${'a'.repeat(60_000)}`],
  ['a thousand parameters', (path) => `${path}?${'a[]=1&'.repeat(3_000)}`],
  ['only the query', (path) => `?${path}`],
  ['a star', () => '*'],
];

const headerNames =
  `accept accept-encoding accept-language cookie if-none-match if-modified-since last-event-id
  origin prefer range referer sec-fetch-mode sec-fetch-site traceparent user-agent x-forwarded-for
  x-forwarded-host x-http-method-override x-request-id x-original-url x-service-auth authorization
  expect forwarded content-type host te via baggage tracestate`.split(/\s+/);

/** Node refuses other characters in headers. */
const sendable = (text: string) => text.replace(/[^\x20-\x7e\xa0-\xff]/g, '').trim();

const flood = (count: number, length: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`x-flood-${at}`, 'x'.repeat(length)]));

const withBody: Arbitrary<Hostile> = fc
  .constantFrom(...bodies)
  .map(([what, body]) => ({ what, change: (right) => json(right, body()) }));
const withType: Arbitrary<Hostile> = fc.constantFrom(...types).map((type) => ({
  what: `type ${type.slice(0, 30)}`,
  change: (right) => json(right, right.body ?? '{}', { 'content-type': type }),
}));
const withEncoding: Arbitrary<Hostile> = fc.constantFrom(...encodings).map(([encoding, body]) => ({
  what: `encoding ${encoding}`,
  change: (right) => json(right, body(), { 'content-encoding': encoding }),
}));
const withMethod: Arbitrary<Hostile> = fc.constantFrom(...methods).map((method) => ({
  what: method,
  change: (right) => ({ ...right, method }),
}));
const withPath: Arbitrary<Hostile> = fc.constantFrom(...paths).map(([what, change]) => ({
  what,
  change: (right) => ({ ...right, path: change(right.path) }),
}));
const withHeader: Arbitrary<Hostile> = fc
  .tuple(fc.constantFrom(...headerNames), fc.constantFrom(...payloads, ...slowTexts))
  .map(([name, text]) => ({
    what: `header ${name}`,
    change: (right) => ({ ...right, headers: { ...right.headers, [name]: sendable(text) } }),
  }));
const withFlood: Arbitrary<Hostile> = fc
  .constantFrom<[number, number]>([1_500, 10], [100, 500], [1, 60_000], [2_500, 1], [200, 1_000])
  .map(([count, length]) => ({
    what: `${count} headers`,
    change: (right) => ({ ...right, headers: { ...right.headers, ...flood(count, length) } }),
  }));

/** Hostile changes to a valid request. */
export const hostile: Arbitrary<Hostile> = fc.oneof(
  { weight: 5, arbitrary: withBody },
  { weight: 2, arbitrary: withType },
  { weight: 1, arbitrary: withEncoding },
  { weight: 3, arbitrary: withMethod },
  { weight: 5, arbitrary: withPath },
  { weight: 5, arbitrary: withHeader },
  { weight: 1, arbitrary: withFlood },
);
