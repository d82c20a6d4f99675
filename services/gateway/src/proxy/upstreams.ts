import { callHttp } from '@naughty-list/service-kit/http/http-call';
import { SERVICE_AUTH_HEADER, signCall } from '@naughty-list/service-kit/http/service-auth';
import type { Clock } from '@naughty-list/service-kit/lifecycle/clock';
import type { Log } from '@naughty-list/service-kit/telemetry/log';
import { CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhen } from 'cockatiel';
import type { Config, Constants } from '../config.ts';

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
  const breakers = Object.fromEntries(
    Object.entries(urls).map(([upstream, url]) => [upstream, createBreaker(upstream, url, log)]),
  ) as Upstreams['breakers'];
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

/**
 * Time limit of a slow call, and of an event stream's silence: longer than any `VERIFY_WAIT_MS` or heartbeat, and within
 * the minute that a signature is valid.
 */
export const SLOW_CALL_MS = 55_000;

/** Number of retries, and the pause before each, when a service instance has gone away. */
export const REPEATS = 2;
export const REPEAT_AFTER_MS = 20;

/** Circuit breaker: stops calls to a hanging service until it answers a probe. */
type Breaker = {
  /** Whether calls are stopped. */
  readonly isOpen: boolean;
  /** Starts a call; the caller reports its outcome. A timeout counts against the service. */
  begin(): { answered: () => void; failed: (error: unknown) => void };
  close(): void;
};

const FAILURES = 3;
const PROBE_EVERY_MS = 1_000;

const PROBE_TIMEOUT_MS = 2_000;

/**
 * Opens after three consecutive timeouts; its probe is the liveness endpoint. A refused connection does not count: it fails
 * fast.
 */
function createBreaker(upstream: string, url: string, log: Log): Breaker {
  const probe = async () => {
    const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
    (await callHttp(`${url}/health/live`, { signal })).resume();
  };
  const policy = circuitBreaker(handleWhen(isTimeout), {
    // Only our probe closes the breaker: cockatiel (4.0) would wait by the wall clock, an hour too long if that is set
    // back by an hour.
    halfOpenAfter: Number.NEGATIVE_INFINITY,
    breaker: new ConsecutiveBreaker(FAILURES),
  });
  let probing: NodeJS.Timeout | undefined;
  policy.onBreak(() => {
    if (probing) return;
    log.warn({ upstream }, 'the service hangs: calls to it are stopped until it answers');
    probing = setInterval(() => void policy.execute(probe).catch(() => {}), PROBE_EVERY_MS);
  });
  policy.onReset(() => {
    clearInterval(probing);
    probing = undefined;
    log.info({ upstream }, 'the service answers again');
  });
  return {
    get isOpen() {
      return policy.state !== CircuitState.Closed;
    },
    begin() {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      policy.execute(() => promise).catch(() => {});
      return { answered: resolve, failed: reject };
    },
    close: () => clearInterval(probing),
  };
}

/** Timeouts of undici, the proxy and abort signals. */
function isTimeout(error: unknown): boolean {
  const { name, code, statusCode } = error as { name?: string; code?: unknown; statusCode?: unknown };
  return statusCode === 504 || name === 'TimeoutError' || /TIMEOUT/.test(String(code));
}
