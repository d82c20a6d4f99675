import { ApiError } from '@naughty-list/contracts/errors';

/** PostgreSQL's codes for "not now" (shutting down, starting, too many connections, connection lost), and Node's. */
const codes = /^(57P0[123]|53300|08\w{3}|ECONN[A-Z]+|EPIPE|ETIMEDOUT|EHOSTUNREACH)$/;
/** What pg and Knex say without a code. */
const texts = /Connection terminated|Timeout acquiring a connection/;

const RETRY_SECONDS = 5;

/** Whether an error says that the database cannot be reached now, and not that something is wrong with us. */
function isDatabaseAway(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return codes.test(String(code)) || texts.test(String(message));
}

/** What was asked of the database, or the word for admins that it is away. */
export async function unlessAway<T>(asked: PromiseLike<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    throw isDatabaseAway(error) ? panelAway() : error;
  }
}

/** Sessions and accounts are in the database: without it nobody is let in, and nobody is told to be a stranger. */
export const panelAway = () =>
  new ApiError('service_unavailable', 'The admin panel is not available right now. Please try again.', {
    retryAfter: RETRY_SECONDS,
  });
