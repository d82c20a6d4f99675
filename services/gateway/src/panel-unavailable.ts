import { ApiError } from '@naughty-list/contracts/errors';
import { databaseFault } from '@naughty-list/service-kit/database/database';
import type { FastifyError, FastifyInstance } from 'fastify';

const RETRY_SECONDS = 5;

/** Sessions and accounts are in the database: without it, calls of a scope fail as unavailable rather than unauthorised. */
export function addPanelUnavailable(scope: FastifyInstance): void {
  scope.setErrorHandler((error: FastifyError) => {
    if (error.statusCode !== undefined || !databaseFault(error)) throw error;
    const message = 'The admin panel is not available right now. Please try again.';
    const unavailable = new ApiError('service_unavailable', message, { retryAfter: RETRY_SECONDS });
    // For the log.
    throw Object.assign(unavailable, { cause: error });
  });
}
