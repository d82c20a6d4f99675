import type { IncomingMessage } from 'node:http';
import { callHttp, readLimited, UnusableAnswer } from '@naughty-list/service-kit/http/http-call';
import { describeConnectionError } from '@naughty-list/service-kit/telemetry/faults';
import { withSpan } from '@naughty-list/service-kit/telemetry/tracing';
import type { RpcMetrics } from './metrics.ts';
import { RpcFault, type RpcFaultCode } from './rpc-fault.ts';
import type { Throttle } from './throttle.ts';

/** A transaction of 4,096 bytes with many inner instructions stays well below this. */
export const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

const LONGEST_RETRY_AFTER_MS = 60_000;
const HEADERS = { 'content-type': 'application/json' };

type Options = {
  provider: string;
  timeoutMs: number;
  throttle?: Throttle;
  metrics?: RpcMetrics;
};

/** A JSON-RPC request: its text, and the fields of it that matter here. */
type Request = { body: string; id: string; method: string };

/**
 * Posts JSON-RPC requests: one timeout for connection and body, at most {@link MAX_ANSWER_BYTES}, no redirects, and a
 * response envelope that matches the request exactly. Anything else is an {@link RpcFault}.
 */
export function guardedCall(options: Options): (url: string, request: Request) => Promise<unknown> {
  const { provider, timeoutMs, throttle, metrics } = options;
  async function call(url: string, { body, id, method }: Request) {
    await throttle?.turn();
    const signal = AbortSignal.timeout(timeoutMs);
    const startedAt = performance.now();
    try {
      const answer = await callHttp(url, { method: 'POST', headers: HEADERS, body, signal });
      refuseStatus(answer, provider);
      return readEnvelope((await readLimited(answer, MAX_ANSWER_BYTES)).toString('utf8'), id, provider);
    } catch (error) {
      if (error instanceof RpcFault) throw error;
      if (error instanceof UnusableAnswer)
        throw new RpcFault('malformed_response', 'answer too large', { provider });
      if (signal.aborted) throw new RpcFault('timeout', `no answer within ${timeoutMs} ms`, { provider });
      throw new RpcFault('provider_error', connectionFault(error), { provider });
    } finally {
      metrics?.called({ provider, method, durationMs: performance.now() - startedAt });
    }
  }
  // A span without trace propagation: the provider must not learn about the caller or related requests.
  return (url, request) =>
    withSpan(`solana ${request.method}`, { kind: 'client', attributes: { provider } }, () =>
      call(url, request),
    );
}

function refuseStatus(answer: IncomingMessage, provider: string): void {
  const { statusCode: status = 0, headers } = answer;
  if (status >= 200 && status < 300) return;
  // The body of an error response is not used.
  answer.destroy();
  const detail = `HTTP ${status}`;
  if (status !== 429) throw new RpcFault('provider_error', detail, { provider });
  const retryAfterMs = readRetryAfter(headers['retry-after']);
  throw new RpcFault('rate_limited', detail, {
    provider,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  });
}

/** Reads `Retry-After` (seconds or an HTTP date), in milliseconds; capped at one minute. */
export function readRetryAfter(header: string | undefined, now = Date.now()): number | undefined {
  if (header === undefined) return undefined;
  const ms = /^\d+(\.\d+)?$/.test(header.trim()) ? Number(header) * 1_000 : Date.parse(header) - now;
  return Number.isFinite(ms) ? Math.min(Math.max(0, ms), LONGEST_RETRY_AFTER_MS) : undefined;
}

/** The result in `{ jsonrpc: "2.0", id, result }` with the id that was sent. Throws for any other text. */
function readEnvelope(text: string, id: string, provider: string): unknown {
  const malformed = (detail: string) => new RpcFault('malformed_response', detail, { provider });
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    throw malformed('not JSON');
  }
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer))
    throw malformed('not a JSON-RPC answer');
  const envelope = answer as Record<string, unknown>;
  const failed = envelope.error !== undefined && envelope.error !== null;
  if (envelope.jsonrpc !== '2.0') throw malformed('not JSON-RPC 2.0');
  // A node that cannot read the request responds with id null, which is still an error response.
  if (envelope.id !== id && !(failed && envelope.id === null)) throw malformed('answer to another request');
  if (failed && 'result' in envelope && envelope.result !== null) throw malformed('both result and error');
  if (failed) throw errorFault(envelope.error, provider);
  if (!('result' in envelope)) throw malformed('neither result nor error');
  return envelope.result;
}

/** Maps JSON-RPC errors of Solana nodes. None of them means "not found": that is a null result. */
function errorFault(error: unknown, provider: string): RpcFault {
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (typeof code !== 'number')
    return new RpcFault('malformed_response', 'error without a code', { provider });
  const codes: Record<number, RpcFaultCode> = { 429: 'rate_limited', [-32_015]: 'client_too_old' };
  const text = typeof message === 'string' ? message.slice(0, 200) : '';
  return new RpcFault(codes[code] ?? 'provider_error', `JSON-RPC error ${code} ${text}`.trim(), { provider });
}

function connectionFault(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  if (typeof code !== 'string') return 'connection failed';
  return describeConnectionError(error) ?? code;
}
