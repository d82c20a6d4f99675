import { ApiError } from '@naughty-list/contracts/errors';
import { MEMBERSHIP_REFERENCE_PREFIX } from '@naughty-list/contracts/membership';
import { visitorOf } from '@naughty-list/payment-flow/routes';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { findReferenceOf, obtainReference, type Reference } from '../references/references.ts';

/** The visitor's existing reference, or a new one with current terms. */
export async function referenceFor(
  { db, chainVerifier }: Pick<Context, 'db' | 'chainVerifier'>,
  raw: FastifyRequest,
): Promise<Reference> {
  const visitor = visitorOf(raw);
  const known = await findReferenceOf(db, visitor);
  if (known) return known;
  const owner = { visitor, prefix: MEMBERSHIP_REFERENCE_PREFIX };
  return obtainReference(db, chainVerifier, owner).catch((error) => verifierUnavailable(raw.log, error));
}

/** The chain verifier is unavailable: responds 503 and logs the reason. */
export function verifierUnavailable(log: FastifyBaseLogger, err: unknown): never {
  log.warn({ err }, 'the chain verifier is unavailable');
  throw new ApiError('service_unavailable', 'Payments cannot be checked right now. Please try again soon.', {
    retryAfter: 5,
  });
}
