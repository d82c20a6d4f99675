import { ApiError } from '@naughty-list/contracts/errors';
import type { FastifyBaseLogger } from 'fastify';

/** Throws the error to return when the chain verifier does not respond. */
export function verifierUnavailable(log: FastifyBaseLogger, err: unknown): never {
  log.warn({ err }, 'the chain verifier is unavailable');
  throw new ApiError('service_unavailable', 'Payments cannot be checked right now. Please try again soon.', {
    retryAfter: 5,
  });
}
