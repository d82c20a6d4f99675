import { MEMBERSHIP_REFERENCE_PREFIX } from '@naughty-list/contracts/membership';
import { verifierUnavailable } from '@naughty-list/payment-flow/open';
import { visitorOf } from '@naughty-list/payment-flow/routes';
import type { FastifyRequest } from 'fastify';
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
