import { callHttp } from '@naughty-list/service-kit/http/http-call';
import type { Log } from '@naughty-list/service-kit/telemetry/log';
import { CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhen } from 'cockatiel';

/** Stops calls to a hanging service until it answers a probe. */
export type Breaker = {
  /** Whether calls are stopped. */
  readonly isOpen: boolean;
  /** Starts a call whose timeout counts against the service; report its outcome through the result. */
  begin(): { answered: () => void; failed: (error: unknown) => void };
  close(): void;
};

const FAILURES = 3;
const PROBE_EVERY_MS = 1_000;

/** Opens after three consecutive timeouts. A refused connection does not count: it fails fast. */
export function createBreaker({
  upstream,
  probe,
  log,
}: {
  upstream: string;
  /** Resolves when the process answers at all. */
  probe: () => Promise<unknown>;
  log: Log;
}): Breaker {
  const policy = circuitBreaker(handleWhen(isTimeout), {
    // The probes' timer alone lets calls through. cockatiel (4.0) would wait by the wall clock, and for an hour longer
    // if that is set back by an hour.
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

const PROBE_TIMEOUT_MS = 2_000;

/** One breaker per service; its probe is the liveness endpoint. */
export function createBreakers<Name extends string>(
  upstreams: Record<Name, string>,
  log: Log,
): Record<Name, Breaker> {
  const each = Object.entries<string>(upstreams).map(([upstream, url]) => {
    const probe = async () => {
      const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
      (await callHttp(`${url}/health/live`, { signal })).resume();
    };
    return [upstream, createBreaker({ upstream, probe, log })];
  });
  return Object.fromEntries(each) as Record<Name, Breaker>;
}
