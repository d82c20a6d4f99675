import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '@naughty-list/contracts/errors';
import { mayRepeat } from '@naughty-list/service-kit/http/may-repeat';
import {
  REQUEST_ID_HEADER,
  SERVICE_AUTH_HEADER,
  signCall,
} from '@naughty-list/service-kit/http/service-auth';
import type { Clock } from '@naughty-list/service-kit/lifecycle/clock';
import type { Log } from '@naughty-list/service-kit/telemetry/log';
import { traceCarrier } from '@naughty-list/service-kit/telemetry/tracing';
import type { Dispatcher } from 'undici';
import type { Config, Constants } from '../config.ts';
import { type Breaker, createBreakers } from './breaker.ts';

/** The services behind the gateway. */
export type Upstream = 'reports' | 'membership' | 'analytics' | 'chain-verifier';

export type Upstreams = {
  urls: Record<Upstream, string>;
  breakers: Record<Upstream, Breaker>;
  /** Time limit of a call, unless it is slow. */
  callTimeoutMs: number;
  /** The header that proves to a service that the gateway calls it. */
  sign(method: string, path: string): { [SERVICE_AUTH_HEADER]: string };
  close(): void;
};

type Settings = Pick<
  Config,
  'REPORTS_URL' | 'MEMBERSHIP_URL' | 'ANALYTICS_URL' | 'CHAIN_VERIFIER_URL' | 'INTERNAL_SECRET'
>;

export function openUpstreams(
  config: Settings,
  { constants, clock, log }: { constants: Constants; clock: Clock; log: Log },
): Upstreams {
  const urls = {
    reports: config.REPORTS_URL,
    membership: config.MEMBERSHIP_URL,
    analytics: config.ANALYTICS_URL,
    'chain-verifier': config.CHAIN_VERIFIER_URL,
  };
  const breakers = createBreakers(urls, log);
  const secret = config.INTERNAL_SECRET;
  return {
    urls,
    breakers,
    callTimeoutMs: constants.upstreamCallTimeoutMs,
    sign: (method, path) => ({
      [SERVICE_AUTH_HEADER]: signCall({ secret, service: 'gateway', method, path, now: clock.now() }),
    }),
    close() {
      for (const breaker of Object.values(breakers)) breaker.close();
    },
  };
}

/** Time limit of a slow call: longer than any `VERIFY_WAIT_MS`, and within the minute that its signature is valid. */
export const SLOW_CALL_MS = 55_000;

/** Number of retries, and the pause before each, when a service instance has gone away. */
export const REPEATS = 2;
export const REPEAT_AFTER_MS = 20;

const RETRY_AFTER_SECONDS = 5;

/** One service does not respond; the rest of the site works. */
export const unavailable = () =>
  new ApiError(
    'service_unavailable',
    'This part of the site is taking a short break. Please try again in a moment.',
    { retryAfter: RETRY_AFTER_SECONDS },
  );

/** A read that the gateway makes itself, on behalf of all clients that want the response. */
export type Question = {
  upstream: Upstream;
  /** Includes the query string. */
  path: string;
  headers: Record<string, string>;
  requestId?: string | undefined;
  signal?: AbortSignal;
};

/** Reads from a service with a signed call; retries on a stale connection. */
export async function ask(
  dispatcher: Dispatcher,
  upstreams: Pick<Upstreams, 'urls' | 'sign'>,
  question: Question,
  attempt = 0,
): Promise<Dispatcher.ResponseData> {
  const { upstream, path, headers, requestId, signal } = question;
  try {
    return await dispatcher.request({
      origin: upstreams.urls[upstream],
      method: 'GET',
      path,
      ...(signal ? { signal } : {}),
      headers: {
        ...headers,
        ...traceCarrier(),
        ...(requestId === undefined ? {} : { [REQUEST_ID_HEADER]: requestId }),
        ...upstreams.sign('GET', path),
      },
    });
  } catch (error) {
    if (attempt >= REPEATS || !mayRepeat(error as Error, 'GET')) throw error;
    await sleep(REPEAT_AFTER_MS);
    return ask(dispatcher, upstreams, question, attempt + 1);
  }
}
