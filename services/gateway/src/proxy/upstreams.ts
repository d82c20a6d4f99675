import { SERVICE_AUTH_HEADER, signCall } from '@naughty-list/service-kit/http/service-auth';
import type { Clock } from '@naughty-list/service-kit/lifecycle/clock';
import type { Config, Constants } from '../config.ts';

/** The services behind the gateway. */
export type Upstream = 'reports' | 'membership' | 'analytics' | 'chain-verifier';

export type Upstreams = {
  urls: Record<Upstream, string>;
  /** Time limit of a call, unless it is slow. */
  callTimeoutMs: number;
  /** The header that proves to a service that the gateway calls it. */
  sign(method: string, path: string): { [SERVICE_AUTH_HEADER]: string };
};

type Settings = Pick<
  Config,
  'REPORTS_URL' | 'MEMBERSHIP_URL' | 'ANALYTICS_URL' | 'CHAIN_VERIFIER_URL' | 'INTERNAL_SECRET'
>;

export function openUpstreams(
  config: Settings,
  { constants, clock }: { constants: Constants; clock: Clock },
): Upstreams {
  const secret = config.INTERNAL_SECRET;
  return {
    urls: {
      reports: config.REPORTS_URL,
      membership: config.MEMBERSHIP_URL,
      analytics: config.ANALYTICS_URL,
      'chain-verifier': config.CHAIN_VERIFIER_URL,
    },
    callTimeoutMs: constants.upstreamCallTimeoutMs,
    sign: (method, path) => ({
      [SERVICE_AUTH_HEADER]: signCall({ secret, service: 'gateway', method, path, now: clock.now() }),
    }),
  };
}

/**
 * Time limit of a slow call, and of an event stream's silence: longer than any `VERIFY_WAIT_MS` or heartbeat, and within
 * the minute that a signature is valid.
 */
export const SLOW_CALL_MS = 55_000;

/** Number of retries when a service instance has gone away. */
export const REPEATS = 2;
