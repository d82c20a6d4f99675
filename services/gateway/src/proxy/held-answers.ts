import { setTimeout as sleep } from 'node:timers/promises';
import type { Endpoint } from '@naughty-list/contracts/endpoint';
import { mayRepeat } from '@naughty-list/service-kit/may-repeat';
import { REQUEST_ID_HEADER, SERVICE_AUTH_HEADER, signCall } from '@naughty-list/service-kit/service-auth';
import { sharedRead, socketsRead } from '@naughty-list/service-kit/shared-read';
import { traceCarrier } from '@naughty-list/service-kit/tracing';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Pool } from 'undici';
import type { Context } from '../context.ts';
import { makeReady, type ReadyAnswer, sendReady } from '../ready-answer.ts';
import { chooseEncoding } from '../web/document.ts';
import { REPEAT_AFTER_MS, REPEATS, unavailable } from './away.ts';
import { answerHeaders } from './headers.ts';
import type { Upstream } from './proxied-endpoint.ts';

/** Answers of one service that are kept, and compared with it before each is sent. */
export type HeldAnswers = {
  /** Whether the answer to a request may be kept: one that everybody gets alike. */
  holds(request: FastifyRequest, endpoint: Endpoint): boolean;
  answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  close(): Promise<void>;
};

/** What is kept of one address in one encoding. */
type Held = { etag: string; whole: ReadyAnswer; unchanged: ReadyAnswer };
/** What to answer now: something that is kept, or what the service said instead. */
type Now = { held: Held } | { other: ReadyAnswer };

const CONNECT_TIMEOUT_MS = 3_000;
const CONNECTIONS = 16;
/** Of 1,000 reports there are some 0.5 MB. */
const KEPT_MAX = 64;

/**
 * Each request is preceded by a question to the service whether what is kept still stands, so that a change by anybody shows
 * in the next answer, through whichever gateway. Those who ask meanwhile share one question; the bytes travel only when
 * they are others.
 */
export function createHeldAnswers(context: Context, upstream: Upstream): HeldAnswers {
  const timeoutMs = context.config.UPSTREAM_TIMEOUT_MS;
  const pool = new Pool(context.upstreams[upstream], {
    connect: { timeout: CONNECT_TIMEOUT_MS },
    connections: CONNECTIONS,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  });
  const kept = new Map<string, (request: FastifyRequest) => Promise<Now>>();

  function readerOf(url: string, encoding: string): (request: FastifyRequest) => Promise<Now> {
    const key = `${encoding} ${url}`;
    const reader = kept.get(key) ?? openReader(url, encoding);
    // The one that was asked for last is the last to go.
    kept.delete(key);
    kept.set(key, reader);
    const [oldest] = kept.keys();
    if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
    return reader;
  }

  function openReader(url: string, encoding: string): (request: FastifyRequest) => Promise<Now> {
    let held: Held | undefined;
    let asker: FastifyRequest | undefined;
    const read = sharedRead(async (): Promise<Now> => {
      const answer = await ask(url, encoding, asker, held?.etag);
      if (answer === 'unchanged' && held) return { held };
      if (answer === 'unchanged') throw new Error('The service left out what nobody has');
      held = 'held' in answer ? answer.held : undefined;
      return answer;
    }, socketsRead);
    return (request) => {
      asker = request;
      return read();
    };
  }

  async function ask(
    url: string,
    encoding: string,
    asker: FastifyRequest | undefined,
    etag: string | undefined,
    attempt = 0,
  ): Promise<Now | 'unchanged'> {
    const { INTERNAL_SECRET: secret } = context.config;
    const call = { secret, service: 'gateway', method: 'GET', path: url, now: context.clock.now() };
    try {
      const { statusCode, headers, body } = await pool.request({
        method: 'GET',
        path: url,
        headers: {
          accept: 'application/json',
          'accept-encoding': encoding,
          ...(etag === undefined ? {} : { 'if-none-match': etag }),
          ...traceCarrier(),
          ...(asker && { [REQUEST_ID_HEADER]: asker.id }),
          [SERVICE_AUTH_HEADER]: signCall(call),
        },
      });
      const bytes = Buffer.from(await body.arrayBuffer());
      return statusCode === 304 ? 'unchanged' : toNow(statusCode, headers, bytes, asker);
    } catch (error) {
      if (attempt >= REPEATS || !mayRepeat(error as Error, 'GET')) throw error;
      await sleep(REPEAT_AFTER_MS);
      return ask(url, encoding, asker, etag, attempt + 1);
    }
  }

  function toNow(
    status: number,
    given: Parameters<typeof answerHeaders>[0],
    bytes: Buffer,
    asker: FastifyRequest | undefined,
  ): Now {
    // 401 between services is a fault of the house (two secrets), not of the client.
    if (status === 401) asker?.log.error({ upstream }, 'the service refused the gateway');
    if (status === 401 || status === 503) throw unavailable();
    const { 'content-length': _, ...headers } = answerHeaders(given);
    const head = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    const { 'content-type': _type, 'content-encoding': _encoding, ...headOfNothing } = head;
    const whole = makeReady(status, head, bytes);
    if (status !== 200 || head.etag === undefined) return { other: whole };
    return { held: { etag: head.etag, whole, unchanged: makeReady(304, headOfNothing) } };
  }

  return {
    holds: ({ method, url }, { path }) => method === 'GET' && isPlain(url, path),
    async answer(request, reply) {
      const { url, headers } = request;
      const encoding = chooseEncoding(headers['accept-encoding']?.toString());
      const now = await readerOf(
        url,
        encoding,
      )(request).catch(() => {
        throw unavailable();
      });
      if ('other' in now) return sendReady(request, reply, now.other);
      const { etag, unchanged, whole } = now.held;
      return sendReady(request, reply, hasIt(headers['if-none-match'], etag) ? unchanged : whole);
    },
    close: () => pool.close(),
  };
}

/** Whatever else an address holds is passed on as it is, and not kept. */
function isPlain(url: string, path: string): boolean {
  return url.startsWith(path) && /^(\?[\w=&]*)?$/.test(url.slice(path.length));
}

/** Whether the caller has the answer with this ETag already (RFC 9110, 13.1.2: weak comparison). */
function hasIt(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || opaque(tag) === opaque(etag));
}
