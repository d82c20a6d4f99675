import { ApiError } from '@naughty-list/contracts/errors';
import { databaseFault } from '@naughty-list/service-kit/database-faults';

const RETRY_SECONDS = 5;

/** What was asked of the database, or the word for admins that it cannot be used now. */
export async function unlessAway<T>(asked: PromiseLike<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    throw databaseFault(error) ? panelAway(error) : error;
  }
}

/**
 * Sessions and accounts are in the database: without it nobody is let in, and nobody is told to be a stranger. `cause` is
 * what it said, for the log.
 */
export function panelAway(cause?: unknown): ApiError {
  const away = new ApiError(
    'service_unavailable',
    'The admin panel is not available right now. Please try again.',
    { retryAfter: RETRY_SECONDS },
  );
  away.cause = cause;
  return away;
}
