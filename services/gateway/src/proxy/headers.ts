import type { IncomingHttpHeaders } from 'node:http';
import { OPERATION_ID_HEADER } from '@naughty-list/contracts/admin-reports';

type Headers = Record<string, string | string[] | undefined>;

/** Request headers that services receive. Cookies, credentials and addresses stay at the gateway. */
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

/** Response headers that clients receive. */
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
  'x-robots-tag',
  'x-total-count',
];

export const requestHeaders = (headers: IncomingHttpHeaders): Headers => pick(headers, passedOn);

/** Responses without `cache-control` must be revalidated. */
export const answerHeaders = (headers: Headers): Headers => ({
  'cache-control': 'no-cache',
  ...pick(headers, passedBack),
});

function pick(headers: Headers, names: readonly string[]): Headers {
  return Object.fromEntries(
    names.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
  );
}
