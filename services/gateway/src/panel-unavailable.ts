import { ApiError } from '@naughty-list/contracts/errors';
import { databaseFault } from '@naughty-list/service-kit/database/database-faults';

const RETRY_SECONDS = 5;

/** Returns the query's result; rejects with the error that admins see when the database is unavailable. */
export async function orUnavailable<T>(asked: PromiseLike<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    throw databaseFault(error) ? panelUnavailable(error) : error;
  }
}

/**
 * Sessions and accounts are in the database: without it, logins fail as unavailable rather than unauthorised. `cause`
 * is the database error, for the log.
 */
export function panelUnavailable(cause?: unknown): ApiError {
  const unavailable = new ApiError(
    'service_unavailable',
    'The admin panel is not available right now. Please try again.',
    { retryAfter: RETRY_SECONDS },
  );
  unavailable.cause = cause;
  return unavailable;
}
