import { ApiError } from '@naughty-list/contracts/errors';

/** How often, and after what pause, a call is made again that met a copy of a service which is gone. */
export const REPEATS = 2;
export const REPEAT_AFTER_MS = 20;

const RETRY_AFTER_SECONDS = 5;

/** How long a service may take for a call that waits for nothing. */
export const callTimeoutMs = (config: {
  UPSTREAM_TIMEOUT_MS: number;
  UPSTREAM_CALL_TIMEOUT_MS: number;
}): number => Math.min(config.UPSTREAM_TIMEOUT_MS, config.UPSTREAM_CALL_TIMEOUT_MS);

/** A service behind does not answer; the rest of the site does. */
export const unavailable = () =>
  new ApiError(
    'service_unavailable',
    'This part of the site is taking a short break. Please try again in a moment.',
    {
      retryAfter: RETRY_AFTER_SECONDS,
    },
  );
