import { ApiError } from '@naughty-list/contracts/errors';

/** Number of retries, and the pause before each, when a service instance has gone away. */
export const REPEATS = 2;
export const REPEAT_AFTER_MS = 20;

const RETRY_AFTER_SECONDS = 5;

/** Time limit of a call that does not wait for the chain. */
export const callTimeoutMs = (config: {
  UPSTREAM_TIMEOUT_MS: number;
  UPSTREAM_CALL_TIMEOUT_MS: number;
}): number => Math.min(config.UPSTREAM_TIMEOUT_MS, config.UPSTREAM_CALL_TIMEOUT_MS);

/** One service does not respond; the rest of the site works. */
export const unavailable = () =>
  new ApiError(
    'service_unavailable',
    'This part of the site is taking a short break. Please try again in a moment.',
    {
      retryAfter: RETRY_AFTER_SECONDS,
    },
  );
