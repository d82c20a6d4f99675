import { setTimeout as sleep } from 'node:timers/promises';
import { currentLogFields, traceCarrier, withSpan } from '../telemetry/tracing.ts';
import { REQUEST_ID_HEADER, SERVICE_AUTH_HEADER, signCall } from './service-auth.ts';

/** The pause before a retry, when the instance has gone away. */
export const REPEAT_AFTER_MS = 20;

/**
 * A `fetch` that signs every call, for API clients between services. Carries the current trace and request id. Retries
 * once, if safe, when the instance has gone away. `timeoutMs` is of calls without a signal of their own.
 */
export function signedFetch(secret: string, service: string, timeoutMs?: number): typeof fetch {
  return (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const method = init?.method ?? 'GET';
    const headers = new Headers(init?.headers);
    const path = url.pathname + url.search;
    headers.set(SERVICE_AUTH_HEADER, signCall({ secret, service, method, path, now: new Date() }));
    const { requestId } = currentLogFields();
    if (requestId) headers.set(REQUEST_ID_HEADER, requestId);
    const signal = init?.signal ?? (timeoutMs === undefined ? null : AbortSignal.timeout(timeoutMs));
    const attributes = { 'http.request.method': method, 'server.address': url.host };
    return withSpan(`call ${method}`, { kind: 'client', attributes }, () => {
      for (const [name, value] of Object.entries(traceCarrier())) headers.set(name, value);
      const send = () => fetch(url, { ...init, headers, signal });
      return send().catch(async (error) => {
        if (signal?.aborted || !mayRepeat(error, method)) throw error;
        await sleep(REPEAT_AFTER_MS);
        return send();
      });
    });
  };
}

/** Errors before the connection was established: the request did not arrive. */
const neverArrived = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);
/** Errors of a broken connection: the other side may have processed the request. */
const brokenOff = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/**
 * Whether a failed call to another service may be retried: always when it did not arrive, and only if it changes
 * nothing when the connection broke. `error` is from undici or `fetch`.
 */
export function mayRepeat(error: unknown, method: string): boolean {
  const code = codeOf(error);
  return neverArrived.has(code) || (brokenOff.has(code) && ['GET', 'HEAD'].includes(method));
}

/** `fetch` wraps the cause in its own error. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const { code } = error as NodeJS.ErrnoException;
  return code ?? codeOf(error.cause);
}
