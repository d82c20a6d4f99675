import type { IncomingHttpHeaders } from 'node:http';
import { OPERATION_ID_HEADER } from '@naughty-list/contracts/admin-reports';

type Headers = Record<string, string | string[] | undefined>;

/** What a service may know of a client's request. Cookies, credentials and addresses stay at the gateway. */
const passedOn = [
  'accept',
  'accept-encoding',
  'content-type',
  'idempotency-key',
  'if-none-match',
  'last-event-id',
  'prefer',
  'user-agent',
];

/** What a client may know of a service's answer. */
const passedBack = [
  'cache-control',
  'content-encoding',
  'content-length',
  'content-type',
  'etag',
  'last-modified',
  'link',
  'location',
  'retry-after',
  'vary',
  'x-accel-buffering',
  OPERATION_ID_HEADER,
  'x-total-count',
];

export const requestHeaders = (headers: IncomingHttpHeaders): Headers => pick(headers, passedOn);

/** An answer that says nothing about caching is asked for again each time. */
export const answerHeaders = (headers: Headers): Headers => ({
  'cache-control': 'no-cache',
  ...pick(headers, passedBack),
});

function pick(headers: Headers, names: readonly string[]): Headers {
  return Object.fromEntries(
    names.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
  );
}
