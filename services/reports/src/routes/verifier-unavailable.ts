import { ApiError } from '@naughty-list/contracts/errors';
import { removalTexts } from '@naughty-list/contracts/removal';
import type { FastifyBaseLogger } from 'fastify';

const RETRY_AFTER_SECONDS = 5;

/** Logs why the chain verifier is unavailable, and throws the ApiError 503. */
export function verifierUnavailable(log: FastifyBaseLogger, err: unknown): never {
  log.warn({ err }, 'the chain verifier is unavailable');
  throw new ApiError('service_unavailable', removalTexts.unableToVerify, { retryAfter: RETRY_AFTER_SECONDS });
}
