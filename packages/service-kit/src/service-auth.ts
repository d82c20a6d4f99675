import { createHmac, timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { mayRepeat } from './may-repeat.ts';
import { traceCarrier, withSpan } from './tracing.ts';

export const SERVICE_AUTH_HEADER = 'x-service-auth';
/** The gateway's name for the client, for limits per client; trusted because the call is authenticated. */
export const CLIENT_ID_HEADER = 'x-client-id';
/** The gateway's name for the visitor, by a cookie that only it can read and make. */
export const VISITOR_ID_HEADER = 'x-visitor-id';
/** Which admin acts, by the session that the gateway keeps; only the gateway may name one. */
export const ADMIN_HEADER = 'x-admin-username';
/** The service that keeps the sessions, and so the only one whose word on admins counts. */
export const SESSION_KEEPER = 'gateway';
export const REQUEST_ID_HEADER = 'x-request-id';

const VALID_FOR_MS = 60_000;

function mac(secret: string, service: string, at: number, method: string, path: string): Buffer {
  return createHmac('sha256', secret).update(`${service}\n${at}\n${method}\n${path}`).digest();
}

/**
 * The header with which one service calls another: `name.milliseconds.hmac` over method and path (with query).
 * It is worthless for any other call and after a minute.
 */
export function signCall(call: {
  secret: string;
  service: string;
  method: string;
  path: string;
  now: Date;
}): string {
  const at = call.now.getTime();
  return `${call.service}.${at}.${mac(call.secret, call.service, at, call.method, call.path).toString('base64url')}`;
}

/** The calling service's name, or nothing when the header is absent, forged, for another call or too old. */
export function verifyCall(call: {
  header: string | string[] | undefined;
  secret: string;
  method: string;
  path: string;
  now: Date;
}): string | undefined {
  const match =
    typeof call.header === 'string' ? /^([a-z-]{1,40})\.(\d{1,16})\.([\w-]{43})$/.exec(call.header) : null;
  const [, service, atText, given] = match ?? [];
  if (!service || !atText || !given) return undefined;
  const at = Number(atText);
  if (Math.abs(call.now.getTime() - at) > VALID_FOR_MS) return undefined;
  const expected = mac(call.secret, service, at, call.method, call.path);
  const actual = Buffer.from(given, 'base64url');
  return actual.length === expected.length && timingSafeEqual(actual, expected) ? service : undefined;
}

const REPEAT_AFTER_MS = 20;

/**
 * A `fetch` that signs every call, for the API client of one service towards another. It carries the trace under way. A call
 * that met a copy which is gone is made once more, where that is safe.
 */
export function signedFetch(secret: string, service: string): typeof fetch {
  return (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const method = init?.method ?? 'GET';
    const headers = new Headers(init?.headers);
    const path = url.pathname + url.search;
    headers.set(SERVICE_AUTH_HEADER, signCall({ secret, service, method, path, now: new Date() }));
    const attributes = { 'http.request.method': method, 'server.address': url.host };
    return withSpan(`call ${method}`, { kind: 'client', attributes }, () => {
      for (const [name, value] of Object.entries(traceCarrier())) headers.set(name, value);
      const send = () => fetch(url, { ...init, headers });
      return send().catch(async (error) => {
        if (init?.signal?.aborted || !mayRepeat(error, method)) throw error;
        await sleep(REPEAT_AFTER_MS);
        return send();
      });
    });
  };
}
