import { ApiError } from '@naughty-list/contracts/errors';
import { VISITOR_ID_HEADER } from '@naughty-list/service-kit/http/service-auth';

/** The visitor id from the gateway, which alone reads the visitor cookie. Throws when it is missing. */
export function visitorOf({ headers }: { headers: Record<string, unknown> }): string {
  const visitor = headers[VISITOR_ID_HEADER];
  if (typeof visitor !== 'string' || !/^[\w-]{16,64}$/.test(visitor))
    throw new ApiError('invalid_input', 'This call needs the visitor cookie.');
  return visitor;
}
