import { ApiError } from '@naughty-list/contracts/errors';
import { VISITOR_ID_HEADER } from '@naughty-list/service-kit/service-auth';
import type { FastifyRequest } from 'fastify';

/** Who the gateway says is there: it alone knows the visitor's cookie. Throws where it says nobody. */
export function visitorOf({ headers }: FastifyRequest): string {
  const visitor = headers[VISITOR_ID_HEADER];
  if (typeof visitor !== 'string' || !/^[\w-]{16,64}$/.test(visitor))
    throw new ApiError('invalid_input', 'This call needs a visitor.');
  return visitor;
}
