import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import fc, { type Arbitrary } from 'fast-check';
import { bodies } from './bodies.ts';
import { payloads, slowTexts } from './payloads.ts';
import type { Sent } from './sent.ts';

export type Hostile = { what: string; change: (right: Sent) => Sent };

const KIB = 1024;

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

const methods = [
  'HEAD',
  'OPTIONS',
  'TRACE',
  'PUT',
  'DELETE',
  'PATCH',
  'POST',
  'PROPFIND',
  'PURGE',
  'SEARCH',
  'LOCK',
  'MKCOL',
  'GET',
];

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

const headerNames = [
  'accept',
  'accept-encoding',
  'accept-language',
  'cookie',
  'if-none-match',
  'if-modified-since',
  'last-event-id',
  'origin',
  'prefer',
  'range',
  'referer',
  'sec-fetch-mode',
  'sec-fetch-site',
  'traceparent',
  'user-agent',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-http-method-override',
  'x-request-id',
  'x-original-url',
  'x-service-auth',
  'authorization',
  'expect',
  'forwarded',
  'content-type',
  'host',
  'te',
  'via',
  'baggage',
  'tracestate',
];

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
